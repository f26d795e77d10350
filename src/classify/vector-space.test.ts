// Vectors and tensors: a worked example and invariants.
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { cosine, dotProduct, sparseVector, unitVector, vectorLength } from './sparse-vector.ts';
import { buildTensorSpace, tensorSimilarity, tfIdfTensor, unionOfTerms } from './tensor-space.ts';
import { buildVectorSpace, tfIdfVector } from './vector-space.ts';

it('weights rare terms more than common ones', () => {
  const space = buildVectorSpace([['river', 'map'], ['road', 'map'], ['map']]);
  expect(space).toEqual({ terms: ['river', 'map', 'road'], documentCounts: [1, 3, 1], documents: 3 });
  const vector = tfIdfVector(space, ['map', 'river', 'unknown']);
  // idf(river) = 1 + ln(4/2) = 1.693, idf(map) = 1 + ln(4/4) = 1; both once; length √(1.693² + 1).
  expect(vector.indices).toEqual([0, 1]);
  expect(vector.values[0]).toBeCloseTo(1.6931 / Math.hypot(1.6931, 1), 4);
  expect(vector.values[1]).toBeCloseTo(1 / Math.hypot(1.6931, 1), 4);
});

it('keeps the terms of most documents', () => {
  const documents = [['a', 'b', 'c'], ['a', 'b'], ['a']];
  expect(buildVectorSpace(documents, { minDocuments: 2 }).terms).toEqual(['a', 'b']);
  expect(buildVectorSpace(documents, { maxTerms: 1 }).terms).toEqual(['a']);
});

it('distinguishes a word in the title from the same word in the abstract', () => {
  const items = [
    { title: ['river'], abstract: ['road'] },
    { title: ['road'], abstract: ['river'] },
  ];
  const components = ['title', 'abstract'];
  const space = buildTensorSpace(items, components);
  const [one, other] = items.map((item) => tfIdfTensor(space, item));
  expect(tensorSimilarity(one!, other!)).toBe(0);
  expect(tensorSimilarity(one!, one!)).toBeCloseTo(2);
  expect(unionOfTerms(items[0]!, components)).toEqual(['river', 'road']);
  expect(tensorSimilarity(one!, tfIdfTensor(space, { title: ['river'] }))).toBeCloseTo(1);
});

const vectors = fc
  .array(
    fc.tuple(
      fc.nat(30),
      fc.integer({ min: -80, max: 80 }).map((eighths) => eighths / 8),
    ),
    { maxLength: 20 },
  )
  .map((entries) => sparseVector(new Map(entries)));

it('agrees with arithmetic on full arrays', () => {
  const full = ({ indices, values }: { indices: readonly number[]; values: readonly number[] }) => {
    const array = new Array<number>(31).fill(0);
    for (const [at, index] of indices.entries()) array[index] = values[at]!;
    return array;
  };
  fc.assert(
    fc.property(vectors, vectors, (one, other) => {
      const expected = full(one).reduce((sum, value, at) => sum + value * full(other)[at]!, 0);
      expect(dotProduct(one, other)).toBeCloseTo(expected, 6);
      expect(Math.abs(cosine(one, other))).toBeLessThan(1.000001);
      const length = vectorLength(unitVector(one));
      expect(length === 0 || Math.abs(length - 1) < 1e-9).toBe(true);
    }),
    { seed: 6 },
  );
});
