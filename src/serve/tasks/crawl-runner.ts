// Runs the crawls somebody wants, all of them in one process: what is wanted stands in the database, and is made true here.
import { randomUUID } from 'node:crypto';
import type { Config } from '../../config.ts';
import { type Crawl, crawlWith } from '../../crawl/crawl.ts';
import type { SharedParts } from '../../crawl-session.ts';
import type { HostGate } from '../../fetch/host-gate.ts';
import { AddressLimits } from '../../frontier/address-limits.ts';
import { otherRunner, type Task } from '../../frontier/task-table.ts';
import type { Clock } from '../../model/clock.ts';
import { GeotrawlError } from '../../model/errors.ts';
import type { CrawlEvent } from '../../model/report.ts';
import type { Transaction } from '../../model/store.ts';
import { leaveDuty, takeDuty } from '../../store/leader-lease.ts';
import type { SqlStore } from '../../store/sql/sql.ts';
import type { FromCrawler } from '../crawls/process-messages.ts';
import { runSettings } from '../crawls/run-settings.ts';
import { createStatsReader, type StatsReader } from '../crawls/stats-reader.ts';
import { countPages, logEvent, logEvents, pagesToday, readYield } from '../crawls/task-log.ts';
import { dutyOf, findOwnedTask, type OwnedTask, saveEnd, wantedTasks } from '../crawls/task-rows.ts';
import { isWorthNoting, noYield, type ReadPages, type YieldPoint, yieldAfter } from '../crawls/yield-curve.ts';

export interface RunnerParts {
  readonly store: SqlStore;
  readonly clock: Clock;
  /** Of whoever runs the server. */
  readonly settings: Config;
  readonly isLocal: boolean;
  readonly tell: (message: FromCrawler) => void;
  /** Shared with whatever else asks hosts in this process. */
  readonly gate: HostGate;
  /** A crawl has found something, and it is stored. */
  readonly onFound?: () => void;
}

export interface CrawlRunner {
  /** Begins what is wanted and not running, ends what is running and not wanted. */
  look(): Promise<void>;
  /** Tells how the crawls go. */
  report(): void;
  /** Ends every crawl where it is; what is wanted stays wanted. */
  close(): Promise<void>;
}

interface Run {
  readonly task: OwnedTask;
  readonly halt: AbortController;
  readonly stats: StatsReader;
  readonly over: Promise<void>;
}

interface Desk extends RunnerParts {
  readonly shared: SharedParts;
  readonly runs: Map<number, Run>;
  /** Who we are to other servers with the same database. */
  readonly holder: string;
}

/** A server that dies leaves its crawls to the others after this long; every look renews it. */
const dutyMs = 15_000;

/** One gate and one account of addresses for all: two crawls are to a host as polite as one. */
export function createCrawlRunner(parts: RunnerParts): CrawlRunner {
  const { store, settings, tell, gate } = parts;
  const addressSpacingMs = Math.min(250, settings['politeness.delayMs']);
  const shared: SharedParts = {
    store,
    gate,
    addresses: new AddressLimits({ requestsPerAddress: 4, addressSpacingMs }),
  };
  const desk: Desk = { ...parts, shared, runs: new Map(), holder: randomUUID() };
  let isClosing = false;
  const look = async () => {
    const wanted = await store.read(wantedTasks);
    for (const [id, { halt }] of desk.runs) if (!wanted.some((task) => task.id === id)) halt.abort('no longer wanted');
    // Somebody crawls into this database beside us: they are waited for.
    if (desk.runs.size === 0 && (await otherRunner(store)) !== null) return;
    for (const task of wanted) {
      const isOurs = await takeDuty(store, { name: dutyOf(task.id), holder: desk.holder, forMs: dutyMs });
      if (isClosing) return;
      if (!isOurs) desk.runs.get(task.id)?.halt.abort('another server has it');
      else if (!desk.runs.has(task.id)) begin(desk, task);
    }
  };
  let looking: Promise<void> | null = null;
  return {
    look: () => {
      if (isClosing) return Promise.resolve();
      looking ??= look().finally(() => {
        looking = null;
      });
      return looking;
    },
    report: () => {
      const stats = [...desk.runs.values()].flatMap(({ stats: reader }) => reader.read() ?? []);
      if (stats.length > 0) tell({ type: 'stats', stats, machine: machineUse() });
    },
    close: async () => {
      isClosing = true;
      await Promise.allSettled([looking]);
      for (const { halt } of desk.runs.values()) halt.abort('leaving');
      await Promise.all([...desk.runs.values()].map(({ over }) => over));
    },
  };
}

function begin(desk: Desk, task: OwnedTask): void {
  const halt = new AbortController();
  const stats = createStatsReader(task, desk.clock);
  const over = follow(desk, { task, halt, stats }).finally(async () => {
    await leave(desk, task);
    // The last figures come before the end, whenever the second is over.
    const last = stats.read();
    if (last !== null) desk.tell({ type: 'stats', stats: [last], machine: machineUse() });
    desk.runs.delete(task.id);
    tellRunning(desk);
  });
  desk.runs.set(task.id, { task, halt, stats, over });
  tellRunning(desk);
}

async function leave({ store, holder, tell }: Desk, task: OwnedTask): Promise<void> {
  try {
    await leaveDuty(store, { name: dutyOf(task.id), holder });
  } catch (error) {
    tell({ type: 'failure', what: `the end of ${task.name}`, message: messageOf(error) });
  }
}

function tellRunning({ runs, tell }: Desk): void {
  tell({ type: 'running', tasks: [...runs.keys()] });
}

/** Follows one crawl to the end of its run; never throws. */
async function follow(desk: Desk, run: Omit<Run, 'over'>): Promise<void> {
  const { task, stats } = run;
  try {
    const crawl = await open(desk, run);
    if (crawl === null) return await end(desk, task, 'stop', 'max-pages');
    stats.watch(() => crawl.progress());
    for await (const event of crawl) {
      stats.note(event);
      if (event.type === 'done' && event.stopped !== 'aborted') await end(desk, task, 'stop', event.stopped);
    }
  } catch (error) {
    // The process before us may still be leaving; the next look tries again.
    if (error instanceof GeotrawlError && waitedFor.has(error.code)) return;
    await failed(desk, task, error);
  }
}

const waitedFor: ReadonlySet<string> = new Set(['crawl.task-running', 'crawl.database-busy']);

/** Null where the crawl has had all the pages it was given. */
async function open(desk: Desk, { task, halt }: Omit<Run, 'over' | 'stats'>): Promise<Crawl | null> {
  const settings = runSettings(task, desk);
  if (settings === null) return null;
  const curve = await openCurve(desk, task);
  const log = (transaction: Transaction, _task: Task, events: readonly CrawlEvent[]) =>
    keep(desk, { task, curve }, transaction, events);
  return crawlWith({ clock: desk.clock, shared: desk.shared, log }, { resume: task.name, settings }, halt.signal);
}

/** How much was found by how many pages: where the crawl stands, and the last point that was written down. */
interface Curve {
  now: YieldPoint;
  noted: YieldPoint;
  readonly readPages: ReadPages;
}

/** The last point may be a few pages old; the counts of the task are not. */
async function openCurve({ store }: Desk, { id, pages, resources }: OwnedTask): Promise<Curve> {
  const noted = (await store.read(() => readYield(id))).at(-1) ?? noYield;
  return { noted, now: { ...noted, pages, found: resources }, readPages: new Map() };
}

interface Kept {
  readonly task: OwnedTask;
  readonly curve: Curve;
}

/** Writes down what happened and what it cost the owner, with what it tells of; told when it is stored. */
async function keep(
  desk: Desk,
  { task, curve }: Kept,
  transaction: Transaction,
  events: readonly CrawlEvent[],
): Promise<void> {
  const nowMs = desk.clock.now();
  const now = yieldAfter(curve.now, events, curve.readPages);
  const isNoted = isWorthNoting(curve.noted, now);
  const pages = events.filter(({ type }) => type === 'page').length;
  const { owner } = task;
  const stored = await desk.store.within(transaction, function* () {
    const logged = [...(yield* logEvents(task.id, events, nowMs))];
    if (isNoted) logged.push(yield* logEvent(task.id, { type: 'yield', content: now }, nowMs));
    if (owner !== null && pages > 0) yield* countPages(owner.id, pages, nowMs);
    return logged;
  });
  transaction.onEnd((committed) => {
    if (!committed) return;
    curve.now = now;
    if (isNoted) curve.noted = now;
    if (events.some(({ type }) => type === 'found')) desk.onFound?.();
    if (stored.length > 0) desk.tell({ type: 'events', task: task.id, events: stored });
    if (owner !== null && pages > 0) void endIfSpent(desk, task, owner);
  });
}

/** Never throws. */
async function endIfSpent(desk: Desk, task: OwnedTask, owner: { id: number; role: string }): Promise<void> {
  const most = desk.settings['server.pagesPerDay'];
  if (most === 0 || owner.role === 'admin') return;
  try {
    if ((await desk.store.read(() => pagesToday(owner.id, desk.clock.now()))) >= most) endAll(desk, owner.id);
  } catch (error) {
    desk.tell({ type: 'failure', what: `the quota of ${task.name}`, message: messageOf(error) });
  }
}

function endAll(desk: Desk, person: number): void {
  for (const { task, halt } of desk.runs.values()) {
    if (task.owner?.id !== person || halt.signal.aborted) continue;
    halt.abort('quota');
    void end(desk, task, 'pause', 'quota');
  }
}

async function end(desk: Desk, task: OwnedTask, wish: 'stop' | 'pause', ended: string): Promise<void> {
  try {
    await desk.store.transact((transaction) => desk.store.within(transaction, () => saveEnd(task.id, wish, ended)));
  } catch (error) {
    desk.tell({ type: 'failure', what: `the end of ${task.name}`, message: messageOf(error) });
  }
}

/** A crawl that broke is not tried again by itself: what broke it is still there. */
async function failed(desk: Desk, task: OwnedTask, error: unknown): Promise<void> {
  desk.tell({ type: 'failure', what: `the crawl ${task.name}`, message: messageOf(error) });
  // Removed meanwhile: there is nothing left to say it of.
  if ((await desk.store.read(() => findOwnedTask(task.id))) === null) return;
  const why = error instanceof GeotrawlError ? error.message : 'a bug of ours; the log of the server says more';
  await end(desk, task, 'stop', `failed: ${why}`);
}

function messageOf(error: unknown): string {
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}

let lastUse = { cpuMs: 0, atMs: 0 };

/** Since the last time it was asked. */
function machineUse(): { cpuPercent: number; memoryBytes: number } {
  const { user, system } = process.cpuUsage();
  const now = { cpuMs: (user + system) / 1000, atMs: performance.now() };
  const cpuPercent = Math.round((100 * (now.cpuMs - lastUse.cpuMs)) / Math.max(1, now.atMs - lastUse.atMs));
  lastUse = now;
  return { cpuPercent, memoryBytes: process.memoryUsage.rss() };
}
