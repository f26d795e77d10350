// Naive Bayes: a worked example, incremental learning and serialized models.
import fc from 'fast-check';
import { expect, it } from 'vitest';
import {
  emptyNaiveBayes,
  learnNaiveBayes,
  naiveBayesEvidence,
  naiveBayesScores,
  predictNaiveBayes,
  trainNaiveBayes,
} from './naive-bayes.ts';

const examples = [
  { label: 'water', features: ['river', 'lake', 'river'] },
  { label: 'water', features: ['lake'] },
  { label: 'road', features: ['road', 'bridge'] },
];

it('follows the formula', () => {
  const model = trainNaiveBayes(examples);
  expect(model.classes).toEqual(['road', 'water']);
  // Four terms in the vocabulary. road: prior (1+1)/(3+2), 'river' (0+1)/(2+4). water: prior 3/5, 'river' (2+1)/(4+4).
  const [road, water] = naiveBayesScores(model, ['river', 'unknown']);
  expect(road).toBeCloseTo(Math.log(2 / 5) + Math.log(1 / 6));
  expect(water).toBeCloseTo(Math.log(3 / 5) + Math.log(3 / 8));
  const share = (3 / 5) * (3 / 8);
  const { label, confidence } = predictNaiveBayes(model, ['river', 'unknown']);
  expect(label).toBe('water');
  expect(confidence).toBeCloseTo(share / (share + (2 / 5) * (1 / 6)));
});

it('models the other classes in complement form', () => {
  const model = trainNaiveBayes(examples, { form: 'complement' });
  // For road the others are water: −ln((2+1)/(4+4)); for water they are road: −ln((0+1)/(2+4)).
  expect(naiveBayesScores(model, ['river'])[0]).toBeCloseTo(-Math.log(3 / 8));
  expect(naiveBayesScores(model, ['river'])[1]).toBeCloseTo(-Math.log(1 / 6));
});

it('reports the deciding words', () => {
  const evidence = naiveBayesEvidence(trainNaiveBayes(examples), ['river', 'bridge', 'unknown'], 1);
  expect([...evidence.keys()]).toEqual(['river', 'bridge']);
  expect(evidence.get('river')).toBeGreaterThan(0);
  expect(evidence.get('bridge')).toBeLessThan(0);
});

it('learns the same incrementally as at once, also after serialization', () => {
  const terms = fc.array(fc.constantFrom('river', 'road', '__proto__', 'constructor', 'lake'), { maxLength: 8 });
  const some = fc.array(fc.record({ label: fc.constantFrom('a', 'b', 'c'), features: terms }), { maxLength: 12 });
  fc.assert(
    fc.property(some, terms, fc.constantFrom('multinomial' as const, 'complement' as const), (all, requested, form) => {
      const classes = ['a', 'b', 'c'];
      let model = emptyNaiveBayes(classes, { form });
      for (const example of all) {
        learnNaiveBayes(model, example);
        model = JSON.parse(JSON.stringify(model));
      }
      const atOnce = emptyNaiveBayes(classes, { form });
      for (const example of all) learnNaiveBayes(atOnce, example);
      expect(naiveBayesScores(model, requested)).toEqual(naiveBayesScores(atOnce, requested));
      const { probabilities } = predictNaiveBayes(model, requested);
      expect(probabilities.reduce((sum, one) => sum + one, 0)).toBeCloseTo(1);
    }),
    { seed: 6 },
  );
});

it('rejects unknown classes', () => {
  expect(() => learnNaiveBayes(emptyNaiveBayes(['a']), { label: 'b', features: [] })).toThrow('unknown class "b"');
  expect(() => predictNaiveBayes(emptyNaiveBayes([]), [])).toThrow('without classes');
});
