// Turns at hosts where several machines check and crawl: a host is with one of them at a time, and rests between two of them as within one.
import { randomUUID } from 'node:crypto';
import type { HostGate } from '../../fetch/host-gate.ts';
import { type HostTurns, openHostTurns, type TurnOptions } from '../../frontier/postgres/host-leases.ts';
import type { Clock } from '../../model/clock.ts';
import { GeotrawlError } from '../../model/errors.ts';
import type { Transaction } from '../../model/store.ts';
import type { PostgresStore } from '../../store/postgres/postgres.ts';
import { statement } from '../../store/sql/sql.ts';
import { createTurnGate } from './leased-host-gate.ts';

export interface CheckTurns {
  /** What checks ask through: hosts they have no turn at (where one redirects to) are taken for the request. */
  readonly gate: HostGate;
  /** A round that was begun and not ended is due again after so long: who has its host is known besides. */
  readonly againMs: number;
  /** Those of the hosts that are ours from now on. */
  take(hostKeys: readonly string[]): Promise<ReadonlySet<string>>;
  /** Throws `check.lease-lost` where the host has gone to another machine; until the transaction ends it does not. */
  confirm(transaction: Transaction, hostKey: string): Promise<void>;
  /** Gives it back; nobody has it before its pause is over. */
  leave(hostKey: string): Promise<void>;
  close(): Promise<void>;
}

export interface TurnParts extends Omit<TurnOptions, 'holder'> {
  readonly store: PostgresStore;
  readonly clock: Clock;
  readonly gate: HostGate;
  /** As the list of workers names this process. */
  readonly holder?: string;
}

/** What another machine has is not looked at again before; a host that a crawl lets go for us is kept for longer. */
const lookAgainMs = 1_000;
/** Where a crawl has something to do, the next round comes after its visit. Crawls look for hosts of others twice a second. */
const crawlFirstMs = 1_000;

const putOff = statement('UPDATE check_host SET due_ms = ? WHERE key = ? AND due_ms < ?');

export function openCheckTurns(parts: TurnParts): CheckTurns {
  const { store, clock, gate, delayMs, leaseMs, holder = randomUUID() } = parts;
  const turns = openHostTurns(store, { holder, leaseMs, delayMs });
  /** Found to be another's in the middle of a round, or this process slept: nothing of the round counts. */
  const lost = new Set<string>();
  const onLost = (hostKey: string) => {
    lost.add(hostKey);
    return leaseLost(hostKey);
  };
  const turnGate = createTurnGate({ gate, turns, clock, onLost });
  const putOffAll = (waits: ReadonlyMap<string, number>) =>
    store.transact((transaction) =>
      store.within(transaction, function* () {
        // In one order, so that two machines never wait for each other.
        for (const hostKey of [...waits.keys()].sort()) {
          const againMs = clock.now() + waits.get(hostKey)!;
          yield* putOff.run(againMs, hostKey, againMs);
        }
      }),
    );
  return {
    gate: turnGate,
    againMs: 2 * leaseMs,
    take: async (hostKeys) => {
      const { taken, waits } = sorted(hostKeys, await turns.take(hostKeys));
      for (const [hostKey, waitMs] of taken) {
        lost.delete(hostKey);
        // A round waits for the pause of what others asked; whole milliseconds are rounded down.
        gate.pause(hostKey, clock.now() + waitMs + 1);
        turnGate.cover(hostKey, () => turns.isOurs(hostKey));
      }
      if (waits.size > 0) await putOffAll(waits);
      return new Set(taken.keys());
    },
    confirm: async (transaction, hostKey) => {
      if (lost.has(hostKey) || !(await turns.confirm(transaction, hostKey))) throw leaseLost(hostKey);
    },
    leave: async (hostKey) => {
      turnGate.uncover(hostKey);
      const freeAtMs = Math.max(gate.freeAtMs(hostKey, delayMs), gate.restUntilMs(hostKey));
      const restMs = Math.max(0, freeAtMs - clock.now());
      const isCrawled = await turns.leave(hostKey, restMs);
      await putOffAll(new Map([[hostKey, isCrawled ? restMs + crawlFirstMs : restMs]]));
    },
    close: async () => {
      await turnGate.settle();
      await turns.close();
    },
  };
}

/** Hosts that are ours, with how long they still rest; and when to look again at the others. */
function sorted(hostKeys: readonly string[], answers: Awaited<ReturnType<HostTurns['take']>>) {
  const [taken, waits] = [new Map<string, number>(), new Map<string, number>()];
  for (const hostKey of hostKeys) {
    const answer = answers.get(hostKey);
    if (answer?.isTaken === true) taken.set(hostKey, answer.waitMs);
    else waits.set(hostKey, Math.max(lookAgainMs, answer?.waitMs ?? 0));
  }
  return { taken, waits };
}

function leaseLost(hostKey: string): GeotrawlError {
  return new GeotrawlError(
    'check.lease-lost',
    `The checks of ${hostKey} have gone to another machine, since this one was away for too long. What it saw is not kept.`,
    { facts: { host: hostKey } },
  );
}
