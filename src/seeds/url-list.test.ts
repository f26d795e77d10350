import { describe, expect, it } from 'vitest';
import { parseSeed, seedLines } from './url-list.ts';

describe('a seed', () => {
  it.each([
    ['https://example.org/maps', 'https://example.org/maps'],
    ['example.org', 'https://example.org/'],
    ['  example.org/wms?map=a  ', 'https://example.org/wms?map=a'],
    ['HTTP://Example.ORG:80/', 'http://example.org/'],
    ['http://localhost:8080/', 'http://localhost:8080/'],
    ['http://[2001:db8::1]/', 'http://[2001:db8::1]/'],
    ['http://müller.example/', 'http://xn--mller-kva.example/'],
  ])('%s is read as %s', (text, url) => expect(parseSeed(text)).toBe(url));

  it.each(['', 'wms', 'ftp://example.org/', 'javascript:alert(1)', 'http://', 'http://a b/', 'mailto:a@example.org'])(
    '%j is refused with its text',
    (text) =>
      expect(() => parseSeed(text)).toThrow(expect.objectContaining({ code: 'usage.bad-url', facts: { input: text } })),
  );

  it('lists may have empty lines and comments', () => {
    expect([...seedLines('# portals\nexample.org\r\n\n  https://b.example/x  \n')]).toEqual([
      'https://example.org/',
      'https://b.example/x',
    ]);
  });
});
