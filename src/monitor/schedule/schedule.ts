// When a resource is checked next: often while new or failing, rarely once it is stable. Pure.
import type { Health, HealthState, Rhythm } from '../../model/monitoring.ts';
import { downAfterMs, downAfterRounds } from '../health/next-health.ts';
import { createBestInterval } from './best-interval.ts';
import { rateShares, type SeenChanges } from './change-rate.ts';

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;

/** `quality-score.md`: intervals for new resources. */
const newIntervalsMs: readonly number[] = [hourMs, 6 * hourMs, dayMs];
/** Rounds after which the learned interval applies. */
export const newRounds = newIntervalsMs.length;
/** Stable resources are checked down to once a week; changing ones up to every six hours. */
export const longestMs = 7 * dayMs;
export const shortestMs = 6 * hourMs;
export const followedMs = hourMs;
/** Back-off for resources that are down: most are dead, and every round requests twice. */
const growth = 2;
export const longestDownMs = 14 * dayMs;
/** Decay of old observations. */
const halfLifeMs = 180 * dayMs;
/** Cost of a check in days of staleness: brings the interval of unchanging resources to nearly a week. */
const price = 0.17;
/** Retry after a failure, long enough for a restart. */
const afterFailureMs = 2 * hourMs;
/** Jitter for resources found together. */
const jitter = 0.1;

export interface RoundForSchedule {
  readonly health: Health | null;
  /** The state before the round; null for none. */
  readonly before: HealthState | null;
  /** Whether the round saw a change: another state, another description. */
  readonly hasChanged: boolean;
  readonly isFollowed: boolean;
  /** Since the previous round, or since enrollment. */
  readonly sinceLastMs: number;
  readonly nowMs: number;
  /** 0 ≤ n < 1. */
  readonly random: number;
}

export interface NextVisit {
  readonly rhythm: Rhythm;
  readonly dueMs: number;
}

/** `stretch` multiplies learned intervals by about this factor, to send fewer requests. */
export function nextVisit(rhythm: Rhythm, round: RoundForSchedule, stretch = 1): NextVisit {
  const next = learn(rhythm, round, stretch);
  const waitMs = waitFor(next, round);
  // A deciding round must not come early, since failures have to span a day.
  const share = isFailing(round.health) ? round.random : 2 * round.random - 1;
  return { rhythm: next, dueMs: Math.round(round.nowMs + waitMs * (1 + jitter * share)) };
}

/** The learned interval is that of healthy periods: failures interrupt it without changing it. */
function learn(rhythm: Rhythm, { health, hasChanged, sinceLastMs }: RoundForSchedule, stretch: number): Rhythm {
  if (health === null || isFailing(health)) return rhythm;
  const kept = 0.5 ** (sinceLastMs / halfLifeMs);
  const changes = rhythm.changes * kept + (hasChanged ? 1 : 0);
  const observedMs = rhythm.observedMs * kept + sinceLastMs;
  const changedMs = (rhythm.changedMs ?? 0) * kept + (hasChanged ? sinceLastMs : 0);
  const step = Math.min(rhythm.step + 1, newRounds);
  const isNew = rhythm.step < newRounds;
  return {
    step,
    changes,
    observedMs,
    changedMs,
    intervalMs: isNew ? newIntervalsMs[rhythm.step]! : learnedMs({ changes, observedMs, changedMs }, stretch),
  };
}

function learnedMs(seen: SeenChanges, stretch: number): number {
  return Math.round(bestInterval(stretch)(rateShares(seen)) * dayMs);
}

const intervals = new Map<number, ReturnType<typeof createBestInterval>>();

/**
 * Staleness grows with the square of the interval and requests fall with the interval, so `stretch` times the interval
 * corresponds to its third power times the price.
 */
function bestInterval(stretch: number): ReturnType<typeof createBestInterval> {
  const known = intervals.get(stretch);
  if (known !== undefined) return known;
  const bounds = { leastDays: (stretch * shortestMs) / dayMs, mostDays: (stretch * longestMs) / dayMs };
  const made = createBestInterval(bounds, price * stretch ** 3);
  intervals.set(stretch, made);
  return made;
}

function waitFor(rhythm: Rhythm, { health, isFollowed, nowMs }: RoundForSchedule): number {
  if (isFollowed) return followedMs;
  // Inconclusive: retried soon, but not at once.
  if (health === null) return Math.max(rhythm.intervalMs, hourMs);
  if (health.state === 'unmonitored' || health.state === 'gone') return longestMs;
  if (!isFailing(health)) return rhythm.intervalMs;
  if (health.failedRounds < downAfterRounds - 1) return afterFailureMs;
  // The round that decides between a temporary failure and down.
  if (health.state === 'degraded') return Math.max(hourMs, (health.firstFailedMs ?? nowMs) + downAfterMs - nowMs);
  const roundsDown = health.failedRounds - downAfterRounds;
  return Math.min(dayMs * growth ** Math.min(roundsDown, 10), longestDownMs);
}

function isFailing(health: Health | null): boolean {
  return health !== null && health.failedRounds > 0;
}
