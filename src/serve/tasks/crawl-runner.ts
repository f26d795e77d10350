// Runs the crawls somebody wants, all of them in one process: what is wanted stands in the database, and is made true here.
import type { Config } from '../../config.ts';
import { type Crawl, crawlWith } from '../../crawl.ts';
import type { SharedParts } from '../../crawl-session.ts';
import type { HostGate } from '../../fetch/host-gate.ts';
import { AddressLimits } from '../../frontier/address-limits.ts';
import { otherRunner, type Task } from '../../frontier/task-table.ts';
import type { Clock } from '../../model/clock.ts';
import { GeotrawlError } from '../../model/errors.ts';
import type { CrawlEvent } from '../../model/report.ts';
import type { Transaction } from '../../model/store.ts';
import type { SqliteStore } from '../../store/sqlite.ts';
import type { FromCrawler } from './messages.ts';
import { runSettings } from './run-settings.ts';
import { createStatsReader, type StatsReader } from './stats-reader.ts';
import { countPages, logEvent, logEvents, pagesToday, readYield } from './task-log.ts';
import { findOwnedTask, type OwnedTask, saveEnd, wantedTasks } from './task-rows.ts';
import { isWorthNoting, noYield, type ReadPages, type YieldPoint, yieldAfter } from './yield-curve.ts';

export interface RunnerParts {
  readonly store: SqliteStore;
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
  look(): void;
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
}

/** One gate and one account of addresses for all: two crawls are to a host as polite as one. */
export function createCrawlRunner(parts: RunnerParts): CrawlRunner {
  const { store, settings, tell, gate } = parts;
  const addressSpacingMs = Math.min(250, settings['politeness.delayMs']);
  const shared: SharedParts = {
    store,
    gate,
    addresses: new AddressLimits({ requestsPerAddress: 4, addressSpacingMs }),
  };
  const desk: Desk = { ...parts, shared, runs: new Map() };
  let isClosing = false;
  return {
    look: () => {
      if (isClosing) return;
      const wanted = wantedTasks(store);
      for (const [id, { halt }] of desk.runs)
        if (!wanted.some((task) => task.id === id)) halt.abort('no longer wanted');
      // Somebody crawls into this database beside us: they are waited for.
      if (desk.runs.size === 0 && otherRunner(store) !== null) return;
      for (const task of wanted) if (!desk.runs.has(task.id)) begin(desk, task);
    },
    report: () => {
      const stats = [...desk.runs.values()].flatMap(({ stats: reader }) => reader.read() ?? []);
      if (stats.length > 0) tell({ type: 'stats', stats, machine: machineUse() });
    },
    close: async () => {
      isClosing = true;
      for (const { halt } of desk.runs.values()) halt.abort('leaving');
      await Promise.all([...desk.runs.values()].map(({ over }) => over));
    },
  };
}

function begin(desk: Desk, task: OwnedTask): void {
  const halt = new AbortController();
  const stats = createStatsReader(task, desk.clock);
  const over = follow(desk, { task, halt, stats }).finally(() => {
    // The last figures come before the end, whenever the second is over.
    const last = stats.read();
    if (last !== null) desk.tell({ type: 'stats', stats: [last], machine: machineUse() });
    desk.runs.delete(task.id);
    tellRunning(desk);
  });
  desk.runs.set(task.id, { task, halt, stats, over });
  tellRunning(desk);
}

function tellRunning({ runs, tell }: Desk): void {
  tell({ type: 'running', tasks: [...runs.keys()] });
}

/** Follows one crawl to the end of its run; never throws. */
async function follow(desk: Desk, run: Omit<Run, 'over'>): Promise<void> {
  const { task, stats } = run;
  try {
    const crawl = open(desk, run);
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
function open(desk: Desk, { task, halt }: Omit<Run, 'over' | 'stats'>): Crawl | null {
  const settings = runSettings(task, desk);
  if (settings === null) return null;
  const curve = openCurve(desk, task);
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
function openCurve({ store }: Desk, { id, pages, resources }: OwnedTask): Curve {
  const noted = readYield(store, id).at(-1) ?? noYield;
  return { noted, now: { ...noted, pages, found: resources }, readPages: new Map() };
}

interface Kept {
  readonly task: OwnedTask;
  readonly curve: Curve;
}

/** Writes down what happened and what it cost the owner, with what it tells of; told when it is stored. */
function keep(desk: Desk, { task, curve }: Kept, transaction: Transaction, events: readonly CrawlEvent[]): void {
  const nowMs = desk.clock.now();
  const now = yieldAfter(curve.now, events, curve.readPages);
  const isNoted = isWorthNoting(curve.noted, now);
  const stored = [
    ...logEvents(transaction, task.id, events, nowMs),
    ...(isNoted ? [logEvent(transaction, task.id, { type: 'yield', content: now }, nowMs)] : []),
  ];
  const pages = events.filter(({ type }) => type === 'page').length;
  const { owner } = task;
  if (owner !== null && pages > 0) countPages(transaction, owner.id, pages, nowMs);
  transaction.onEnd((committed) => {
    if (!committed) return;
    curve.now = now;
    if (isNoted) curve.noted = now;
    if (events.some(({ type }) => type === 'found')) desk.onFound?.();
    if (stored.length > 0) desk.tell({ type: 'events', task: task.id, events: stored });
    if (owner !== null && pages > 0 && isSpent(desk, owner)) endAll(desk, owner.id);
  });
}

function isSpent({ settings, store, clock }: Desk, owner: { id: number; role: string }): boolean {
  const most = settings['server.pagesPerDay'];
  return most > 0 && owner.role !== 'admin' && pagesToday(store, owner.id, clock.now()) >= most;
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
    await desk.store.transact(async (transaction) => saveEnd(transaction, task.id, wish, ended));
  } catch (error) {
    desk.tell({ type: 'failure', what: `the end of ${task.name}`, message: messageOf(error) });
  }
}

/** A crawl that broke is not tried again by itself: what broke it is still there. */
async function failed(desk: Desk, task: OwnedTask, error: unknown): Promise<void> {
  desk.tell({ type: 'failure', what: `the crawl ${task.name}`, message: messageOf(error) });
  // Removed meanwhile: there is nothing left to say it of.
  if (findOwnedTask(desk.store, task.id) === null) return;
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
