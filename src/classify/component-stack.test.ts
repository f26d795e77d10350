// The stack: it learns from few examples, says how sure it is and why, and survives a file and a hostile text.
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { seededRandom } from '../base/random/seeded-random.ts';
import { explainStack, predictStack, trainStack } from './component-stack.ts';
import { fitPool, pooledProbabilities } from './score-pool.ts';
import { allWordFeatures, pieceFeatures, readItemTerms, wordFeatures } from './text-features.ts';

const words: Readonly<Record<string, string>> = {
  water: 'river lake gauge basin stream flood',
  roads: 'road bridge highway traffic lane tunnel',
  soil: 'soil clay humus erosion sand loam',
};

/** Titles of two words of the subject; abstracts say nothing. */
function examplesOf(count: number, seed: number) {
  const random = seededRandom(seed);
  const pick = (text: string) => text.split(' ')[random.below(6)]!;
  return Array.from({ length: count }, (_, at) => {
    const label = Object.keys(words)[at % 3]!;
    const title = `${pick(words[label]!)}_${pick(words[label]!)}`;
    return { label, features: { texts: { title, abstract: pick('one two three four five six') } } };
  });
}

const stack = trainStack(examplesOf(60, 1));

it('classifies what it has not seen, and tells which words decided', () => {
  for (const { label, features } of examplesOf(30, 2)) expect(predictStack(stack, features).label).toBe(label);
  const told = explainStack(stack, { texts: { title: 'FloodedRivers', abstract: 'three' } });
  expect(told.label).toBe('water');
  expect(told.words[0]?.word).toBe('rivers');
  expect(told.words.reduce((sum, { share }) => sum + share, 0)).toBeCloseTo(1);
});

it('listens to the component that knows', () => {
  const weightOf = (view: string) => stack.weights[stack.members.findIndex((member) => member.view === view)] ?? 0;
  expect(weightOf('words:title')).toBeGreaterThan(weightOf('words:abstract'));
});

it('is less sure of what it does not know', () => {
  const sure = predictStack(stack, { texts: { title: 'river lake' } }).confidence;
  const unsure = predictStack(stack, { texts: { title: 'river road' } }).confidence;
  const lost = predictStack(stack, { texts: {} }).confidence;
  expect(sure).toBeGreaterThan(unsure);
  expect(sure).toBeGreaterThan(0.8);
  expect(lost).toBeLessThan(0.7);
});

it('finds words inside others', () => {
  expect(predictStack(stack, { texts: { title: 'cityhighwaymap' } }).label).toBe('roads');
});

it('is plain data, and the same for the same examples', () => {
  expect(trainStack(examplesOf(60, 1))).toEqual(stack);
  const item = { texts: { title: 'clay basin' } };
  expect(explainStack(JSON.parse(JSON.stringify(stack)), item)).toEqual(explainStack(stack, item));
});

it('learns from a handful', () => {
  const few = trainStack(examplesOf(6, 3));
  expect(few.classes).toEqual(['roads', 'soil', 'water']);
  expect(predictStack(few, examplesOf(6, 3)[0]!.features).label).toBe('water');
});

it('answers with probabilities whatever it is asked', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), fc.constantFrom('en', 'de', 'ja', '__proto__'), (title, language) => {
      const { probabilities, words: told } = explainStack(stack, { texts: { title }, language });
      expect(probabilities.reduce((sum, one) => sum + one, 0)).toBeCloseTo(1);
      for (const { share } of told) expect(share).toBeGreaterThan(0);
    }),
    { seed: 6 },
  );
});

it('weighs what is said first more', () => {
  const item = readItemTerms({ texts: { title: 'River map', abstract: 'lakes' } }, ['title', 'abstract']);
  const features = wordFeatures(item, 'title');
  expect([...features.keys()]).toEqual(['river', 'map', 'river map']);
  expect(features.get('river')).toBeGreaterThan(features.get('map')!);
  expect([...allWordFeatures(item).keys()]).toContain('abstract:lake');
  expect([...pieceFeatures(item).keys()]).toContain('<riv');
});

it('reads only the beginning of a text without end', () => {
  const item = readItemTerms({ texts: { title: 'river '.repeat(1_000_000) } }, ['title']);
  expect(item.words.get('title')?.length).toBe(300);
});

it('gives the weight to who is right, and no more certainty than was earned', () => {
  // The first member is right in three of four cases, the second says the same every time.
  const cases = [0, 0, 0, 1].map((at) => ({
    scores: [
      [1, 0],
      [0, 0],
    ],
    at,
  }));
  const mirrored = cases.map(({ at }) => ({
    scores: [
      [0, 1],
      [0, 0],
    ],
    at: 1 - at,
  }));
  const [first, second] = fitPool([...cases, ...mirrored], [1, 1]);
  expect(second).toBeLessThan(0.1);
  // Restrained a little, else exactly 3/4.
  expect(
    pooledProbabilities(
      [first!, second!],
      [
        [1, 0],
        [0, 0],
      ],
    )[0],
  ).toBeCloseTo(0.75, 1);
});

it('does not take how a service is written for what it is about', () => {
  // Roads alone come from real servers: names with words of the trade, and sometimes documentation.
  const examples = examplesOf(60, 4).map(({ label, features: { texts } }, at) => {
    const isReal = label === 'roads';
    const documentation = isReal && at % 12 === 1 ? 'Gives an ordinary overview' : '';
    return {
      label,
      features: { texts: { ...texts, title: isReal ? `${texts.title}SoapRequest` : texts.title, documentation } },
    };
  });
  const careful = trainStack(examples);
  const requested = { texts: { title: 'lake', documentation: 'An ordinary overview' } };
  expect(predictStack(careful, requested).label).toBe('water');
  const unknown = predictStack(careful, { texts: { title: 'GetByIdSoapRequest' } });
  expect(unknown.probabilities).toEqual([1 / 3, 1 / 3, 1 / 3]);
});

it('leaves out what names are padded with, but not in a sentence', () => {
  const texts = { operation: 'provideAvailableHotels', text: 'It provides all the hotels that are in the town' };
  const { words, sentences } = readItemTerms({ texts }, ['operation', 'text']);
  expect(words.get('operation')).toEqual(['hotels']);
  expect(words.get('text')).toContain('provides');
  expect([...sentences]).toEqual(['text']);
});
