// Observed against expected yield of hosts and of the links of pages, beyond what the features of a link show.
import { LRUCache } from 'lru-cache';
import { isRecord, latestRows, readNumber, readRows } from './saved-state.ts';

interface Yield {
  /** Expected and observed yield of the visits. */
  expected: number;
  gained: number;
  visits: number;
  /** Mean duration of a visit. */
  costMs: number;
  /** Pages read, and their total topicality. */
  pages: number;
  about: number;
}

export interface Yields {
  visited(name: string, expected: number, costMs: number): void;
  gained(name: string, amount: number): void;
  /** Records a page with this topicality. */
  read(name: string, about: number): void;
  /** How much its pages are about maps, 0..1; null if none was read. */
  about(name: string): number | null;
  /** Log ratio of observed to expected yield; 0 for unknown keys. */
  advantage(name: string): number;
  /** Log ratio of its cost to the usual cost, clamped to ±2. */
  expense(name: string): number;
  describe(name: string): string | null;
  save(): unknown;
}

const nothing: Readonly<Yield> = { expected: 0, gained: 0, visits: 0, costMs: 0, pages: 0, about: 0 };
const remembered = 40_000;
const fields = ['expected', 'gained', 'visits', 'costMs', 'pages', 'about'] as const;

/** `caution`: pseudo-observations at the expected yield; one lucky visit isn't a trend. */
export function createYields(caution: number, state: unknown): Yields {
  const saved = isRecord(state) ? state : {};
  const yields = new LRUCache<string, Yield>({ max: remembered });
  for (const [name, one] of readRows(saved.rows, fields)) {
    for (const field of fields) one[field] = Math.max(0, one[field]);
    yields.set(name, { ...one, about: Math.min(one.about, one.pages) });
  }
  let usualMs = readNumber(saved.usualMs);
  const known = (name: string): Readonly<Yield> => yields.get(name) ?? nothing;
  /** Mutable: updated on every visit. */
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
      return `${visits} visits found ${gained.toFixed(1)} resources, ${expected.toFixed(1)} expected`;
    },
    save: () => ({
      usualMs,
      rows: latestRows(yields, fields),
    }),
  };
}
