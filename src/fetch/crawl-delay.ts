// The adaptive clock of a host: how long to leave it alone after an answer or a failure. Pure.
import { readRetryAfter } from '../base/time/retry-after.ts';
import type { Document } from '../model/document.ts';
import type { ErrorCode, GeotrawlError } from '../model/errors.ts';
import type { HostState } from '../model/frontier.ts';

export interface DelayPolicy {
  /** 0 is for benchmarks: latency then counts for nothing either. */
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

/** What is remembered between visits; a part of HostState. */
export type DelayState = Pick<HostState, 'delayMs' | 'latencyEwmaMs' | 'strikes' | 'forgiveAtMs' | 'failures'>;

export const initialDelayState: DelayState = {
  delayMs: null,
  latencyEwmaMs: null,
  strikes: 0,
  forgiveAtMs: 0,
  failures: 0,
};

/** The next state and when the host may be asked again; fits HostNews. */
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
/** Parked hosts are probed once a day. */
const parkAfter = 5;
const jitter = 0.1;
/** Weight of the newest latency. */
const ewmaWeight = 0.3;

/** The ordinary pause between requests to a host. */
export function delayFor(policy: DelayPolicy, crawlDelayMs: number | null, latencyEwmaMs: number | null): number {
  const requestedMs = Math.min(crawlDelayMs ?? 0, policy.maxCrawlDelayMs);
  const slow = policy.baseDelayMs === 0 ? 0 : policy.latencyFactor * (latencyEwmaMs ?? 0);
  return Math.round(Math.max(policy.baseDelayMs, requestedMs, Math.min(slow, policy.maxLatencyDelayMs)));
}

export function nextLatencyEwma(previousMs: number | null, latencyMs: number): number {
  return previousMs === null ? latencyMs : previousMs + ewmaWeight * (latencyMs - previousMs);
}

/** `crawlDelayMs` of the state is what robots.txt asks, or null. */
export function delayAfterResponse(
  state: DelayState & { readonly crawlDelayMs: number | null },
  answer: TimedResponse,
  policy: DelayPolicy,
  nowMs: number,
): HostDelay {
  const latencyEwmaMs = nextLatencyEwma(state.latencyEwmaMs, answer.latencyMs);
  const delayMs = delayFor(policy, state.crawlDelayMs, latencyEwmaMs);
  const strikes = standingStrikes(state, nowMs);
  const ordinary = { nextAtMs: nowMs + delayMs, delayMs, latencyEwmaMs, strikes, forgiveAtMs: state.forgiveAtMs };
  if (answer.status === 429 || answer.status === 503) {
    const requestedMs = readRetryAfter(answer.headers['retry-after'], nowMs);
    const waitMs = Math.max(requestedMs ?? backoff(strikes, policy.random()), delayMs);
    // The quiet time begins when the host may be asked again: before that, silence says nothing.
    const strike = { nextAtMs: nowMs + waitMs, strikes: strikes + 1, forgiveAtMs: nowMs + waitMs + quietMs };
    return { ...ordinary, ...strike, failures: 0, why: 'policy.backoff' };
  }
  if (answer.status !== 403) return { ...ordinary, failures: 0, why: null };
  const failures = state.failures + 1;
  if (failures < parkAfter) return { ...ordinary, failures, why: null };
  return { ...ordinary, nextAtMs: nowMs + dayMs, failures, why: 'policy.parked' };
}

/** After no answer at all. A failure that is not the host's (our own policy, an abort) leaves everything as it is. */
export function delayAfterFailure(
  state: DelayState & { readonly crawlDelayMs: number | null },
  error: GeotrawlError,
  policy: DelayPolicy,
  nowMs: number,
): HostDelay {
  const delayMs = delayFor(policy, state.crawlDelayMs, state.latencyEwmaMs);
  const kept = { delayMs, strikes: standingStrikes(state, nowMs), forgiveAtMs: state.forgiveAtMs };
  const isHosts = error.code.startsWith('fetch.') && !isNotTheHosts.has(error.code);
  if (!isHosts) return { ...kept, nextAtMs: nowMs + delayMs, failures: state.failures, why: null };
  const failures = state.failures + 1;
  if (failures >= parkAfter) return { ...kept, nextAtMs: nowMs + dayMs, failures, why: 'policy.parked' };
  const waitMs = Math.max(backoff(state.failures, policy.random()), delayMs);
  return { ...kept, nextAtMs: nowMs + waitMs, failures, why: error.code };
}

/** Redirects are answers, and an abort or a broken proxy is on our side. */
const isNotTheHosts: ReadonlySet<ErrorCode> = new Set([
  'fetch.redirect-loop',
  'fetch.redirect-limit',
  'fetch.redirect-bad',
  'fetch.aborted',
  'fetch.proxy',
]);

/** 60 s × 2ⁿ and up to a tenth more, so that hosts do not come due together; at most a day. */
function backoff(times: number, random: number): number {
  return Math.round(Math.min(firstBackoffMs * 2 ** Math.min(times, 20) * (1 + jitter * random), dayMs));
}

function standingStrikes(state: DelayState, nowMs: number): number {
  return nowMs >= state.forgiveAtMs ? 0 : state.strikes;
}
