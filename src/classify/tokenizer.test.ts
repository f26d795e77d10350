// Terms of names and texts: camel case, languages, unspaced scripts and adversarial input.
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { porterStem } from './porter-stemmer.ts';
import { stem } from './stemmer.ts';
import { guessLanguage } from './stop-words.ts';
import { fold, splitWords, tokenize } from './tokenizer.ts';

it.each([
  ['riverGauges_2015', ['river', 'gauges']],
  ['WMSLayer', ['wms', 'layer']],
  ['GetZIPCodeByCity', ['get', 'zip', 'code', 'by', 'city']],
  ['RESTfulService, RESTful', ['restful', 'service', 'restful']],
  ['getIDsOfPOIs, URLs', ['get', 'ids', 'of', 'pois', 'urls']],
  ['GMLAsText', ['gml', 'as', 'text']],
  ['RGBRed DBTable WMSStyle', ['rgb', 'red', 'db', 'table', 'wms', 'style']],
  ['lc-2018:CLC18_V2', ['lc', 'clc', 'v']],
  ['swissboundaries3d', ['swissboundaries', 'd']],
  ['Straßen- und Höhenmodell', ['strassen', 'und', 'hohenmodell']],
  ['ÉtatCivil', ['etat', 'civil']],
  ['ЗемляКарта', ['земля', 'карта']],
  ['wms服务', ['wms', '服务']],
  ['…!?', []],
])('splits %s', (text, words) => expect(splitWords(text)).toEqual(words));

it('folds case and diacritics, and keeps the marks of scripts that need them', () => {
  expect(fold('Übergröße Łódź Ærø')).toBe('ubergrosse lodz aero');
  expect(fold('かが 한국')).toBe('かが 한국');
});

it('drops stop words and stems in the given language', () => {
  expect(tokenize('The rivers and the lakes of Europe')).toEqual(['river', 'lake', 'europ']);
  expect(tokenize('Die Flüsse und die Seen', { language: 'de' })).toEqual(['fluss', 'seen']);
  expect(tokenize('Les rivières et les forêts', { language: 'fr' })).toEqual(['rivier', 'foret']);
  expect(tokenize('Los ríos y las carreteras', { language: 'es' })).toEqual(['rios', 'carreter']);
});

it('makes bigrams of unspaced scripts', () => {
  expect(tokenize('土地利用図')).toEqual(['土地', '地利', '利用', '用図']);
  expect(tokenize('湖')).toEqual(['湖']);
  expect(tokenize('แผนที่').length).toBeGreaterThan(2);
});

/** Examples from Porter's paper, after all five steps. */
const porterPairs =
  'caresses caress, ponies poni, cats cat, feed feed, agreed agre, plastered plaster, motoring motor, ' +
  'conflated conflat, hopping hop, falling fall, filing file, happy happi, relational relat, ' +
  'conditional condit, vietnamization vietnam, triplicate triplic, electrical electr, hopefulness hope, ' +
  'revival reviv, allowance allow, adoption adopt, probate probat, rate rate, controll control, ' +
  'roll roll, generalizations gener, oscillators oscil';

it.each(porterPairs.split(', ').map((pair) => pair.split(' ')))('stems %s to %s', (word, expected) =>
  expect(porterStem(word!)).toBe(expected),
);

it.each([
  ['de', 'siedlungen', 'siedlung'],
  ['fr', 'forestiers', 'forestier'],
  ['es', 'carreteras', 'carretera'],
  ['it', 'strade', 'strada'],
  ['pt', 'estradas', 'estrada'],
  ['nl', 'gemeenten', 'gemeente'],
  ['sv', 'kommuner', 'kommunen'],
  ['da', 'kommuner', 'kommunen'],
  ['nb', 'kommuner', 'kommunene'],
  ['pl', 'drogowe', 'drogowa'],
  ['cs', 'silnicni', 'silnicnich'],
])('stems two forms of a word equally in %s', (language, one, other) =>
  expect(stem(one, language)).toBe(stem(other, language)),
);

it('detects languages by their stop words, or returns null', () => {
  expect(guessLanguage(splitWords('Die Karte der Böden und Wälder'))).toBe('de');
  expect(guessLanguage(splitWords('La carte des sols et des forêts'))).toBe('fr');
  expect(guessLanguage(splitWords('Map of the rivers in the north'))).toBe('en');
  expect(guessLanguage(splitWords('Kommuner'))).toBeNull();
});

it('never throws, and returns terms without space, capitals or digits', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), fc.constantFrom('en', 'de', 'xx', 'constructor'), (text, language) => {
      for (const term of tokenize(text, { language })) expect(term).not.toMatch(/[\sA-Z0-9]/);
    }),
    { seed: 6 },
  );
});

it.each([
  ['one endless word', 'y'.repeat(1_000_000)],
  ['humps', 'aB'.repeat(500_000)],
  ['marks', '\u0301'.repeat(500_000)],
  ['pairs', '地'.repeat(500_000)],
])('is linear on %s', (_, text) => expect(tokenize(text).length).toBeLessThanOrEqual(500_000));
