// Rough sets: a worked example with its discernibility, reduct and rules; then invariants of any table.
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { majorityVote } from './majority-vote.ts';
import { decideByRules, learnRoughRules } from './rough-rules.ts';
import { type DecisionTable, dependency, discernibility, findReduct, indiscernible } from './rough-set.ts';

/** Three classifiers' predictions for seven services. The second copies the first; rows 6 and 7 contradict each other. */
const table: DecisionTable = {
  attributes: ['title', 'copy of title', 'operations'],
  rows: [
    ['map map map', 'map'],
    ['map map map', 'map'],
    ['map map bank', 'bank'],
    ['bank bank bank', 'bank'],
    ['bank bank map', 'map'],
    ['news news bank', 'news'],
    ['news news bank', 'bank'],
  ].map(([values, decision]) => ({ values: values!.split(' '), decision: decision! })),
};

it('groups indiscernible rows', () => {
  const groups = indiscernible(table, [0, 1, 2]);
  expect(groups.map(({ values, size }) => [values.join(' '), size])).toEqual([
    ['map map map', 2],
    ['map map bank', 1],
    ['bank bank bank', 1],
    ['bank bank map', 1],
    ['news news bank', 2],
  ]);
  expect(groups[4]?.decisions).toEqual(
    new Map([
      ['news', 1],
      ['bank', 1],
    ]),
  );
  // Five of seven rows are certain.
  expect(dependency(table, [0, 1, 2])).toBeCloseTo(5 / 7);
  expect(dependency(table, [2])).toBeCloseTo(3 / 7);
});

it('finds the discerning attributes and a minimal reduct', () => {
  // map|map map map / map map bank differ in operations alone: {2}. Certain rows against the contradiction
  // "news news bank": from "bank bank bank" by {0, 1}. Every other pair differs in a superset of one of these.
  expect(discernibility(table)).toEqual([0b100, 0b011]);
  expect(findReduct(table)).toEqual([0, 2]);
});

it('derives rules with certainty and coverage', () => {
  const { reduct, rules } = learnRoughRules(table);
  expect(reduct).toEqual([0, 2]);
  expect(
    rules.map(({ values, decision, certainty, coverage }) => [values.join(' '), decision, certainty, coverage]),
  ).toEqual([
    ['map map', 'map', 1, 2 / 3],
    ['map bank', 'bank', 1, 1 / 3],
    ['bank bank', 'bank', 1, 1 / 3],
    ['bank map', 'map', 1, 1 / 3],
    ['news bank', 'news', 1 / 2, 1],
  ]);
});

it('uses the closest rule for an unseen combination', () => {
  const rules = learnRoughRules(table);
  expect(decideByRules(rules, ['bank', 'whatever', 'map'])).toMatchObject({ distance: 0, rule: { decision: 'map' } });
  // Equally far from "map map" and "bank map": the one with two rows behind it.
  expect(decideByRules(rules, ['sports', 'sports', 'map'])).toMatchObject({
    distance: 1,
    rule: { values: ['map', 'map'], support: 2 },
  });
  expect(() => decideByRules(learnRoughRules({ attributes: ['a'], rows: [] }), ['x'])).toThrow('empty table');
});

it('tolerates a difference in an unreliable attribute', () => {
  // By hand: "good" alone is right in all rows, "poor" in three of four.
  const rule = (values: string[], decision: string, support: number) => ({
    values,
    decision,
    certainty: 1,
    coverage: 1,
    support,
  });
  const rules = {
    attributes: ['good', 'poor'],
    reduct: [0, 1],
    trust: [1, 0.75],
    rules: [rule(['p', 'p'], 'p', 9), rule(['q', 'q'], 'q', 1)],
  };
  expect(decideByRules(rules, ['q', 'p'])).toMatchObject({ distance: 1, rule: { decision: 'q' } });
  // Two rules equally close say "q", one says "p": together they have more rows.
  const three = [rule(['p', 'r'], 'p', 4), rule(['q', 'r'], 'q', 3), rule(['s', 'r'], 'q', 2)];
  expect(decideByRules({ ...rules, rules: three }, ['x', 'r']).rule.values).toEqual(['q', 'r']);
});

it('counts votes', () => {
  expect(majorityVote([{ label: 'a' }, { label: 'b' }, { label: 'b' }])).toEqual({ label: 'b', share: 2 / 3 });
  expect(majorityVote([{ label: 'a' }, { label: 'b' }])).toEqual({ label: 'a', share: 1 / 2 });
  expect(
    majorityVote([
      { label: 'a', weight: 0.9 },
      { label: 'b', weight: 0.3 },
      { label: 'b', weight: 0.3 },
    ])?.label,
  ).toBe('a');
  expect(majorityVote([])).toBeNull();
});

function tables(width: number): fc.Arbitrary<DecisionTable> {
  // Few values, so that rows repeat and contradict each other.
  const value = fc.constantFrom('p', 'q');
  const row = fc.record({ values: fc.array(value, { minLength: width, maxLength: width }), decision: value });
  const attributes = Array.from({ length: width }, (_, at) => `attribute ${at}`);
  return fc.array(row, { maxLength: 40 }).map((rows) => ({ attributes, rows }));
}

it.each([1, 4, 14])('preserves the discernibility of %i attributes, and drops redundant ones', (width) => {
  fc.assert(
    fc.property(tables(width), (any) => {
      const all = [...any.attributes.keys()];
      const reduct = findReduct(any);
      expect(dependency(any, reduct)).toBeCloseTo(dependency(any, all));
      for (const one of reduct) {
        const fewer = reduct.filter((at) => at !== one);
        expect(dependency(any, fewer)).toBeLessThan(dependency(any, all));
      }
    }),
    { seed: 6, numRuns: 150 },
  );
});

it('is minimal, by exhaustive search', () => {
  fc.assert(
    fc.property(tables(5), (any) => {
      const whole = dependency(any, [0, 1, 2, 3, 4]);
      const choices = Array.from({ length: 32 }, (_, mask) => [0, 1, 2, 3, 4].filter((bit) => mask & (1 << bit)));
      const smallest = Math.min(
        ...choices.filter((choice) => dependency(any, choice) === whole).map(({ length }) => length),
      );
      expect(findReduct(any).length).toBe(smallest);
    }),
    { seed: 6, numRuns: 150 },
  );
});
