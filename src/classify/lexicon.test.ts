// The lexicon as a search uses it: from a term to concepts, from a concept to terms.
import { expect, it } from 'vitest';
import { meaningsOf, narrowerConcepts, termsOf } from './lexicon.ts';

it('gives the terms of a concept, its label first', () => {
  expect(termsOf('land-cover', 'fr')[0]).toBe('occupation du sol');
  expect(termsOf('no-such-concept', 'fr')).toEqual([]);
});

it.each([
  ['Bodenbedeckung', 'land-cover'],
  ['OCCUPATION DU SOL', 'land-cover'],
  ['rivers', 'river'],
  ['Wälder', 'forest'],
  ['土地利用', 'land-use'],
])('knows what %s means', (term, concept) => {
  expect(meaningsOf(term).map((meaning) => meaning.concept)).toContain(concept);
});

it('knows nothing of other words', () => {
  expect(meaningsOf('blancmange')).toEqual([]);
  expect(meaningsOf('')).toEqual([]);
});

it('widens a concept by those below it', () => {
  expect(narrowerConcepts('inland-water').map(({ id }) => id)).toEqual(
    expect.arrayContaining(['inland-water', 'river', 'lake']),
  );
});
