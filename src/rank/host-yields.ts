// How each host does against what its links promised: the dynamic part of the learned order, bounded in memory.
import { createRecent } from './recent.ts';

interface HostYield {
  /** What the model expected of the visits, and what they brought. */
  readonly expected: number;
  readonly gained: number;
  readonly visits: number;
  /** Mean time it was busy with one. */
  readonly costMs: number;
}

export interface HostYields {
  visited(host: string, expected: number, costMs: number): void;
  gained(host: string, amount: number): void;
  /** Logarithm of how much better than promised a visit to the host is. 0 for a host never met. */
  advantage(host: string): number;
  /** Logarithm of how much dearer than usual, at most 2 in either direction. */
  expense(host: string): number;
  describe(host: string): string | null;
  save(): unknown;
}

const remembered = 20_000;
/** As if every host had already done this much as promised: one lucky visit is not a trend. */
const caution = 0.5;

export function createHostYields(state: unknown): HostYields {
  const hosts = createRecent<HostYield>(remembered, readHosts(state));
  let usualMs = 0;
  const known = (host: string): HostYield => hosts.get(host) ?? { expected: 0, gained: 0, visits: 0, costMs: 0 };
  return {
    visited(host, expected, costMs) {
      const before = known(host);
      const visits = before.visits + 1;
      usualMs += (costMs - usualMs) * 0.02;
      hosts.set(host, {
        visits,
        gained: before.gained,
        expected: before.expected + expected,
        costMs: before.costMs + (costMs - before.costMs) / Math.min(visits, 20),
      });
    },
    gained(host, amount) {
      const before = known(host);
      hosts.set(host, { ...before, gained: before.gained + amount });
    },
    advantage(host) {
      const { expected, gained } = known(host);
      return Math.log((gained + caution) / (expected + caution));
    },
    expense(host) {
      const { costMs, visits } = known(host);
      if (visits === 0 || usualMs <= 0 || costMs <= 0) return 0;
      return Math.max(-2, Math.min(2, Math.log(costMs / usualMs)));
    },
    describe(host) {
      const { visits, gained, expected } = known(host);
      if (visits === 0) return null;
      return `Its host was visited ${visits} times and brought ${gained.toFixed(1)} where ${expected.toFixed(1)} was expected`;
    },
    save: () =>
      hosts.entries().map(([host, { expected, gained, visits, costMs }]) => [host, expected, gained, visits, costMs]),
  };
}

function* readHosts(state: unknown): Generator<readonly [string, HostYield]> {
  if (!Array.isArray(state)) return;
  for (const row of state) {
    if (!Array.isArray(row) || typeof row[0] !== 'string') continue;
    const numbers: readonly unknown[] = row.slice(1);
    if (numbers.length !== 4 || !numbers.every(Number.isFinite)) continue;
    const [expected, gained, visits, costMs] = numbers as [number, number, number, number];
    yield [row[0], { expected, gained, visits, costMs }];
  }
}
