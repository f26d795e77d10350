import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { makeResolver } from './resolve.ts';

/** The URL parser's result, in the terms of the resolver. */
function parsed(reference: string, base: string): string | null {
  if (!URL.canParse(reference, base)) return null;
  const { protocol, href } = new URL(reference, base);
  return /^https?:$/.test(protocol) ? href : null;
}

describe('makeResolver', () => {
  const bases = [
    'http://h.test',
    'http://h.test/',
    'https://h.test:8443/a/b/c.html',
    'http://h.test/a/?q=/x/',
    'http://h.test/a#/b/',
  ];

  it.each(bases)('agrees with the URL parser for base %s', (base) => {
    const resolve = makeResolver(base);
    const pieces = [
      'a',
      'b.html',
      '/',
      '//',
      '.',
      '..',
      '../',
      './',
      '?',
      '=',
      '&',
      '#',
      ':',
      'http://',
      'x.test',
      '%20',
      '~',
      ';',
    ];
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...pieces), { minLength: 1, maxLength: 6 }), (parts) => {
        const reference = parts.join('');
        const expected = reference.startsWith('#') ? null : parsed(reference, base);
        const actual = resolve(reference);
        // Ours may pass on what the parser would reject or normalize; after parsing it must be the same.
        expect(actual === null ? null : parsed(actual, base)).toBe(expected === null ? null : parsed(expected, base));
      }),
      { numRuns: 3_000 },
    );
  });

  it('passes absolute URLs unchanged', () => {
    expect(makeResolver('http://h.test/')('http://H.test/A b?q=ü')).toBe('http://H.test/A b?q=ü');
  });

  it.each([
    '',
    ' ',
    '#x',
    'javascript:a',
    'mailto:a@b',
    'data:,',
    'http://',
    '//',
    'http://%',
    `/${'x'.repeat(5_000)}`,
  ])('rejects %s', (reference) => {
    expect(makeResolver('http://h.test/a')(reference)).toBeNull();
  });
});
