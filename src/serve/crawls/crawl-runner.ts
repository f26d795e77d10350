// Runs all requested crawls in one process: desired states are stored in the database and applied here.
import { randomUUID } from 'node:crypto';
import type { SharedLimits } from '../../cluster/hosts/shared-limits.ts';
import type { Config } from '../../config.ts';
import { type Crawl, crawlWith } from '../../crawl/crawl.ts';
import type { HostGate } from '../../fetch/host-gate.ts';
import { AddressLimits } from '../../frontier/address-limits.ts';
import { otherRunner, type Task } from '../../frontier/task-table.ts';
import type { Clock } from '../../model/clock.ts';
import { GeotrawlError } from '../../model/errors.ts';
import type { CrawlEvent } from '../../model/report.ts';
import type { Transaction } from '../../model/store.ts';
import { acquireLeaderLease, releaseLeaderLease } from '../../store/leader-lease.ts';
import type { SqlStore } from '../../store/sql/sql.ts';
import { type FromCrawler, failureMessage, type MachineUse } from './process-messages.ts';
import { runSettings } from './run-settings.ts';
import { createStatsReader, type StatsReader } from './stats-reader.ts';
import { countPages, logEvent, logEvents, pagesToday, readYield } from './task-log.ts';
import { findOwnedTask, leaderLeaseOf, type OwnedTask, saveEnd, wantedTasks } from './task-rows.ts';
import {
  createReadPages,
  isWorthStoring,
  noYield,
  type ReadPages,
  type YieldPoint,
  yieldAfter,
} from './yield-curve.ts';

export interface RunnerDependencies {
  readonly store: SqlStore;
  readonly clock: Clock;
  /** The server's settings. */
  readonly settings: Config;
  readonly isLocal: boolean;
  readonly send: (message: FromCrawler) => void;
  /** Shared with all other requests of this process. */
  readonly gate: HostGate;
  /** A discovery was stored. */
  readonly onFound?: () => void;
}

export type CrawlRunner = ReturnType<typeof createCrawlRunner>;

interface Run {
  readonly task: OwnedTask;
  readonly halt: AbortController;
  readonly stats: StatsReader;
  readonly ended: Promise<void>;
}

interface RunnerContext extends RunnerDependencies {
  readonly shared: SharedLimits;
  readonly runs: Map<number, Run>;
  /** Name of this server among those on the same database. */
  readonly holder: string;
}

/** Lease duration: other servers take over the crawls of a dead one after this; every pass renews it. */
const leaseMs = 15_000;

/** One host gate and one set of address limits for all crawls, so that two crawls are as polite as one. */
export function createCrawlRunner(parts: RunnerDependencies) {
  const { store, settings, send, gate } = parts;
  const addressSpacingMs = Math.min(250, settings['politeness.delayMs']);
  const shared: SharedLimits = {
    store,
    gate,
    addresses: new AddressLimits({ requestsPerAddress: 4, addressSpacingMs }),
  };
  const context: RunnerContext = { ...parts, shared, runs: new Map(), holder: randomUUID() };
  let isClosing = false;
  const apply = async () => {
    const due = await store.read(wantedTasks);
    for (const [id, { halt }] of context.runs)
      if (!due.some((task) => task.id === id)) halt.abort('no longer requested');
    // Another process crawls into this database: wait for it.
    if (context.runs.size === 0 && (await otherRunner(store)) !== null) return;
    for (const task of due) {
      const isOurs = await acquireLeaderLease(store, {
        name: leaderLeaseOf(task.id),
        holder: context.holder,
        forMs: leaseMs,
      });
      if (isClosing) return;
      if (!isOurs) context.runs.get(task.id)?.halt.abort('leased by another server');
      else if (!context.runs.has(task.id)) startRun(context, task);
    }
  };
  let applying: Promise<void> | null = null;
  return {
    /** Starts requested crawls and stops those no longer requested. */
    applyDesiredStates: (): Promise<void> => {
      if (isClosing) return Promise.resolve();
      applying ??= apply().finally(() => {
        applying = null;
      });
      return applying;
    },
    /** Publishes the metrics of the crawls. */
    report: () => {
      const stats = [...context.runs.values()].flatMap(({ stats: reader }) => reader.read() ?? []);
      if (stats.length > 0) send({ type: 'stats', stats, machine: machineUse() });
    },
    /** Stops every crawl; desired states are kept. */
    close: async () => {
      isClosing = true;
      await Promise.allSettled([applying]);
      for (const { halt } of context.runs.values()) halt.abort('leaving');
      await Promise.all([...context.runs.values()].map(({ ended }) => ended));
    },
  };
}

function startRun(context: RunnerContext, task: OwnedTask): void {
  const halt = new AbortController();
  const stats = createStatsReader(task, context.clock);
  const ended = follow(context, { task, halt, stats }).finally(async () => {
    await leave(context, task);
    // The final metrics are published before the end event.
    const last = stats.read();
    if (last !== null) context.send({ type: 'stats', stats: [last], machine: machineUse() });
    context.runs.delete(task.id);
    sendRunning(context);
  });
  context.runs.set(task.id, { task, halt, stats, ended });
  sendRunning(context);
}

async function leave({ store, holder, send }: RunnerContext, task: OwnedTask): Promise<void> {
  try {
    await releaseLeaderLease(store, { name: leaderLeaseOf(task.id), holder });
  } catch (error) {
    send(failureMessage(`the end of ${task.name}`, error));
  }
}

function sendRunning({ runs, send }: RunnerContext): void {
  send({ type: 'running', tasks: [...runs.keys()] });
}

/** Follows one crawl until its run ends; never throws. */
async function follow(context: RunnerContext, run: Omit<Run, 'ended'>): Promise<void> {
  const { task, stats } = run;
  try {
    const crawl = await open(context, run);
    if (crawl === null) return await end(context, task, 'stop', 'max-pages');
    stats.watch(() => crawl.progress());
    for await (const event of crawl) {
      stats.note(event);
      if (event.type === 'done' && event.stopped !== 'aborted') await end(context, task, 'stop', event.stopped);
    }
  } catch (error) {
    // The previous process may still be exiting; the next pass retries.
    if (error instanceof GeotrawlError && temporaryCodes.has(error.code)) return;
    await failed(context, task, error);
  }
}

const temporaryCodes: ReadonlySet<string> = new Set(['crawl.task-running', 'crawl.database-busy']);

/** Null if the crawl has used up its pages. */
async function open(context: RunnerContext, { task, halt }: Omit<Run, 'ended' | 'stats'>): Promise<Crawl | null> {
  const settings = runSettings(task, context);
  if (settings === null) return null;
  const curve = await openCurve(context, task);
  const log = (transaction: Transaction, _task: Task, events: readonly CrawlEvent[]) =>
    keep(context, { task, curve }, transaction, events);
  return crawlWith({ clock: context.clock, shared: context.shared, log }, { resume: task.name, settings }, halt.signal);
}

/** Discoveries by number of pages: the current state and the last stored point. */
interface Curve {
  now: YieldPoint;
  lastStored: YieldPoint;
  readonly readPages: ReadPages;
}

/** The last stored point may be a few pages old; the task counts are exact. */
async function openCurve({ store }: RunnerContext, { id, pages, resources }: OwnedTask): Promise<Curve> {
  const lastStored = (await store.read(() => readYield(id))).at(-1) ?? noYield;
  return { lastStored, now: { ...lastStored, pages, found: resources }, readPages: createReadPages() };
}

/** Stores events and the owner's page count with the data they describe; published after the commit. */
async function keep(
  context: RunnerContext,
  { task, curve }: { readonly task: OwnedTask; readonly curve: Curve },
  transaction: Transaction,
  events: readonly CrawlEvent[],
): Promise<void> {
  const nowMs = context.clock.now();
  const now = yieldAfter(curve.now, events, curve.readPages);
  const isStored = isWorthStoring(curve.lastStored, now);
  const pages = events.filter(({ type }) => type === 'page').length;
  const { owner } = task;
  const logged = await context.store.within(transaction, function* () {
    const stored = [...(yield* logEvents(task.id, events, nowMs))];
    if (isStored) stored.push(yield* logEvent(task.id, { type: 'yield', content: now }, nowMs));
    if (owner !== null && pages > 0) yield* countPages(owner.id, pages, nowMs);
    return stored;
  });
  transaction.onEnd((committed) => {
    if (!committed) return;
    curve.now = now;
    if (isStored) curve.lastStored = now;
    if (events.some(({ type }) => type === 'found')) context.onFound?.();
    if (logged.length > 0) context.send({ type: 'events', task: task.id, events: logged });
    if (owner !== null && pages > 0) void endIfSpent(context, task, owner);
  });
}

/** Never throws. */
async function endIfSpent(context: RunnerContext, task: OwnedTask, owner: { id: number; role: string }): Promise<void> {
  const most = context.settings['server.pagesPerDay'];
  if (most === 0 || owner.role === 'admin') return;
  try {
    if ((await context.store.read(() => pagesToday(owner.id, context.clock.now()))) >= most) endAll(context, owner.id);
  } catch (error) {
    context.send(failureMessage(`the quota of ${task.name}`, error));
  }
}

function endAll(context: RunnerContext, person: number): void {
  for (const { task, halt } of context.runs.values()) {
    if (task.owner?.id !== person || halt.signal.aborted) continue;
    halt.abort('quota');
    void end(context, task, 'pause', 'quota');
  }
}

async function end(context: RunnerContext, task: OwnedTask, desired: 'stop' | 'pause', ended: string): Promise<void> {
  try {
    await context.store.transact((transaction) =>
      context.store.within(transaction, () => saveEnd(task.id, desired, ended)),
    );
  } catch (error) {
    context.send(failureMessage(`the end of ${task.name}`, error));
  }
}

/** A failed crawl isn't restarted automatically: the cause persists. */
async function failed(context: RunnerContext, task: OwnedTask, error: unknown): Promise<void> {
  context.send(failureMessage(`the crawl ${task.name}`, error));
  // Deleted meanwhile.
  if ((await context.store.read(() => findOwnedTask(task.id))) === null) return;
  const why = error instanceof GeotrawlError ? error.message : 'internal error, see the log of the server';
  await end(context, task, 'stop', `failed: ${why}`);
}

let lastUse = { cpuMs: 0, atMs: 0 };

/** Since the previous call. */
function machineUse(): MachineUse {
  const { user, system } = process.cpuUsage();
  const now = { cpuMs: (user + system) / 1000, atMs: performance.now() };
  const cpuPercent = Math.round((100 * (now.cpuMs - lastUse.cpuMs)) / Math.max(1, now.atMs - lastUse.atMs));
  lastUse = now;
  return { cpuPercent, memoryBytes: process.memoryUsage.rss() };
}
