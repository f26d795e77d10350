// The stack: learns from few examples, reports confidence and reasons, survives serialization and hostile text.
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

/** Titles with two words of the subject; uninformative abstracts. */
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

it('classifies unseen items, and reports the deciding words', () => {
  for (const { label, features } of examplesOf(30, 2)) expect(predictStack(stack, features).label).toBe(label);
  const explained = explainStack(stack, { texts: { title: 'FloodedRivers', abstract: 'three' } });
  expect(explained.label).toBe('water');
  expect(explained.words[0]?.word).toBe('rivers');
  expect(explained.words.reduce((sum, { share }) => sum + share, 0)).toBeCloseTo(1);
});

it('weights the informative component', () => {
  const weightOf = (view: string) => stack.weights[stack.members.findIndex((member) => member.view === view)] ?? 0;
  expect(weightOf('words:title')).toBeGreaterThan(weightOf('words:abstract'));
});

it('is less confident about unknown items', () => {
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

it('learns from six examples', () => {
  const few = trainStack(examplesOf(6, 3));
  expect(few.classes).toEqual(['roads', 'soil', 'water']);
  expect(predictStack(few, examplesOf(6, 3)[0]!.features).label).toBe('water');
});

it('returns probabilities for any input', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), fc.constantFrom('en', 'de', 'ja', '__proto__'), (title, language) => {
      const { probabilities, words: deciding } = explainStack(stack, { texts: { title }, language });
      expect(probabilities.reduce((sum, one) => sum + one, 0)).toBeCloseTo(1);
      for (const { share } of deciding) expect(share).toBeGreaterThan(0);
    }),
    { seed: 6 },
  );
});

it('weights the start of a text more', () => {
  const item = readItemTerms({ texts: { title: 'River map', abstract: 'lakes' } }, ['title', 'abstract']);
  const features = wordFeatures(item, 'title');
  expect([...features.keys()]).toEqual(['river', 'map', 'river map']);
  expect(features.get('river')).toBeGreaterThan(features.get('map')!);
  expect([...allWordFeatures(item).keys()]).toContain('abstract:lake');
  expect([...pieceFeatures(item).keys()]).toContain('<riv');
});

it('reads only the start of a huge text', () => {
  const item = readItemTerms({ texts: { title: 'river '.repeat(1_000_000) } }, ['title']);
  expect(item.words.get('title')?.length).toBe(300);
});

it('weights the accurate member, and stays calibrated', () => {
  // The first member is right in three of four cases, the second is constant.
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
  // Slightly regularized, else exactly 3/4.
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

it("doesn't confuse the style of a service with its subject", () => {
  // Only roads come from real servers: names with domain stop words, and sometimes documentation.
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

it('ignores padding in names, but not in sentences', () => {
  const texts = { operation: 'provideAvailableHotels', text: 'It provides all the hotels that are in the town' };
  const { words, sentences } = readItemTerms({ texts }, ['operation', 'text']);
  expect(words.get('operation')).toEqual(['hotels']);
  expect(words.get('text')).toContain('provides');
  expect([...sentences]).toEqual(['text']);
});
