import { expect, it } from 'vitest';
import { seededRandom } from '../../src/base/random/seeded-random.ts';
import { areaUnderCurve, type Example, predictivePower } from './predictive-power.ts';

it('measures the area under the curve, ties shared', () => {
  const scored = (...scores: [number, boolean][]) => scores.map(([score, isTarget]) => ({ score, isTarget }));
  expect(areaUnderCurve(scored([2, true], [1, false]))).toBe(1);
  expect(areaUnderCurve(scored([1, true], [2, false]))).toBe(0);
  expect(areaUnderCurve(scored([1, true], [1, false]))).toBe(0.5);
  expect(areaUnderCurve(scored([3, true], [2, false], [1, true], [0, false]))).toBe(0.75);
});

it('is near one for informative words, near a half for others, on unseen sites', () => {
  const random = seededRandom(1);
  const examples = (distinctive: boolean): Example[] =>
    Array.from({ length: 2000 }, (_, index) => {
      const className = random.next() < 0.25 ? 'maps' : 'other';
      const word = distinctive ? className : `word${random.below(5)}`;
      return { group: `site${index % 20}`, className, words: [word, 'page'] };
    });
  expect(predictivePower(examples(true), ['maps'])).toBeGreaterThan(0.99);
  expect(Math.abs(predictivePower(examples(false), ['maps']) - 0.5)).toBeLessThan(0.1);
});
