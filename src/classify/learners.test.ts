// Neighbors, support vectors and trees on the same small examples, and their invariants.
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { predictDecisionTree, trainDecisionTree } from './decision-tree.ts';
import { predictLinearSvm, svmMargins, trainLinearSvm } from './linear-svm.ts';
import { predictNeighbors } from './nearest-neighbors.ts';
import { dotProduct, type SparseVector, sparseVector } from './sparse-vector.ts';
import { buildVectorSpace, tfIdfVector } from './vector-space.ts';

const texts = [
  ['water', 'river lake gauge'],
  ['water', 'river basin'],
  ['water', 'lake depth'],
  ['road', 'road bridge'],
  ['road', 'highway bridge'],
  ['soil', 'soil depth'],
].map(([label, text]) => ({ label: label!, features: text!.split(' ') }));
const space = buildVectorSpace(texts.map(({ features }) => features));
const vectorOf = (text: string) => tfIdfVector(space, text.split(' '));
const vectors = texts.map(({ label, features }) => ({ label, features: tfIdfVector(space, features) }));

it('weights neighbors by similarity', () => {
  const neighbors = { examples: vectors, similarity: dotProduct, k: 3 };
  expect(predictNeighbors(neighbors, vectorOf('river level')).label).toBe('water');
  expect(predictNeighbors(neighbors, vectorOf('bridge')).label).toBe('road');
  expect(predictNeighbors({ ...neighbors, k: 1 }, vectorOf('soil'))).toMatchObject({ label: 'soil', confidence: 1 });
  // Like nothing: what is common.
  expect(predictNeighbors(neighbors, vectorOf('unheard'))).toMatchObject({ label: 'water', confidence: 1 / 2 });
});

it('separates classes by planes', () => {
  const model = trainLinearSvm(vectors, { cost: 10, rounds: 200 });
  expect(model.classes).toEqual(['road', 'soil', 'water']);
  for (const { label, features } of vectors) expect(predictLinearSvm(model, features).label).toBe(label);
  expect(trainLinearSvm(vectors, { cost: 10, rounds: 200 })).toEqual(model);
  expect(predictLinearSvm(JSON.parse(JSON.stringify(model)), vectorOf('highway'))).toEqual(
    predictLinearSvm(model, vectorOf('highway')),
  );
});

it('finds the widest margin between two points', () => {
  // At 0 and 2 with a bias that costs as much as a weight: the plane of least length with both margins at 1.
  const point = (x: number): SparseVector => sparseVector([[0, x]]);
  const model = trainLinearSvm(
    [
      { label: 'left', features: point(0) },
      { label: 'right', features: point(2) },
    ],
    {
      cost: 1e6,
      rounds: 2000,
    },
  );
  expect(svmMargins(model, point(0))[1]).toBeCloseTo(-1, 1);
  expect(svmMargins(model, point(2))[1]).toBeCloseTo(1, 1);
});

it('tests one term after another', () => {
  const tree = trainDecisionTree(texts);
  for (const { label, features } of texts) expect(predictDecisionTree(tree, features).label).toBe(label);
  expect('term' in tree.root && tree.root.term).toBe('bridge');
  expect(trainDecisionTree(texts, { maxDepth: 0 }).root).toEqual({ counts: [2, 1, 3] });
});

it('returns probabilities for any model and input', () => {
  const word = fc.constantFrom('a', 'b', 'c', 'd');
  const items = fc.array(fc.record({ label: fc.constantFrom('x', 'y'), features: fc.array(word) }), { minLength: 1 });
  fc.assert(
    fc.property(items, fc.array(word), (all, requested) => {
      const { probabilities } = predictDecisionTree(trainDecisionTree(all), requested);
      expect(probabilities.reduce((sum, one) => sum + one, 0)).toBeCloseTo(1);
    }),
    { seed: 6 },
  );
});
