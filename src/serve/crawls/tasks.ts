// Crawls of the server's accounts: access, limits, and their life cycle.
import { systemClock } from '../../base/time/system-clock.ts';
import type { Config } from '../../config.ts';
import { openTask } from '../../crawl/crawl-task.ts';
import { firstQueries } from '../../crawl/search-seeds.ts';
import { type OtherRunner, otherRunner } from '../../frontier/task-table.ts';
import { chooseKinds } from '../../identify/choose-kinds.ts';
import type { Clock } from '../../model/clock.ts';
import { GeotrawlError } from '../../model/errors.ts';
import { loadConnectors } from '../../plugins/connector-modules.ts';
import { loadPluginKinds, registryOf } from '../../plugins/kind-registry.ts';
import { lockByName, type SqlStore, type Work } from '../../store/sql/sql.ts';
import type { Accounts } from '../auth/accounts.ts';
import type { Principal } from '../http/principal.ts';
import { type DryRun, dryRunOf } from './dry-run.ts';
import type { EventHub } from './event-hub.ts';
import { type LiveCrawls, openLiveCrawls } from './live-crawls.ts';
import { type Alongside, runSchedules } from './schedules.ts';
import { maySee, maySteer, seenTask, stateOf, steeredTask, type TaskState } from './task-access.ts';
import { pagesToday } from './task-log.ts';
import { atField, crawlOptionsOf, everyMs, requirePublicSeeds, type TaskRequest } from './task-request.ts';
import {
  countWanted,
  deleteOwnedTask,
  type ExternalCrawl,
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

export interface Tasks {
  /** Tasks the account may see, newest first. */
  list(who: Principal): Promise<readonly OwnedTask[]>;
  /** Crawls started on the command line with this database; visible to administrators, read-only. */
  outside(who: Principal): Promise<readonly ExternalCrawl[]>;
  /** The other process crawling into this database, if ours wait for it. */
  waitsFor(): Promise<OtherRunner | null>;
  /** Throws `task.not-found`, also for tasks the account may not see. */
  get(who: Principal, id: number): Promise<OwnedTask>;
  stateOf(task: OwnedTask): TaskState;
  maySteer(who: Principal, task: OwnedTask): boolean;
  /** Preview without any request. */
  dryRun(who: Principal, task: TaskRequest): Promise<DryRun>;
  /** Throws `task.too-many` and `task.quota` if it can't start; then nothing is created. */
  create(who: Principal, task: TaskRequest, isStarted: boolean): Promise<OwnedTask>;
  start(who: Principal, id: number): Promise<OwnedTask>;
  pause(who: Principal, id: number): Promise<OwnedTask>;
  stop(who: Principal, id: number): Promise<OwnedTask>;
  share(who: Principal, id: number, isShared: boolean): Promise<OwnedTask>;
  remove(who: Principal, id: number): Promise<void>;
  /** Metrics of the last second. */
  live(task: number): ReturnType<LiveCrawls['figures']>;
  readonly hub: EventHub;
  /** The server's default options. */
  readonly settings: Config;
  /** Remaining quota of an account; null if unlimited. */
  quota(who: Principal): Promise<Quota>;
  /** Makes the crawl process index what is pending. */
  tend(): void;
  /** Starts what is due; also runs every half minute. */
  runDue(): Promise<void>;
  close(patienceMs: number): Promise<void>;
}

export interface Quota {
  readonly tasks: number;
  readonly tasksMost: number | null;
  readonly pages: number;
  readonly pagesMost: number | null;
}

export interface TasksParts {
  readonly store: SqlStore;
  readonly settings: Config;
  readonly people: Pick<Accounts, 'note'>;
  readonly isLocal: boolean;
  readonly onFailure: (error: unknown, what: string) => void;
  /** The system clock by default. */
  readonly clock?: Pick<Clock, 'now'>;
}

interface TasksContext extends TasksParts {
  readonly clock: Pick<Clock, 'now'>;
  readonly running: ReadonlySet<number>;
  readonly hasten: () => void;
  /** Runs the work with its audit entry, then notifies the crawl process. */
  readonly change: (who: Principal, action: string, task: OwnedTask, work: () => Work<void>) => Promise<OwnedTask>;
}

/** Schedules are polled this often and when one is due, since other servers may change them. */
const scheduleEveryMs = 30_000;

export function openTasks(parts: TasksParts): Tasks {
  const { store, settings, people } = parts;
  const crawls = openLiveCrawls(parts);
  const context: TasksContext = {
    ...parts,
    clock: parts.clock ?? systemClock,
    running: crawls.running,
    hasten: crawls.hasten,
    change: async (who, action, task, work) => {
      await store.transact(async (transaction) => {
        await store.within(transaction, work);
        await people.note(transaction, who, action, `${task.id} ${task.name}`);
      });
      crawls.hasten();
      crawls.tellState(task.id);
      return (await store.read(() => findOwnedTask(task.id))) ?? task;
    },
  };
  // Crawls that were running when the server stopped resume.
  crawls.hasten();
  const schedules = openSchedules(context);
  return {
    ...seeing(context),
    ...steering(context),
    hub: crawls.hub,
    settings,
    live: crawls.figures,
    tend: crawls.tend,
    runDue: schedules.runDue,
    close: async (patienceMs) => {
      await schedules.close();
      await crawls.close(patienceMs);
    },
  };
}

/**
 * One pass at a time, when something is due. Other servers on the same database do the same; the database lets one
 * succeed.
 */
function openSchedules(context: TasksContext) {
  const create = (who: Principal, task: TaskRequest, alongside: Alongside) =>
    make(context, who, task, { isStarted: true, alongside });
  let look: Promise<void> = Promise.resolve();
  let nextMs: number | null = null;
  const runDue = () => {
    look = Promise.allSettled([look]).then(async () => {
      nextMs = null;
      nextMs = await runSchedules({ ...context, create }, context.clock.now());
    });
    return look;
  };
  let timer: NodeJS.Timeout | null = null;
  let isClosed = false;
  const runOrTell = async () => {
    await runDue().catch((error: unknown) => context.onFailure(error, 'schedules'));
    if (isClosed) return;
    const waitMs = Math.min(scheduleEveryMs, Math.max(0, (nextMs ?? Number.POSITIVE_INFINITY) - context.clock.now()));
    timer = setTimeout(runOrTell, waitMs).unref();
  };
  // Runs that became due during downtime.
  void runOrTell();
  return {
    runDue,
    close: async () => {
      isClosed = true;
      if (timer !== null) clearTimeout(timer);
      await look.catch((error: unknown) => context.onFailure(error, 'schedules'));
    },
  };
}

function seeing({ store, settings, running, clock }: TasksContext) {
  return {
    list: async (who) => (await store.read(listOwnedTasks)).filter((task) => maySee(who, task)),
    get: (who, id) => store.read(() => seenTask(who, id)),
    stateOf: (task) => stateOf(task, running),
    maySteer,
    outside: async (who) => (who.role === 'admin' ? store.read(externalCrawls) : []),
    waitsFor: async () => (running.size === 0 ? otherRunner(store) : null),
    quota: async (who) => {
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
  } satisfies Partial<Tasks>;
}

function steering(context: TasksContext) {
  const { store, settings } = context;
  return {
    dryRun: async (who, task) => {
      const { seeds, chosen } = task;
      const { kinds, queries } = await planOf(context, who, task);
      const delayMs = Math.max(settings['politeness.delayMs'], chosen['politeness.delayMs'] ?? 0);
      const maxPages = chosen['crawl.maxPages'] ?? settings['crawl.maxPages'];
      return dryRunOf(store, { seeds, queries, kinds, delayMs, maxPages, nowMs: context.clock.now() });
    },
    create: (who, task, isStarted) => make(context, who, task, { isStarted }),
    start: async (who, id) => {
      const task = await store.read(() => steeredTask(who, id));
      if (task.desiredState === 'run') return task;
      if (task.state === 'done')
        throw new GeotrawlError('task.state', 'This crawl is done: nothing is left to do. Make another like it.', {
          facts: { reason: 'crawl-done' },
        });
      return begin(context, who, task);
    },
    pause: async (who, id) => {
      const task = await store.read(() => steeredTask(who, id));
      if (task.desiredState !== 'run')
        throw new GeotrawlError('task.state', 'Only a crawl that runs can be paused.', {
          facts: { reason: 'crawl-not-running' },
        });
      return context.change(who, 'task.pause', task, () => saveDesiredState(id, 'pause', null));
    },
    stop: async (who, id) => {
      const task = await store.read(() => steeredTask(who, id));
      return context.change(who, 'task.stop', task, function* () {
        yield* saveDesiredState(id, 'stop', 'stopped');
        yield* endSchedule(id);
      });
    },
    share: async (who, id, isShared) => {
      const task = await store.read(() => steeredTask(who, id));
      return context.change(who, 'task.share', task, () => saveShared(id, isShared));
    },
    remove: async (who, id) => {
      const task = await store.read(() => steeredTask(who, id));
      if (task.desiredState === 'run' || context.running.has(id) || task.isHeld)
        throw new GeotrawlError('task.state', 'This crawl runs. Stop it before you remove it.', {
          facts: { reason: 'crawl-running' },
        });
      await context.change(who, 'task.remove', task, () => deleteOwnedTask(id));
    },
  } satisfies Partial<Tasks>;
}

interface Making {
  readonly isStarted: boolean;
  /** Part of the transaction that creates it. */
  readonly alongside?: Alongside;
}

/** A crawl that can't start isn't created. */
async function make(
  context: TasksContext,
  who: Principal,
  taskRequest: TaskRequest,
  { isStarted, alongside }: Making,
): Promise<OwnedTask> {
  const { store, people } = context;
  const plan = await planOf(context, who, taskRequest);
  if (isStarted) await store.read(() => requireRoom(context, who));
  const nowMs = context.clock.now();
  const { task } = await openTask(store, plan.options, { ...plan.opening, nowMs });
  const { shared: isShared, every } = taskRequest;
  const interval = every === null ? null : everyMs[every];
  try {
    const person = who.person?.id ?? null;
    await store.transact(async (transaction) => {
      await store.within(transaction, function* () {
        // Checked inside the transaction too, so that two simultaneous starts can't both be the fifth.
        if (isStarted) yield* requireRoomAlone(context, who);
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
  if (isStarted) context.hasten();
  const made = await store.read(() => findOwnedTask(task.id));
  if (made === null) throw new Error(`crawl ${task.id} is gone as soon as it was made`);
  return made;
}

async function planOf({ settings }: TasksContext, who: Principal, task: TaskRequest) {
  if (who.role !== 'admin') atField('seeds', () => requirePublicSeeds(task.seeds, settings));
  const options = crawlOptionsOf(task, settings);
  const outside = await loadPluginKinds(settings);
  const archives = await loadConnectors(settings);
  const kinds = atField('kinds', () => chooseKinds(registryOf(outside), options.kinds ?? null));
  const given = { ...settings, ...task.chosen };
  const { keywords } = task;
  const requested = keywords.length === 0 ? [] : atField('keywords', () => firstQueries(keywords, given)).queries;
  return { options, kinds, queries: requested.map(({ text }) => text), opening: { given, outside, archives } };
}

function begin(context: TasksContext, who: Principal, task: OwnedTask): Promise<OwnedTask> {
  return context.change(who, 'task.start', task, function* () {
    // Checked inside the transaction, so that two simultaneous starts can't both be the fifth.
    yield* requireRoomAlone(context, who, task.owner ?? who.person);
    yield* saveStart(task.id, context.clock.now());
  });
}

type Owner = { readonly id: number } | null;

/** For a start in the same transaction: no one else may count meanwhile. */
function* requireRoomAlone(context: TasksContext, who: Principal, owner: Owner = who.person): Work<void> {
  yield* lockByName(`crawls of ${owner?.id ?? 0}`);
  yield* requireRoom(context, who, owner);
}

/** The owner's limits apply, whoever starts it; administrators may override them. */
function* requireRoom({ settings, clock }: TasksContext, who: Principal, owner: Owner = who.person): Work<void> {
  if (who.role === 'admin' || owner === null) return;
  const most = settings['server.tasksPerUser'];
  if ((yield* countWanted(owner.id)) >= most)
    throw new GeotrawlError(
      'task.too-many',
      `You may run ${most} crawls at once. Pause or stop one, or wait until one is done.`,
      {
        facts: { most },
      },
    );
  const pagesMost = settings['server.pagesPerDay'];
  if (pagesMost > 0 && (yield* pagesToday(owner.id, clock.now())) >= pagesMost)
    throw new GeotrawlError(
      'task.quota',
      `Your crawls have had their ${pagesMost} pages of today. Tomorrow (UTC) there are more.`,
      {
        facts: { most: pagesMost },
      },
    );
}
