// The report for publishers: what is broken, why, and how to fix it. Pure.
import { type MetadataItem, metadataItems } from '../../describe/metadata-parts.ts';
import {
  type CheckReason,
  type CorrectnessItem,
  correctnessItems,
  type DescriptionVersion,
  type HealthState,
  type Monitored,
  type Score,
  type StoredRound,
} from '../../model/monitoring.ts';
import type { Resource } from '../../model/resource.ts';
import { correctnessAdvice, metadataAdvice, reasonAdvice } from './advice.ts';

export interface ReportDiscovery {
  /** The part of the score it costs. */
  readonly part: 'availability' | 'correctness' | 'metadata';
  readonly what: string;
  readonly why: string;
  readonly fix: string;
}

export interface PublisherReport {
  readonly id: string;
  readonly title: string;
  readonly kind: string;
  readonly endpoint: string;
  readonly state: HealthState | 'unchecked';
  readonly sinceMs: number | null;
  readonly reason: CheckReason | null;
  readonly score: Score | null;
  readonly discoveries: readonly ReportDiscovery[];
  readonly rounds: readonly StoredRound[];
  readonly versions: readonly Omit<DescriptionVersion, 'description'>[];
  readonly movedTo: string | null;
  /** Capacity is never measured: that would be a load test on someone else's server. */
  readonly capacity: 'not measured';
  readonly writtenMs: number;
}

export interface ReportInput {
  readonly resource: Resource;
  readonly monitored: Monitored | null;
  /** Newest first. */
  readonly rounds: readonly StoredRound[];
  readonly versions: readonly DescriptionVersion[];
  readonly nowMs: number;
}

export function publisherReport({ resource, monitored, rounds, versions, nowMs }: ReportInput): PublisherReport {
  const { health = null, score = null } = monitored ?? {};
  const { id, title, kind, endpoint } = resource;
  return {
    id,
    title,
    kind,
    endpoint,
    state: health?.state ?? 'unchecked',
    sinceMs: health?.sinceMs ?? null,
    reason: health?.reason ?? null,
    score,
    discoveries: findingsOf(health?.reason ?? null, score, rounds),
    rounds,
    versions: versions.map(({ description: _, ...version }) => version),
    movedTo: monitored?.movedTo ?? null,
    capacity: 'not measured',
    writtenMs: nowMs,
  };
}

function findingsOf(
  reason: CheckReason | null,
  score: Score | null,
  rounds: readonly StoredRound[],
): readonly ReportDiscovery[] {
  const now: ReportDiscovery[] =
    reason === null
      ? []
      : [{ part: 'availability', what: 'The last check', why: reason.message, fix: reasonAdvice[reason.code] }];
  return [...now, ...pastFailures(rounds, reason), ...failedChecks(score), ...missingMetadata(score)];
}

/** Reasons of earlier rounds, most frequent first: a service may fail every night and work now. */
function pastFailures(rounds: readonly StoredRound[], now: CheckReason | null): readonly ReportDiscovery[] {
  const counts = new Map<CheckReason['code'], { count: number; message: string; lastMs: number }>();
  for (const { reason, outcome, endedMs } of rounds) {
    if (reason === null || outcome === 'unclear' || reason.code === now?.code) continue;
    const known = counts.get(reason.code);
    counts.set(reason.code, {
      count: (known?.count ?? 0) + 1,
      message: known?.message ?? reason.message,
      lastMs: known?.lastMs ?? endedMs,
    });
  }
  const sorted = [...counts].sort(([, one], [, other]) => other.count - one.count);
  return sorted.map(([code, { count, message, lastMs }]) => ({
    part: 'availability',
    what: `${count} of the last ${rounds.length} checks`,
    why: `${message} Last on ${new Date(lastMs).toISOString().slice(0, 16).replace('T', ' ')} UTC.`,
    fix: reasonAdvice[code],
  }));
}

function failedChecks(score: Score | null): readonly ReportDiscovery[] {
  const failed = correctnessItems.filter((item) => score?.correctness.facts[item] === false);
  return failed.map((item: CorrectnessItem) => discovery('correctness', correctnessAdvice[item]));
}

function missingMetadata(score: Score | null): readonly ReportDiscovery[] {
  const missing = metadataItems.filter((item) => score?.metadata.facts[item] === false);
  return missing.map((item: MetadataItem) => discovery('metadata', metadataAdvice[item]));
}

function discovery(part: ReportDiscovery['part'], [what, fix]: readonly [string, string]): ReportDiscovery {
  return { part, what: `It should ${what}`, why: 'It does not.', fix };
}
