// The latest metrics of every crawl: from the local crawl process, or from the database if other workers may take part.
import { systemClock } from '../../base/time/system-clock.ts';
import { nowInPostgres as now } from '../../store/leader-lease.ts';
import { type SqlStore, statement } from '../../store/sql/sql.ts';
import type { EventHub } from './event-hub.ts';
import type { FromCrawler, MachineUse, TaskStats } from './process-messages.ts';

export interface LatestMetrics {
  /** Null before the first report. */
  readonly stats: TaskStats | null;
  /** Of the machine that crawls; null if it is another one. */
  readonly machine: MachineUse | null;
}

export interface CrawlMetrics {
  /** Takes a report of the local crawl process. */
  update(message: Extract<FromCrawler, { type: 'stats' }>): void;
  of(task: number): LatestMetrics;
  /** Reads the crawls being viewed from the database and sends them to viewers. */
  refresh(): Promise<void>;
}

interface MetricsDependencies {
  readonly store: SqlStore;
  readonly hub: Pick<EventHub, 'send' | 'watched'>;
  /** Crawls the local process works on. */
  readonly running: ReadonlySet<number>;
}

export function createCrawlMetrics(parts: MetricsDependencies): CrawlMetrics {
  return parts.store.engine === 'sqlite' ? createLocalMetrics(parts) : createSharedMetrics(parts);
}

function createLocalMetrics({ hub }: MetricsDependencies): CrawlMetrics {
  const latest = new Map<number, TaskStats>();
  let machine: MachineUse | null = null;
  return {
    update: (message) => {
      machine = message.machine;
      for (const stats of message.stats) {
        latest.set(stats.task, stats);
        hub.send(stats.task, 'stats', { ...stats, machine });
      }
    },
    of: (task) => ({ stats: latest.get(task) ?? null, machine }),
    refresh: async () => undefined,
  };
}

/** What only the local crawl process knows. */
type OwnMetrics = Pick<TaskStats, 'visited' | 'visiting' | 'waitingUntilMs'>;

/** Keeps metrics up to date for callers that poll. */
const polledForMs = 30_000;

function createSharedMetrics({ store, hub, running }: MetricsDependencies): CrawlMetrics {
  const read = createClusterReader(store);
  const latest = new Map<number, TaskStats>();
  const own = new Map<number, OwnMetrics>();
  const polledMs = new Map<number, number>();
  let machine: MachineUse | null = null;
  const machineOf = (task: number) => (running.has(task) ? machine : null);
  return {
    update: (message) => {
      machine = message.machine;
      for (const { task, visited, visiting, waitingUntilMs } of message.stats)
        own.set(task, { visited, visiting, waitingUntilMs });
    },
    of: (task) => {
      polledMs.set(task, systemClock.now());
      return { stats: latest.get(task) ?? null, machine: machineOf(task) };
    },
    refresh: async () => {
      const nowMs = systemClock.now();
      for (const [task, atMs] of polledMs) if (nowMs - atMs > polledForMs) polledMs.delete(task);
      for (const task of new Set([...hub.watched().keys(), ...polledMs.keys()])) {
        if (!running.has(task)) own.delete(task);
        const stats = await read(task, own.get(task) ?? null);
        if (stats === null || JSON.stringify(stats) === JSON.stringify(latest.get(task))) continue;
        latest.set(task, stats);
        hub.send(task, 'stats', { ...stats, machine: machineOf(task) });
      }
    },
  };
}

type Counts = Pick<TaskStats, 'pages' | 'requests' | 'bytes' | 'resources' | 'failures' | 'active'> & {
  readonly workers: number;
};
type Queues = Pick<TaskStats, 'hosts' | 'pending'>;

/** Site slots are taken for every visit and released after it; `ends` are microseconds. */
const countsNow = statement<Counts>({
  sqlite: '',
  postgres: `SELECT pages, requests, bytes, resources, failed AS failures,
    (SELECT count(DISTINCT holder) FROM lease WHERE lease.task_id = task.task_id AND until_ms > ${now}) AS workers,
    (SELECT coalesce(sum((SELECT count(*) FROM unnest(ends) AS one WHERE one / 1000 > ${now})), 0)::bigint FROM turn
      WHERE name IN (SELECT 'site ' || site FROM lease WHERE lease.task_id = task.task_id)) AS active
    FROM task WHERE task_id = ?`,
});
const queuesNow = statement<Queues>({
  sqlite: '',
  postgres: `SELECT count(*) AS hosts, coalesce(sum(pages + probes), 0)::bigint AS pending FROM lane WHERE task_id = ?`,
});

interface Reading {
  readonly atMs: number;
  readonly pages: number;
  readonly bytes: number;
}

interface History {
  readings: readonly Reading[];
  queues: Queues;
  queuesMs: number;
}

/** Workers commit a few times a second: averaging over some seconds gives the rate of the crawl, not of commits. */
const keptReadings = 6;
const forgetAfterMs = 60_000;
/** Reads all hosts of the crawl. */
const queuesEveryMs = 5000;

/** Reads the metrics of a crawl from the database all workers write to; null if there is no such crawl. */
function createClusterReader(store: SqlStore) {
  const histories = new Map<number, History>();
  return async (task: number, own: OwnMetrics | null): Promise<TaskStats | null> => {
    const nowMs = systemClock.now();
    const counts = await store.read(() => countsNow.get(task));
    if (counts === undefined) return null;
    const history = histories.get(task) ?? { readings: [], queues: { hosts: 0, pending: 0 }, queuesMs: 0 };
    histories.set(task, history);
    if (nowMs - history.queuesMs >= queuesEveryMs) {
      history.queues = { ...(await store.read(() => queuesNow.get(task)))! };
      history.queuesMs = nowMs;
    }
    const { pages, bytes } = counts;
    const reading = { atMs: nowMs, pages, bytes };
    const recent = history.readings.filter(({ atMs }) => nowMs - atMs < forgetAfterMs);
    history.readings = [...recent, reading].slice(-keptReadings);
    const first = history.readings[0] ?? reading;
    const perSecond = (more: number) => Math.round((10_000 * more) / Math.max(1, nowMs - first.atMs)) / 10;
    return {
      task,
      ...counts,
      ...history.queues,
      pagesPerSecond: perSecond(pages - first.pages),
      bytesPerSecond: perSecond(bytes - first.bytes),
      ...(own ?? { visited: [], visiting: [], waitingUntilMs: null }),
    };
  };
}
