// When a resource is looked at again: often while it is new or in trouble, seldom once it has shown to be steady. Pure.
import type { Health, HealthState, Rhythm } from '../../model/monitoring.ts';
import { downAfterMs, downAfterRounds } from '../health/next-health.ts';
import { createBestInterval } from './best-interval.ts';
import { rateShares, type SeenChanges } from './change-rate.ts';

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;

/** `quality-score.md`: what is new is seen after these. */
const newIntervalsMs: readonly number[] = [hourMs, 6 * hourMs, dayMs];
/** Rounds after which what is learned counts. */
export const newRounds = newIntervalsMs.length;
/** What is steady is seen less and less, down to once a week; what changes more, up to every six hours. */
export const longestMs = 7 * dayMs;
export const shortestMs = 6 * hourMs;
export const followedMs = hourMs;
/** What is down is asked less and less: most of it is dead, and every round of it asks twice. */
const growth = 2;
export const longestDownMs = 14 * dayMs;
/** What was seen long ago says little of today. */
const halfLifeMs = 180 * dayMs;
/** What a look costs, in days of staleness: as much as brings what never changes to nearly a week. */
const price = 0.17;
/** The second look at what failed, long enough for a restart. */
const afterFailureMs = 2 * hourMs;
/** Spreads what was found together. */
const jitter = 0.1;

export interface RoundForSchedule {
  readonly health: Health | null;
  /** The state before the round; null for none. */
  readonly before: HealthState | null;
  /** Whether the round saw anything new: another state, another description. */
  readonly hasChanged: boolean;
  readonly isFollowed: boolean;
  /** Since the round before, or since it was enrolled. */
  readonly sinceLastMs: number;
  readonly nowMs: number;
  /** 0 ≤ n < 1. */
  readonly random: number;
}

export interface NextVisit {
  readonly rhythm: Rhythm;
  readonly dueMs: number;
}

/** `stretch`: what is learned comes to intervals about this many times as long, for whoever wants to send fewer requests. */
export function nextVisit(rhythm: Rhythm, round: RoundForSchedule, stretch = 1): NextVisit {
  const next = learn(rhythm, round, stretch);
  const waitMs = waitFor(next, round);
  // What must span a day shall not come early for it.
  const share = isFailing(round.health) ? round.random : 2 * round.random - 1;
  return { rhythm: next, dueMs: Math.round(round.nowMs + waitMs * (1 + jitter * share)) };
}

/** The interval learned is that of good days: trouble interrupts it and does not unlearn it. */
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
 * Staleness grows with the interval's square and requests fall with the interval, so that a look at `stretch` times the
 * interval is one at its third power times the price.
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
  // Nothing could be said: once more soon, but not at once.
  if (health === null) return Math.max(rhythm.intervalMs, hourMs);
  if (health.state === 'unmonitored' || health.state === 'gone') return longestMs;
  if (!isFailing(health)) return rhythm.intervalMs;
  if (health.failedRounds < downAfterRounds - 1) return afterFailureMs;
  // The round that decides between a bad day and being down.
  if (health.state === 'degraded') return Math.max(hourMs, (health.firstFailedMs ?? nowMs) + downAfterMs - nowMs);
  const roundsDown = health.failedRounds - downAfterRounds;
  return Math.min(dayMs * growth ** Math.min(roundsDown, 10), longestDownMs);
}

function isFailing(health: Health | null): boolean {
  return health !== null && health.failedRounds > 0;
}
