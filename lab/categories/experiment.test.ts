// The experiment on a small synthetic collection: splits keep duplicates together, scores follow their formulas, tables are complete.
import { expect, it } from 'vitest';
import { seededRandom } from '../../src/base/random/seeded-random.ts';
import type { Dataset, Item } from './datasets.ts';
import { runExperiment } from './experiment.ts';
import { learners } from './learners.ts';
import { runMissingParts } from './missing-parts.ts';
import { categoriesSection, readCategoriesResult } from './report.ts';
import { calibrationError, scorePredictions } from './scores.ts';
import { foldSplits, tenthSplits } from './splits.ts';
import { runTransfer } from './transfer.ts';

const subjects: Readonly<Record<string, string>> = {
  travel: 'hotel flight beach tour',
  medical: 'clinic patient nurse drug',
  weapon: 'missile gun range bomb',
};

function madeUp(count: number, seed: number): Dataset {
  const random = seededRandom(seed);
  const items = Array.from({ length: count }, (_, at): Item => {
    const label = Object.keys(subjects)[at % 3]!;
    const pick = () => subjects[label]!.split(' ')[random.below(4)]!;
    const texts = {
      service: `${pick()}Service`,
      operation: `get_${pick()}`,
      message: at % 5 === 0 ? '' : `${pick()}Request`,
    };
    return { texts, label, twin: JSON.stringify(texts) };
  });
  return { name: `made up ${seed}`, components: ['service', 'operation', 'message'], items };
}

it('keeps duplicates in one fold, and distributes every class over all', () => {
  const { items } = madeUp(90, 1);
  const splits = foldSplits(items, 5, 1);
  expect(splits.flatMap(({ test }) => test).length).toBe(90);
  for (const { train, test } of splits) {
    const learned = new Set(train.map(({ twin }) => twin));
    expect(test.filter(({ twin }) => learned.has(twin))).toEqual([]);
    expect(new Set(test.map(({ label }) => label)).size).toBe(3);
  }
  expect(foldSplits(items, 5, 1)).toEqual(splits);
  const [tenth] = tenthSplits(items, 1, 1);
  expect(tenth!.train.length + tenth!.test.length).toBe(90);
  expect(tenth!.train.length).toBeLessThan(20);
});

it('scores by the formulas', () => {
  // a: 2 of 3 found, 2 of 2 right; b: 1 of 1 found, 1 of 1 right; one prediction missing.
  const answers = [
    { truth: 'a', said: 'a' },
    { truth: 'a', said: 'a' },
    { truth: 'a', said: null },
    { truth: 'b', said: 'b' },
  ];
  const { micro, macro } = scorePredictions(answers);
  expect(micro).toEqual({ precision: 1, recall: 3 / 4, f1: 6 / 7 });
  expect(macro.recall).toBeCloseTo((2 / 3 + 1) / 2);
  expect(macro.f1).toBeCloseTo((4 / 5 + 1) / 2);
  const half = [true, false].map((isRight) => ({ confidence: 0.75, isRight }));
  expect(calibrationError(half)).toBeCloseTo(0.25);
});

it('runs every method reproducibly, and writes tables', () => {
  const dataset = madeUp(90, 2);
  const run = { dataset, protocol: '3 folds', splits: foldSplits(dataset.items, 3, 1), learners };
  const result = runExperiment(run);
  expect(runExperiment(run)).toEqual(result);
  expect(result.methods.length).toBe(3 * 6 + 2 + 1);
  const ours = result.methods.at(-1)!;
  expect(ours.macro.f1).toBeGreaterThan(0.9);
  const transfer = runTransfer(dataset, madeUp(60, 3));
  expect(transfer.macroF1.ours).toBeGreaterThan(0.9);
  const missing = [runMissingParts(dataset, run.splits)];
  expect(missing[0]?.macroF1.everything?.ours).toBeCloseTo(ours.macro.f1);
  expect(missing[0]?.macroF1['types alone']?.ours).toBeLessThan(0.5);
  const text = categoriesSection({ runs: [result], transfers: [transfer], missing });
  expect(text).toContain('| SVM | rough ensemble |');
  expect(text).toContain('Of 3 comparisons');
  expect(text).not.toContain('NaN');
});

it('has a result of the full experiment, and its tables', () => {
  const result = readCategoriesResult();
  expect(result?.runs.map(({ collection }) => collection)).toContain('sawsdl-tc3');
  expect(categoriesSection(result!)).toContain('sawsdl-tc3, 5 folds');
});
