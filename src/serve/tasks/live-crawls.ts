// What the server knows of crawls while they run: hears the process that crawls, and tells whoever watches.
import type { Config } from '../../config.ts';
import type { SqliteStore } from '../../store/sqlite.ts';
import { createCrawlChild } from './crawl-child.ts';
import { createEventHub, type EventHub } from './event-hub.ts';
import type { FromCrawler, MachineUse, TaskStats } from './messages.ts';
import { stateOf } from './task-access.ts';
import { findOwnedTask, wantedTasks } from './task-rows.ts';

export interface LiveCrawls {
  readonly hub: EventHub;
  /** Those that run now. */
  readonly running: ReadonlySet<number>;
  /** The last figures; null before the first. */
  figures(task: number): { readonly stats: TaskStats | null; readonly machine: MachineUse | null };
  /** Something is wanted, or no longer: the process looks, and is begun where it is needed. */
  hasten(): void;
  /** Something is to be indexed, whether or not anything is to be crawled. */
  tend(): void;
  /** Tells viewers how it stands. */
  tellState(task: number): void;
  close(patienceMs: number): Promise<void>;
}

export interface LiveParts {
  readonly store: SqliteStore;
  readonly settings: Config;
  readonly isLocal: boolean;
  readonly onFailure: (error: unknown, what: string) => void;
}

export function openLiveCrawls({ store, settings, isLocal, onFailure }: LiveParts): LiveCrawls {
  const hub = createEventHub();
  const stats = new Map<number, TaskStats>();
  const running = new Set<number>();
  let machine: MachineUse | null = null;
  const isWanted = () => settings['server.watch'] || wantedTasks(store).length > 0;
  const tellState = (id: number) => {
    const task = findOwnedTask(store, id);
    if (task !== null) hub.tell(id, 'state', { state: stateOf(task, running), ended: task.ended });
  };
  const hearStats = (message: Extract<FromCrawler, { type: 'stats' }>) => {
    machine = message.machine;
    for (const figures of message.stats) {
      stats.set(figures.task, figures);
      hub.tell(figures.task, 'stats', { ...figures, machine });
    }
  };
  const hearRunning = (tasks: readonly number[]) => {
    const before = [...running];
    running.clear();
    for (const id of tasks) running.add(id);
    const changed = [...before.filter((id) => !running.has(id)), ...tasks.filter((id) => !before.includes(id))];
    for (const id of changed) tellState(id);
  };
  const hear = (message: FromCrawler) => {
    if (message.type === 'failure') onFailure(new Error(message.message), message.what);
    if (message.type === 'events') hub.publish(message.task, message.events);
    if (message.type === 'stats') hearStats(message);
    if (message.type === 'running') hearRunning(message.tasks);
  };
  let isTendingWanted = false;
  const onGone = () => {
    hearRunning([]);
    const wasWanted = isTendingWanted;
    isTendingWanted = false;
    return wasWanted || isWanted();
  };
  const child = createCrawlChild({ settings, isLocal, onFailure, onMessage: hear, onGone });
  return {
    hub,
    running,
    figures: (task) => ({ stats: stats.get(task) ?? null, machine }),
    hasten: () => {
      if (child.isRunning() || isWanted()) child.hasten();
    },
    tend: () => {
      isTendingWanted = true;
      child.hasten();
    },
    tellState,
    close: async (patienceMs) => {
      hub.close();
      await child.close(patienceMs);
    },
  };
}
