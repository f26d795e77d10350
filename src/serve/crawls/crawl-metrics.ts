// The latest metrics of every crawl: from the local crawl process, or from the database if other workers may take part.
import { systemClock } from '../../base/time/system-clock.ts';
import type { SqlStore } from '../../store/sql/sql.ts';
import { createClusterMetrics, type LocalMetrics } from './cluster-metrics.ts';
import type { EventHub } from './event-hub.ts';
import type { FromCrawler, MachineUse, TaskStats } from './process-messages.ts';

export interface CrawlFigures {
  readonly stats: TaskStats | null;
  /** Of the machine that crawls; null if it is another one. */
  readonly machine: MachineUse | null;
}

export interface CrawlMetrics {
  /** Report of the local crawl process. */
  hear(message: Extract<FromCrawler, { type: 'stats' }>): void;
  /** The latest metrics; null before the first report. */
  of(task: number): CrawlFigures;
  /** Reads the crawls being viewed from the database and publishes them to viewers. */
  refresh(): Promise<void>;
}

/** Keeps metrics up to date for callers that poll. */
const figuresForMs = 30_000;

export interface CrawlMetricsDependencies {
  readonly store: SqlStore;
  readonly hub: Pick<EventHub, 'tell' | 'watched'>;
  /** Crawls the local process works on. */
  readonly running: ReadonlySet<number>;
}

export function createCrawlMetrics(parts: CrawlMetricsDependencies): CrawlMetrics {
  return parts.store.engine === 'sqlite' ? boardOfOne(parts) : boardOfMany(parts);
}

function boardOfOne({ hub }: CrawlMetricsDependencies): CrawlMetrics {
  const stats = new Map<number, TaskStats>();
  let machine: MachineUse | null = null;
  return {
    hear: (message) => {
      machine = message.machine;
      for (const figures of message.stats) {
        stats.set(figures.task, figures);
        hub.tell(figures.task, 'stats', { ...figures, machine });
      }
    },
    of: (task) => ({ stats: stats.get(task) ?? null, machine }),
    refresh: async () => undefined,
  };
}

function boardOfMany({ store, hub, running }: CrawlMetricsDependencies): CrawlMetrics {
  const cluster = createClusterMetrics(store, systemClock);
  const stats = new Map<number, TaskStats>();
  const own = new Map<number, LocalMetrics>();
  const requestedMs = new Map<number, number>();
  let machine: MachineUse | null = null;
  const machineOf = (task: number) => (running.has(task) ? machine : null);
  return {
    hear: (message) => {
      machine = message.machine;
      for (const { task, visited, visiting, waitingUntilMs } of message.stats)
        own.set(task, { visited, visiting, waitingUntilMs });
    },
    of: (task) => {
      requestedMs.set(task, systemClock.now());
      return { stats: stats.get(task) ?? null, machine: machineOf(task) };
    },
    refresh: async () => {
      const nowMs = systemClock.now();
      for (const [task, atMs] of requestedMs) if (nowMs - atMs > figuresForMs) requestedMs.delete(task);
      for (const task of new Set([...hub.watched().keys(), ...requestedMs.keys()])) {
        if (!running.has(task)) own.delete(task);
        const figures = await cluster.read(task, own.get(task) ?? null);
        if (figures === null || JSON.stringify(figures) === JSON.stringify(stats.get(task))) continue;
        stats.set(task, figures);
        hub.tell(task, 'stats', { ...figures, machine: machineOf(task) });
      }
    },
  };
}
