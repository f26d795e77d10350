// One request at a time per host with a delay after each: the last line of politeness, whatever scheduled the request.
import { conservativeNow } from '../base/time/system-clock.ts';
import type { Clock } from '../model/clock.ts';
import { abortFailure } from './failures.ts';

interface HostLease {
  busy: boolean;
  lastEndMs: number;
  delayMs: number;
  waiting: (() => void)[];
  /** No request before this time: the host requested a backoff, from any crawl. */
  restUntilMs: number;
  /** No request before this time: the crawl delay after a request by another machine. */
  pausedUntilMs: number;
}

/** Hosts idle for this long are dropped: any delay the crawler keeps by itself has passed. */
const forgetAfterMs = 10 * 60_000;
const sweepAbove = 20_000;

export interface HostGate {
  /** Waits until the host is free; the returned function frees it. The delay is counted from the end of the response. */
  enter(hostKey: string, delayMs: number, signal?: AbortSignal): Promise<() => void>;
  /** Blocks the host until then for every crawl behind this gate. */
  rest(hostKey: string, untilMs: number): void;
  /** Another machine sent a request to the host: none from here before then. */
  pause(hostKey: string, untilMs: number): void;
  /** When the host's requested backoff ends; in the past if there is none. */
  restUntilMs(hostKey: string): number;
  /** When the host is expected to be free, given its use by other crawls here; in the past if it is free now. */
  freeAtMs(hostKey: string, delayMs: number): number;
}

export function createHostGate(clock: Clock): HostGate {
  const hosts = new Map<string, HostLease>();
  // Twice what the last sweep left: otherwise, with many hosts in use, every new one would trigger a sweep.
  let sweepAt = sweepAbove;
  const leaseOf = (hostKey: string): HostLease => {
    let lease = hosts.get(hostKey);
    if (lease === undefined) {
      if (hosts.size >= sweepAt) {
        sweep(hosts, clock.now());
        sweepAt = Math.max(sweepAbove, 2 * hosts.size);
      }
      const fresh = { delayMs: 0, waiting: [], restUntilMs: 0, pausedUntilMs: 0 };
      lease = { busy: false, lastEndMs: Number.NEGATIVE_INFINITY, ...fresh };
      hosts.set(hostKey, lease);
    }
    return lease;
  };
  return {
    async enter(hostKey, delayMs, signal) {
      const lease = leaseOf(hostKey);
      while (lease.busy) await new Promise<void>((resolve) => lease.waiting.push(resolve));
      lease.busy = true;
      lease.delayMs = delayMs;
      // Timers may fire early: check the clock until the delay has really passed.
      for (let waitMs = delayLeft(lease, clock); waitMs > 0 && !signal?.aborted; waitMs = delayLeft(lease, clock)) {
        await clock.sleep(waitMs, signal);
      }
      const pass = () => {
        lease.busy = false;
        lease.waiting.shift()?.();
      };
      if (signal?.aborted) {
        pass();
        throw abortFailure(hostKey, signal.reason, false);
      }
      return () => {
        lease.lastEndMs = conservativeNow(clock);
        pass();
      };
    },
    rest(hostKey, untilMs) {
      leaseOf(hostKey).restUntilMs = untilMs;
    },
    pause(hostKey, untilMs) {
      leaseOf(hostKey).pausedUntilMs = untilMs;
    },
    restUntilMs: (hostKey) => hosts.get(hostKey)?.restUntilMs ?? 0,
    freeAtMs(hostKey, delayMs) {
      const lease = hosts.get(hostKey);
      if (lease === undefined) return Number.NEGATIVE_INFINITY;
      // The end of a request in progress is unknown; its delay follows.
      const pausedMs = lease.busy ? clock.now() + Math.max(delayMs, 50) : lease.lastEndMs + delayMs;
      return Math.max(pausedMs, lease.pausedUntilMs, lease.restUntilMs);
    },
  };
}

function delayLeft(lease: HostLease, clock: Clock): number {
  return Math.max(lease.lastEndMs + lease.delayMs, lease.pausedUntilMs) - clock.now();
}

function sweep(hosts: Map<string, HostLease>, nowMs: number): void {
  for (const [key, lease] of hosts) {
    const isOver = Math.max(lease.restUntilMs, lease.pausedUntilMs) < nowMs;
    const isQuiet = lease.lastEndMs + Math.max(lease.delayMs, forgetAfterMs) < nowMs && isOver;
    if (!lease.busy && isQuiet) hosts.delete(key);
  }
}
