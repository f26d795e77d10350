// Runs rounds when they are due: many hosts in parallel, one round per host at a time, within a daily budget.
import { setMaxListeners } from 'node:events';
import { createWakeSignal, type WakeSignal } from '../../base/async/wake-signal.ts';
import { GeotrawlError } from '../../model/errors.ts';
import type { CheckStore, Monitored, RetentionPolicy } from '../../model/monitoring.ts';
import { checkMonitored, isAborted, type RoundReport } from '../rounds/check-services.ts';
import type { MonitorDependencies } from '../rounds/monitor-dependencies.ts';
import { openSqlChecks } from '../tables/sql-checks.ts';

export interface WatchOptions {
  /** Concurrent rounds, each on another host. */
  readonly concurrency: number;
  /** Rounds per UTC day; null for unlimited. */
  readonly perDay: number | null;
  /** False: ends when nothing is due. */
  readonly isLasting: boolean;
  readonly retention: RetentionPolicy;
  readonly onReport: (report: RoundReport) => void;
  /** Receives a function that triggers a check for due rounds: something was found. */
  readonly onReady?: (look: () => void) => void;
  /** Called about once a minute, never concurrently: delivers notifications. */
  readonly notify?: (signal: AbortSignal) => Promise<unknown>;
}

export interface WatchTotals {
  readonly rounds: number;
  /** True if the daily budget was used up. */
  readonly isBudgetSpent: boolean;
}

const dayMs = 24 * 3_600_000;
/** Polling interval for discoveries of a crawl beside it. */
const longestNapMs = 30_000;
/** Polling interval if other machines make things due, or hold what is due; hints may be lost. */
const [sharedNapMs, shortNapMs] = [5_000, 1_000];
const notifyEveryMs = 60_000;
/** Longer than any round; rounds started by a killed process are due again after it. */
const leaseMs = 15 * 60_000;
/** Concurrency that is never too high, however slow this process is. */
const fewestAtOnce = 64;
/** Duration of the overload state (`src/base/async/event-loop-lag.ts`): one delay counts once. */
const easeEveryMs = 60_000;
const noHosts: ReadonlySet<string> = new Set();
/** Retry interval for a record that no longer exists. */
const missingMs = 30 * dayMs;

interface SchedulerContext {
  readonly parts: MonitorDependencies;
  readonly checks: CheckStore;
  readonly options: WatchOptions;
  readonly busyHosts: Set<string>;
  readonly running: Set<Promise<void>>;
  /** Fires when a round has ended. */
  readonly wakeSignal: WakeSignal;
  /** The day of the budget, and the rounds started that day and in total. */
  day: number;
  today: number;
  rounds: number;
  /** Concurrency this process can handle, and when that was determined. */
  most: number;
  easedMs: number;
  prunedMs: number;
  notifiedMs: number;
  notifying: Promise<void> | null;
  /** The first internal failure; it ends the run. */
  failure: unknown;
}

export async function watchChecks(
  parts: MonitorDependencies,
  options: WatchOptions,
  signal: AbortSignal,
): Promise<WatchTotals> {
  const checks = openSqlChecks(parts.store);
  const context: SchedulerContext = {
    parts,
    checks,
    options,
    busyHosts: new Set<string>(),
    running: new Set<Promise<void>>(),
    wakeSignal: createWakeSignal(parts.clock),
    day: 0,
    today: 0,
    rounds: 0,
    most: options.concurrency,
    easedMs: Number.NEGATIVE_INFINITY,
    prunedMs: parts.clock.now(),
    notifiedMs: 0,
    notifying: null,
    failure: null,
  };
  // Every round in progress listens.
  setMaxListeners(0, signal);
  signal.addEventListener('abort', context.wakeSignal.notify, { once: true });
  options.onReady?.(context.wakeSignal.notify);
  let isBudgetSpent = false;
  while (!signal.aborted && context.failure === null) {
    const nowMs = parts.clock.now();
    await pruneDaily(context, nowMs);
    tellNow(context, nowMs, signal);
    const room = roomOf(context, nowMs);
    isBudgetSpent = budgetLeft(context, nowMs) === 0;
    for (const monitored of room === 0 ? [] : await takeOurs(context, nowMs, room)) begin(context, monitored, signal);
    if (context.running.size === 0 && !options.isLasting && !(await isMoreComing(context, room))) break;
    await context.wakeSignal.wait(await wakeMs(context, nowMs));
  }
  await Promise.all([...context.running, context.notifying]);
  context.wakeSignal.close();
  signal.removeEventListener('abort', context.wakeSignal.notify);
  if (context.failure !== null) throw context.failure;
  return { rounds: context.rounds, isBudgetSpent };
}

function budgetLeft(context: SchedulerContext, nowMs: number): number {
  const day = Math.floor(nowMs / dayMs);
  if (day !== context.day) [context.day, context.today] = [day, 0];
  return context.options.perDay === null
    ? Number.POSITIVE_INFINITY
    : Math.max(0, context.options.perDay - context.today);
}

function roomOf(context: SchedulerContext, nowMs: number): number {
  if (nowMs - context.easedMs >= easeEveryMs) ease(context, nowMs);
  return Math.max(0, Math.min(context.most - context.running.size, budgetLeft(context, nowMs)));
}

/**
 * Under overload, rounds in progress time out and are repeated: fewer at once get more done. Halved rather than cut to
 * a few, because most of them only wait for the delay after robots.txt, and one slow second would stall new hosts for a
 * minute.
 */
function ease(context: SchedulerContext, nowMs: number): void {
  const { concurrency } = context.options;
  const isStrained = context.parts.isStrained?.() === true;
  const target = isStrained ? Math.max(fewestAtOnce, Math.floor(context.most / 2)) : context.most * 2;
  // Without overload the lag is read continuously, so that it is noticed at once.
  if (isStrained || context.most < concurrency) context.easedMs = nowMs;
  context.most = Math.min(concurrency, target);
}

/** Leased at once: the list is read many times a second, and most of it is in progress. */
async function takeDue(
  { checks, parts, busyHosts }: SchedulerContext,
  nowMs: number,
  room: number,
): Promise<readonly Monitored[]> {
  const due = (await checks.due(nowMs, room, noHosts)).filter(({ hostKey }) => !busyHosts.has(hostKey));
  const ids = due.map(({ id }) => id);
  if (ids.length > 0) await parts.store.transact((transaction) => checks.lease(transaction, ids, nowMs + leaseMs));
  return due;
}

/** Due resources that no other machine holds or has completed. */
async function takeOurs(context: SchedulerContext, nowMs: number, room: number): Promise<readonly Monitored[]> {
  const { checks, parts, busyHosts } = context;
  const { hostLeases } = parts;
  if (hostLeases === undefined) return takeDue(context, nowMs, room);
  const due = (await checks.due(nowMs, room, noHosts)).filter(({ hostKey }) => !busyHosts.has(hostKey));
  if (due.length === 0) return due;
  const taken = await hostLeases.take(due.map(({ hostKey }) => hostKey));
  const ours: Monitored[] = [];
  for (const { id, hostKey } of due.filter((one) => taken.has(one.hostKey))) {
    // Read again: the previous holder of the host may have checked this one.
    const now = await checks.get(id);
    if (now !== null && now.dueMs !== null && now.dueMs <= nowMs) ours.push(now);
    else await hostLeases.leave(hostKey);
  }
  const ids = ours.map(({ id }) => id);
  const againMs = nowMs + hostLeases.againMs;
  if (ids.length > 0) await parts.store.transact((transaction) => checks.lease(transaction, ids, againMs));
  return ours;
}

/** With several machines, a host between two rounds is on no one's list and may have more due resources. */
async function isMoreComing({ parts, checks }: SchedulerContext, room: number): Promise<boolean> {
  return parts.hostLeases !== undefined && room > 0 && (await checks.counts(parts.clock.now())).due > 0;
}

/**
 * What is already due waits for a host or capacity, and a finished round wakes the loop; rounds on other machines
 * don't.
 */
async function wakeMs({ checks, parts, options }: SchedulerContext, nowMs: number): Promise<number> {
  const nextMs = await checks.nextDueMs();
  const isDue = nextMs !== null && nextMs <= nowMs;
  const napMs = isDue || !options.isLasting ? shortNapMs : sharedNapMs;
  const latestMs = parts.clock.now() + (parts.hostLeases === undefined ? longestNapMs : napMs);
  return nextMs === null || isDue ? latestMs : Math.min(nextMs, latestMs);
}

function begin(context: SchedulerContext, monitored: Monitored, signal: AbortSignal): void {
  context.busyHosts.add(monitored.hostKey);
  context.rounds++;
  context.today++;
  const round = makeRound(context, monitored, signal)
    .catch((error: unknown) => {
      // Another machine holds the host now and repeats the round.
      if (isLeaseLost(error)) return;
      if (!(signal.aborted && isAborted(error))) context.failure ??= error;
      // A round stopped midway is still due.
      return context.parts.store.transact((transaction) => context.checks.release(transaction, monitored.id));
    })
    .then(() => context.parts.hostLeases?.leave(monitored.hostKey))
    .catch((error: unknown) => {
      context.failure ??= error;
    })
    .finally(() => {
      context.busyHosts.delete(monitored.hostKey);
      context.running.delete(round);
      context.wakeSignal.notify();
    });
  context.running.add(round);
}

function isLeaseLost(error: unknown): boolean {
  return error instanceof GeotrawlError && error.code === 'check.lease-lost';
}

async function makeRound(
  { parts, checks, options }: SchedulerContext,
  monitored: Monitored,
  signal: AbortSignal,
): Promise<void> {
  const resource = await parts.catalog.get(monitored.id);
  if (resource === null) {
    const dueMs = parts.clock.now() + missingMs;
    await parts.store.transact((transaction) => checks.postpone(transaction, monitored.id, dueMs));
    return;
  }
  options.onReport(await checkMonitored(parts, checks, { resource, monitored }, signal));
}

/** In parallel to the rounds: a slow webhook blocks nothing. */
function tellNow(context: SchedulerContext, nowMs: number, signal: AbortSignal): void {
  const { notify } = context.options;
  if (notify === undefined || context.notifying !== null || nowMs - context.notifiedMs < notifyEveryMs) return;
  context.notifiedMs = nowMs;
  context.notifying = notify(signal)
    .then(() => undefined)
    .catch((error: unknown) => {
      if (!(signal.aborted && isAborted(error))) context.failure ??= error;
    })
    .finally(() => {
      context.notifying = null;
    });
}

async function pruneDaily(context: SchedulerContext, nowMs: number): Promise<void> {
  if (nowMs - context.prunedMs < dayMs) return;
  context.prunedMs = nowMs;
  const { checks, options, parts } = context;
  await parts.store.transact((transaction) => checks.prune(transaction, options.retention, nowMs));
}
