// Throttles password guessing: per user and address, per address, and mildly per user.
import { LRUCache } from 'lru-cache';
import { GeotrawlError } from '../../model/errors.ts';
import { clientNetwork } from '../http/client-network.ts';

export interface LoginThrottle {
  /** Counts an attempt. Throws `access.throttled` if it comes too soon. */
  attempt(name: string, address: string): void;
  /** The password was right: the attempt doesn't count. */
  succeeded(name: string, address: string): void;
}

interface Rule {
  readonly key: (name: string, address: string) => string;
  /** Attempts without a delay. */
  readonly free: number;
  readonly mostWaitMs: number;
}

/**
 * Guessing from many addresses delays the user by a minute at most: someone without the password must not be able to
 * lock them out.
 */
const rules: readonly Rule[] = [
  { key: (name, address) => `both ${address} ${name.toLowerCase()}`, free: 5, mostWaitMs: 15 * 60_000 },
  { key: (_name, address) => `address ${address}`, free: 20, mostWaitMs: 15 * 60_000 },
  { key: (name) => `name ${name.toLowerCase()}`, free: 50, mostWaitMs: 60_000 },
];

interface Tally {
  attempts: number;
  lastMs: number;
}

const forgetAfterMs = 60 * 60_000;
const maxTallies = 20_000;

export function createLoginThrottle(clock: { now(): number }): LoginThrottle {
  const tallies = new LRUCache<string, Tally>({ max: maxTallies });
  const tallyOf = (key: string): Tally => {
    const known = tallies.get(key);
    const tally =
      known === undefined || clock.now() - known.lastMs > forgetAfterMs ? { attempts: 0, lastMs: 0 } : known;
    tallies.set(key, tally);
    return tally;
  };
  return {
    attempt: (name, address) => {
      const nowMs = clock.now();
      const counted = rules.map((rule) => ({ rule, tally: tallyOf(rule.key(name, clientNetwork(address))) }));
      const freeAtMs = Math.max(...counted.map(({ rule, tally }) => tally.lastMs + waitMs(rule, tally)));
      if (freeAtMs > nowMs) throw throttled(freeAtMs - nowMs);
      // Counted before the password is checked, so concurrent attempts can't slip through.
      for (const { tally } of counted) {
        tally.attempts++;
        tally.lastMs = nowMs;
      }
    },
    succeeded: (name, address) => {
      for (const [index, rule] of rules.entries()) {
        const key = rule.key(name, clientNetwork(address));
        const tally = tallies.get(key);
        // A successful login doesn't clear failures the address had with other names.
        if (index === 0) tallies.delete(key);
        else if (tally !== undefined) tally.attempts = Math.max(0, tally.attempts - 1);
      }
    },
  };
}

/** Exponential: negligible after five typos, prohibitive for guessing. */
const firstWaitMs = 15_000;

function waitMs({ free, mostWaitMs }: Rule, { attempts }: Tally): number {
  return attempts < free ? 0 : Math.min(firstWaitMs * 2 ** Math.min(attempts - free, 20), mostWaitMs);
}

function throttled(leftMs: number): GeotrawlError {
  const seconds = Math.ceil(leftMs / 1000);
  return new GeotrawlError('access.throttled', `Too many attempts to log in. Wait ${seconds} s before the next.`, {
    facts: { retryAfter: seconds },
  });
}
