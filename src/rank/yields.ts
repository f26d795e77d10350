// How hosts, or the links of pages, do against what they promised: what the learned order knows beyond the links themselves.
import { createRecent } from './recent.ts';

const nothing: Yield = { expected: 0, gained: 0, visits: 0, costMs: 0, pages: 0, about: 0 };

interface Yield {
  /** What the model expected of the visits, and what they brought. */
  readonly expected: number;
  readonly gained: number;
  readonly visits: number;
  /** Mean time it was busy with one. */
  readonly costMs: number;
  /** Pages read, and how much they were about maps in all. */
  readonly pages: number;
  readonly about: number;
}

export interface Yields {
  visited(name: string, expected: number, costMs: number): void;
  gained(name: string, amount: number): void;
  /** A page was read, so much about maps. */
  read(name: string, about: number): void;
  /** How much its pages are about maps, 0..1; null where none was read. */
  about(name: string): number | null;
  /** Logarithm of how much better than promised a visit is; 0 for what was never met. */
  advantage(name: string): number;
  /** Logarithm of how much dearer than usual, at most 2 in either direction. */
  expense(name: string): number;
  describe(name: string): string | null;
  save(): unknown;
}

const remembered = 20_000;

/** With `caution`, as if each had already done so much as promised: one lucky visit is not a trend. */
export function createYields(caution: number, state: unknown): Yields {
  const yields = createRecent<Yield>(remembered, readYields(state));
  let usualMs = 0;
  const known = (name: string): Yield => yields.get(name) ?? nothing;
  return {
    visited(name, expected, costMs) {
      const before = known(name);
      const visits = before.visits + 1;
      usualMs += (costMs - usualMs) * 0.02;
      yields.set(name, {
        ...before,
        visits,
        expected: before.expected + expected,
        costMs: before.costMs + (costMs - before.costMs) / Math.min(visits, 20),
      });
    },
    gained(name, amount) {
      const before = known(name);
      yields.set(name, { ...before, gained: before.gained + amount });
    },
    read(name, about) {
      const before = known(name);
      yields.set(name, { ...before, pages: before.pages + 1, about: before.about + about });
    },
    about(name) {
      const { pages, about } = known(name);
      return pages === 0 ? null : about / pages;
    },
    advantage(name) {
      const { expected, gained } = known(name);
      return Math.log((gained + caution) / (expected + caution));
    },
    expense(name) {
      const { costMs, visits } = known(name);
      if (visits === 0 || usualMs <= 0 || costMs <= 0) return 0;
      return Math.max(-2, Math.min(2, Math.log(costMs / usualMs)));
    },
    describe(name) {
      const { visits, gained, expected } = known(name);
      if (visits === 0) return null;
      return `visited ${visits} times, and brought ${gained.toFixed(1)} where ${expected.toFixed(1)} was expected`;
    },
    save: () =>
      yields.entries().map(([name, { expected, gained, visits, costMs, pages, about }]) => [name, expected, gained, visits, costMs, pages, about]),
  };
}

function* readYields(state: unknown): Generator<readonly [string, Yield]> {
  if (!Array.isArray(state)) return;
  for (const row of state) {
    if (!Array.isArray(row) || typeof row[0] !== 'string') continue;
    const numbers: readonly unknown[] = row.slice(1);
    if (numbers.length !== 6 || !numbers.every(Number.isFinite)) continue;
    const [expected, gained, visits, costMs, pages, about] = numbers as [number, number, number, number, number, number];
    yield [row[0], { expected, gained, visits, costMs, pages, about }];
  }
}
