// Running crawls as seen by the server: receives messages of the crawl process and publishes them to viewers.
import type { Config } from '../../config.ts';
import type { SqlStore } from '../../store/sql/sql.ts';
import { createCrawlChild } from './crawl-child.ts';
import { type CrawlFigures, type CrawlMetrics, createCrawlMetrics } from './crawl-metrics.ts';
import { createEventHub, type EventHub } from './event-hub.ts';
import type { FromCrawler } from './process-messages.ts';
import { stateOf } from './task-access.ts';
import { readEvents } from './task-log.ts';
import { findOwnedTask, wantedTasks } from './task-rows.ts';

export interface LiveCrawls {
  readonly hub: EventHub;
  /** Crawls running now. */
  readonly running: ReadonlySet<number>;
  /** The latest metrics; null before the first report. */
  figures(task: number): CrawlFigures;
  /** A desired state changed: the crawl process applies it and is started if needed. */
  hasten(): void;
  /** Starts indexing, whether or not there is anything to crawl. */
  tend(): void;
  /** Publishes the current state to viewers. */
  tellState(task: number): void;
  close(patienceMs: number): Promise<void>;
}

export interface LiveParts {
  readonly store: SqlStore;
  readonly settings: Config;
  readonly isLocal: boolean;
  readonly onFailure: (error: unknown, what: string) => void;
}

export function openLiveCrawls({ store, settings, isLocal, onFailure }: LiveParts): LiveCrawls {
  const hub = createEventHub(onFailure);
  const running = new Set<number>();
  const board = createCrawlMetrics({ store, hub, running });
  const isWanted = async () => settings['server.watch'] || (await store.read(wantedTasks)).length > 0;
  const told = new Map<number, string>();
  const tellState = async (id: number) => {
    const task = await store.read(() => findOwnedTask(id));
    if (task === null) return;
    const content = { state: stateOf(task, running), ended: task.ended };
    told.set(id, JSON.stringify(content));
    hub.tell(id, 'state', content);
  };
  const tellOrFail = (id: number) => void tellState(id).catch((error: unknown) => onFailure(error, 'a crawl’s state'));
  const hearRunning = (tasks: readonly number[]) => {
    const before = [...running];
    running.clear();
    for (const id of tasks) running.add(id);
    const changed = [...before.filter((id) => !running.has(id)), ...tasks.filter((id) => !before.includes(id))];
    for (const id of changed) tellOrFail(id);
  };
  const hear = (message: FromCrawler) => {
    if (message.type === 'failure') onFailure(new Error(message.message), message.what);
    if (message.type === 'events') hub.publish(message.task, message.events);
    if (message.type === 'stats') board.hear(message);
    if (message.type === 'running') hearRunning(message.tasks);
  };
  let needsMaintenance = false;
  const onGone = async () => {
    hearRunning([]);
    const wasWanted = needsMaintenance;
    needsMaintenance = false;
    return wasWanted || isWanted();
  };
  const child = createCrawlChild({ settings, isLocal, onFailure, onMessage: hear, onGone });
  const listening = listenElsewhere({ store, hub, running, onFailure, board }, async (id) => {
    const task = await store.read(() => findOwnedTask(id));
    const isNew =
      task !== null && told.get(id) !== JSON.stringify({ state: stateOf(task, running), ended: task.ended });
    if (isNew) await tellState(id);
  });
  return {
    hub,
    running,
    figures: board.of,
    hasten: () => {
      if (child.isRunning()) child.hasten();
      else
        isWanted()
          .then((isSo) => isSo && child.hasten())
          .catch((error: unknown) => onFailure(error, 'the crawls'));
    },
    tend: () => {
      needsMaintenance = true;
      child.hasten();
    },
    tellState: tellOrFail,
    close: async (patienceMs) => {
      listening.stop();
      hub.close();
      await child.close(patienceMs);
    },
  };
}

interface Listening extends Pick<LiveParts, 'store' | 'onFailure'> {
  readonly hub: EventHub;
  readonly running: ReadonlySet<number>;
  readonly board: CrawlMetrics;
}

const [listenEveryMs, eventsAtOnce] = [1000, 1000];

/** Crawls of other servers on the same database: their events are read from there while someone watches. */
function listenElsewhere(
  { store, hub, running, onFailure, board }: Listening,
  tellChange: (task: number) => Promise<void>,
): { stop(): void } {
  if (store.engine === 'sqlite') return { stop: () => undefined };
  let isBusy = false;
  const listen = async () => {
    for (const [task, after] of hub.watched()) {
      if (running.has(task)) continue;
      hub.publish(task, await store.read(() => readEvents(task, { after, limit: eventsAtOnce })));
      await tellChange(task);
    }
    await board.refresh();
  };
  const timer = setInterval(() => {
    if (isBusy) return;
    isBusy = true;
    listen()
      .catch((error: unknown) => onFailure(error, 'events of crawls elsewhere'))
      .finally(() => {
        isBusy = false;
      });
  }, listenEveryMs);
  timer.unref();
  return { stop: () => clearInterval(timer) };
}
