// The gate of hosts where several machines ask: whoever goes through it has the host's lease, taken for the request where it is not ours.
import { abortFailure } from '../../fetch/failures.ts';
import type { HostGate } from '../../fetch/host-gate.ts';
import type { HostTurns } from '../../frontier/postgres/host-leases.ts';
import type { Clock } from '../../model/clock.ts';
import { GeotrawlError } from '../../model/errors.ts';
import { ignoreLoss } from '../../store/postgres/errors.ts';

export interface TurnGate extends HostGate {
  /** Requests to the host need no lease of their own from now on: somebody has it, and `isOurs` says whether still. */
  cover(hostKey: string, isOurs: () => boolean): void;
  uncover(hostKey: string): void;
  /** Waits until every host taken for a request is given back. */
  settle(): Promise<void>;
}

export interface TurnGateParts {
  readonly gate: HostGate;
  readonly turns: Pick<HostTurns, 'take' | 'leave' | 'isOurs'>;
  readonly clock: Clock;
  /** Thrown where a covered host has gone to another machine. */
  readonly onLost: (hostKey: string) => GeotrawlError;
}

/** A host taken for requests, given back when the last of them has ended. */
interface Borrowed {
  users: number;
  readonly taken: Promise<void>;
}

/** How soon a host is asked for again that another machine has; it is kept for us for longer than that. */
const againMs = 250;
/** A host that is not to be had for so long refuses: two pages that wait for each other's host must not do so for ever. */
const longestMs = 30_000;

export function createTurnGate(parts: TurnGateParts): TurnGate {
  const { gate, turns, clock, onLost } = parts;
  const covered = new Map<string, () => boolean>();
  const borrowed = new Map<string, Borrowed>();
  const leaving = new Set<Promise<unknown>>();
  const giveBack = (hostKey: string, one: Borrowed, delayMs: number) => {
    one.users--;
    if (one.users > 0) return;
    borrowed.delete(hostKey);
    const restMs = Math.max(0, gate.freeAtMs(hostKey, delayMs) - clock.now());
    // A lease that could not be given back runs out by itself.
    const left: Promise<unknown> = turns
      .leave(hostKey, restMs)
      .catch(ignoreLoss)
      .finally(() => leaving.delete(left));
    leaving.add(left);
  };
  const enterBorrowed = async (hostKey: string, delayMs: number, signal?: AbortSignal) => {
    const known = borrowed.get(hostKey);
    const one = known ?? { users: 0, taken: takeTurn(parts, hostKey, signal) };
    one.users++;
    borrowed.set(hostKey, one);
    try {
      await one.taken;
      const leave = await gate.enter(hostKey, delayMs, signal);
      return () => {
        leave();
        giveBack(hostKey, one, delayMs);
      };
    } catch (error) {
      giveBack(hostKey, one, delayMs);
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

async function takeTurn({ gate, turns, clock }: TurnGateParts, hostKey: string, signal?: AbortSignal): Promise<void> {
  for (const untilMs = clock.now() + longestMs; ; ) {
    const answer = (await turns.take([hostKey])).get(hostKey);
    if (answer?.isTaken === true) return gate.pause(hostKey, clock.now() + answer.waitMs);
    if (signal?.aborted) throw abortFailure(hostKey, signal.reason, false);
    if (clock.now() > untilMs || (answer?.waitMs ?? 0) > longestMs)
      throw new GeotrawlError('policy.backoff', 'The host rests, or others are there all the time.', {
        facts: { host: hostKey },
      });
    await clock.sleep(againMs, signal);
  }
}
