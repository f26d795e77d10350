// Words as users and servers write them.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { addTokens } from './tokens.ts';

function tokensIn(text: string): string {
  const words: string[] = [];
  addTokens(text, words);
  return words.length === 0 ? '' : ` ${words.join(' ')} `;
}

describe('addTokens', () => {
  it.each([
    ['Land cover', ' land cover '],
    ['land_cover', ' land cover landcover '],
    ['LandCover2018', ' land cover 2018 landcover2018 '],
    ['ne:admin0', ' ne admin 0 admin0 '],
    ['WMSServer', ' wms server wmsserver '],
    ['Übersicht Straße Ærø Łódź İzmir', ' ubersicht strasse aero lodz izmir '],
    ["l'eau d’or", ' l eau d or '],
    ['Land\u00adnutzung', ' landnutzung '],
    ['ｗｍｓ ﬁre', ' wms fire '],
    ['土地覆盖', ' 土 地 覆 盖 '],
    ['Карта рек', ' карта рек '],
    ['हिन्दी', ' हिन्दी '],
    ['--- ___ ***', ''],
    ['', ''],
  ])('reads %j', (text, expected) => {
    expect(tokensIn(text)).toBe(expected);
  });

  it('reads any text, and is idempotent on its own words', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 40 }), (text) => {
        const words = tokensIn(text).split(' ').filter(Boolean);
        for (const word of words) expect(tokensIn(word)).toContain(` ${word} `);
        expect(words.join('')).not.toMatch(/["*^:(){}]/);
      }),
      { numRuns: 1000 },
    );
  });
});
