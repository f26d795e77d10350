// Crawls of the server's accounts: access, limits, and their life cycle.
import { systemClock } from '../../base/time/system-clock.ts';
import type { Config } from '../../config.ts';
import { openTask } from '../../crawl/crawl-task.ts';
import { firstQueries } from '../../crawl/search-seeds.ts';
import { otherRunner } from '../../frontier/task-table.ts';
import { chooseKinds } from '../../identify/choose-kinds.ts';
import type { Clock } from '../../model/clock.ts';
import { GeotrawlError } from '../../model/errors.ts';
import { loadConnectors } from '../../plugins/connector-modules.ts';
import { loadPluginKinds, registryOf } from '../../plugins/kind-modules.ts';
import { lockByName, type SqlStore, type Work } from '../../store/sql/sql.ts';
import type { Accounts } from '../auth/accounts.ts';
import type { Principal } from '../http/principal.ts';
import { dryRunOf } from './dry-run.ts';
import { openLiveCrawls } from './live-crawls.ts';
import { type Alongside, runSchedules } from './schedules.ts';
import { maySee, maySteer, seenTask, stateOf, steeredTask } from './task-access.ts';
import { pagesToday } from './task-log.ts';
import { atField, crawlOptionsOf, everyMs, requirePublicSeeds, type TaskRequest } from './task-request.ts';
import {
  countWanted,
  deleteOwnedTask,
  endSchedule,
  externalCrawls,
  findOwnedTask,
  insertOwnedTask,
  listOwnedTasks,
  type OwnedTask,
  saveDesiredState,
  saveShared,
  saveStart,
} from './task-rows.ts';

export type Tasks = ReturnType<typeof openTasks>;

export interface Quota {
  readonly tasks: number;
  readonly tasksMost: number | null;
  readonly pages: number;
  readonly pagesMost: number | null;
}

export interface TasksDependencies {
  readonly store: SqlStore;
  readonly settings: Config;
  readonly people: Pick<Accounts, 'note'>;
  readonly isLocal: boolean;
  readonly onFailure: (error: unknown, what: string) => void;
  /** The system clock by default. */
  readonly clock?: Pick<Clock, 'now'>;
}

interface TasksContext extends TasksDependencies {
  readonly clock: Pick<Clock, 'now'>;
  readonly running: ReadonlySet<number>;
  /** Makes the crawl process apply the desired states. */
  readonly refresh: () => void;
  /** Runs the work with its audit entry, then notifies the crawl process. */
  readonly change: (who: Principal, action: string, task: OwnedTask, work: () => Work<void>) => Promise<OwnedTask>;
}

/** Schedules are polled this often and when one is due, since other servers may change them. */
const scheduleEveryMs = 30_000;

export function openTasks(parts: TasksDependencies) {
  const { store, settings, people } = parts;
  const crawls = openLiveCrawls(parts);
  const context: TasksContext = {
    ...parts,
    clock: parts.clock ?? systemClock,
    running: crawls.running,
    refresh: crawls.refresh,
    change: async (who, action, task, work) => {
      await store.transact(async (transaction) => {
        await store.within(transaction, work);
        await people.note(transaction, who, action, `${task.id} ${task.name}`);
      });
      crawls.refresh();
      crawls.publishState(task.id);
      return (await store.read(() => findOwnedTask(task.id))) ?? task;
    },
  };
  // Crawls that were running when the server stopped resume.
  crawls.refresh();
  const schedules = openSchedules(context);
  return {
    ...reading(context),
    ...steering(context),
    hub: crawls.hub,
    /** The server's default options. */
    settings,
    /** Metrics of the last second. */
    live: crawls.metrics,
    /** Makes the crawl process index what is pending. */
    tend: crawls.tend,
    /** Starts what is due; also runs every half minute. */
    runDue: schedules.runDue,
    close: async (graceMs: number) => {
      await schedules.close();
      await crawls.close(graceMs);
    },
  };
}

/**
 * One pass at a time, when something is due. Other servers on the same database do the same; the database lets one
 * succeed.
 */
function openSchedules(context: TasksContext) {
  const create = (who: Principal, task: TaskRequest, alongside: Alongside) =>
    createCrawl(context, who, task, { isStarted: true, alongside });
  let pass: Promise<void> = Promise.resolve();
  let nextMs: number | null = null;
  const runDue = () => {
    pass = Promise.allSettled([pass]).then(async () => {
      nextMs = null;
      nextMs = await runSchedules({ ...context, create }, context.clock.now());
    });
    return pass;
  };
  let timer: NodeJS.Timeout | null = null;
  let isClosed = false;
  const runAndRepeat = async () => {
    await runDue().catch((error: unknown) => context.onFailure(error, 'schedules'));
    if (isClosed) return;
    const waitMs = Math.min(scheduleEveryMs, Math.max(0, (nextMs ?? Number.POSITIVE_INFINITY) - context.clock.now()));
    timer = setTimeout(runAndRepeat, waitMs).unref();
  };
  // Runs that became due during downtime.
  void runAndRepeat();
  return {
    runDue,
    close: async () => {
      isClosed = true;
      if (timer !== null) clearTimeout(timer);
      await pass.catch((error: unknown) => context.onFailure(error, 'schedules'));
    },
  };
}

function reading({ store, settings, running, clock }: TasksContext) {
  return {
    /** Tasks the account may see, newest first. */
    list: async (who: Principal) => (await store.read(listOwnedTasks)).filter((task) => maySee(who, task)),
    /** Throws `task.not-found`, also for tasks the account may not see. */
    get: (who: Principal, id: number) => store.read(() => seenTask(who, id)),
    stateOf: (task: OwnedTask) => stateOf(task, running),
    maySteer,
    /** Crawls started on the command line with this database; visible to administrators, read-only. */
    outside: async (who: Principal) => (who.role === 'admin' ? store.read(externalCrawls) : []),
    /** The other process crawling into this database, if ours wait for it. */
    waitsFor: async () => (running.size === 0 ? otherRunner(store) : null),
    quota: async (who: Principal): Promise<Quota> => {
      const isFree = who.role === 'admin' || who.person === null;
      const pagesMost = settings['server.pagesPerDay'];
      const id = who.person?.id ?? null;
      return {
        tasks: await store.read(() => countWanted(id)),
        tasksMost: isFree ? null : settings['server.tasksPerUser'],
        pages: id === null ? 0 : await store.read(() => pagesToday(id, clock.now())),
        pagesMost: isFree || pagesMost === 0 ? null : pagesMost,
      };
    },
  };
}

function steering(context: TasksContext) {
  const { store, settings } = context;
  const steered = (who: Principal, id: number) => store.read(() => steeredTask(who, id));
  const refused = (reason: string, message: string) => new GeotrawlError('task.state', message, { facts: { reason } });
  return {
    /** Preview without any request. */
    dryRun: async (who: Principal, task: TaskRequest) => {
      const { seeds, chosen } = task;
      const { kinds, queries } = await planOf(context, who, task);
      const delayMs = Math.max(settings['politeness.delayMs'], chosen['politeness.delayMs'] ?? 0);
      const maxPages = chosen['crawl.maxPages'] ?? settings['crawl.maxPages'];
      return dryRunOf(store, { seeds, queries, kinds, delayMs, maxPages, nowMs: context.clock.now() });
    },
    /** Throws `task.too-many` and `task.quota` if it can't start; then nothing is created. */
    create: (who: Principal, task: TaskRequest, isStarted: boolean) => createCrawl(context, who, task, { isStarted }),
    start: async (who: Principal, id: number) => {
      const task = await steered(who, id);
      if (task.desiredState === 'run') return task;
      if (task.state === 'done') throw refused('crawl-done', 'This crawl is done. Create another to crawl again.');
      return startCrawl(context, who, task);
    },
    pause: async (who: Principal, id: number) => {
      const task = await steered(who, id);
      if (task.desiredState !== 'run') throw refused('crawl-not-running', 'Only running crawls can be paused.');
      return context.change(who, 'task.pause', task, () => saveDesiredState(id, 'pause', null));
    },
    stop: async (who: Principal, id: number) =>
      context.change(who, 'task.stop', await steered(who, id), function* () {
        yield* saveDesiredState(id, 'stop', 'stopped');
        yield* endSchedule(id);
      }),
    share: async (who: Principal, id: number, isShared: boolean) =>
      context.change(who, 'task.share', await steered(who, id), () => saveShared(id, isShared)),
    remove: async (who: Principal, id: number) => {
      const task = await steered(who, id);
      if (task.desiredState === 'run' || context.running.has(id) || task.isHeld)
        throw refused('crawl-running', 'This crawl is running. Stop it before removing it.');
      await context.change(who, 'task.remove', task, () => deleteOwnedTask(id));
    },
  };
}

interface CreateOptions {
  readonly isStarted: boolean;
  /** Part of the transaction that creates it. */
  readonly alongside?: Alongside;
}

/** A crawl that can't start isn't created. */
async function createCrawl(
  context: TasksContext,
  who: Principal,
  taskRequest: TaskRequest,
  { isStarted, alongside }: CreateOptions,
): Promise<OwnedTask> {
  const { store, people } = context;
  const plan = await planOf(context, who, taskRequest);
  if (isStarted) await store.read(() => requireCapacity(context, who));
  const nowMs = context.clock.now();
  const { task } = await openTask(store, plan.options, { ...plan.opening, nowMs });
  const { shared: isShared, every } = taskRequest;
  const interval = every === null ? null : everyMs[every];
  try {
    const person = who.person?.id ?? null;
    await store.transact(async (transaction) => {
      await store.within(transaction, function* () {
        // Checked inside the transaction too, so that two simultaneous starts can't both be the fifth.
        if (isStarted) yield* lockAndRequireCapacity(context, who);
        yield* insertOwnedTask({ task: task.id, person, isShared, madeFrom: taskRequest, everyMs: interval });
        if (isStarted) yield* saveStart(task.id, nowMs);
        if (alongside !== undefined) yield* alongside(task.id);
      });
      for (const action of isStarted ? ['task.create', 'task.start'] : ['task.create'])
        await people.note(transaction, who, action, `${task.id} ${task.name}`);
    });
  } catch (error) {
    await store.transact((transaction) => store.within(transaction, () => deleteOwnedTask(task.id)));
    throw error;
  }
  if (isStarted) context.refresh();
  const created = await store.read(() => findOwnedTask(task.id));
  if (created === null) throw new Error(`crawl ${task.id} was deleted right after it was created`);
  return created;
}

async function planOf({ settings }: TasksContext, who: Principal, task: TaskRequest) {
  if (who.role !== 'admin') atField('seeds', () => requirePublicSeeds(task.seeds, settings));
  const options = crawlOptionsOf(task, settings);
  const plugins = await loadPluginKinds(settings);
  const archives = await loadConnectors(settings);
  const kinds = atField('kinds', () => chooseKinds(registryOf(plugins), options.kinds ?? null));
  const given = { ...settings, ...task.chosen };
  const { keywords } = task;
  const requested = keywords.length === 0 ? [] : atField('keywords', () => firstQueries(keywords, given)).queries;
  return { options, kinds, queries: requested.map(({ text }) => text), opening: { given, plugins, archives } };
}

function startCrawl(context: TasksContext, who: Principal, task: OwnedTask): Promise<OwnedTask> {
  return context.change(who, 'task.start', task, function* () {
    // Checked inside the transaction, so that two simultaneous starts can't both be the fifth.
    yield* lockAndRequireCapacity(context, who, task.owner ?? who.person);
    yield* saveStart(task.id, context.clock.now());
  });
}

type Owner = { readonly id: number } | null;

/** For a start in the same transaction: concurrent starts of the owner wait. */
function* lockAndRequireCapacity(context: TasksContext, who: Principal, owner: Owner = who.person): Work<void> {
  yield* lockByName(`crawls of ${owner?.id ?? 0}`);
  yield* requireCapacity(context, who, owner);
}

/** The owner's limits apply, even if another user starts it; administrators may override them. */
function* requireCapacity({ settings, clock }: TasksContext, who: Principal, owner: Owner = who.person): Work<void> {
  if (who.role === 'admin' || owner === null) return;
  const most = settings['server.tasksPerUser'];
  if ((yield* countWanted(owner.id)) >= most)
    throw new GeotrawlError(
      'task.too-many',
      `You may run ${most} crawls at once. Pause or stop one, or wait until one is done.`,
      { facts: { most } },
    );
  const pagesMost = settings['server.pagesPerDay'];
  if (pagesMost > 0 && (yield* pagesToday(owner.id, clock.now())) >= pagesMost)
    throw new GeotrawlError(
      'task.quota',
      `Your crawls have used up today's ${pagesMost} pages. Continue tomorrow (UTC).`,
      { facts: { most: pagesMost } },
    );
}
