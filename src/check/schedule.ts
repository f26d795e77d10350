// When a resource is looked at again: often while it is new or in trouble, seldom once it has shown to be steady. Pure.
import type { Health, HealthState, Rhythm } from '../model/check.ts';
import { downAfterMs, downAfterRounds } from './next-health.ts';

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;

/** `quality-score.md`: what is new is seen after these. */
export const newIntervalsMs: readonly number[] = [hourMs, 6 * hourMs, dayMs];
/** What is steady is seen less and less, down to once a week. */
export const longestMs = 7 * dayMs;
/** What changes is seen more and more. */
export const shortestMs = 6 * hourMs;
export const followedMs = hourMs;
const growth = 1.5;
const shrinking = 0.5;
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
  readonly nowMs: number;
  /** 0 ≤ n < 1. */
  readonly random: number;
}

export interface NextVisit {
  readonly rhythm: Rhythm;
  readonly dueMs: number;
}

export function nextVisit(rhythm: Rhythm, round: RoundForSchedule): NextVisit {
  const next = learn(rhythm, round);
  const waitMs = waitFor(next, round);
  // What must span a day shall not come early for it.
  const share = isFailing(round.health) ? round.random : 2 * round.random - 1;
  return { rhythm: next, dueMs: Math.round(round.nowMs + waitMs * (1 + jitter * share)) };
}

/** The interval learned is that of good days: trouble interrupts it and does not unlearn it. */
function learn({ step, intervalMs, steady }: Rhythm, { health, hasChanged }: RoundForSchedule): Rhythm {
  if (health === null || isFailing(health)) return { step, intervalMs, steady: 0 };
  if (step < newIntervalsMs.length) {
    return { step: step + 1, intervalMs: newIntervalsMs[step]!, steady: hasChanged ? 0 : steady + 1 };
  }
  const wanted = hasChanged ? intervalMs * shrinking : intervalMs * growth;
  return { step, intervalMs: clamp(wanted, shortestMs, longestMs), steady: hasChanged ? 0 : steady + 1 };
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
  return Math.min(dayMs * growth ** Math.min(roundsDown, 10), longestMs);
}

function isFailing(health: Health | null): boolean {
  return health !== null && health.failedRounds > 0;
}

function clamp(value: number, least: number, most: number): number {
  return Math.min(Math.max(value, least), most);
}
