// How hosts, or the links of pages, do against what they promised: what the learned order knows beyond the links themselves.
import { createRecent } from './recent.ts';
import { isRecord, readNumber } from './saved-state.ts';

interface Yield {
  /** What the model expected of the visits, and what they brought. */
  expected: number;
  gained: number;
  visits: number;
  /** Mean time it was busy with one. */
  costMs: number;
  /** Pages read, and how much they were about maps in all. */
  pages: number;
  about: number;
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

const nothing: Readonly<Yield> = { expected: 0, gained: 0, visits: 0, costMs: 0, pages: 0, about: 0 };
const remembered = 20_000;
/** What is stored with a crawl stays small; the oldest are forgotten. */
const savedRows = 5000;
const fields = ['expected', 'gained', 'visits', 'costMs', 'pages', 'about'] as const;

/** With `caution`, as if each had already done so much as promised: one lucky visit is not a trend. */
export function createYields(caution: number, state: unknown): Yields {
  const saved = isRecord(state) ? state : {};
  const yields = createRecent<Yield>(remembered, readYields(saved.rows));
  let usualMs = readNumber(saved.usualMs);
  const known = (name: string): Readonly<Yield> => yields.get(name) ?? nothing;
  /** To be changed in place: this is asked for every visit. */
  const own = (name: string): Yield => {
    const before = yields.get(name);
    if (before !== undefined) return before;
    const made = { ...nothing };
    yields.set(name, made);
    return made;
  };
  return {
    visited(name, expected, costMs) {
      const one = own(name);
      one.visits++;
      one.expected += expected;
      one.costMs += (costMs - one.costMs) / Math.min(one.visits, 20);
      usualMs += (costMs - usualMs) * 0.02;
    },
    gained(name, amount) {
      own(name).gained += amount;
    },
    read(name, about) {
      const one = own(name);
      one.pages++;
      one.about += about;
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
    save: () => ({
      usualMs,
      rows: yields
        .entries()
        .slice(-savedRows)
        .map(([name, one]) => [name, ...fields.map((field) => one[field])]),
    }),
  };
}

function* readYields(rows: unknown): Generator<readonly [string, Yield]> {
  if (!Array.isArray(rows)) return;
  for (const row of rows) {
    if (!Array.isArray(row) || typeof row[0] !== 'string' || row.length !== fields.length + 1) continue;
    const one = { ...nothing };
    for (const [at, field] of fields.entries()) one[field] = Math.max(0, readNumber(row[at + 1]));
    yield [row[0], { ...one, about: Math.min(one.about, one.pages) }];
  }
}
