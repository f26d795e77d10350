// Metrics of a crawl with many workers, read from the database they all write to, so every server shows the same.
import type { Clock } from '../../model/clock.ts';
import { nowInPostgres as now } from '../../store/leader-lease.ts';
import { type SqlStore, statement } from '../../store/sql/sql.ts';
import type { TaskStats } from './process-messages.ts';

/** Additional metrics of the local crawl process, if it works on the crawl too. */
export type LocalMetrics = Pick<TaskStats, 'visited' | 'visiting' | 'waitingUntilMs'>;

export interface ClusterMetrics {
  /** Null if there is no such crawl. Rates are averaged over the last few reads. */
  read(task: number, own: LocalMetrics | null): Promise<TaskStats | null>;
}

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

type Counts = Pick<TaskStats, 'pages' | 'requests' | 'bytes' | 'resources' | 'failures' | 'active'> & {
  readonly workers: number;
};
type Queues = Pick<TaskStats, 'hosts' | 'pending'>;

interface Reading {
  readonly atMs: number;
  readonly pages: number;
  readonly bytes: number;
}

interface Remembered {
  readings: readonly Reading[];
  queues: Queues;
  queuesMs: number;
}

/** Workers commit a few times a second: averaging over some seconds gives the rate of the crawl, not of commits. */
const keptReadings = 6;
/** Reads all hosts of the crawl. */
const queuesEveryMs = 5000;
const forgetAfterMs = 60_000;

export function createClusterMetrics(store: SqlStore, clock: Pick<Clock, 'now'>): ClusterMetrics {
  const remembered = new Map<number, Remembered>();
  return {
    async read(task, own) {
      const nowMs = clock.now();
      const counts = await store.read(() => countsNow.get(task));
      if (counts === undefined) return null;
      const known = remembered.get(task) ?? { readings: [], queues: { hosts: 0, pending: 0 }, queuesMs: 0 };
      if (nowMs - known.queuesMs >= queuesEveryMs) {
        known.queues = { ...(await store.read(() => queuesNow.get(task)))! };
        known.queuesMs = nowMs;
      }
      const { pages, bytes, ...others } = counts;
      const recent = known.readings.filter(({ atMs }) => nowMs - atMs < forgetAfterMs);
      known.readings = [...recent, { atMs: nowMs, pages, bytes }].slice(-keptReadings);
      remembered.set(task, known);
      const [first] = known.readings;
      const perSecond = (more: number) => Math.round((10_000 * more) / Math.max(1, nowMs - first!.atMs)) / 10;
      return {
        ...{ task, pages, bytes, ...others, ...known.queues },
        pagesPerSecond: perSecond(pages - first!.pages),
        bytesPerSecond: perSecond(bytes - first!.bytes),
        ...(own ?? { visited: [], visiting: [], waitingUntilMs: null }),
      };
    },
  };
}
