// One request at a time per host, and a pause after each: the last line of politeness, whatever scheduled the request.
import { conservativeNow } from '../base/time/system-clock.ts';
import type { Clock } from '../model/clock.ts';
import { abortFailure } from './failures.ts';

interface HostLease {
  busy: boolean;
  lastEndMs: number;
  delayMs: number;
  waiting: (() => void)[];
  /** No request before this moment: the host asked for a rest, whichever crawl was told so. */
  restUntilMs: number;
  /** No request before this moment: its pause after a request of another machine. */
  pausedUntilMs: number;
}

/** Hosts quiet for this long need no memory: any delay the crawler keeps by itself has passed. */
const forgetAfterMs = 10 * 60_000;
const sweepAbove = 20_000;

export interface HostGate {
  /** Waits for the host's turn; the returned function ends it. The pause is counted from the end of the answer. */
  enter(hostKey: string, delayMs: number, signal?: AbortSignal): Promise<() => void>;
  /** The host is to be left alone until then, by every crawl that goes through this gate. */
  rest(hostKey: string, untilMs: number): void;
  /** The host was asked by another machine: nobody here asks it before then. */
  pause(hostKey: string, untilMs: number): void;
  /** Until when the host asked to be left alone; in the past where it did not. */
  restUntilMs(hostKey: string): number;
  /** When a crawl had better come for this host, as far as the others here have used it; in the past for now. */
  freeAtMs(hostKey: string, delayMs: number): number;
}

export function createHostGate(clock: Clock): HostGate {
  const hosts = new Map<string, HostLease>();
  // Twice what the last sweep had to leave: with more hosts in use than that, sweeping for each new one would be all we do.
  let sweepAt = sweepAbove;
  const turnOf = (hostKey: string): HostLease => {
    let turn = hosts.get(hostKey);
    if (turn === undefined) {
      if (hosts.size >= sweepAt) {
        sweep(hosts, clock.now());
        sweepAt = Math.max(sweepAbove, 2 * hosts.size);
      }
      const fresh = { delayMs: 0, waiting: [], restUntilMs: 0, pausedUntilMs: 0 };
      turn = { busy: false, lastEndMs: Number.NEGATIVE_INFINITY, ...fresh };
      hosts.set(hostKey, turn);
    }
    return turn;
  };
  return {
    async enter(hostKey, delayMs, signal) {
      const turn = turnOf(hostKey);
      while (turn.busy) await new Promise<void>((resolve) => turn.waiting.push(resolve));
      turn.busy = true;
      turn.delayMs = delayMs;
      // Timers may fire a moment early: ask the clock again until the pause has really passed.
      for (let waitMs = pauseLeft(turn, clock); waitMs > 0 && !signal?.aborted; waitMs = pauseLeft(turn, clock)) {
        await clock.sleep(waitMs, signal);
      }
      const pass = () => {
        turn.busy = false;
        turn.waiting.shift()?.();
      };
      if (signal?.aborted) {
        pass();
        throw abortFailure(hostKey, signal.reason, false);
      }
      return () => {
        turn.lastEndMs = conservativeNow(clock);
        pass();
      };
    },
    rest(hostKey, untilMs) {
      turnOf(hostKey).restUntilMs = untilMs;
    },
    pause(hostKey, untilMs) {
      turnOf(hostKey).pausedUntilMs = untilMs;
    },
    restUntilMs: (hostKey) => hosts.get(hostKey)?.restUntilMs ?? 0,
    freeAtMs(hostKey, delayMs) {
      const turn = hosts.get(hostKey);
      if (turn === undefined) return Number.NEGATIVE_INFINITY;
      // When a request under way ends nobody knows; its pause comes after it.
      const pausedMs = turn.busy ? clock.now() + Math.max(delayMs, 50) : turn.lastEndMs + delayMs;
      return Math.max(pausedMs, turn.pausedUntilMs, turn.restUntilMs);
    },
  };
}

function pauseLeft(turn: HostLease, clock: Clock): number {
  return Math.max(turn.lastEndMs + turn.delayMs, turn.pausedUntilMs) - clock.now();
}

function sweep(hosts: Map<string, HostLease>, nowMs: number): void {
  for (const [key, turn] of hosts) {
    const isOver = Math.max(turn.restUntilMs, turn.pausedUntilMs) < nowMs;
    const isQuiet = turn.lastEndMs + Math.max(turn.delayMs, forgetAfterMs) < nowMs && isOver;
    if (!turn.busy && isQuiet) hosts.delete(key);
  }
}
