// The health state machine: computes the next state from a round. Pure.
import type { CheckReason, CheckRound, Health, HealthState, RoundOutcome } from '../../model/monitoring.ts';

const hourMs = 3_600_000;
/** `quality-score.md`: down = this many consecutive failed rounds, spanning this long. */
export const downAfterRounds = 3;
export const downAfterMs = 24 * hourMs;
/** A host that hasn't resolved for this long is gone. */
export const goneAfterMs = 14 * 24 * hourMs;

export type RoundUpdate = Pick<CheckRound, 'outcome' | 'reason' | 'endedMs'>;

/** Null before the first conclusive round. */
export function nextHealth(health: Health | null, round: RoundUpdate): Health | null {
  if (round.outcome === 'unclear') return health;
  const failing = round.outcome === 'failed' ? failingSince(health, round) : steady;
  const state = stateAfter(round.outcome, failing, round.endedMs);
  return {
    state,
    sinceMs: health?.state === state ? health.sinceMs : round.endedMs,
    reason: round.outcome === 'ok' ? null : round.reason,
    rounds: (health?.rounds ?? 0) + 1,
    succeeded: (health?.succeeded ?? 0) + (isSuccess(round.outcome) ? 1 : 0),
    ...failing,
    lastRoundMs: round.endedMs,
  };
}

/** A round counts as available if the service responded and worked; an access restriction is a response. */
export function isSuccess(outcome: RoundOutcome): boolean {
  return outcome === 'ok' || outcome === 'flawed' || outcome === 'restricted';
}

/** Rounds without information on availability: no request was made. */
export function isCounted(outcome: RoundOutcome): boolean {
  return outcome !== 'unclear' && outcome !== 'refused';
}

type Failing = Pick<Health, 'failedRounds' | 'firstFailedMs' | 'unknownHostMs'>;

const steady: Failing = { failedRounds: 0, firstFailedMs: null, unknownHostMs: null };

function failingSince(health: Health | null, { reason, endedMs }: RoundUpdate): Failing {
  const isUnknown = reason?.code === 'host-unknown';
  return {
    failedRounds: (health?.failedRounds ?? 0) + 1,
    firstFailedMs: health?.firstFailedMs ?? endedMs,
    unknownHostMs: isUnknown ? (health?.unknownHostMs ?? endedMs) : null,
  };
}

function stateAfter(outcome: RoundOutcome, failing: Failing, nowMs: number): HealthState {
  if (outcome !== 'failed') return stateOf[outcome as keyof typeof stateOf];
  if (failing.unknownHostMs !== null && nowMs - failing.unknownHostMs >= goneAfterMs) return 'gone';
  const spanMs = nowMs - (failing.firstFailedMs ?? nowMs);
  return failing.failedRounds >= downAfterRounds && spanMs >= downAfterMs ? 'down' : 'degraded';
}

const stateOf = {
  ok: 'up',
  flawed: 'degraded',
  restricted: 'restricted',
  gone: 'gone',
  refused: 'unmonitored',
} as const satisfies Partial<Record<RoundOutcome, HealthState>>;

/** The state in a sentence: 'It has been down for 2 days: …'. */
export function formatHealth(state: HealthState, reason: CheckReason | null): string {
  const words: Readonly<Record<HealthState, string>> = {
    up: 'It works.',
    degraded: 'It is degraded.',
    down: 'It is down.',
    restricted: 'Access is restricted.',
    gone: 'It is gone.',
    unmonitored: 'It is not monitored.',
  };
  return reason === null ? words[state] : `${words[state]} ${reason.message}`;
}
