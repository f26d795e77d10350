// A cluster worker: finds running crawls, joins them, and leaves on request. It has no state of its own.

import { createWakeSignal } from '../base/async/wake-signal.ts';
import { systemClock } from '../base/time/system-clock.ts';
import type { Config } from '../config.ts';
import { crawlWith } from '../crawl/crawl.ts';
import { findBrowser, noBrowser } from '../fetch/browser/browser.ts';
import { createHostGate } from '../fetch/host-gate.ts';
import { AddressLimits } from '../frontier/address-limits.ts';
import { GeotrawlError } from '../model/errors.ts';
import type { CrawlEvent } from '../model/report.ts';
import { enrollAll, type RoundReport } from '../monitor/rounds/check-services.ts';
import { openMonitorDependencies, retentionOf } from '../monitor/rounds/monitor-dependencies.ts';
import { watchChecks } from '../monitor/scheduler/monitor-scheduler.ts';
import { openSqlChecks } from '../monitor/tables/sql-checks.ts';
import { openPostgres, type PostgresStore } from '../store/postgres/postgres.ts';
import { renderForOthers } from './browsers/render-worker.ts';
import type { SharedLimits } from './hosts/shared-limits.ts';
import { type ConcurrencyPool, createConcurrencyPool } from './members/concurrency-share.ts';
import { joinCluster, type WorkerRegistration } from './members/worker-registration.ts';

/** `fetch`: pages, probes and catalogs. `render`: also renders pages of others. `check`: runs due checks. */
export type WorkerRole = 'fetch' | 'render' | 'check';

export interface WorkerOptions {
  readonly settings: Config;
  readonly roles: readonly WorkerRole[];
  /** Receives the events of its crawls. */
  readonly onEvent: (task: string, event: CrawlEvent) => void;
  readonly log: (line: string) => void;
  /** Receives each round of checks. */
  readonly onRound?: (report: RoundReport) => void;
  /** Exit when no crawl is running. */
  readonly untilIdle?: boolean;
}

/** Shared by the crawls of one worker. */
interface Sharing extends SharedLimits {
  readonly concurrency: ConcurrencyPool;
}

interface RunningTask {
  readonly id: number;
  readonly name: string;
}

/**
 * Visits still in progress this long after the signal are aborted: less than what systemd and Kubernetes wait in
 * deploy/.
 */
const drainMs = 30_000;
/** Polling interval for crawls; hints arrive sooner. */
const pollMs = 1000;

/** Works until the signal; visits in progress are finished, unless they take too long. */
export async function runWorker(given: WorkerOptions, signal: AbortSignal): Promise<void> {
  const { settings, log } = given;
  const roles = possibleRoles(given);
  const parts = { ...given, roles };
  const store = openPostgres(settings.db, {
    connections: 16,
    applicationName: 'geotrawl worker',
    longestPauseMs: settings['workers.leaseMs'] / 2,
  });
  try {
    await waitForDatabase(store, log, signal);
    const member = await joinCluster(store, settings, roles.join(', '), log);
    log(`Worker ${member.id} looks for ${workOf(roles)} in ${store.shownAs}.`);
    const onStop = () => member.drain();
    signal.addEventListener('abort', onStop, { once: true });
    try {
      await work(parts, member, signal);
    } finally {
      signal.removeEventListener('abort', onStop);
      await member.close();
    }
  } finally {
    await store.close();
  }
}

function workOf(roles: readonly WorkerRole[]): string {
  if (roles.includes('fetch')) return 'crawls';
  return roles.includes('render') ? 'pages to render' : 'checks';
}

/** A worker with other roles continues without a browser; pages are then rendered elsewhere. */
function possibleRoles({ settings, roles, log }: WorkerOptions): readonly WorkerRole[] {
  const target = settings['render.browser'];
  if (!roles.includes('render') || findBrowser(target) !== null) return roles;
  const others = roles.filter((role) => role !== 'render');
  if (others.length === 0 || target !== null) throw new GeotrawlError('render.unavailable', noBrowser(target));
  log('No browser found: pages are rendered by other workers, if any has a browser.');
  return others;
}

/** Both may have been started together, or the database is restarting. */
const databaseMs = 60_000;

async function waitForDatabase(store: PostgresStore, log: WorkerOptions['log'], signal: AbortSignal): Promise<void> {
  let isReported = false;
  for (const untilMs = Date.now() + databaseMs; ; ) {
    try {
      return await store.ready();
    } catch (error) {
      const isTemporary = error instanceof GeotrawlError && error.retry && Date.now() < untilMs;
      if (!isTemporary || signal.aborted) throw error;
      if (!isReported) log(`Waiting up to a minute for the database. ${error.message}`);
      isReported = true;
      await systemClock.sleep(pollMs, signal);
    }
  }
}

/** Crawls and checks in parallel, according to the worker's roles. */
async function work(parts: WorkerOptions, member: WorkerRegistration, signal: AbortSignal): Promise<void> {
  const shared = sharedParts(parts.settings, member);
  const failed = new AbortController();
  const ended = AbortSignal.any([signal, failed.signal]);
  const jobs: Promise<void>[] = [];
  if (parts.roles.includes('fetch')) jobs.push(workOn(parts, member, shared, ended));
  if (parts.roles.includes('render')) jobs.push(renderAll(parts, member, shared, ended));
  if (parts.roles.includes('check')) jobs.push(keepChecking(parts, member, shared, ended));
  try {
    await Promise.all(jobs);
  } finally {
    failed.abort();
    await Promise.allSettled(jobs);
  }
}

function renderAll(
  parts: WorkerOptions,
  member: WorkerRegistration,
  { gate }: Sharing,
  signal: AbortSignal,
): Promise<void> {
  const { settings } = parts;
  const isOver = async () => {
    if (parts.untilIdle !== true) return false;
    return (await member.store.query(`SELECT 1 FROM task WHERE state = 'running' LIMIT 1`)).length === 0;
  };
  const path = findBrowser(settings['render.browser']);
  if (path === null) throw new Error('the render role was kept without a browser');
  return renderForOthers({ settings, member, gate, path, drainMs, own: workerSettings(parts), isOver }, signal);
}

async function keepChecking(
  parts: WorkerOptions,
  { id, store, clock, dispatcher }: WorkerRegistration,
  { gate }: Pick<SharedLimits, 'gate'>,
  signal: AbortSignal,
): Promise<void> {
  const { settings } = parts;
  const checks = await openMonitorDependencies(settings, { clock, shared: { store, gate }, holder: id });
  let look = () => {};
  const silence = dispatcher.onHint('check', () => look());
  try {
    await enrollAll(checks, openSqlChecks(store));
    const options = {
      concurrency: settings['check.concurrency'],
      perDay: settings['check.perDay'],
      isLasting: parts.untilIdle !== true,
      retention: retentionOf(settings),
      notify: checks.notify,
      onReport: (report: RoundReport) => parts.onRound?.(report),
      onReady: (ring: () => void) => {
        look = ring;
      },
    };
    await watchChecks(checks, options, signal);
  } finally {
    silence();
    await checks.close();
  }
}

async function workOn(
  parts: WorkerOptions,
  member: WorkerRegistration,
  shared: Sharing,
  signal: AbortSignal,
): Promise<void> {
  const runs = new Map<number, Promise<void>>();
  const wakeSignal = createWakeSignal(member.clock);
  signal.addEventListener('abort', wakeSignal.notify, { once: true });
  // An unknown crawl or harvest: it was just started.
  const silence = member.dispatcher.onHint('visit', (task) => {
    if (!runs.has(task)) wakeSignal.notify();
  });
  try {
    while (!signal.aborted) {
      const running = await member.store.query<RunningTask>(
        `SELECT task_id AS id, name FROM task WHERE state = 'running' ORDER BY task_id`,
      );
      if (running.length === 0 && runs.size === 0 && parts.untilIdle === true) break;
      for (const task of running) {
        if (runs.has(task.id)) continue;
        const run = workOnTask(parts, { member, shared, task }, signal);
        runs.set(
          task.id,
          run.finally(() => runs.delete(task.id)),
        );
      }
      await Promise.race([wakeSignal.wait(member.clock.now() + pollMs), ...[...runs.values()].map(whenFailed)]);
    }
  } finally {
    silence();
    wakeSignal.close();
    signal.removeEventListener('abort', wakeSignal.notify);
  }
  await Promise.all(runs.values());
}

/** Only a failed run ends the wait early. */
function whenFailed(run: Promise<void>): Promise<void> {
  return run.then(() => new Promise<void>(() => undefined));
}

interface Run {
  readonly member: WorkerRegistration;
  readonly shared: Sharing;
  readonly task: RunningTask;
}

async function workOnTask(parts: WorkerOptions, run: Run, signal: AbortSignal): Promise<void> {
  const { member, shared, task } = run;
  const settings = workerSettings(parts);
  const concurrency = shared.concurrency.join();
  parts.log(`Working on ${task.name}.`);
  try {
    const hasNoBrowser = !parts.roles.includes('render');
    const own = { member, shared, concurrency, drainMs, hasNoBrowser, clock: member.clock };
    const events = crawlWith(own, { resume: task.name, settings }, signal);
    for await (const event of events) parts.onEvent(task.name, event);
  } catch (error) {
    // Deleted, incompatible with this worker, or interrupted: whatever wasn't stored is repeated.
    if (!(error instanceof GeotrawlError)) throw error;
    parts.log(`Not working on ${task.name}: ${error.message}`);
    concurrency.leave();
    await member.clock.sleep(error.retry ? pollMs : 10 * pollMs, signal);
  } finally {
    concurrency.leave();
  }
}

/** Politeness comes from the crawl's settings, the network from the worker's. */
function workerSettings({ settings, roles }: WorkerOptions): Partial<Config> {
  return {
    db: settings.db,
    'network.proxy': settings['network.proxy'],
    'network.resolve': settings['network.resolve'],
    'kinds.modules': settings['kinds.modules'],
    'connectors.modules': settings['connectors.modules'],
    'render.browser': roles.includes('render') ? settings['render.browser'] : null,
  };
}

function sharedParts(settings: Config, { store, clock }: WorkerRegistration): Sharing {
  const addressSpacingMs = Math.min(250, settings['politeness.delayMs']);
  const { 'crawl.concurrency': page, 'crawl.probeConcurrency': probe } = settings;
  return {
    store: store as PostgresStore,
    concurrency: createConcurrencyPool({ page, probe }),
    gate: createHostGate(clock),
    addresses: new AddressLimits({ requestsPerAddress: 4, addressSpacingMs }),
  };
}
