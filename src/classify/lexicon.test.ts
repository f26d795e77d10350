// Lexicon lookups for search: term to concepts, concept to terms.
import { expect, it } from 'vitest';
import { meaningsOf, narrowerConcepts, termsOf } from './lexicon.ts';

it('returns the terms of a concept, its label first', () => {
  expect(termsOf('land-cover', 'fr')[0]).toBe('occupation du sol');
  expect(termsOf('no-such-concept', 'fr')).toEqual([]);
});

it.each([
  ['Bodenbedeckung', 'land-cover'],
  ['OCCUPATION DU SOL', 'land-cover'],
  ['rivers', 'river'],
  ['Wälder', 'forest'],
  ['土地利用', 'land-use'],
])('finds the concept of %s', (term, concept) => {
  expect(meaningsOf(term).map((meaning) => meaning.concept)).toContain(concept);
});

it('returns nothing for other words', () => {
  expect(meaningsOf('blancmange')).toEqual([]);
  expect(meaningsOf('')).toEqual([]);
});

it('expands a concept to its narrower ones', () => {
  expect(narrowerConcepts('inland-water').map(({ id }) => id)).toEqual(
    expect.arrayContaining(['inland-water', 'river', 'lake']),
  );
});
