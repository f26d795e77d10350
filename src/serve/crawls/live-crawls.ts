// Running crawls as seen by the server: receives messages of the crawl process and publishes them to viewers.
import type { Config } from '../../config.ts';
import type { SqlStore } from '../../store/sql/sql.ts';
import { createCrawlChild } from './crawl-child.ts';
import { type CrawlMetrics, createCrawlMetrics } from './crawl-metrics.ts';
import { createEventHub, type EventHub } from './event-hub.ts';
import type { FromCrawler } from './process-messages.ts';
import { stateOf } from './task-access.ts';
import { readEvents } from './task-log.ts';
import { findOwnedTask, wantedTasks } from './task-rows.ts';

export interface LiveCrawlsDependencies {
  readonly store: SqlStore;
  readonly settings: Config;
  readonly isLocal: boolean;
  readonly onFailure: (error: unknown, what: string) => void;
}

export function openLiveCrawls({ store, settings, isLocal, onFailure }: LiveCrawlsDependencies) {
  const hub = createEventHub(onFailure);
  const running = new Set<number>();
  const metrics = createCrawlMetrics({ store, hub, running });
  const publishing = createStatePublisher({ store, hub, running });
  const publishState = (id: number) =>
    void publishing.publish(id).catch((error: unknown) => onFailure(error, 'a crawl’s state'));
  const setRunning = (tasks: readonly number[]) => {
    const before = [...running];
    running.clear();
    for (const id of tasks) running.add(id);
    for (const id of [...before.filter((id) => !running.has(id)), ...tasks.filter((id) => !before.includes(id))])
      publishState(id);
  };
  const receive = (message: FromCrawler) => {
    if (message.type === 'failure') onFailure(new Error(message.message), message.what);
    if (message.type === 'events') hub.publish(message.task, message.events);
    if (message.type === 'stats') metrics.update(message);
    if (message.type === 'running') setRunning(message.tasks);
  };
  let needsIndexing = false;
  const isNeeded = async () => settings['server.watch'] || (await store.read(wantedTasks)).length > 0;
  const onExit = async () => {
    setRunning([]);
    const hadToIndex = needsIndexing;
    needsIndexing = false;
    return hadToIndex || isNeeded();
  };
  const child = createCrawlChild({ settings, isLocal, onFailure, onMessage: receive, onExit });
  const polling = pollOtherServers({ store, hub, running, onFailure, metrics }, publishing.publishChange);
  return {
    hub,
    /** Crawls running now. */
    running: running as ReadonlySet<number>,
    /** The latest metrics. */
    metrics: metrics.of,
    /** A desired state changed: the crawl process applies it and is started if needed. */
    refresh: () => {
      if (child.isRunning()) child.refresh();
      else
        isNeeded()
          .then((isSo) => isSo && child.refresh())
          .catch((error: unknown) => onFailure(error, 'the crawls'));
    },
    /** Starts indexing, whether or not there is anything to crawl. */
    tend: () => {
      needsIndexing = true;
      child.refresh();
    },
    /** Publishes the current state to viewers. */
    publishState,
    close: async (graceMs: number) => {
      polling.stop();
      hub.close();
      await child.close(graceMs);
    },
  };
}

interface Viewing {
  readonly store: SqlStore;
  readonly hub: EventHub;
  readonly running: ReadonlySet<number>;
}

function createStatePublisher({ store, hub, running }: Viewing) {
  const published = new Map<number, string>();
  const publishIf = async (id: number, isDue: (state: string) => boolean) => {
    const task = await store.read(() => findOwnedTask(id));
    if (task === null) return;
    const content = { state: stateOf(task, running), ended: task.ended };
    const text = JSON.stringify(content);
    if (!isDue(text)) return;
    published.set(id, text);
    hub.send(id, 'state', content);
  };
  return {
    publish: (id: number) => publishIf(id, () => true),
    /** Only if it differs from the last one published. */
    publishChange: (id: number) => publishIf(id, (state) => published.get(id) !== state),
  };
}

const [pollEveryMs, eventsAtOnce] = [1000, 1000];

/** Crawls of other servers on the same database: their events are read from there while someone watches. */
function pollOtherServers(
  parts: Viewing & Pick<LiveCrawlsDependencies, 'onFailure'> & { readonly metrics: CrawlMetrics },
  publishChange: (task: number) => Promise<void>,
): { stop(): void } {
  const { store, hub, running, onFailure, metrics } = parts;
  if (store.engine === 'sqlite') return { stop: () => undefined };
  let isBusy = false;
  const poll = async () => {
    for (const [task, after] of hub.watched()) {
      if (running.has(task)) continue;
      hub.publish(task, await store.read(() => readEvents(task, { after, limit: eventsAtOnce })));
      await publishChange(task);
    }
    await metrics.refresh();
  };
  const timer = setInterval(() => {
    if (isBusy) return;
    isBusy = true;
    poll()
      .catch((error: unknown) => onFailure(error, 'events of crawls elsewhere'))
      .finally(() => {
        isBusy = false;
      });
  }, pollEveryMs);
  timer.unref();
  return { stop: () => clearInterval(timer) };
}
