// Rounds when they are due: many hosts side by side, one round per host at a time, within the day's budget.
import { setMaxListeners } from 'node:events';
import { type Bell, createBell } from './base/async/wake-signal.ts';
import { GeotrawlError } from './model/errors.ts';
import type { CheckStore, Monitored, RetentionPolicy } from './model/monitoring.ts';
import { checkMonitored, isAborted, type RoundReport } from './monitor/rounds/check-services.ts';
import type { CheckParts } from './monitor/rounds/monitor-dependencies.ts';
import { openSqlChecks } from './monitor/tables/sql-checks.ts';

export interface WatchOptions {
  /** Rounds under way at the same time, each to another host. */
  readonly concurrency: number;
  /** Rounds begun per UTC day; null for any number. */
  readonly perDay: number | null;
  /** False: ends when nothing is due any more. */
  readonly isLasting: boolean;
  readonly retention: RetentionPolicy;
  readonly onReport: (report: RoundReport) => void;
  /** Given a function that has it look at once what is due: something was found. */
  readonly onReady?: (look: () => void) => void;
  /** Called about once a minute, never twice at a time: tells others what happened. */
  readonly tell?: (signal: AbortSignal) => Promise<unknown>;
}

export interface WatchTotals {
  readonly rounds: number;
  /** True where the day's budget was used up. */
  readonly isBudgetSpent: boolean;
}

const dayMs = 24 * 3_600_000;
/** What was found meanwhile, by a crawl beside it, is seen this soon. */
const longestNapMs = 30_000;
/** Where other machines make things due, and hints may be lost; and where one of them is at what is due. */
const [sharedNapMs, shortNapMs] = [5_000, 1_000];
const tellEveryMs = 60_000;
/** Longer than any round; what a killed watch had begun is due again after it. */
const leaseMs = 15 * 60_000;
/** Rounds at once that are never too many, however slow this process is. */
const fewestAtOnce = 64;
/** As long as being strained lasts (`src/base/strain.ts`): one late turn counts once. */
const easeEveryMs = 60_000;
const noHosts: ReadonlySet<string> = new Set();
/** Looked for again after this long where a record is no longer there. */
const missingMs = 30 * dayMs;

interface Desk {
  readonly parts: CheckParts;
  readonly checks: CheckStore;
  readonly options: WatchOptions;
  readonly busyHosts: Set<string>;
  readonly running: Set<Promise<void>>;
  /** Rings when a round has ended. */
  readonly bell: Bell;
  /** The day of the budget, what was begun in it, and in all. */
  day: number;
  today: number;
  rounds: number;
  /** Rounds at once that this process is quick enough for, and when that was found. */
  most: number;
  easedMs: number;
  prunedMs: number;
  toldMs: number;
  telling: Promise<void> | null;
  /** The first failure that is no finding; it ends the watch. */
  failure: unknown;
}

export async function watchChecks(parts: CheckParts, options: WatchOptions, signal: AbortSignal): Promise<WatchTotals> {
  const checks = openSqlChecks(parts.store);
  const desk: Desk = {
    ...{
      parts,
      checks,
      options,
      busyHosts: new Set<string>(),
      running: new Set<Promise<void>>(),
      bell: createBell(parts.clock),
    },
    ...{ day: 0, today: 0, rounds: 0, most: options.concurrency, easedMs: Number.NEGATIVE_INFINITY },
    ...{ prunedMs: parts.clock.now(), toldMs: 0, telling: null, failure: null },
  };
  // Every round under way listens.
  setMaxListeners(0, signal);
  signal.addEventListener('abort', desk.bell.ring, { once: true });
  options.onReady?.(desk.bell.ring);
  let isBudgetSpent = false;
  while (!signal.aborted && desk.failure === null) {
    const nowMs = parts.clock.now();
    await pruneDaily(desk, nowMs);
    tellNow(desk, nowMs, signal);
    const room = roomOf(desk, nowMs);
    isBudgetSpent = budgetLeft(desk, nowMs) === 0;
    for (const monitored of room === 0 ? [] : await takeOurs(desk, nowMs, room)) begin(desk, monitored, signal);
    if (desk.running.size === 0 && !options.isLasting && !(await isMoreComing(desk, room))) break;
    await desk.bell.rest(await wakeMs(desk, nowMs));
  }
  await Promise.all([...desk.running, desk.telling]);
  desk.bell.silence();
  signal.removeEventListener('abort', desk.bell.ring);
  if (desk.failure !== null) throw desk.failure;
  return { rounds: desk.rounds, isBudgetSpent };
}

function budgetLeft(desk: Desk, nowMs: number): number {
  const day = Math.floor(nowMs / dayMs);
  if (day !== desk.day) [desk.day, desk.today] = [day, 0];
  return desk.options.perDay === null ? Number.POSITIVE_INFINITY : Math.max(0, desk.options.perDay - desk.today);
}

function roomOf(desk: Desk, nowMs: number): number {
  if (nowMs - desk.easedMs >= easeEveryMs) ease(desk, nowMs);
  return Math.max(0, Math.min(desk.most - desk.running.size, budgetLeft(desk, nowMs)));
}

/**
 * Those that are begun and wait for us run out of time, and are begun again: fewer at once get more done. By halves, since
 * most of them only wait for the pause after robots.txt: cut down to a few, a watch of new hosts would stand still for a
 * minute because of one slow second.
 */
function ease(desk: Desk, nowMs: number): void {
  const { concurrency } = desk.options;
  const isStrained = desk.parts.isStrained?.() === true;
  const wanted = isStrained ? Math.max(fewestAtOnce, Math.floor(desk.most / 2)) : desk.most * 2;
  // Where all is well, strain is noticed at once and not a minute later.
  if (isStrained || desk.most < concurrency) desk.easedMs = nowMs;
  desk.most = Math.min(concurrency, wanted);
}

/** Taken off the list at once: it is asked many times a second, and most of it is under way. */
async function takeDue({ checks, parts, busyHosts }: Desk, nowMs: number, room: number): Promise<readonly Monitored[]> {
  const due = (await checks.due(nowMs, room, noHosts)).filter(({ hostKey }) => !busyHosts.has(hostKey));
  const ids = due.map(({ id }) => id);
  if (ids.length > 0) await parts.store.transact((transaction) => checks.lease(transaction, ids, nowMs + leaseMs));
  return due;
}

/** Of what is due, what no other machine has or has done meanwhile. */
async function takeOurs(desk: Desk, nowMs: number, room: number): Promise<readonly Monitored[]> {
  const { checks, parts, busyHosts } = desk;
  const { turns } = parts;
  if (turns === undefined) return takeDue(desk, nowMs, room);
  const due = (await checks.due(nowMs, room, noHosts)).filter(({ hostKey }) => !busyHosts.has(hostKey));
  if (due.length === 0) return due;
  const taken = await turns.take(due.map(({ hostKey }) => hostKey));
  const ours: Monitored[] = [];
  for (const { id, hostKey } of due.filter((one) => taken.has(one.hostKey))) {
    // Read again: whoever had the host before us may have been at this one.
    const now = await checks.get(id);
    if (now !== null && now.dueMs !== null && now.dueMs <= nowMs) ours.push(now);
    else await turns.leave(hostKey);
  }
  const ids = ours.map(({ id }) => id);
  const againMs = nowMs + turns.againMs;
  if (ids.length > 0) await parts.store.transact((transaction) => checks.lease(transaction, ids, againMs));
  return ours;
}

/** Where several machines check, a host that rests between two rounds is on nobody's list, and may have more that is due. */
async function isMoreComing({ parts, checks }: Desk, room: number): Promise<boolean> {
  return parts.turns !== undefined && room > 0 && (await checks.counts(parts.clock.now())).due > 0;
}

/** What is due already waits for a host or for room, and a round that ends rings; nobody rings for the end of one elsewhere. */
async function wakeMs({ checks, parts, options }: Desk, nowMs: number): Promise<number> {
  const nextMs = await checks.nextDueMs();
  const isDue = nextMs !== null && nextMs <= nowMs;
  const napMs = isDue || !options.isLasting ? shortNapMs : sharedNapMs;
  const latestMs = parts.clock.now() + (parts.turns === undefined ? longestNapMs : napMs);
  return nextMs === null || isDue ? latestMs : Math.min(nextMs, latestMs);
}

function begin(desk: Desk, monitored: Monitored, signal: AbortSignal): void {
  desk.busyHosts.add(monitored.hostKey);
  desk.rounds++;
  desk.today++;
  const round = makeRound(desk, monitored, signal)
    .catch((error: unknown) => {
      // Another machine has the host now, and makes the round again.
      if (isLeaseLost(error)) return;
      if (!(signal.aborted && isAborted(error))) desk.failure ??= error;
      // A stop in the middle of a round leaves it as if it had not begun: it is still due.
      return desk.parts.store.transact((transaction) => desk.checks.release(transaction, monitored.id));
    })
    .then(() => desk.parts.turns?.leave(monitored.hostKey))
    .catch((error: unknown) => {
      desk.failure ??= error;
    })
    .finally(() => {
      desk.busyHosts.delete(monitored.hostKey);
      desk.running.delete(round);
      desk.bell.ring();
    });
  desk.running.add(round);
}

function isLeaseLost(error: unknown): boolean {
  return error instanceof GeotrawlError && error.code === 'check.lease-lost';
}

async function makeRound({ parts, checks, options }: Desk, monitored: Monitored, signal: AbortSignal): Promise<void> {
  const resource = await parts.catalog.get(monitored.id);
  if (resource === null) {
    const dueMs = parts.clock.now() + missingMs;
    await parts.store.transact((transaction) => checks.postpone(transaction, monitored.id, dueMs));
    return;
  }
  options.onReport(await checkMonitored(parts, checks, { resource, monitored }, signal));
}

/** Beside the rounds: a webhook that does not answer keeps nobody waiting. */
function tellNow(desk: Desk, nowMs: number, signal: AbortSignal): void {
  const { tell } = desk.options;
  if (tell === undefined || desk.telling !== null || nowMs - desk.toldMs < tellEveryMs) return;
  desk.toldMs = nowMs;
  desk.telling = tell(signal)
    .then(() => undefined)
    .catch((error: unknown) => {
      if (!(signal.aborted && isAborted(error))) desk.failure ??= error;
    })
    .finally(() => {
      desk.telling = null;
    });
}

async function pruneDaily(desk: Desk, nowMs: number): Promise<void> {
  if (nowMs - desk.prunedMs < dayMs) return;
  desk.prunedMs = nowMs;
  const { checks, options, parts } = desk;
  await parts.store.transact((transaction) => checks.prune(transaction, options.retention, nowMs));
}
