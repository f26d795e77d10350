// Host leases for checks on several machines: one machine at a time per host, with the crawl delay kept between machines.
import { randomUUID } from 'node:crypto';
import type { HostGate } from '../../fetch/host-gate.ts';
import { type HostLeaseOptions, type HostLeases, openHostLeases } from '../../frontier/postgres/host-leases.ts';
import type { Clock } from '../../model/clock.ts';
import { GeotrawlError } from '../../model/errors.ts';
import type { Transaction } from '../../model/store.ts';
import type { PostgresStore } from '../../store/postgres/postgres.ts';
import { statement } from '../../store/sql/sql.ts';
import { createLeasedHostGate } from './leased-host-gate.ts';

export interface CheckHostLeases {
  /** The gate for check requests: hosts without a lease (redirect targets) are leased for the request. */
  readonly gate: HostGate;
  /** A round that started and didn't end is due again after this long; its host lease is tracked separately. */
  readonly againMs: number;
  /** The hosts leased from now on. */
  take(hostKeys: readonly string[]): Promise<ReadonlySet<string>>;
  /** Throws `check.lease-lost` if another machine took over the host; holds until the end of the transaction. */
  confirm(transaction: Transaction, hostKey: string): Promise<void>;
  /** Releases it; the crawl delay still applies. */
  leave(hostKey: string): Promise<void>;
  close(): Promise<void>;
}

export interface CheckHostLeaseDependencies extends Omit<HostLeaseOptions, 'holder'> {
  readonly store: PostgresStore;
  readonly clock: Clock;
  readonly gate: HostGate;
  /** Name of this process in the worker list. */
  readonly holder?: string;
}

/** Retry interval for hosts held by another machine; a host released for us is reserved for longer. */
const lookAgainMs = 1_000;
/** If a crawl also needs the host, the next round comes after its visit. Crawls look for hosts twice a second. */
const crawlFirstMs = 1_000;

const postpone = statement('UPDATE check_host SET due_ms = ? WHERE key = ? AND due_ms < ?');

export function openCheckHostLeases(parts: CheckHostLeaseDependencies): CheckHostLeases {
  const { store, clock, gate, delayMs, leaseMs, holder = randomUUID() } = parts;
  const leases = openHostLeases(store, { holder, leaseMs, delayMs });
  /** Lost during a round, or the process was suspended: the round is void. */
  const lost = new Set<string>();
  const onLost = (hostKey: string) => {
    lost.add(hostKey);
    return leaseLost(hostKey);
  };
  const hostGate = createLeasedHostGate({ gate, leases, clock, onLost });
  const postponeAll = (waits: ReadonlyMap<string, number>) =>
    store.transact((transaction) =>
      store.within(transaction, function* () {
        // In a fixed order, so that two machines never deadlock.
        for (const hostKey of [...waits.keys()].sort()) {
          const dueMs = clock.now() + waits.get(hostKey)!;
          yield* postpone.run(dueMs, hostKey, dueMs);
        }
      }),
    );
  return {
    gate: hostGate,
    againMs: 2 * leaseMs,
    take: async (hostKeys) => {
      const { taken, waits } = partitionReplies(hostKeys, await leases.take(hostKeys));
      for (const [hostKey, waitMs] of taken) {
        lost.delete(hostKey);
        // A round waits for the delay after others' requests; rounded down to milliseconds.
        gate.pause(hostKey, clock.now() + waitMs + 1);
        hostGate.cover(hostKey, () => leases.isOurs(hostKey));
      }
      if (waits.size > 0) await postponeAll(waits);
      return new Set(taken.keys());
    },
    confirm: async (transaction, hostKey) => {
      if (lost.has(hostKey) || !(await leases.confirm(transaction, hostKey))) throw leaseLost(hostKey);
    },
    leave: async (hostKey) => {
      hostGate.uncover(hostKey);
      const freeAtMs = Math.max(gate.freeAtMs(hostKey, delayMs), gate.restUntilMs(hostKey));
      const delayLeftMs = Math.max(0, freeAtMs - clock.now());
      const isCrawled = await leases.leave(hostKey, delayLeftMs);
      await postponeAll(new Map([[hostKey, isCrawled ? delayLeftMs + crawlFirstMs : delayLeftMs]]));
    },
    close: async () => {
      await hostGate.settle();
      await leases.close();
    },
  };
}

/** Leased hosts with their remaining delay, and when to retry the others. */
function partitionReplies(hostKeys: readonly string[], replies: Awaited<ReturnType<HostLeases['take']>>) {
  const [taken, waits] = [new Map<string, number>(), new Map<string, number>()];
  for (const hostKey of hostKeys) {
    const reply = replies.get(hostKey);
    if (reply?.isTaken === true) taken.set(hostKey, reply.waitMs);
    else waits.set(hostKey, Math.max(lookAgainMs, reply?.waitMs ?? 0));
  }
  return { taken, waits };
}

function leaseLost(hostKey: string): GeotrawlError {
  return new GeotrawlError(
    'check.lease-lost',
    `Another process took over the checks of ${hostKey}, because this one was suspended for too long. Its results are discarded.`,
    { facts: { host: hostKey } },
  );
}
