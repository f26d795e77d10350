// The same concept in twelve languages, on titles written before the matching.
import { expect, it } from 'vitest';
import { findConcepts } from '../../src/classify/concept-finder.ts';
import { lexiconLanguages } from '../../src/classify/vocabularies/languages.ts';
import { titleCases } from './titles.ts';

it('has at least 160 titles over at least eight languages, each concept in all of them', () => {
  expect(titleCases.length).toBeGreaterThanOrEqual(160);
  for (const concept of new Set(titleCases.map((one) => one.concept))) {
    const languages = titleCases.filter((one) => one.concept === concept).map(({ language }) => language);
    expect([concept, [...new Set(languages)]]).toEqual([concept, [...lexiconLanguages]]);
  }
});

it('finds the concept of at least 98 of 100 titles, in no language fewer than 9 of 10', () => {
  const missed = titleCases.filter(({ concept, title }) => {
    const { mentions } = findConcepts(title);
    return !mentions.some((mention) => mention.concept === concept && !mention.isNegated);
  });
  expect(missed.length / titleCases.length, JSON.stringify(missed)).toBeLessThanOrEqual(0.02);
  for (const language of lexiconLanguages) {
    const all = titleCases.filter((one) => one.language === language).length;
    expect(missed.filter((one) => one.language === language).length / all).toBeLessThanOrEqual(0.1);
  }
});
