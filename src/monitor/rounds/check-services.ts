// Health of the catalog's resources: rounds of checks when they are due, stored with everything that follows from them.

import { enrollmentOf } from '../../check/enrollment.ts';
import { keepDescription, recordSuccessor } from '../../check-description.ts';
import { GeotrawlError } from '../../model/errors.ts';
import type { CheckRound, CheckStore, Health, Monitored, Rhythm, Score, SettledRound } from '../../model/monitoring.ts';
import type { Resource } from '../../model/resource.ts';
import type { Transaction } from '../../model/store.ts';
import { nextHealth } from '../health/next-health.ts';
import { scoreOf, windowMs } from '../health/score.ts';
import { nextVisit } from '../schedule/schedule.ts';
import { openSqlChecks } from '../tables/sql-checks.ts';
import { type CheckedRound, type CheckTools, checkRound, defaultRetryAfterMs } from './check-round.ts';
import { areTrusted } from './conditional-request.ts';
import type { CheckParts } from './monitor-dependencies.ts';
import { healthEvents } from './notable-events.ts';

/** What one round came to. */
export interface RoundReport {
  readonly resource: Resource;
  readonly round: CheckRound;
  readonly monitored: Monitored;
}

/** Its description is read about once a day, however often the rest is checked. */
const describeEveryMs = 23 * 3_600_000;
const scoreEveryMs = 3_600_000;
const manyRounds = 50;

/** Takes a resource into the schedule, due at once. */
export function enroll(checks: CheckStore, parts: CheckParts, resource: Resource): Promise<boolean> {
  const enrollment = enrollmentOf(resource, parts.clock.now());
  return parts.store.transact((transaction) => checks.enroll(transaction, enrollment));
}

/** One round now, whatever the schedule says, and what follows from it. Null where the resource is not in the catalog. */
export async function checkNow(parts: CheckParts, id: string, signal?: AbortSignal): Promise<RoundReport | null> {
  const checks = openSqlChecks(parts.store);
  const resource = await parts.catalog.get(id);
  if (resource === null) return null;
  await enroll(checks, parts, resource);
  const { hostKey } = enrollmentOf(resource, parts.clock.now());
  return inTurn(parts, hostKey, signal, async () => {
    const monitored = await checks.get(resource.id);
    if (monitored === null) throw new Error(`${resource.id} was enrolled and is not there`);
    return checkMonitored(parts, checks, { resource, monitored }, signal);
  });
}

/** How soon a host is asked for again that another machine has. */
const turnAgainMs = 500;

/** Waits for the host where several machines check. */
async function inTurn<T>(
  { turns, clock }: CheckParts,
  hostKey: string,
  signal: AbortSignal | undefined,
  work: () => Promise<T>,
): Promise<T> {
  if (turns === undefined) return work();
  while (!(await turns.take([hostKey])).has(hostKey)) {
    signal?.throwIfAborted();
    await clock.sleep(turnAgainMs, signal);
  }
  try {
    return await work();
  } finally {
    await turns.leave(hostKey);
  }
}

export async function checkMonitored(
  parts: CheckParts,
  checks: CheckStore,
  { resource, monitored }: Pick<RoundReport, 'resource' | 'monitored'>,
  signal?: AbortSignal,
): Promise<RoundReport> {
  const checked = monitored.isOptedOut ? optedOut(parts) : await makeRound(parts, resource, monitored, signal);
  return settle(parts, checks, { resource, monitored }, checked);
}

async function makeRound(
  parts: CheckParts,
  resource: Resource,
  monitored: Monitored,
  signal?: AbortSignal,
): Promise<CheckedRound> {
  const kind = parts.kinds.find(({ id }) => id === resource.kind);
  const addresses = await parts.catalog.privateAddresses(resource.id);
  if (kind === undefined || addresses === null) {
    const message = `The kind "${resource.kind}" is not known here, so nothing can be asked of it.`;
    return nothingAsked(parts, { outcome: 'unclear', reason: { code: 'not-asked', message } });
  }
  const nowMs = parts.clock.now();
  const isDue = nowMs - monitored.describedMs >= describeEveryMs;
  const { validators } = monitored.rhythm;
  const subject = {
    resource: { ...resource, ...addresses },
    ...{ kind, turn: monitored.rounds, wantsDescription: monitored.rounds === 0 || isDue },
    known: areTrusted(validators, nowMs) ? validators : null,
  };
  const tools: CheckTools = {
    ...{ ask: parts.ask, describe: parts.describe, reader: parts.reader, clock: parts.clock },
    retryAfterMs: parts.retryAfterMs ?? defaultRetryAfterMs,
    ...(parts.isStrained === undefined ? {} : { isStrained: parts.isStrained }),
  };
  return checkRound(subject, tools, signal);
}

function optedOut(parts: CheckParts): CheckedRound {
  const reason = { code: 'opted-out', message: 'Its publisher asked that it not be checked.' } as const;
  return nothingAsked(parts, { outcome: 'refused', reason });
}

function nothingAsked({ clock }: CheckParts, verdict: Pick<CheckRound, 'outcome' | 'reason'>): CheckedRound {
  const nowMs = clock.now();
  const round: CheckRound = {
    ...{ startedMs: nowMs, endedMs: nowMs, ...verdict, firstByteMs: null, timeClass: 'describe' },
    ...{ correctness: null, requests: [], movedTo: null, notServed: [] },
  };
  return { round, finding: null, isUnchanged: false, validators: null };
}

/** Round, state, score, schedule, description and events commit together. */
async function settle(
  parts: CheckParts,
  checks: CheckStore,
  { resource, monitored }: Pick<RoundReport, 'resource' | 'monitored'>,
  checked: CheckedRound,
): Promise<RoundReport> {
  const { round, finding, isUnchanged } = checked;
  const nowMs = round.endedMs;
  const isIndexed = await parts.store.transact(async (transaction) => {
    await parts.turns?.confirm(transaction, monitored.hostKey);
    const news = await keepDescription(parts, checks, { transaction, resource, finding, nowMs });
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
      ...{ health, before, hasChanged, isFollowed, nowMs, random: parts.random() },
      sinceLastMs: Math.max(0, nowMs - (monitored.health?.lastRoundMs ?? monitored.enrolledMs)),
    });
    const settled: SettledRound = {
      ...{ id: resource.id, round, health, score, dueMs },
      rhythm: withValidators(rhythm, monitored.rhythm, checked, news.isSuspicious),
      describedMs: finding === null && !isUnchanged ? null : nowMs,
      events: healthEvents({ before, health, movedBefore: monitored.movedTo, round, news }),
    };
    await checks.settle(transaction, settled);
    if (round.movedTo !== monitored.movedTo && round.outcome !== 'unclear' && round.outcome !== 'failed')
      await checks.moved(transaction, resource.id, round.movedTo);
    if (round.movedTo !== null)
      await recordSuccessor(parts, checks, { transaction, resource, finding, nowMs }, round.movedTo);
    const isOtherwise = before !== health?.state || score?.band !== monitored.score?.band;
    const isChanged = isOtherwise || news.resource !== null;
    if (isChanged) await parts.search.index(transaction, described);
    return isChanged;
  });
  // Read anew only where the record or what it shows of health is another one.
  const current = isIndexed ? ((await parts.catalog.get(resource.id)) ?? resource) : resource;
  const after = await checks.get(resource.id);
  if (after === null) throw new Error(`${resource.id} was settled and is not there`);
  return { resource: current, round, monitored: after };
}

/** Those of the last reading; what is doubted has to be read in full before it is believed. */
function withValidators(
  rhythm: Rhythm,
  { validators: before }: Rhythm,
  { finding, validators }: CheckedRound,
  isSuspicious: boolean,
): Rhythm {
  const known = finding === null ? before : isSuspicious ? undefined : (validators ?? undefined);
  const { validators: _, ...rest } = rhythm;
  return known === undefined ? rest : { ...rest, validators: known };
}

/** What is looked at all day is counted anew once an hour: one round of many hardly moves it. */
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

/** Every resource of the catalog that is not in the schedule yet: those found before there was one. */
export async function enrollAll(parts: CheckParts, checks: CheckStore): Promise<number> {
  let count = 0;
  for await (const { id, endpoint } of parts.catalog.scan()) {
    if ((await checks.get(id)) !== null) continue;
    const enrollment = enrollmentOf({ id, endpoint }, parts.clock.now());
    if (await parts.store.transact((transaction) => checks.enroll(transaction, enrollment))) count++;
  }
  return count;
}

export function isAborted(error: unknown): boolean {
  return error instanceof GeotrawlError && error.code === 'fetch.aborted';
}
