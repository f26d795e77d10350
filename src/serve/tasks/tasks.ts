// Crawls of the server's people: who may see and steer which, how many at once, and what becomes of a wish.
import { systemClock } from '../../base/system-clock.ts';
import type { Config } from '../../config.ts';
import { loadConnectors } from '../../connector-modules.ts';
import { firstQueries } from '../../crawl-search.ts';
import { openTask } from '../../crawl-task.ts';
import { type OtherRunner, otherRunner } from '../../frontier/task-table.ts';
import { chooseKinds } from '../../identify/choose-kinds.ts';
import { loadOutsideKinds, registryOf } from '../../kind-registry.ts';
import type { Clock } from '../../model/clock.ts';
import { GeotrawlError } from '../../model/errors.ts';
import type { Transaction } from '../../model/store.ts';
import type { SqliteStore } from '../../store/sqlite.ts';
import type { People } from '../people/people.ts';
import type { Who } from '../people/person.ts';
import { type DryRun, dryRunOf } from './dry-run.ts';
import type { EventHub } from './event-hub.ts';
import { type LiveCrawls, openLiveCrawls } from './live-crawls.ts';
import { type Alongside, runSchedules } from './schedules.ts';
import { maySee, maySteer, seenTask, stateOf, steeredTask, type TaskState } from './task-access.ts';
import { pagesToday } from './task-log.ts';
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
import { atField, crawlOptionsOf, everyMs, requirePublicSeeds, type TaskWish } from './task-wish.ts';

export interface Tasks {
  /** Those this person may see, newest first. */
  list(who: Who): readonly OwnedTask[];
  /** Crawls begun on the command line with this database; administrators see them, and nobody steers them from here. */
  outside(who: Who): readonly OutsideCrawl[];
  /** Who else crawls into this database, where that is what ours wait for. */
  waitsFor(): OtherRunner | null;
  /** Throws `task.not-found`, also for what this person may not see. */
  get(who: Who, id: number): OwnedTask;
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
  quota(who: Who): { tasks: number; tasksMost: number | null; pages: number; pagesMost: number | null };
  /** Has the process that crawls index what is waiting. */
  tend(): void;
  /** Begins what is due by its schedule; done by itself every half minute. */
  runDue(): Promise<void>;
  close(patienceMs: number): Promise<void>;
}

export interface TasksParts {
  readonly store: SqliteStore;
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
  readonly change: (
    who: Who,
    action: string,
    task: OwnedTask,
    work: (transaction: Transaction) => void,
  ) => Promise<OwnedTask>;
}

/** Schedules are looked at this often. */
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
        work(transaction);
        people.note(transaction, who, action, `${task.id} ${task.name}`);
      });
      crawls.hasten();
      crawls.tellState(task.id);
      return findOwnedTask(store, task.id) ?? task;
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

/** One look at a time: two would make the same crawl twice. */
function openSchedules(desk: Desk) {
  const create = (who: Who, wish: TaskWish, alongside: Alongside) =>
    make(desk, who, wish, { isStarted: true, alongside });
  let look: Promise<void> = Promise.resolve();
  const runDue = () => {
    look = Promise.allSettled([look]).then(() => runSchedules({ ...desk, create }, desk.clock.now()));
    return look;
  };
  const runOrTell = () => {
    runDue().catch((error: unknown) => desk.onFailure(error, 'schedules'));
  };
  // What fell due while nobody was there.
  runOrTell();
  const timer = setInterval(runOrTell, scheduleEveryMs);
  timer.unref();
  return {
    runDue,
    close: async () => {
      clearInterval(timer);
      await look.catch((error: unknown) => desk.onFailure(error, 'schedules'));
    },
  };
}

function seeing({ store, settings, running, clock }: Desk) {
  return {
    list: (who) => listOwnedTasks(store).filter((task) => maySee(who, task)),
    get: (who, id) => seenTask(store, who, id),
    stateOf: (task) => stateOf(task, running),
    maySteer,
    outside: (who) => (who.role === 'admin' ? outsideCrawls(store) : []),
    waitsFor: () => (running.size === 0 ? otherRunner(store) : null),
    quota: (who) => {
      const isFree = who.role === 'admin' || who.person === null;
      const pagesMost = settings['server.pagesPerDay'];
      return {
        tasks: countWanted(store, who.person?.id ?? null),
        tasksMost: isFree ? null : settings['server.tasksPerUser'],
        pages: who.person === null ? 0 : pagesToday(store, who.person.id, clock.now()),
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
      const task = steeredTask(store, who, id);
      if (task.wish === 'run') return task;
      if (task.state === 'done')
        throw new GeotrawlError('task.state', 'This crawl is done: nothing is left to do. Make another like it.', {
          facts: { reason: 'crawl-done' },
        });
      return begin(desk, who, task);
    },
    pause: async (who, id) => {
      const task = steeredTask(store, who, id);
      if (task.wish !== 'run')
        throw new GeotrawlError('task.state', 'Only a crawl that runs can be paused.', {
          facts: { reason: 'crawl-not-running' },
        });
      return desk.change(who, 'task.pause', task, (transaction) => saveWish(transaction, id, 'pause', null));
    },
    stop: async (who, id) => {
      const task = steeredTask(store, who, id);
      return desk.change(who, 'task.stop', task, (transaction) => {
        saveWish(transaction, id, 'stop', 'stopped');
        endSchedule(transaction, id);
      });
    },
    share: async (who, id, isShared) => {
      const task = steeredTask(store, who, id);
      return desk.change(who, 'task.share', task, (transaction) => saveShared(transaction, id, isShared));
    },
    remove: async (who, id) => {
      const task = steeredTask(store, who, id);
      if (task.wish === 'run' || desk.running.has(id))
        throw new GeotrawlError('task.state', 'This crawl runs. Stop it before you remove it.', {
          facts: { reason: 'crawl-running' },
        });
      await desk.change(who, 'task.remove', task, (transaction) => deleteOwnedTask(transaction, id));
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
  if (isStarted) requireRoom(desk, who);
  const nowMs = desk.clock.now();
  const { task } = await openTask(store, plan.options, { ...plan.opening, nowMs });
  const { shared: isShared, every } = wish;
  const interval = every === null ? null : everyMs[every];
  try {
    await store.transact(async (transaction) => {
      // Inside too, so that two starts at the same moment cannot both be the fifth.
      if (isStarted) requireRoom(desk, who);
      const person = who.person?.id ?? null;
      insertOwnedTask(transaction, { task: task.id, person, isShared, madeFrom: wish, everyMs: interval });
      for (const action of isStarted ? ['task.create', 'task.start'] : ['task.create'])
        people.note(transaction, who, action, `${task.id} ${task.name}`);
      if (isStarted) saveStart(transaction, task.id, nowMs);
      alongside?.(transaction, task.id);
    });
  } catch (error) {
    await store.transact(async (transaction) => deleteOwnedTask(transaction, task.id));
    throw error;
  }
  if (isStarted) desk.hasten();
  const made = findOwnedTask(store, task.id);
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
  return desk.change(who, 'task.start', task, (transaction) => {
    // Inside, so that two starts at the same moment cannot both be the fifth.
    requireRoom(desk, who, task.owner ?? who.person);
    saveStart(transaction, task.id, desk.clock.now());
  });
}

/** The limits are those of the owner, whoever presses the button; an administrator's word counts more. */
function requireRoom(
  { store, settings, clock }: Desk,
  who: Who,
  owner: { readonly id: number } | null = who.person,
): void {
  if (who.role === 'admin' || owner === null) return;
  const most = settings['server.tasksPerUser'];
  if (countWanted(store, owner.id) >= most)
    throw new GeotrawlError(
      'task.too-many',
      `You may run ${most} crawls at once. Pause or stop one, or wait until one is done.`,
      {
        facts: { most },
      },
    );
  const pagesMost = settings['server.pagesPerDay'];
  if (pagesMost > 0 && pagesToday(store, owner.id, clock.now()) >= pagesMost)
    throw new GeotrawlError(
      'task.quota',
      `Your crawls have had their ${pagesMost} pages of today. Tomorrow (UTC) there are more.`,
      {
        facts: { most: pagesMost },
      },
    );
}
