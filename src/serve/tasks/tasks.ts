// Crawls of the server's people: who may see and steer which, how many at once, and what becomes of a wish.
import { systemClock } from '../../base/system-clock.ts';
import type { Config } from '../../config.ts';
import { loadConnectors } from '../../connector-modules.ts';
import { firstQueries } from '../../crawl-search.ts';
import { openTask } from '../../crawl-task.ts';
import { chooseKinds } from '../../identify/choose-kinds.ts';
import { loadOutsideKinds, registryOf } from '../../kind-registry.ts';
import { GeotrawlError } from '../../model/errors.ts';
import type { Transaction } from '../../model/store.ts';
import type { SqliteStore } from '../../store/sqlite.ts';
import type { People } from '../people/people.ts';
import { may, type Who } from '../people/person.ts';
import { createCrawlChild } from './crawl-child.ts';
import { createEventHub, type EventHub } from './event-hub.ts';
import type { FromCrawler, MachineUse, TaskStats } from './messages.ts';
import { pagesToday } from './task-log.ts';
import {
  countWanted,
  deleteOwnedTask,
  endSchedule,
  findOwnedTask,
  insertOwnedTask,
  listOwnedTasks,
  type OwnedTask,
  saveShared,
  saveStart,
  saveWish,
  taskNotFound,
  wantedTasks,
} from './task-rows.ts';
import { crawlOptionsOf, everyMs, requirePublicSeeds, type TaskWish } from './task-wish.ts';

/** How it stands with a crawl, as people see it. */
export type TaskState =
  | 'new'
  | 'waiting'
  | 'running'
  | 'pausing'
  | 'paused'
  | 'stopping'
  | 'stopped'
  | 'done'
  | 'failed';

export interface Live {
  readonly stats: TaskStats | null;
  readonly machine: MachineUse | null;
}

export interface Tasks {
  /** Those this person may see, newest first. */
  list(who: Who): readonly OwnedTask[];
  /** Throws `task.not-found`, also for what this person may not see. */
  get(who: Who, id: number): OwnedTask;
  stateOf(task: OwnedTask): TaskState;
  maySteer(who: Who, task: OwnedTask): boolean;
  /** Where it would begin, without doing anything. */
  dryRun(who: Who, wish: TaskWish): Promise<{ seeds: readonly string[]; queries: readonly string[] }>;
  /** Throws `task.too-many` and `task.quota` where it is to start and may not: then nothing is made. */
  create(who: Who, wish: TaskWish, isStarted: boolean): Promise<OwnedTask>;
  start(who: Who, id: number): Promise<OwnedTask>;
  pause(who: Who, id: number): Promise<OwnedTask>;
  stop(who: Who, id: number): Promise<OwnedTask>;
  share(who: Who, id: number, isShared: boolean): Promise<OwnedTask>;
  remove(who: Who, id: number): Promise<void>;
  live(task: number): Live;
  readonly hub: EventHub;
  /** Of the server: what a crawl has where its owner chose nothing. */
  readonly settings: Config;
  /** What a person has left; null for any number. */
  quota(who: Who): { tasks: number; tasksMost: number | null; pages: number; pagesMost: number | null };
  /** Process id of the crawls; null while nobody wanted any. */
  crawlerPid(): number | null;
  close(patienceMs: number): Promise<void>;
}

export interface TasksParts {
  readonly store: SqliteStore;
  readonly settings: Config;
  readonly people: Pick<People, 'note'>;
  readonly isLocal: boolean;
  readonly onFailure: (error: unknown, what: string) => void;
}

interface Desk extends TasksParts {
  readonly running: Set<number>;
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
  const { store, settings, isLocal, people, onFailure } = parts;
  const hub = createEventHub();
  const live = { stats: new Map<number, TaskStats>(), machine: null as MachineUse | null, running: new Set<number>() };
  const tellState = (id: number) => {
    const task = findOwnedTask(store, id);
    if (task !== null) hub.tell(id, 'state', { state: stateOf(task, live.running), ended: task.ended });
  };
  const child = createCrawlChild({
    ...{ settings, isLocal, onFailure },
    onMessage: (message) => hear(message),
    onGone: () => {
      hear({ type: 'running', tasks: [] });
      return wantedTasks(store).length > 0;
    },
  });
  const hear = (message: FromCrawler) => {
    if (message.type === 'failure') onFailure(new Error(message.message), message.what);
    if (message.type === 'events') hub.publish(message.task, message.events);
    if (message.type === 'stats') {
      live.machine = message.machine;
      for (const stats of message.stats) {
        live.stats.set(stats.task, stats);
        hub.tell(stats.task, 'stats', { ...stats, machine: message.machine });
      }
    }
    if (message.type !== 'running') return;
    const before = new Set(live.running);
    live.running.clear();
    for (const id of message.tasks) live.running.add(id);
    for (const id of new Set([...before, ...live.running])) if (before.has(id) !== live.running.has(id)) tellState(id);
  };
  const desk: Desk = {
    ...parts,
    running: live.running,
    change: async (who, action, task, work) => {
      await store.transact(async (transaction) => {
        work(transaction);
        people.note(transaction, who, action, `${task.id} ${task.name}`);
      });
      child.hasten();
      tellState(task.id);
      return findOwnedTask(store, task.id) ?? task;
    },
  };
  if (wantedTasks(store).length > 0) child.hasten();
  const schedule = setInterval(
    () => void runSchedules(desk).catch((error: unknown) => onFailure(error, 'schedules')),
    scheduleEveryMs,
  );
  schedule.unref();
  return {
    ...seeing(desk),
    ...steering(desk),
    hub,
    settings,
    live: (task) => ({ stats: live.stats.get(task) ?? null, machine: live.machine }),
    crawlerPid: () => child.pid(),
    close: async (patienceMs) => {
      clearInterval(schedule);
      hub.close();
      await child.close(patienceMs);
    },
  };
}

function seeing({ store, settings, running }: Desk) {
  return {
    list: (who) => listOwnedTasks(store).filter((task) => maySee(who, task)),
    get: (who, id) => seen(store, who, id),
    stateOf: (task) => stateOf(task, running),
    maySteer,
    quota: (who) => {
      const isFree = who.role === 'admin' || who.person === null;
      const pagesMost = settings['server.pagesPerDay'];
      return {
        tasks: countWanted(store, who.person?.id ?? null),
        tasksMost: isFree ? null : settings['server.tasksPerUser'],
        pages: who.person === null ? 0 : pagesToday(store, who.person.id, systemClock.now()),
        pagesMost: isFree || pagesMost === 0 ? null : pagesMost,
      };
    },
  } satisfies Partial<Tasks>;
}

function steering(desk: Desk) {
  const { store, settings } = desk;
  const steered = (who: Who, id: number): OwnedTask => {
    const task = seen(store, who, id);
    if (!maySteer(who, task)) throw new GeotrawlError('access.denied', 'This crawl is somebody else’s.');
    return task;
  };
  return {
    dryRun: async (who, wish) => {
      const { keywords, seeds } = wish;
      await planOf(desk, who, wish);
      const queries = keywords.length === 0 ? [] : firstQueries(keywords, { ...settings, ...wish.chosen }).queries;
      return { seeds, queries: queries.map(({ text }) => text) };
    },
    create: async (who, wish, isStarted) => {
      const plan = await planOf(desk, who, wish);
      if (isStarted) requireRoom(desk, who);
      const { task } = await openTask(store, plan.options, { ...plan.opening, nowMs: systemClock.now() });
      await store.transact(async (transaction) => {
        const { shared: isShared, every } = wish;
        const person = who.person?.id ?? null;
        insertOwnedTask(transaction, {
          ...{ task: task.id, person, isShared, madeFrom: wish },
          everyMs: every === null ? null : everyMs[every],
        });
        desk.people.note(transaction, who, 'task.create', `${task.id} ${task.name}`);
      });
      const made = findOwnedTask(store, task.id);
      if (made === null) throw taskNotFound(task.id);
      return isStarted ? begin(desk, who, made) : made;
    },
    start: async (who, id) => {
      const task = steered(who, id);
      if (task.wish === 'run') return task;
      if (task.state === 'done')
        throw new GeotrawlError('task.state', 'This crawl is done: nothing is left to do. Make another like it.');
      return begin(desk, who, task);
    },
    pause: async (who, id) => {
      const task = steered(who, id);
      if (task.wish !== 'run') throw new GeotrawlError('task.state', 'Only a crawl that runs can be paused.');
      return desk.change(who, 'task.pause', task, (transaction) => saveWish(transaction, id, 'pause', null));
    },
    stop: async (who, id) => {
      const task = steered(who, id);
      return desk.change(who, 'task.stop', task, (transaction) => {
        saveWish(transaction, id, 'stop', 'stopped');
        endSchedule(transaction, id);
      });
    },
    share: async (who, id, isShared) => {
      const task = steered(who, id);
      return desk.change(who, 'task.share', task, (transaction) => saveShared(transaction, id, isShared));
    },
    remove: async (who, id) => {
      const task = steered(who, id);
      if (task.wish === 'run' || desk.running.has(id))
        throw new GeotrawlError('task.state', 'This crawl runs. Stop it before you remove it.');
      await desk.change(who, 'task.remove', task, (transaction) => deleteOwnedTask(transaction, id));
    },
  } satisfies Partial<Tasks>;
}

async function planOf({ settings }: Desk, who: Who, wish: TaskWish) {
  if (who.role !== 'admin') requirePublicSeeds(wish.seeds, settings);
  const options = crawlOptionsOf(wish, settings);
  const outside = await loadOutsideKinds(settings);
  const archives = await loadConnectors(settings);
  chooseKinds(registryOf(outside), options.kinds ?? null);
  return { options, opening: { given: { ...settings, ...wish.chosen }, outside, archives } };
}

function begin(desk: Desk, who: Who, task: OwnedTask): Promise<OwnedTask> {
  return desk.change(who, 'task.start', task, (transaction) => {
    // Inside, so that two starts at the same moment cannot both be the fifth.
    requireRoom(desk, who, task.owner ?? who.person);
    saveStart(transaction, task.id, systemClock.now());
  });
}

/** The limits are those of the owner, whoever presses the button; an administrator's word counts more. */
function requireRoom({ store, settings }: Desk, who: Who, owner: { readonly id: number } | null = who.person): void {
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
  if (pagesMost > 0 && pagesToday(store, owner.id, systemClock.now()) >= pagesMost)
    throw new GeotrawlError(
      'task.quota',
      `Your crawls have had their ${pagesMost} pages of today. Tomorrow (UTC) there are more.`,
      {
        facts: { most: pagesMost },
      },
    );
}

function seen(store: SqliteStore, who: Who, id: number): OwnedTask {
  const task = findOwnedTask(store, id);
  if (task === null || !maySee(who, task)) throw taskNotFound(id);
  return task;
}

function maySee(who: Who, task: OwnedTask): boolean {
  return task.isShared || isOwn(who, task);
}

function maySteer(who: Who, task: OwnedTask): boolean {
  return may(who, 'crawl') && isOwn(who, task);
}

/** Administrators own everything. */
function isOwn({ person, role }: Who, { owner }: OwnedTask): boolean {
  return role === 'admin' || (person !== null && owner?.id === person.id);
}

function stateOf({ id, wish, state, ended }: OwnedTask, running: ReadonlySet<number>): TaskState {
  if (running.has(id)) return wish === 'run' ? 'running' : wish === 'pause' ? 'pausing' : 'stopping';
  if (wish === 'run') return 'waiting';
  if (wish === 'pause') return 'paused';
  if (wish === 'none') return 'new';
  if (state === 'done') return 'done';
  return ended?.startsWith('failed') ? 'failed' : 'stopped';
}

/** A crawl that is due again is made anew: its pages are to be looked at once more. */
async function runSchedules(desk: Desk): Promise<void> {
  const nowMs = systemClock.now();
  for (const task of listOwnedTasks(desk.store)) {
    const isDue = task.nextMs !== null && task.nextMs <= nowMs && task.wish !== 'run' && !desk.running.has(task.id);
    if (!isDue) continue;
    const { owner } = task;
    const who: Who = {
      person: owner,
      role: owner?.role ?? 'admin',
      by: owner === null ? 'local' : 'session',
      scopes: null,
      address: 'schedule',
    };
    await desk.store.transact(async (transaction) => endSchedule(transaction, task.id));
    await steering(desk).create(who, task.madeFrom as TaskWish, true);
  }
}
