// Non-public addresses are refused however they are spelled, resolved, redirected to or rebound.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type MisbehavingServer, startMisbehaving } from '../../test/servers/misbehaving.ts';
import { GeotrawlError } from '../model/errors.ts';
import { createAddressGuard, isPublicAddress, parseAddressRange, readAddressLiteral } from './address-guard.ts';
import { createFetch } from './client.ts';
import { defaultFetchPolicy } from './policy.ts';
import { parseResolveRule } from './resolve-rules.ts';
import type { FetchSeams } from './transport.ts';

/** A public address these tests never connect to. */
const publicAddress = '93.184.216.34';

async function codeOf(work: Promise<unknown>): Promise<string> {
  try {
    await work;
  } catch (error) {
    if (error instanceof GeotrawlError) return error.code;
    throw error;
  }
  return 'no error';
}

const refusedSpellings: readonly [spelling: string, what: string][] = [
  ['127.0.0.1', 'loopback'],
  ['127.255.255.254', 'loopback, its other end'],
  ['127.1', 'short'],
  ['127.0.1', 'short, three parts'],
  ['2130706433', 'decimal'],
  ['0x7f000001', 'hex'],
  ['0x7f.1', 'hex and short'],
  ['0x7F.0x0.0x0.0x1', 'hex in every part'],
  ['017700000001', 'octal'],
  ['0177.0.0.1', 'octal part'],
  ['0177.0.0.0x1', 'octal and hex'],
  ['127.0.0.1.', 'trailing dot'],
  ['%31%32%37.0.0.1', 'percent-encoded'],
  ['１２７.0.0.1', 'full-width digits'],
  ['①②⑦.0.0.1', 'circled digits'],
  ['127。0。0。1', 'ideographic full stops'],
  ['0', 'zero'],
  ['0.0.0.0', 'unspecified'],
  ['0.1.2.3', 'this network'],
  ['10.0.0.1', 'private'],
  ['10.1', 'private, short'],
  ['172.16.0.1', 'private'],
  ['172.31.255.255', 'private'],
  ['192.168.1.1', 'private'],
  ['3232235777', 'private, decimal'],
  ['100.64.0.1', 'carrier-grade NAT'],
  ['169.254.169.254', 'link-local, cloud metadata'],
  ['0xa9fea9fe', 'cloud metadata, hex'],
  ['2852039166', 'cloud metadata, decimal'],
  ['192.0.0.1', 'IETF protocol assignments'],
  ['192.0.2.1', 'documentation'],
  ['192.88.99.1', '6to4 relay'],
  ['198.18.0.1', 'benchmarking'],
  ['203.0.113.9', 'documentation'],
  ['224.0.0.1', 'multicast'],
  ['240.0.0.1', 'reserved'],
  ['255.255.255.255', 'broadcast'],
  ['[::1]', 'IPv6 loopback'],
  ['[0:0:0:0:0:0:0:1]', 'IPv6 loopback in full'],
  ['[::]', 'IPv6 unspecified'],
  ['[::ffff:127.0.0.1]', 'IPv4-mapped'],
  ['[::ffff:7f00:1]', 'IPv4-mapped, hex'],
  ['[::ffff:0:127.0.0.1]', 'IPv4-translated'],
  ['[::127.0.0.1]', 'IPv4-compatible'],
  ['[::a00:1]', 'IPv4-compatible, hex'],
  ['[64:ff9b::7f00:1]', 'NAT64'],
  ['[64:ff9b:1::a00:1]', 'local NAT64'],
  ['[2002:7f00:1::]', '6to4 of loopback'],
  ['[2002:a00:1::1]', '6to4 of private'],
  ['[2001:0:7f00:1::]', 'Teredo'],
  ['[2606:4700::5efe:10.0.0.1]', 'ISATAP of private'],
  ['[fe80::1]', 'link-local'],
  ['[fec0::1]', 'site-local'],
  ['[fc00::1]', 'unique local'],
  ['[fd00:ec2::254]', 'unique local, cloud metadata'],
  ['[ff02::1]', 'multicast'],
  ['[100::1]', 'discard'],
  ['[2001:db8::1]', 'documentation'],
  ['[3fff::1]', 'documentation'],
  ['[5f00::1]', 'segment routing'],
  ['[4000::1]', 'not allocated'],
];

describe('the guard refuses', () => {
  const fetch = createFetch(defaultFetchPolicy);
  afterAll(() => fetch.close());

  it.each(refusedSpellings)('http://%s/ (%s)', async (spelling) => {
    expect(await codeOf(fetch.get({ url: `http://${spelling}/` }))).toBe('policy.private-address');
    expect(await codeOf(fetch.locate(`https://${spelling}:8443/`))).toBe('policy.private-address');
  });

  it('names that resolve to loopback', async () => {
    expect(await codeOf(fetch.get({ url: 'http://localhost/' }))).toBe('policy.private-address');
  });

  it('with a message that names the problem, the host and the fix', async () => {
    const work = fetch.get({ url: 'http://2130706433/' });
    await expect(work).rejects.toMatchObject({ facts: { host: '127.0.0.1', address: '127.0.0.1' }, retry: false });
    await expect(work).rejects.toThrow('--allow-private');
  });
});

describe('the guard lets through', () => {
  it.each([publicAddress, '8.8.8.8', '1.1.1.1', '2606:4700:4700::1111', '2a00:1450:4001::200e'])('%s', (address) => {
    expect(isPublicAddress(address)).toBe(true);
  });

  it('everything with allowPrivate', async () => {
    const guard = createAddressGuard({ allowPrivate: true, resolve: [] });
    expect(await guard.resolve('[::1]', 80)).toEqual([{ address: '::1', port: 80 }]);
    expect(await guard.resolve('0x7f.1', 8080)).toEqual([{ address: '127.0.0.1', port: 8080 }]);
  });
});

describe('ports', () => {
  const guard = createAddressGuard({
    allowPrivate: false,
    resolve: [],
    ports: [80, 443, 8080],
    allowRanges: [parseAddressRange('10.20.0.0/16')],
  });

  it('are those listed for public addresses, and all in an allowed range', async () => {
    expect(await guard.resolve(publicAddress, 8080)).toHaveLength(1);
    expect(await guard.resolve('10.20.0.1', 9200)).toHaveLength(1);
    for (const port of [22, 25, 6379, 9200])
      await expect(guard.resolve(publicAddress, port)).rejects.toMatchObject({ code: 'policy.port' });
  });
});

describe('allowed private ranges', () => {
  const guard = createAddressGuard({
    allowPrivate: false,
    resolve: [],
    allowRanges: ['10.20.0.0/16', 'fd00:1::/32'].map(parseAddressRange),
    lookup: async () => ['10.20.1.1', '10.21.1.1'],
  });

  it.each(['10.20.0.1', '[fd00:1::7]', publicAddress])('%s is let through', async (host) => {
    expect(await guard.resolve(host, 80)).toHaveLength(1);
  });

  it.each([
    ['10.21.0.1', 'beside the range'],
    ['127.0.0.1', 'another range'],
    ['[::ffff:10.20.0.1]', 'inside an IPv6 address'],
    ['[fd00:2::7]', 'beside the IPv6 range'],
    ['both.example', 'a name with one address inside and one outside'],
  ])('%s is refused: %s', async (host) => {
    expect(await codeOf(guard.resolve(host, 80))).toBe('policy.private-address');
  });

  it('are written as CIDR, or refused', () => {
    for (const text of ['10.0.0.1', '10.0.0.0/33', 'inside', ''])
      expect(() => parseAddressRange(text)).toThrow(expect.objectContaining({ code: 'usage.bad-argument' }));
  });
});

it('a host that opted out is refused before its name is looked up', async () => {
  const guard = createAddressGuard({
    allowPrivate: true,
    resolve: [],
    refuses: (host) => host === 'out.example',
    lookup: () => Promise.reject(new Error('looked up all the same')),
  });
  expect(await codeOf(guard.resolve('out.example', 80))).toBe('policy.opt-out');
});

describe('readAddressLiteral', () => {
  it.each([
    ['0x7f.1', '127.0.0.1'],
    ['[::1]', '::1'],
    ['10.0.0.1.', '10.0.0.1'],
    ['example.org', null],
    ['fe80::1%eth0', null],
    ['', null],
  ])('%s is %s', (host, address) => {
    expect(readAddressLiteral(host)).toBe(address);
  });
});

describe('names', () => {
  const guardWith = (lookups: readonly (readonly string[])[], now?: () => number) => {
    let requests = 0;
    const lookup = async () => lookups[requests++] ?? [];
    const guard = createAddressGuard({ allowPrivate: false, resolve: [], lookup, ...(now ? { now } : {}) });
    return { guard, requests: () => requests };
  };

  it('give every checked address, in order', async () => {
    const { guard } = guardWith([[publicAddress, '2606:4700:4700::1111']]);
    expect(await guard.resolve('maps.example.org', 443)).toEqual([
      { address: publicAddress, port: 443 },
      { address: '2606:4700:4700::1111', port: 443 },
    ]);
  });

  it.each([
    [[publicAddress, '127.0.0.1']],
    [['127.0.0.1', publicAddress]],
    [[publicAddress, '::ffff:10.0.0.1']],
    [['2606:4700:4700::1111', 'fd00::1']],
  ])('with one private address among %s are refused', async (addresses) => {
    expect(await codeOf(guardWith([addresses]).guard.resolve('maps.example.org', 80))).toBe('policy.private-address');
  });

  it('without any address fail as fetch.dns', async () => {
    expect(await codeOf(guardWith([[]]).guard.resolve('maps.example.org', 80))).toBe('fetch.dns');
  });

  it('are looked up once a minute', async () => {
    let nowMs = 0;
    const { guard, requests } = guardWith([[publicAddress], [publicAddress]], () => nowMs);
    await guard.resolve('maps.example.org', 80);
    nowMs = 59_000;
    await guard.resolve('maps.example.org', 443);
    expect(requests()).toBe(1);
    nowMs = 61_000;
    await guard.resolve('maps.example.org', 80);
    expect(requests()).toBe(2);
  });

  it('are checked again when the cached lookup has expired (rebinding)', async () => {
    let nowMs = 0;
    const { guard } = guardWith([[publicAddress], ['127.0.0.1']], () => nowMs);
    await guard.resolve('rebind.example.org', 80);
    nowMs = 61_000;
    expect(await codeOf(guard.resolve('rebind.example.org', 80))).toBe('policy.private-address');
  });

  it.each([
    ['ENOTFOUND', false],
    ['EAI_AGAIN', true],
  ])('that fail with %s have a coded reason, retry %s', async (code, retry) => {
    const lookup = () => Promise.reject(Object.assign(new Error('lookup failed'), { code }));
    const guard = createAddressGuard({ allowPrivate: false, resolve: [], lookup });
    const work = guard.resolve('gone.example.org', 80);
    await expect(work).rejects.toMatchObject({
      code: 'fetch.dns',
      retry,
      facts: { host: 'gone.example.org', dns: code },
    });
  });

  it('that failed are looked up again immediately', async () => {
    let requests = 0;
    const lookup = async () => {
      if (requests++ === 0) throw Object.assign(new Error('lookup failed'), { code: 'EAI_AGAIN' });
      return [publicAddress];
    };
    const guard = createAddressGuard({ allowPrivate: false, resolve: [], lookup });
    expect(await codeOf(guard.resolve('flaky.example.org', 80))).toBe('fetch.dns');
    expect(await guard.resolve('flaky.example.org', 80)).toHaveLength(1);
  });
});

describe('over the wire', () => {
  let open: MisbehavingServer;
  let hidden: MisbehavingServer;
  /** 127.0.0.1 plays the public web; 127.0.0.2 is as private as it is. */
  const seams = (lookup: FetchSeams['lookup'] = async () => ['127.0.0.1']): FetchSeams => ({
    lookup,
    isPublic: (address) => address === '127.0.0.1',
  });

  beforeAll(async () => {
    open = await startMisbehaving({ address: '127.0.0.1' });
    hidden = await startMisbehaving({ address: '127.0.0.2' });
  });

  afterAll(async () => {
    await open.close();
    await hidden.close();
  });

  it.each([
    ['a private literal', () => hidden.url('fine')],
    ['a decimal literal', () => `http://2130706434:${hidden.port}/fine`],
    ['a mapped literal', () => `http://[::ffff:127.0.0.2]:${hidden.port}/fine`],
    ['cloud metadata', () => 'http://169.254.169.254/latest/meta-data/'],
    ['a private name', () => `http://intranet.example.org:${hidden.port}/fine`],
    ['another redirect that goes there', () => open.url('redirect', `?to=${encodeURIComponent(hidden.url('fine'))}`)],
  ])('a redirect to %s is refused', async (_what, target) => {
    const lookup = async () => ['127.0.0.2'];
    const fetch = createFetch(defaultFetchPolicy, seams(lookup));
    const url = open.url('redirect', `?to=${encodeURIComponent(target())}`);
    expect(await codeOf(fetch.get({ url }))).toBe('policy.private-address');
    expect(hidden.connections()).toBe(0);
    await fetch.close();
  });

  it('a name that changes to a private address is refused at the next connection', async () => {
    const lookups = [['127.0.0.1'], ['127.0.0.2']];
    let nowMs = 0;
    const fetch = createFetch(defaultFetchPolicy, { ...seams(async () => lookups.shift() ?? []), now: () => nowMs });
    const url = `http://rebind.example.org:${open.port}`;
    expect((await fetch.get({ url: `${url}/until-close` })).address).toBe('127.0.0.1');
    nowMs = 61_000;
    expect(await codeOf(fetch.get({ url: `${url}/fine` }))).toBe('policy.private-address');
    await fetch.close();
  });

  it('one lookup decides: the connection goes to the checked address', async () => {
    let requests = 0;
    const lookup = async () => [requests++ === 0 ? '127.0.0.1' : '127.0.0.2'];
    const fetch = createFetch(defaultFetchPolicy, seams(lookup));
    const document = await fetch.get({ url: `http://rebind.example.org:${open.port}/fine` });
    expect(document.address).toBe('127.0.0.1');
    expect(requests).toBe(1);
    await fetch.close();
  });

  it('the lenient retry passes the same guard', async () => {
    const lookups = [['127.0.0.1'], ['127.0.0.2']];
    let nowMs = 0;
    const fetch = createFetch(defaultFetchPolicy, { ...seams(async () => lookups.shift() ?? []), now: () => nowMs });
    const before = async () => {
      nowMs = 61_000;
      return true;
    };
    const url = `http://rebind.example.org:${open.port}/lf-only`;
    expect(await codeOf(fetch.get({ url, before }))).toBe('policy.private-address');
    expect(hidden.connections()).toBe(0);
    await fetch.close();
  });

  it('the next address is tried when the first refuses the connection', async () => {
    const lookup = async () => ['127.0.0.3', '127.0.0.1'];
    const fetch = createFetch(defaultFetchPolicy, { lookup, isPublic: () => true });
    expect((await fetch.get({ url: `http://two.example.org:${open.port}/fine` })).address).toBe('127.0.0.1');
    await fetch.close();
  });

  it('resolve rules precede DNS and still pass the guard', async () => {
    const rules = [parseResolveRule(`*.example.org=127.0.0.2:${hidden.port}`)];
    const strict = createFetch({ ...defaultFetchPolicy, resolve: rules });
    expect(await codeOf(strict.get({ url: 'http://maps.example.org/fine' }))).toBe('policy.private-address');
    const loose = createFetch({ ...defaultFetchPolicy, resolve: rules, allowPrivate: true });
    expect(await loose.get({ url: 'http://maps.example.org/fine' })).toMatchObject({
      status: 200,
      address: '127.0.0.2',
      finalUrl: 'http://maps.example.org/fine',
    });
    expect(hidden.requests.at(-1)?.headers.host).toBe('maps.example.org');
    expect(await loose.locate('http://maps.example.org/')).toBe('127.0.0.2');
    await Promise.all([strict.close(), loose.close()]);
  });
});
