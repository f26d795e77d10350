// A host gate for several machines: a request needs the host's lease, which is acquired for the request if necessary.
import { abortFailure } from '../../fetch/failures.ts';
import type { HostGate } from '../../fetch/host-gate.ts';
import type { HostLeases } from '../../frontier/postgres/host-leases.ts';
import type { Clock } from '../../model/clock.ts';
import { GeotrawlError } from '../../model/errors.ts';
import { ignoreLoss } from '../../store/postgres/errors.ts';

export interface LeasedHostGate extends HostGate {
  /** Requests to the host are covered by an existing lease from now on; `isOurs` reports whether it is still held. */
  cover(hostKey: string, isOurs: () => boolean): void;
  uncover(hostKey: string): void;
  /** Waits until every host leased for a request is released. */
  settle(): Promise<void>;
}

export interface LeasedHostGateDependencies {
  readonly gate: HostGate;
  readonly leases: Pick<HostLeases, 'take' | 'leave' | 'isOurs'>;
  readonly clock: Clock;
  /** Thrown if another machine took over a covered host. */
  readonly onLost: (hostKey: string) => GeotrawlError;
}

/** A host leased for requests, released after the last of them. */
interface Borrowed {
  users: number;
  readonly taken: Promise<void>;
}

/** Retry interval for a host held by another machine; it is reserved for us for longer than that. */
const retryMs = 250;
/** Timeout for a lease: two pages waiting for each other's host must not block forever. */
const longestMs = 30_000;

export function createLeasedHostGate(parts: LeasedHostGateDependencies): LeasedHostGate {
  const { gate, leases, clock, onLost } = parts;
  const covered = new Map<string, () => boolean>();
  const borrowed = new Map<string, Borrowed>();
  const leaving = new Set<Promise<unknown>>();
  const release = (hostKey: string, one: Borrowed, delayMs: number) => {
    one.users--;
    if (one.users > 0) return;
    borrowed.delete(hostKey);
    const delayLeftMs = Math.max(0, gate.freeAtMs(hostKey, delayMs) - clock.now());
    // A lease that couldn't be released expires by itself.
    const left: Promise<unknown> = leases
      .leave(hostKey, delayLeftMs)
      .catch(ignoreLoss)
      .finally(() => leaving.delete(left));
    leaving.add(left);
  };
  const enterBorrowed = async (hostKey: string, delayMs: number, signal?: AbortSignal) => {
    const known = borrowed.get(hostKey);
    const one = known ?? { users: 0, taken: acquireLease(parts, hostKey, signal) };
    one.users++;
    borrowed.set(hostKey, one);
    try {
      await one.taken;
      const leave = await gate.enter(hostKey, delayMs, signal);
      return () => {
        leave();
        release(hostKey, one, delayMs);
      };
    } catch (error) {
      release(hostKey, one, delayMs);
      throw error;
    }
  };
  return {
    ...gate,
    cover: (hostKey, isOurs) => void covered.set(hostKey, isOurs),
    uncover: (hostKey) => void covered.delete(hostKey),
    async enter(hostKey, delayMs, signal) {
      const isOurs = covered.get(hostKey);
      if (isOurs === undefined) return enterBorrowed(hostKey, delayMs, signal);
      const leave = await gate.enter(hostKey, delayMs, signal);
      if (isOurs()) return leave;
      leave();
      throw onLost(hostKey);
    },
    settle: async () => {
      while (leaving.size > 0) await Promise.all(leaving);
    },
  };
}

async function acquireLease(
  { gate, leases, clock }: LeasedHostGateDependencies,
  hostKey: string,
  signal?: AbortSignal,
): Promise<void> {
  for (const untilMs = clock.now() + longestMs; ; ) {
    const reply = (await leases.take([hostKey])).get(hostKey);
    if (reply?.isTaken === true) return gate.pause(hostKey, clock.now() + reply.waitMs);
    if (signal?.aborted) throw abortFailure(hostKey, signal.reason, false);
    if (clock.now() > untilMs || (reply?.waitMs ?? 0) > longestMs)
      throw new GeotrawlError('policy.backoff', 'The host requested a long delay, or other processes keep it busy.', {
        facts: { host: hostKey },
      });
    await clock.sleep(retryMs, signal);
  }
}
