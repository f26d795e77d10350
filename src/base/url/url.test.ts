import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fetchKey, hostKeyOf, maskSecrets, maxUrlLength, readUrl, requestKey, siteOf, urlTemplate } from './url.ts';

describe('fetchKey', () => {
  it.each([
    ['HTTP://WWW.Example.ORG', 'http://www.example.org/'],
    ['https://example.org:443/a', 'https://example.org/a'],
    ['http://example.org:80/a', 'http://example.org/a'],
    ['http://example.org:8080/geoserver/', 'http://example.org:8080/geoserver/'],
    ['http://user:secret@example.org/a', 'http://example.org/a'],
    ['http://example.org/a/./b/../c#part', 'http://example.org/a/c'],
    ['http://example.org/a/%2e%2E/c', 'http://example.org/c'],
    ['http://bücher.example/', 'http://xn--bcher-kva.example/'],
    ['http://example.org./a', 'http://example.org/a'],
    ['http://2130706433/', 'http://127.0.0.1/'],
    ['http://[2001:DB8::1]/', 'http://[2001:db8::1]/'],
    ['http://example.org/a b', 'http://example.org/a%20b'],
    ['http://example.org/a?', 'http://example.org/a'],
    ['http://example.org/a;JSESSIONID=1A2B?x=1', 'http://example.org/a?x=1'],
    ['http://example.org/(S(lit3py55t21z5v55vlm25s55))/a.aspx', 'http://example.org/a.aspx'],
    ['http://example.org/a?PHPSESSID=77&x=1', 'http://example.org/a?x=1'],
    ['http://example.org/a?x=1&utm_source=n&UTM_medium=m&fbclid=1&gclid=2', 'http://example.org/a?x=1'],
    ['http://example.org/a?utm_source=n', 'http://example.org/a'],
    ['http://example.org/a?sid=0f8e7d6c5b4a39281706f5e4d3c2b1a0', 'http://example.org/a'],
    ['http://example.org/station?sid=12', 'http://example.org/station?sid=12'],
    ['http://example.org/a?b=1&a=2', 'http://example.org/a?b=1&a=2'],
    [
      'http://example.org/wms?VERSION=1.3.0&request=GetCapabilities&SERVICE=WMS',
      'http://example.org/wms?request=GetCapabilities&SERVICE=WMS&VERSION=1.3.0',
    ],
    ['http://example.org/buy?service=cleaning&area=north', 'http://example.org/buy?service=cleaning&area=north'],
  ])('reads %s as %s', (raw, key) => {
    expect(fetchKey(raw)).toBe(key);
  });

  it.each([
    'ftp://example.org/a',
    'mailto:a@example.org',
    'javascript:void(0)',
    'data:,x',
    'http://',
    '//',
    'a/b',
    'http://a b/',
  ])('returns null for %s', (raw) => {
    expect(fetchKey(raw)).toBeNull();
  });

  it('returns null beyond 2,048 characters, and not before', () => {
    const start = 'http://example.org/';
    expect(fetchKey(start + 'a'.repeat(maxUrlLength - start.length))).not.toBeNull();
    expect(fetchKey(start + 'a'.repeat(maxUrlLength - start.length + 1))).toBeNull();
    expect(fetchKey(start + 'a'.repeat(1_000_000))).toBeNull();
  });

  it.each([
    ['/a', 'https://example.org/x/y?q=/z/', 'https://example.org/a'],
    ['a.html', 'https://example.org/x/y?q=/z/', 'https://example.org/x/a.html'],
    ['../a', 'https://example.org/x/y/z', 'https://example.org/x/a'],
    ['?a=1', 'https://example.org/x/y', 'https://example.org/x/y?a=1'],
    ['#top', 'https://example.org/x/y#z', 'https://example.org/x/y'],
    ['', 'https://example.org/x/y', 'https://example.org/x/y'],
    ['//other.example/a', 'https://example.org/x', 'https://other.example/a'],
    ['a', 'https://example.org', 'https://example.org/a'],
    ['\\a', 'https://example.org/x/', 'https://example.org/a'],
    [' a\n', 'https://example.org/x/', 'https://example.org/x/a'],
    ['mailto:a', 'https://example.org/x/', null],
  ])('resolves %j against %s', (raw, base, key) => {
    expect(fetchKey(raw, base)).toBe(key);
  });

  const anyUrl = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.webUrl({ withQueryParameters: true, withFragments: true }),
    fc
      .array(
        fc.constantFrom(
          ...'http:// https:// example.org a.b. .. 1 0x7f xn-- -- /. /.. %2e %2E % ; ;jsessionid=q /(S(a)) ? & = ?? && service=WMS request=GetMap REQUEST=getmap utm_a=1 PHPSESSID=2 map=/x.map amp; # @ : :80 :443 :8080 \\ [ ] | \' " é 中'.split(
            ' ',
          ),
        ),
        { maxLength: 12 },
      )
      .map((pieces) => pieces.join('')),
  );

  it('never throws and is idempotent', () => {
    fc.assert(
      fc.property(anyUrl, (raw) => {
        const key = fetchKey(raw);
        if (key !== null) expect(fetchKey(key)).toBe(key);
      }),
      { numRuns: 3000 },
    );
  });

  it('returns the same with and without the fast path', () => {
    // A leading space is dropped by the parser but sends the reference down the slow path.
    fc.assert(
      fc.property(anyUrl, fc.constantFrom(undefined, 'http://example.org/x/y?z', 'HTTP://Example.org'), (raw, base) => {
        expect(fetchKey(raw, base)).toBe(fetchKey(` ${raw}`, base));
      }),
      { numRuns: 3000 },
    );
  });
});

describe('requestKey', () => {
  it('compares names, service and request case-insensitively, other values case-sensitively', () => {
    const key = requestKey('http://example.org/wms?SERVICE=WMS&REQUEST=GetMap&LAYERS=Roads');
    expect(requestKey('http://example.org/wms?layers=Roads&request=getmap&service=wms')).toBe(key);
    expect(requestKey('http://example.org/wms?layers=roads&request=getmap&service=wms')).not.toBe(key);
  });

  it('keeps other URLs', () => {
    expect(requestKey('http://example.org/a?B=1&a=2')).toBe('http://example.org/a?B=1&a=2');
  });
});

describe('names of hosts', () => {
  it.each([
    ['http://example.org/a', 'http://example.org'],
    ['https://example.org:8443/a', 'https://example.org:8443'],
    ['https://Example.org:443/a', 'https://example.org'],
    ['http://127.0.0.1:8080/', 'http://127.0.0.1:8080'],
    ['http://example.org?a=/b', 'http://example.org'],
  ])('%s belongs to %s', (url, key) => {
    expect(hostKeyOf(url)).toBe(key);
  });

  it.each([
    ['maps.city.example.co.uk', 'example.co.uk'],
    ['agency.example', 'agency.example'],
    ['alice.github.io', 'alice.github.io'],
    ['127.0.0.1', '127.0.0.1'],
    ['[2001:db8::1]', '[2001:db8::1]'],
    ['localhost', 'localhost'],
  ])('%s is of site %s', (hostname, site) => {
    expect(siteOf(hostname)).toBe(site);
  });
});

describe('urlTemplate', () => {
  it.each([
    ['http://h1.example/about', 'http://h1.example/about'],
    ['http://h1.example/item/1234', 'http://h1.example/item/{n}'],
    ['http://h.example/cal/2024-01-31?p=2', 'http://h.example/cal/{n}-{n}-{n}?p={n}'],
    ['http://h.example/r/2f1c9a4e-8d1b-4c55-9a2e-0f7b6d5c4a39', 'http://h.example/r/{id}'],
    ['http://h.example/r/0f8e7d6c5b4a39281706f5e4d3c2b1a0/x', 'http://h.example/r/{id}/x'],
  ])('%s → %s', (url, template) => {
    expect(urlTemplate(url)).toBe(template);
  });
});

describe('maskSecrets', () => {
  it.each([
    ['http://u:p@h.example/a', 'http://***@h.example/a'],
    ['http://h.example/a?token=abc&x=1', 'http://h.example/a?token=***&x=1'],
    ['http://h.example/a?x=1&API_KEY=abc%26d#top', 'http://h.example/a?x=1&API_KEY=***#top'],
    ['http://h.example/a?X-Amz-Signature=abc', 'http://h.example/a?X-Amz-Signature=***'],
    [
      'http://h.example/p?url=http%3A%2F%2Fi%2Fw%3Ftoken%3Dabc%26b%3D1',
      'http://h.example/p?url=http%3A%2F%2Fi%2Fw%3Ftoken%3D***%26b%3D1',
    ],
    ['http://h.example/a?monkey=banana&layers=key', 'http://h.example/a?monkey=banana&layers=key'],
    ['no url at all', 'no url at all'],
  ])('%s → %s', (url, masked) => {
    expect(maskSecrets(url)).toBe(masked);
  });

  it('is idempotent and never throws', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        expect(maskSecrets(maskSecrets(text))).toBe(maskSecrets(text));
      }),
    );
  });
});

it('readUrl accepts host names with Latin-1 letters, also once optimized', () => {
  // `URL.canParse` forgets them once it is compiled.
  for (let call = 0; call < 30_000; call++) readUrl(`http://a.example/${call}`);
  expect(readUrl('http://münchen.example/karte')?.hostname).toBe('xn--mnchen-3ya.example');
  expect(readUrl('https://Ã\u008d/')).toBeNull();
});
