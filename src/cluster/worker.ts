// A worker of a cluster: looks which crawls run, joins them, and leaves when it is told to. It keeps nothing of its own.

import { createBell } from '../base/async/wake-signal.ts';
import { systemClock } from '../base/time/system-clock.ts';
import { watchChecks } from '../check-watch.ts';
import type { Config } from '../config.ts';
import { crawlWith } from '../crawl/crawl.ts';
import type { SharedParts } from '../crawl-session.ts';
import { findBrowser, noBrowser } from '../fetch/browser/browser-program.ts';
import { createHostGate } from '../fetch/host-gate.ts';
import { AddressLimits } from '../frontier/address-limits.ts';
import { GeotrawlError } from '../model/errors.ts';
import type { CrawlEvent } from '../model/report.ts';
import { enrollAll, type RoundReport } from '../monitor/rounds/check-services.ts';
import { openCheckParts, retentionOf } from '../monitor/rounds/monitor-dependencies.ts';
import { openSqlChecks } from '../monitor/tables/sql-checks.ts';
import { renderForOthers } from '../render-work.ts';
import { openPostgres, type PostgresStore } from '../store/postgres/postgres.ts';
import { createSharedPlaces, type SharedPlaces } from './members/concurrency-share.ts';
import { type ClusterMember, joinCluster } from './members/worker-registration.ts';

/** `fetch`: pages, probes and catalogs. `render`: pages of others in a browser, too. `check`: whether resources work, when it is due. */
export type WorkerRole = 'fetch' | 'render' | 'check';

export interface WorkerParts {
  readonly settings: Config;
  readonly roles: readonly WorkerRole[];
  /** Told of what happens in the crawls it works on. */
  readonly tell: (task: string, event: CrawlEvent) => void;
  readonly say: (line: string) => void;
  /** Told of each round of checks. */
  readonly tellRound?: (report: RoundReport) => void;
  /** Leave when no crawl runs any more. */
  readonly untilIdle?: boolean;
}

/** What crawls of one worker share. */
interface Sharing extends SharedParts {
  readonly places: SharedPlaces;
}

interface RunningTask {
  readonly id: number;
  readonly name: string;
}

/** Visits under way that take longer after the signal are broken off: less than what systemd and Kubernetes wait in deploy/. */
const drainMs = 30_000;
/** Crawls are looked for this often; hints come sooner. */
const lookMs = 1000;

/** Works until the signal; visits under way are brought to their end, unless they take too long. */
export async function runWorker(given: WorkerParts, signal: AbortSignal): Promise<void> {
  const { settings, say } = given;
  const roles = possibleRoles(given);
  const parts = { ...given, roles };
  const store = openPostgres(settings.db, {
    connections: 16,
    applicationName: 'geotrawl worker',
    longestPauseMs: settings['workers.leaseMs'] / 2,
  });
  try {
    await waitForDatabase(store, say, signal);
    const member = await joinCluster(store, settings, roles.join(', '), say);
    say(`Worker ${member.id} looks for ${workOf(roles)} in ${store.shownAs}.`);
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
  return roles.includes('render') ? 'pages to open' : 'checks';
}

/** A worker that can do something else does without a browser; pages are opened elsewhere then. */
function possibleRoles({ settings, roles, say }: WorkerParts): readonly WorkerRole[] {
  const wanted = settings['render.browser'];
  if (!roles.includes('render') || findBrowser(wanted) !== null) return roles;
  const others = roles.filter((role) => role !== 'render');
  if (others.length === 0 || wanted !== null) throw new GeotrawlError('render.unavailable', noBrowser(wanted));
  say('There is no browser here: pages are opened by other workers, if any has one.');
  return others;
}

/** Both may have been started at once, or the database is just being restarted. */
const databaseMs = 60_000;

async function waitForDatabase(store: PostgresStore, say: WorkerParts['say'], signal: AbortSignal): Promise<void> {
  let isSaid = false;
  for (const untilMs = Date.now() + databaseMs; ; ) {
    try {
      return await store.ready();
    } catch (error) {
      const isComing = error instanceof GeotrawlError && error.retry && Date.now() < untilMs;
      if (!isComing || signal.aborted) throw error;
      if (!isSaid) say(`Waiting up to a minute for the database. ${error.message}`);
      isSaid = true;
      await systemClock.sleep(lookMs, signal);
    }
  }
}

/** Crawls and checks side by side, each as far as this worker is for it. */
async function work(parts: WorkerParts, member: ClusterMember, signal: AbortSignal): Promise<void> {
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

function renderAll(parts: WorkerParts, member: ClusterMember, { gate }: Sharing, signal: AbortSignal): Promise<void> {
  const { settings } = parts;
  const isOver = async () => {
    if (parts.untilIdle !== true) return false;
    return (await member.store.query(`SELECT 1 FROM task WHERE state = 'running' LIMIT 1`)).length === 0;
  };
  const path = findBrowser(settings['render.browser']);
  if (path === null) throw new Error('a role that is not possible was kept');
  return renderForOthers({ settings, member, gate, path, drainMs, own: workerSettings(parts), isOver }, signal);
}

async function keepChecking(
  parts: WorkerParts,
  { id, store, clock, dispatcher }: ClusterMember,
  { gate }: Pick<SharedParts, 'gate'>,
  signal: AbortSignal,
): Promise<void> {
  const { settings } = parts;
  const checks = await openCheckParts(settings, { clock, shared: { store, gate }, holder: id });
  let look = () => {};
  const silence = dispatcher.onHint('check', () => look());
  try {
    await enrollAll(checks, openSqlChecks(store));
    const options = {
      ...{ concurrency: settings['check.concurrency'], perDay: settings['check.perDay'] },
      ...{ isLasting: parts.untilIdle !== true, retention: retentionOf(settings), tell: checks.tell },
      onReport: (report: RoundReport) => parts.tellRound?.(report),
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

async function workOn(parts: WorkerParts, member: ClusterMember, shared: Sharing, signal: AbortSignal): Promise<void> {
  const runs = new Map<number, Promise<void>>();
  const bell = createBell(member.clock);
  signal.addEventListener('abort', bell.ring, { once: true });
  // A crawl or harvest this worker does not know: somebody has just begun it.
  const silence = member.dispatcher.onHint('visit', (task) => {
    if (!runs.has(task)) bell.ring();
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
      await Promise.race([bell.rest(member.clock.now() + lookMs), ...[...runs.values()].map(whenFailed)]);
    }
  } finally {
    silence();
    bell.silence();
    signal.removeEventListener('abort', bell.ring);
  }
  await Promise.all(runs.values());
}

/** Only what breaks a run ends the wait before its time. */
function whenFailed(run: Promise<void>): Promise<void> {
  return run.then(() => new Promise<void>(() => undefined));
}

interface Run {
  readonly member: ClusterMember;
  readonly shared: Sharing;
  readonly task: RunningTask;
}

async function workOnTask(parts: WorkerParts, run: Run, signal: AbortSignal): Promise<void> {
  const { member, shared, task } = run;
  const settings = workerSettings(parts);
  const places = shared.places.join();
  parts.say(`Working on ${task.name}.`);
  try {
    const hasNoBrowser = !parts.roles.includes('render');
    const own = { member, shared, places, drainMs, hasNoBrowser, clock: member.clock };
    const events = crawlWith(own, { resume: task.name, settings }, signal);
    for await (const event of events) parts.tell(task.name, event);
  } catch (error) {
    // Removed, unfit for this worker, or cut off in the middle: whatever was not stored is there to be done.
    if (!(error instanceof GeotrawlError)) throw error;
    parts.say(`Not working on ${task.name}: ${error.message}`);
    places.leave();
    await member.clock.sleep(error.retry ? lookMs : 10 * lookMs, signal);
  } finally {
    places.leave();
  }
}

/** How politely crawls ask is their own affair, what network they use the worker's. */
function workerSettings({ settings, roles }: WorkerParts): Partial<Config> {
  return {
    db: settings.db,
    'network.proxy': settings['network.proxy'],
    'network.resolve': settings['network.resolve'],
    'kinds.modules': settings['kinds.modules'],
    'connectors.modules': settings['connectors.modules'],
    'render.browser': roles.includes('render') ? settings['render.browser'] : null,
  };
}

function sharedParts(settings: Config, { store, clock }: ClusterMember): Sharing {
  const addressSpacingMs = Math.min(250, settings['politeness.delayMs']);
  const { 'crawl.concurrency': page, 'crawl.probeConcurrency': probe } = settings;
  return {
    store: store as PostgresStore,
    places: createSharedPlaces({ page, probe }),
    gate: createHostGate(clock),
    addresses: new AddressLimits({ requestsPerAddress: 4, addressSpacingMs }),
  };
}
