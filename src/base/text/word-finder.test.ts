import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createWordFinder } from './word-finder.ts';

const words = ['ckan', 'geonetwork', '/ods', ']</a>', 'index of', 'opendata-ui'];
const find = createWordFinder(words);
const has = (text: string) => find(Buffer.from(text, 'latin1'), 0, text.length);

describe('words in bytes', () => {
  it.each(words)('are found at any position: %s', (word) => {
    for (let before = 0; before < 12; before++) {
      expect(has(`${'x'.repeat(before)}${word.toUpperCase()}`)).toBe(true);
      expect(has(`${'x'.repeat(before)}${word} and more`)).toBe(true);
      expect(has(`${'x'.repeat(before)}${word.slice(0, -1)}`)).toBe(false);
    }
  });

  it('are searched only in the given range', () => {
    const bytes = Buffer.from('ckan … ckan', 'latin1');
    expect(find(bytes, 1, 10)).toBe(false);
    expect(find(bytes, 1, 11)).toBe(true);
    expect(find(bytes, 0, 3)).toBe(false);
    expect(find(bytes, 0, 4)).toBe(true);
    expect(find(Buffer.from('opendata-ui'), 0, 10)).toBe(false);
    expect(find(new Uint8Array(0), 0, 0)).toBe(false);
  });

  it('agree with a comparison at every position', () => {
    const piece = fc.constantFrom(...words, 'c', 'K', 'a', 'geo', '<', '/', 'o', 'D', 's', ']', ' ', 'index', '\xa9');
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 30 }), (pieces) => {
        const text = pieces.join('');
        expect(has(text)).toBe(words.some((word) => text.toLowerCase().includes(word)));
      }),
    );
  });
});
