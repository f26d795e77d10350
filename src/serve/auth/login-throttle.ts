// Slows down guessing of passwords: per person and address, per address, and gently per person.
import { GeotrawlError } from '../../model/errors.ts';
import { clientNetwork } from '../http/client-network.ts';

export interface LoginThrottle {
  /** Counts an attempt. Throws `access.throttled` where it comes too soon. */
  attempt(name: string, address: string): void;
  /** The attempt was right: it does not count. */
  succeeded(name: string, address: string): void;
}

interface Rule {
  readonly key: (name: string, address: string) => string;
  /** Attempts that cost no waiting. */
  readonly free: number;
  readonly mostWaitMs: number;
}

/**
 * Guessing from many addresses only costs the person a minute of waiting: who does not know the password shall not be able to
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
  const tallies = new Map<string, Tally>();
  const tallyOf = (key: string): Tally => {
    const known = tallies.get(key);
    const tally =
      known === undefined || clock.now() - known.lastMs > forgetAfterMs ? { attempts: 0, lastMs: 0 } : known;
    // The one that was quiet for longest comes first in the map, and goes first.
    tallies.delete(key);
    tallies.set(key, tally);
    if (tallies.size > maxTallies) tallies.delete(tallies.keys().next().value!);
    return tally;
  };
  return {
    attempt: (name, address) => {
      const nowMs = clock.now();
      const counted = rules.map((rule) => ({ rule, tally: tallyOf(rule.key(name, clientNetwork(address))) }));
      const freeAtMs = Math.max(...counted.map(({ rule, tally }) => tally.lastMs + waitMs(rule, tally)));
      if (freeAtMs > nowMs) throw throttled(freeAtMs - nowMs);
      // Counted before the password is looked at: attempts side by side shall not slip through.
      for (const { tally } of counted) {
        tally.attempts++;
        tally.lastMs = nowMs;
      }
    },
    succeeded: (name, address) => {
      for (const [index, rule] of rules.entries()) {
        const key = rule.key(name, clientNetwork(address));
        const tally = tallies.get(key);
        // One good login does not forgive an address everything it tried with other names.
        if (index === 0) tallies.delete(key);
        else if (tally !== undefined) tally.attempts = Math.max(0, tally.attempts - 1);
      }
    },
  };
}

/** Who mistypes five times can spare it; who guesses gets nowhere. */
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
