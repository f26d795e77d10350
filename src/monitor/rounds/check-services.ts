// Checks the catalog's resources when due and stores all results of a round.

import { GeotrawlError } from '../../model/errors.ts';
import type { CheckRound, CheckStore, Health, Monitored, Rhythm, Score, SettledRound } from '../../model/monitoring.ts';
import type { Resource } from '../../model/resource.ts';
import type { Transaction } from '../../model/store.ts';
import { nextHealth } from '../health/next-health.ts';
import { scoreOf, windowMs } from '../health/score.ts';
import { enrollmentOf } from '../schedule/enrollment.ts';
import { nextVisit } from '../schedule/schedule.ts';
import { openSqlChecks } from '../tables/sql-checks.ts';
import { keepDescription, recordSuccessor } from './check-description.ts';
import { type CheckedRound, type CheckTools, checkRound, defaultRetryAfterMs } from './check-round.ts';
import { areTrusted } from './conditional-request.ts';
import type { MonitorDependencies } from './monitor-dependencies.ts';
import { healthEvents } from './notable-events.ts';

/** The result of one round. */
export interface RoundReport {
  readonly resource: Resource;
  readonly round: CheckRound;
  readonly monitored: Monitored;
}

/** The description is read about once a day, however often the operation is checked. */
const describeEveryMs = 23 * 3_600_000;
const scoreEveryMs = 3_600_000;
const manyRounds = 50;

/** Adds a resource to the schedule, due at once. */
export function enroll(checks: CheckStore, parts: MonitorDependencies, resource: Resource): Promise<boolean> {
  const enrollment = enrollmentOf(resource, parts.clock.now());
  return parts.store.transact((transaction) => checks.enroll(transaction, enrollment));
}

/** Runs one round now, regardless of the schedule. Null if the resource isn't in the catalog. */
export async function checkNow(
  parts: MonitorDependencies,
  id: string,
  signal?: AbortSignal,
): Promise<RoundReport | null> {
  const checks = openSqlChecks(parts.store);
  const resource = await parts.catalog.get(id);
  if (resource === null) return null;
  await enroll(checks, parts, resource);
  const { hostKey } = enrollmentOf(resource, parts.clock.now());
  return inTurn(parts, hostKey, signal, async () => {
    const monitored = await checks.get(resource.id);
    if (monitored === null) throw new Error(`${resource.id} was enrolled but is missing`);
    return checkMonitored(parts, checks, { resource, monitored }, signal);
  });
}

/** Retry interval for a host held by another machine. */
const turnAgainMs = 500;

/** Waits for the host lease if several machines run checks. */
async function inTurn<T>(
  { hostLeases, clock }: MonitorDependencies,
  hostKey: string,
  signal: AbortSignal | undefined,
  work: () => Promise<T>,
): Promise<T> {
  if (hostLeases === undefined) return work();
  while (!(await hostLeases.take([hostKey])).has(hostKey)) {
    signal?.throwIfAborted();
    await clock.sleep(turnAgainMs, signal);
  }
  try {
    return await work();
  } finally {
    await hostLeases.leave(hostKey);
  }
}

export async function checkMonitored(
  parts: MonitorDependencies,
  checks: CheckStore,
  { resource, monitored }: Pick<RoundReport, 'resource' | 'monitored'>,
  signal?: AbortSignal,
): Promise<RoundReport> {
  const checked = monitored.isOptedOut ? optedOut(parts) : await makeRound(parts, resource, monitored, signal);
  return settle(parts, checks, { resource, monitored }, checked);
}

async function makeRound(
  parts: MonitorDependencies,
  resource: Resource,
  monitored: Monitored,
  signal?: AbortSignal,
): Promise<CheckedRound> {
  const kind = parts.kinds.find(({ id }) => id === resource.kind);
  const addresses = await parts.catalog.privateAddresses(resource.id);
  if (kind === undefined || addresses === null) {
    const message = `The kind "${resource.kind}" is not known here, so it cannot be checked.`;
    return skippedRound(parts, { outcome: 'unclear', reason: { code: 'not-asked', message } });
  }
  const nowMs = parts.clock.now();
  const isDue = nowMs - monitored.describedMs >= describeEveryMs;
  const { validators } = monitored.rhythm;
  const subject = {
    resource: { ...resource, ...addresses },
    kind,
    turn: monitored.rounds,
    wantsDescription: monitored.rounds === 0 || isDue,
    known: areTrusted(validators, nowMs) ? validators : null,
  };
  const tools: CheckTools = {
    request: parts.request,
    describe: parts.describe,
    reader: parts.reader,
    clock: parts.clock,
    retryAfterMs: parts.retryAfterMs ?? defaultRetryAfterMs,
    ...(parts.isStrained === undefined ? {} : { isStrained: parts.isStrained }),
  };
  return checkRound(subject, tools, signal);
}

function optedOut(parts: MonitorDependencies): CheckedRound {
  const reason = { code: 'opted-out', message: 'Its publisher opted out of checks.' } as const;
  return skippedRound(parts, { outcome: 'refused', reason });
}

function skippedRound({ clock }: MonitorDependencies, verdict: Pick<CheckRound, 'outcome' | 'reason'>): CheckedRound {
  const nowMs = clock.now();
  const round: CheckRound = {
    startedMs: nowMs,
    endedMs: nowMs,
    ...verdict,
    firstByteMs: null,
    timeClass: 'describe',
    correctness: null,
    requests: [],
    movedTo: null,
    notServed: [],
  };
  return { round, discovery: null, isUnchanged: false, validators: null };
}

/** Round, state, score, schedule, description and events commit together. */
async function settle(
  parts: MonitorDependencies,
  checks: CheckStore,
  { resource, monitored }: Pick<RoundReport, 'resource' | 'monitored'>,
  checked: CheckedRound,
): Promise<RoundReport> {
  const { round, discovery, isUnchanged } = checked;
  const nowMs = round.endedMs;
  const isIndexed = await parts.store.transact(async (transaction) => {
    await parts.hostLeases?.confirm(transaction, monitored.hostKey);
    const news = await keepDescription(parts, checks, { transaction, resource, discovery, nowMs });
    const health = nextHealth(monitored.health, round);
    const described = news.resource ?? resource;
    const before = monitored.health?.state ?? null;
    const isSame = before === (health?.state ?? null) && news.resource === null;
    const score =
      isSame && isFresh(monitored, nowMs)
        ? monitored.score
        : await scoreNow(checks, { transaction, round, health, resource: described });
    const hasChanged = news.change !== null || (health !== null && before !== null && health.state !== before);
    const { isFollowed } = monitored;
    const { rhythm, dueMs } = (parts.plan ?? nextVisit)(monitored.rhythm, {
      health,
      before,
      hasChanged,
      isFollowed,
      nowMs,
      random: parts.random(),
      sinceLastMs: Math.max(0, nowMs - (monitored.health?.lastRoundMs ?? monitored.enrolledMs)),
    });
    const settled: SettledRound = {
      id: resource.id,
      round,
      health,
      score,
      dueMs,
      rhythm: withValidators(rhythm, monitored.rhythm, checked, news.isSuspicious),
      describedMs: discovery === null && !isUnchanged ? null : nowMs,
      events: healthEvents({ before, health, movedBefore: monitored.movedTo, round, news }),
    };
    await checks.settle(transaction, settled);
    if (round.movedTo !== monitored.movedTo && round.outcome !== 'unclear' && round.outcome !== 'failed')
      await checks.moved(transaction, resource.id, round.movedTo);
    if (round.movedTo !== null)
      await recordSuccessor(parts, { transaction, resource, discovery, nowMs }, round.movedTo);
    const isOtherwise = before !== health?.state || score?.value !== monitored.score?.value;
    const isChanged = isOtherwise || news.resource !== null;
    if (isChanged) await parts.search.index(transaction, described);
    return isChanged;
  });
  // Read again only if the record or its displayed health changed.
  const current = isIndexed ? ((await parts.catalog.get(resource.id)) ?? resource) : resource;
  const after = await checks.get(resource.id);
  if (after === null) throw new Error(`${resource.id} was settled but is missing`);
  return { resource: current, round, monitored: after };
}

/** Validators of the last reading; a doubted change must be read in full. */
function withValidators(
  rhythm: Rhythm,
  { validators: before }: Rhythm,
  { discovery, validators }: CheckedRound,
  isSuspicious: boolean,
): Rhythm {
  const known = discovery === null ? before : isSuspicious ? undefined : (validators ?? undefined);
  const { validators: _, ...rest } = rhythm;
  return known === undefined ? rest : { ...rest, validators: known };
}

/** Frequently checked resources are rescored hourly: one round of many hardly changes the score. */
function isFresh({ score, rounds }: Monitored, nowMs: number): boolean {
  return score !== null && rounds > manyRounds && nowMs - score.computedMs < scoreEveryMs;
}

interface ScoredNow {
  readonly transaction: Transaction;
  readonly round: CheckRound;
  readonly health: Health | null;
  readonly resource: Resource;
}

async function scoreNow(checks: CheckStore, { transaction, round, health, resource }: ScoredNow): Promise<Score> {
  const nowMs = round.endedMs;
  const rounds = await checks.scoredRounds(resource.id, nowMs - windowMs, transaction);
  return scoreOf({ rounds: [...rounds, round], health, resource, nowMs });
}

/** All resources of the catalog that aren't scheduled yet, found by earlier versions. */
export async function enrollAll(parts: MonitorDependencies, checks: CheckStore): Promise<number> {
  let count = 0;
  for await (const { id, endpoint } of parts.catalog.endpoints()) {
    if ((await checks.get(id)) !== null) continue;
    const enrollment = enrollmentOf({ id, endpoint }, parts.clock.now());
    if (await parts.store.transact((transaction) => checks.enroll(transaction, enrollment))) count++;
  }
  return count;
}

export function isAborted(error: unknown): boolean {
  return error instanceof GeotrawlError && error.code === 'fetch.aborted';
}
