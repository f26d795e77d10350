// Crawls of the server's people: who may see and steer which, how many at once, and what becomes of a wish.
import { systemClock } from '../../base/time/system-clock.ts';
import type { Config } from '../../config.ts';
import { openTask } from '../../crawl/crawl-task.ts';
import { firstQueries } from '../../crawl/search-seeds.ts';
import { type OtherRunner, otherRunner } from '../../frontier/task-table.ts';
import { chooseKinds } from '../../identify/choose-kinds.ts';
import { loadOutsideKinds, registryOf } from '../../kind-registry.ts';
import type { Clock } from '../../model/clock.ts';
import { GeotrawlError } from '../../model/errors.ts';
import { loadConnectors } from '../../plugins/connector-modules.ts';
import { holdAlone, type SqlStore, type Work } from '../../store/sql/sql.ts';
import type { People } from '../auth/accounts.ts';
import type { Who } from '../http/principal.ts';
import { maySee, maySteer, seenTask, stateOf, steeredTask, type TaskState } from '../tasks/task-access.ts';
import { type DryRun, dryRunOf } from './dry-run.ts';
import type { EventHub } from './event-hub.ts';
import { type LiveCrawls, openLiveCrawls } from './live-crawls.ts';
import { type Alongside, runSchedules } from './schedules.ts';
import { pagesToday } from './task-log.ts';
import { atField, crawlOptionsOf, everyMs, requirePublicSeeds, type TaskWish } from './task-request.ts';
import {
  countWanted,
  deleteOwnedTask,
  endSchedule,
  findOwnedTask,
  insertOwnedTask,
  listOwnedTasks,
  type OutsideCrawl,
  type OwnedTask,
  outsideCrawls,
  saveShared,
  saveStart,
  saveWish,
} from './task-rows.ts';

export interface Tasks {
  /** Those this person may see, newest first. */
  list(who: Who): Promise<readonly OwnedTask[]>;
  /** Crawls begun on the command line with this database; administrators see them, and nobody steers them from here. */
  outside(who: Who): Promise<readonly OutsideCrawl[]>;
  /** Who else crawls into this database, where that is what ours wait for. */
  waitsFor(): Promise<OtherRunner | null>;
  /** Throws `task.not-found`, also for what this person may not see. */
  get(who: Who, id: number): Promise<OwnedTask>;
  stateOf(task: OwnedTask): TaskState;
  maySteer(who: Who, task: OwnedTask): boolean;
  /** What it would do first, without asking anybody. */
  dryRun(who: Who, wish: TaskWish): Promise<DryRun>;
  /** Throws `task.too-many` and `task.quota` where it is to start and may not: then nothing is made. */
  create(who: Who, wish: TaskWish, isStarted: boolean): Promise<OwnedTask>;
  start(who: Who, id: number): Promise<OwnedTask>;
  pause(who: Who, id: number): Promise<OwnedTask>;
  stop(who: Who, id: number): Promise<OwnedTask>;
  share(who: Who, id: number, isShared: boolean): Promise<OwnedTask>;
  remove(who: Who, id: number): Promise<void>;
  /** Figures of the last second. */
  live(task: number): ReturnType<LiveCrawls['figures']>;
  readonly hub: EventHub;
  /** Of the server: what a crawl has where its owner chose nothing. */
  readonly settings: Config;
  /** What a person has left; null for any number. */
  quota(who: Who): Promise<Quota>;
  /** Has the process that crawls index what is waiting. */
  tend(): void;
  /** Begins what is due by its schedule; done by itself every half minute. */
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
  readonly people: Pick<People, 'note'>;
  readonly isLocal: boolean;
  readonly onFailure: (error: unknown, what: string) => void;
  /** The system's where none is given. */
  readonly clock?: Pick<Clock, 'now'>;
}

interface Desk extends TasksParts {
  readonly clock: Pick<Clock, 'now'>;
  readonly running: ReadonlySet<number>;
  readonly hasten: () => void;
  /** Runs the work and writes it down, then has the crawls follow. */
  readonly change: (who: Who, action: string, task: OwnedTask, work: () => Work<void>) => Promise<OwnedTask>;
}

/** Schedules are looked at this often, and when one is due: others may have changed them. */
const scheduleEveryMs = 30_000;

export function openTasks(parts: TasksParts): Tasks {
  const { store, settings, people } = parts;
  const crawls = openLiveCrawls(parts);
  const desk: Desk = {
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
  // Those that ran when the server ended go on.
  crawls.hasten();
  const schedules = openSchedules(desk);
  return {
    ...seeing(desk),
    ...steering(desk),
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

/** One look at a time, at the moment something is due. Other servers with the same database look as well: the database lets one make it. */
function openSchedules(desk: Desk) {
  const create = (who: Who, wish: TaskWish, alongside: Alongside) =>
    make(desk, who, wish, { isStarted: true, alongside });
  let look: Promise<void> = Promise.resolve();
  let nextMs: number | null = null;
  const runDue = () => {
    look = Promise.allSettled([look]).then(async () => {
      nextMs = null;
      nextMs = await runSchedules({ ...desk, create }, desk.clock.now());
    });
    return look;
  };
  let timer: NodeJS.Timeout | null = null;
  let isClosed = false;
  const runOrTell = async () => {
    await runDue().catch((error: unknown) => desk.onFailure(error, 'schedules'));
    if (isClosed) return;
    const waitMs = Math.min(scheduleEveryMs, Math.max(0, (nextMs ?? Number.POSITIVE_INFINITY) - desk.clock.now()));
    timer = setTimeout(runOrTell, waitMs).unref();
  };
  // What fell due while nobody was there.
  void runOrTell();
  return {
    runDue,
    close: async () => {
      isClosed = true;
      if (timer !== null) clearTimeout(timer);
      await look.catch((error: unknown) => desk.onFailure(error, 'schedules'));
    },
  };
}

function seeing({ store, settings, running, clock }: Desk) {
  return {
    list: async (who) => (await store.read(listOwnedTasks)).filter((task) => maySee(who, task)),
    get: (who, id) => store.read(() => seenTask(who, id)),
    stateOf: (task) => stateOf(task, running),
    maySteer,
    outside: async (who) => (who.role === 'admin' ? store.read(outsideCrawls) : []),
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

function steering(desk: Desk) {
  const { store, settings } = desk;
  return {
    dryRun: async (who, wish) => {
      const { seeds, chosen } = wish;
      const { kinds, queries } = await planOf(desk, who, wish);
      const delayMs = Math.max(settings['politeness.delayMs'], chosen['politeness.delayMs'] ?? 0);
      const maxPages = chosen['crawl.maxPages'] ?? settings['crawl.maxPages'];
      return dryRunOf(store, { seeds, queries, kinds, delayMs, maxPages, nowMs: desk.clock.now() });
    },
    create: (who, wish, isStarted) => make(desk, who, wish, { isStarted }),
    start: async (who, id) => {
      const task = await store.read(() => steeredTask(who, id));
      if (task.wish === 'run') return task;
      if (task.state === 'done')
        throw new GeotrawlError('task.state', 'This crawl is done: nothing is left to do. Make another like it.', {
          facts: { reason: 'crawl-done' },
        });
      return begin(desk, who, task);
    },
    pause: async (who, id) => {
      const task = await store.read(() => steeredTask(who, id));
      if (task.wish !== 'run')
        throw new GeotrawlError('task.state', 'Only a crawl that runs can be paused.', {
          facts: { reason: 'crawl-not-running' },
        });
      return desk.change(who, 'task.pause', task, () => saveWish(id, 'pause', null));
    },
    stop: async (who, id) => {
      const task = await store.read(() => steeredTask(who, id));
      return desk.change(who, 'task.stop', task, function* () {
        yield* saveWish(id, 'stop', 'stopped');
        yield* endSchedule(id);
      });
    },
    share: async (who, id, isShared) => {
      const task = await store.read(() => steeredTask(who, id));
      return desk.change(who, 'task.share', task, () => saveShared(id, isShared));
    },
    remove: async (who, id) => {
      const task = await store.read(() => steeredTask(who, id));
      if (task.wish === 'run' || desk.running.has(id) || task.isHeld)
        throw new GeotrawlError('task.state', 'This crawl runs. Stop it before you remove it.', {
          facts: { reason: 'crawl-running' },
        });
      await desk.change(who, 'task.remove', task, () => deleteOwnedTask(id));
    },
  } satisfies Partial<Tasks>;
}

interface Making {
  readonly isStarted: boolean;
  /** Done in the transaction that makes it. */
  readonly alongside?: Alongside;
}

/** A crawl that may not start is not made. */
async function make(desk: Desk, who: Who, wish: TaskWish, { isStarted, alongside }: Making): Promise<OwnedTask> {
  const { store, people } = desk;
  const plan = await planOf(desk, who, wish);
  if (isStarted) await store.read(() => requireRoom(desk, who));
  const nowMs = desk.clock.now();
  const { task } = await openTask(store, plan.options, { ...plan.opening, nowMs });
  const { shared: isShared, every } = wish;
  const interval = every === null ? null : everyMs[every];
  try {
    const person = who.person?.id ?? null;
    await store.transact(async (transaction) => {
      await store.within(transaction, function* () {
        // Inside too, so that two starts at the same moment cannot both be the fifth.
        if (isStarted) yield* requireRoomAlone(desk, who);
        yield* insertOwnedTask({ task: task.id, person, isShared, madeFrom: wish, everyMs: interval });
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
  if (isStarted) desk.hasten();
  const made = await store.read(() => findOwnedTask(task.id));
  if (made === null) throw new Error(`crawl ${task.id} is gone as soon as it was made`);
  return made;
}

async function planOf({ settings }: Desk, who: Who, wish: TaskWish) {
  if (who.role !== 'admin') atField('seeds', () => requirePublicSeeds(wish.seeds, settings));
  const options = crawlOptionsOf(wish, settings);
  const outside = await loadOutsideKinds(settings);
  const archives = await loadConnectors(settings);
  const kinds = atField('kinds', () => chooseKinds(registryOf(outside), options.kinds ?? null));
  const given = { ...settings, ...wish.chosen };
  const { keywords } = wish;
  const asked = keywords.length === 0 ? [] : atField('keywords', () => firstQueries(keywords, given)).queries;
  return { options, kinds, queries: asked.map(({ text }) => text), opening: { given, outside, archives } };
}

function begin(desk: Desk, who: Who, task: OwnedTask): Promise<OwnedTask> {
  return desk.change(who, 'task.start', task, function* () {
    // Inside, so that two starts at the same moment cannot both be the fifth.
    yield* requireRoomAlone(desk, who, task.owner ?? who.person);
    yield* saveStart(task.id, desk.clock.now());
  });
}

type Owner = { readonly id: number } | null;

/** The same where a start follows in the same transaction: nobody else may count meanwhile. */
function* requireRoomAlone(desk: Desk, who: Who, owner: Owner = who.person): Work<void> {
  yield* holdAlone(`crawls of ${owner?.id ?? 0}`);
  yield* requireRoom(desk, who, owner);
}

/** The limits are those of the owner, whoever presses the button; an administrator's word counts more. */
function* requireRoom({ settings, clock }: Desk, who: Who, owner: Owner = who.person): Work<void> {
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
