// The explained 0–100 score of a resource (`quality-score.md`, version 1), always with its parts. Pure.
import { metadataItems, metadataParts } from '../../describe/metadata-parts.ts';
import {
  correctnessItems,
  type Health,
  type Score,
  type ScoredRound,
  type ScorePart,
  type TimeClass,
} from '../../model/monitoring.ts';
import type { Resource } from '../../model/resource.ts';
import { isCounted, isSuccess } from './next-health.ts';

const dayMs = 24 * 3_600_000;
export const windowMs = 30 * dayMs;
const halfLifeMs = 10 * dayMs;
const provisionalBelow = 5;
const downCap = 20;
/** INSPIRE, Regulation (EC) 976/2009, Annex I: 99 % availability earns full marks. */
const [lowestShare, fullShare] = [0.5, 0.99] as const;

/** INSPIRE's limits for the time to first byte. */
const limitMs: Readonly<Record<TimeClass, number>> = {
  landing: 3_000,
  map: 5_000,
  describe: 10_000,
  data: 30_000,
};

export interface ScoreInput {
  /** In any order; rounds outside the window are ignored. */
  readonly rounds: readonly ScoredRound[];
  readonly health: Health | null;
  readonly resource: Resource;
  readonly nowMs: number;
}

export function scoreOf({ rounds, health, resource, nowMs }: ScoreInput): Score {
  const counted = rounds
    .filter(({ outcome, endedMs }) => isCounted(outcome) && endedMs > nowMs - windowMs && endedMs <= nowMs)
    .sort((one, other) => one.endedMs - other.endedMs);
  const parts = {
    availability: availabilityPart(counted, nowMs),
    performance: performancePart(counted, nowMs),
    correctness: correctnessPart(counted),
    metadata: metadataPart(resource),
  };
  const isKnown = counted.length > 0 && health !== null && health.state !== 'unmonitored';
  const exact = Object.values(parts).reduce((sum, { points }) => sum + points, 0);
  const cap = !isKnown ? null : capOf(health);
  const value = !isKnown ? null : cap === null ? Math.round(exact) : Math.min(Math.round(exact), capValues[cap]);
  return {
    scoreVersion: 1,
    value,
    band: value === null ? null : value >= 80 ? 'good' : value >= 50 ? 'fair' : 'poor',
    isProvisional: counted.length < provisionalBelow,
    cap,
    ...parts,
    computedMs: nowMs,
  };
}

const capValues = { down: downCap, 'never-succeeded': 0 } as const;

function capOf(health: Health): Score['cap'] {
  if (health.succeeded === 0) return 'never-succeeded';
  return health.state === 'down' || health.state === 'gone' ? 'down' : null;
}

function weightOf({ endedMs }: ScoredRound, nowMs: number): number {
  return 0.5 ** ((nowMs - endedMs) / halfLifeMs);
}

function availabilityPart(rounds: readonly ScoredRound[], nowMs: number): ScorePart {
  const succeeded = rounds.filter(({ outcome }) => isSuccess(outcome));
  const weigh = (some: readonly ScoredRound[]) => some.reduce((sum, round) => sum + weightOf(round, nowMs), 0);
  const isProvisional = rounds.length < provisionalBelow;
  // With few rounds one of each is added, so that a single success isn't a perfect score (rule of succession).
  const share = isProvisional ? (succeeded.length + 1) / (rounds.length + 2) : weigh(succeeded) / weigh(rounds);
  const points = rounds.length === 0 ? 0 : 40 * clamp((share - lowestShare) / (fullShare - lowestShare));
  return part(points, 40, {
    share: round4(share),
    rounds: rounds.length,
    succeeded: succeeded.length,
    // [ATF]: successful rounds of all rounds, unweighted.
    plainShare: rounds.length === 0 ? null : round4(succeeded.length / rounds.length),
  });
}

function performancePart(rounds: readonly ScoredRound[], nowMs: number): ScorePart {
  const timed = rounds.filter((round): round is ScoredRound & { firstByteMs: number } => round.firstByteMs !== null);
  const limit = limitMs[rounds.at(-1)?.timeClass ?? 'describe'];
  if (timed.length === 0) return part(0, 25, { t90Ms: null, limitMs: limit, meetsInspire: null });
  const at = (share: number) => percentile(timed, share, (round) => weightOf(round, nowMs));
  const t90 = at(0.9);
  return part(25 * speedFactor(t90 / limit), 25, {
    t50Ms: at(0.5),
    t90Ms: t90,
    t99Ms: at(0.99),
    // [ATF]: mean latency, unweighted.
    meanMs: Math.round(timed.reduce((sum, { firstByteMs }) => sum + firstByteMs, 0) / timed.length),
    limitMs: limit,
    meetsInspire: t90 <= limit,
  });
}

/** Weighted quantile. */
function percentile<R extends { readonly firstByteMs: number }>(
  rounds: readonly R[],
  share: number,
  weight: (round: R) => number,
): number {
  const sorted = [...rounds].sort((one, other) => one.firstByteMs - other.firstByteMs);
  const total = sorted.reduce((sum, round) => sum + weight(round), 0);
  let sum = 0;
  for (const round of sorted) {
    sum += weight(round);
    if (sum >= share * total - 1e-9) return round.firstByteMs;
  }
  return sorted.at(-1)!.firstByteMs;
}

const speedPoints: readonly (readonly [ratio: number, factor: number])[] = [
  [0.2, 1],
  [1, 0.6],
  [2, 0.2],
  [4, 0],
];

/** Linear in the logarithm of the time between the points. */
export function speedFactor(ratio: number): number {
  if (ratio <= speedPoints[0]![0]) return 1;
  for (let index = 1; index < speedPoints.length; index++) {
    const [[fromRatio, from], [toRatio, to]] = [speedPoints[index - 1]!, speedPoints[index]!];
    if (ratio > toRatio) continue;
    return from + ((to - from) * Math.log(ratio / fromRatio)) / Math.log(toRatio / fromRatio);
  }
  return 0;
}

/** Of the last round with a response. */
function correctnessPart(rounds: readonly ScoredRound[]): ScorePart {
  const last = rounds.findLast(({ correctness }) => correctness !== null)?.correctness ?? null;
  if (last === null) return part(0, 20, { passed: 0, applicable: 0 });
  const applicable = correctnessItems.filter((item) => last[item] !== null);
  const passed = applicable.filter((item) => last[item] === true);
  const items = Object.fromEntries(applicable.map((item) => [item, last[item]]));
  const share = applicable.length === 0 ? 0 : passed.length / applicable.length;
  return part(20 * share, 20, { passed: passed.length, applicable: applicable.length, ...items });
}

function metadataPart(resource: Resource): ScorePart {
  const items = metadataParts(resource);
  const told = metadataItems.filter((item) => items[item]).length;
  return part((15 * told) / metadataItems.length, 15, { told, of: metadataItems.length, ...items });
}

function part(points: number, of: number, facts: ScorePart['facts']): ScorePart {
  return { points: Math.round(points * 100) / 100, of, facts };
}

function clamp(value: number): number {
  return Math.min(Math.max(value, 0), 1);
}

function round4(value: number): number {
  return Math.round(value * 10_000) / 10_000;
}
