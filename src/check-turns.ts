// Turns at hosts where several machines check: a host is with one of them at a time, and rests between two of them as within one.
import { randomUUID } from 'node:crypto';
import type { HostGate } from './fetch/host-gate.ts';
import type { Clock } from './model/clock.ts';
import { GeotrawlError } from './model/errors.ts';
import type { Transaction } from './model/store.ts';
import { holdsDuty, restDuty, sweepDuties, tryDuty } from './store/duty.ts';
import { type SqlStore, statement } from './store/sql.ts';

export interface CheckTurns {
  /** Those of the hosts that are ours from now on. */
  take(hostKeys: readonly string[]): Promise<ReadonlySet<string>>;
  /** Throws `check.lease-lost` where the host has gone to another machine; until the transaction ends it does not. */
  confirm(transaction: Transaction, hostKey: string): Promise<void>;
  /** Gives it back; nobody has it before its pause is over. */
  leave(hostKey: string): Promise<void>;
}

export interface TurnParts {
  readonly store: SqlStore;
  readonly clock: Pick<Clock, 'now'>;
  readonly gate: Pick<HostGate, 'freeAtMs' | 'restUntilMs'>;
  readonly delayMs: number;
}

/** Longer than any round: after it, what a machine that died had begun goes to another. */
const turnMs = 15 * 60_000;
/** What another machine has is not looked at again before. */
const lookAgainMs = 5_000;
const sweepEveryMs = 3_600_000;

const putOff = statement('UPDATE check_host SET due_ms = ? WHERE key = ? AND due_ms < ?');

export function openCheckTurns({ store, clock, gate, delayMs }: TurnParts): CheckTurns {
  const holder = randomUUID();
  const nameOf = (hostKey: string) => `check ${hostKey}`;
  let sweptMs = clock.now();
  return {
    take: (hostKeys) =>
      store.transact((transaction) =>
        store.within(transaction, function* () {
          const taken = new Set<string>();
          const nowMs = clock.now();
          const againMs = nowMs + lookAgainMs;
          // In one order, so that two machines never wait for each other.
          for (const hostKey of [...hostKeys].sort()) {
            if (yield* tryDuty({ name: nameOf(hostKey), holder, forMs: turnMs })) taken.add(hostKey);
            else yield* putOff.run(againMs, hostKey, againMs);
          }
          if (nowMs - sweptMs > sweepEveryMs) {
            sweptMs = nowMs;
            yield* sweepDuties();
          }
          return taken;
        }),
      ),
    confirm: async (transaction, hostKey) => {
      if (await store.within(transaction, () => holdsDuty({ name: nameOf(hostKey), holder }))) return;
      throw new GeotrawlError(
        'check.lease-lost',
        `The checks of ${hostKey} have gone to another machine, since this one was away for too long. What it saw is not kept.`,
        { facts: { host: hostKey } },
      );
    },
    leave: async (hostKey) => {
      const nowMs = clock.now();
      const freeAtMs = Math.max(nowMs, gate.freeAtMs(hostKey, delayMs), gate.restUntilMs(hostKey));
      await store.transact((transaction) =>
        store.within(transaction, function* () {
          yield* restDuty({ name: nameOf(hostKey), holder, forMs: freeAtMs - nowMs });
          yield* putOff.run(freeAtMs, hostKey, freeAtMs);
        }),
      );
    },
  };
}
