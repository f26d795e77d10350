// The adaptive crawl delay of a host: how long to wait after a response or a failure. Pure.
import { readRetryAfter } from '../base/time/retry-after.ts';
import type { Document } from '../model/document.ts';
import type { ErrorCode, GeotrawlError } from '../model/errors.ts';
import type { HostState } from '../model/frontier.ts';

export interface DelayPolicy {
  /** 0 is for benchmarks: latency is then ignored too. */
  readonly baseDelayMs: number;
  readonly maxCrawlDelayMs: number;
  readonly latencyFactor: number;
  readonly maxLatencyDelayMs: number;
  /** 0 ≤ n < 1; spreads the ends of backoffs. */
  readonly random: () => number;
}

export const defaultDelayPolicy: DelayPolicy = {
  baseDelayMs: 2000,
  maxCrawlDelayMs: 300_000,
  latencyFactor: 5,
  maxLatencyDelayMs: 30_000,
  random: Math.random,
};

/** What is kept between visits; a part of HostState. */
export type DelayState = Pick<HostState, 'delayMs' | 'latencyEwmaMs' | 'strikes' | 'forgiveAtMs' | 'failures'>;

export const initialDelayState: DelayState = {
  delayMs: null,
  latencyEwmaMs: null,
  strikes: 0,
  forgiveAtMs: 0,
  failures: 0,
};

/** The next state and when the next request may be sent; fits HostUpdate. */
export interface HostDelay {
  readonly nextAtMs: number;
  readonly delayMs: number;
  readonly latencyEwmaMs?: number;
  readonly strikes: number;
  readonly forgiveAtMs: number;
  readonly failures: number;
  readonly why: ErrorCode | null;
}

export type TimedResponse = Pick<Document, 'status' | 'latencyMs' | 'headers'>;

const minute = 60_000;
const dayMs = 24 * 60 * minute;
const firstBackoffMs = minute;
const quietMs = 30 * minute;
/** Failures in a row; a parked host is tried once a day. */
const parkAfter = 5;
const jitter = 0.1;
/** Weight of the newest latency. */
const ewmaWeight = 0.3;

/** The ordinary delay between requests to a host. */
export function delayFor(policy: DelayPolicy, crawlDelayMs: number | null, latencyEwmaMs: number | null): number {
  const requestedMs = Math.min(crawlDelayMs ?? 0, policy.maxCrawlDelayMs);
  const slow = policy.baseDelayMs === 0 ? 0 : policy.latencyFactor * (latencyEwmaMs ?? 0);
  return Math.round(Math.max(policy.baseDelayMs, requestedMs, Math.min(slow, policy.maxLatencyDelayMs)));
}

export function nextLatencyEwma(previousMs: number | null, latencyMs: number): number {
  return previousMs === null ? latencyMs : previousMs + ewmaWeight * (latencyMs - previousMs);
}

/** `crawlDelayMs` of the state is the Crawl-delay of robots.txt, or null. */
export function delayAfterResponse(
  state: DelayState & { readonly crawlDelayMs: number | null },
  response: TimedResponse,
  policy: DelayPolicy,
  nowMs: number,
): HostDelay {
  const latencyEwmaMs = nextLatencyEwma(state.latencyEwmaMs, response.latencyMs);
  const delayMs = delayFor(policy, state.crawlDelayMs, latencyEwmaMs);
  const strikes = activeStrikes(state, nowMs);
  const ordinary = { nextAtMs: nowMs + delayMs, delayMs, latencyEwmaMs, strikes, forgiveAtMs: state.forgiveAtMs };
  if (response.status === 429 || response.status === 503) {
    const requestedMs = readRetryAfter(response.headers['retry-after'], nowMs);
    const waitMs = Math.max(requestedMs ?? backoff(strikes, policy.random()), delayMs);
    // Quiet time starts when requests are allowed again: before that, there is nothing to forgive.
    const strike = { nextAtMs: nowMs + waitMs, strikes: strikes + 1, forgiveAtMs: nowMs + waitMs + quietMs };
    return { ...ordinary, ...strike, failures: 0, why: 'policy.backoff' };
  }
  if (response.status !== 403) return { ...ordinary, failures: 0, why: null };
  const failures = state.failures + 1;
  if (failures < parkAfter) return { ...ordinary, failures, why: null };
  return { ...ordinary, nextAtMs: nowMs + dayMs, failures, why: 'policy.parked' };
}

/** After a request without a response. A failure that isn't the host's (our own policy, an abort) changes nothing. */
export function delayAfterFailure(
  state: DelayState & { readonly crawlDelayMs: number | null },
  error: GeotrawlError,
  policy: DelayPolicy,
  nowMs: number,
): HostDelay {
  const delayMs = delayFor(policy, state.crawlDelayMs, state.latencyEwmaMs);
  const kept = { delayMs, strikes: activeStrikes(state, nowMs), forgiveAtMs: state.forgiveAtMs };
  const isHosts = error.code.startsWith('fetch.') && !notTheHostsFault.has(error.code);
  if (!isHosts) return { ...kept, nextAtMs: nowMs + delayMs, failures: state.failures, why: null };
  const failures = state.failures + 1;
  if (failures >= parkAfter) return { ...kept, nextAtMs: nowMs + dayMs, failures, why: 'policy.parked' };
  const waitMs = Math.max(backoff(state.failures, policy.random()), delayMs);
  return { ...kept, nextAtMs: nowMs + waitMs, failures, why: error.code };
}

/** Redirects are responses, and an abort or a broken proxy is on our side. */
const notTheHostsFault: ReadonlySet<ErrorCode> = new Set([
  'fetch.redirect-loop',
  'fetch.redirect-limit',
  'fetch.redirect-bad',
  'fetch.aborted',
  'fetch.proxy',
]);

/** 60 s × 2ⁿ plus up to 10 %, so that hosts don't come due together; at most a day. */
function backoff(times: number, random: number): number {
  return Math.round(Math.min(firstBackoffMs * 2 ** Math.min(times, 20) * (1 + jitter * random), dayMs));
}

function activeStrikes(state: DelayState, nowMs: number): number {
  return nowMs >= state.forgiveAtMs ? 0 : state.strikes;
}
