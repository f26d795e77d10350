// Pages that wait for a browser on another machine: who requested them, who has them, and the result. Rows, so that any machine
// may be killed.
import { nowInPostgres as now } from '../../store/leader-lease.ts';
import type { PostgresStore } from '../../store/postgres/postgres.ts';

/** A job leased by a worker with a browser. */
export interface ClaimedJob {
  readonly id: number;
  /** Grows each time the job changes hands: results of earlier holders are rejected. */
  readonly epoch: number;
  readonly hostKey: string;
  /** Of the page's host; null for the default. */
  readonly delayMs: number | null;
  readonly page: Buffer;
}

export interface JobState {
  readonly result: Buffer | null;
  /** A worker has it, and has renewed it lately. */
  readonly isTaken: boolean;
  /** It reached the limit of attempts, and its last holder is gone. */
  readonly isGivenUp: boolean;
  /**
   * No worker has it yet, and someone waits for the page's host: possibly a page that keeps the browsers busy
   * meanwhile.
   */
  readonly isBlocking: boolean;
}

export interface RenderJobs {
  /** The id of a new job; null if the host is no longer ours. */
  add(hostKey: string, holder: string, page: Buffer): Promise<number | null>;
  /** Null if the job is gone. */
  get(id: number): Promise<JobState | null>;
  drop(id: number): Promise<void>;
  /** Whether a worker with a browser has sent a heartbeat lately. */
  hasRenderers(): Promise<boolean>;
  /** The job that has waited longest, of those whose visits are still in progress. */
  take(holder: string): Promise<ClaimedJob | null>;
  /**
   * Renews the job; returns how long requests to the page's host are still covered, 0 if its result is no longer
   * needed.
   */
  extend(job: ClaimedJob): Promise<number>;
  /** Releases it for another worker. */
  giveUp(job: ClaimedJob): Promise<void>;
  /** False if another worker has it by now. */
  finish(job: ClaimedJob, result: Buffer): Promise<boolean>;
}

/** A page that crashed this many browsers is not retried. */
const mostTries = 3;

/** The visit is in progress as long as its worker has the host. */
const isCovered = `EXISTS (SELECT 1 FROM lease
  WHERE lease.host_id = render_job.host_id AND epoch = host_epoch AND lease.until_ms > ${now})`;
const insert = `INSERT INTO render_job(host_id, host_epoch, page, asked_ms)
  SELECT host_id, epoch, $3, ${now} FROM lease JOIN host USING(host_id) WHERE key = $1 AND holder = $2
  RETURNING job_id AS id`;
const take = `
  WITH next AS (
    SELECT job_id FROM render_job
    WHERE result IS NULL AND until_ms < ${now} AND epoch < ${mostTries} AND ${isCovered}
    ORDER BY asked_ms, job_id LIMIT 1 FOR UPDATE SKIP LOCKED)
  UPDATE render_job SET holder = $1, epoch = epoch + 1, until_ms = ${now} + $2::bigint
  FROM next, host WHERE render_job.job_id = next.job_id AND host.host_id = render_job.host_id
  RETURNING render_job.job_id AS id, epoch, key AS "hostKey", delay_ms AS "delayMs", page`;
const extend = `
  UPDATE render_job SET until_ms = ${now} + $3::bigint FROM lease
  WHERE job_id = $1 AND render_job.epoch = $2 AND lease.host_id = render_job.host_id AND lease.epoch = host_epoch
  RETURNING lease.until_ms - ${now} AS "leftMs"`;
const sweep = `DELETE FROM render_job WHERE asked_ms < ${now} - 60000 AND NOT ${isCovered}`;

export function openRenderJobs(store: PostgresStore, leaseMs: number): RenderJobs {
  return {
    add: async (hostKey, holder, page) => {
      await store.query(sweep);
      const [row] = await store.query<{ id: number }>(insert, [hostKey, holder, page]);
      return row?.id ?? null;
    },
    get: async (id) => {
      const [row] = await store.query<JobState>(
        `SELECT result, until_ms >= ${now} AS "isTaken", epoch >= ${mostTries} AND until_ms < ${now} AS "isGivenUp",
          until_ms < ${now} AND EXISTS (SELECT 1 FROM lease
            WHERE lease.host_id = render_job.host_id AND lease.epoch = host_epoch AND is_wanted) AS "isBlocking"
        FROM render_job WHERE job_id = $1`,
        [id],
      );
      return row ?? null;
    },
    drop: async (id) => void (await store.query('DELETE FROM render_job WHERE job_id = $1', [id])),
    hasRenderers: async () => {
      const [row] = await store.query<{ some: boolean }>(
        `SELECT EXISTS (SELECT 1 FROM worker WHERE 'render' = ANY(string_to_array(roles, ', '))
          AND NOT is_draining AND seen_ms > ${now} - $1::bigint) AS some`,
        [leaseMs],
      );
      return row?.some === true;
    },
    take: async (holder) => (await store.query<ClaimedJob>(take, [holder, leaseMs]))[0] ?? null,
    extend: async ({ id, epoch }) => {
      const [row] = await store.query<{ leftMs: number }>(extend, [id, epoch, leaseMs]);
      return Math.max(0, row?.leftMs ?? 0);
    },
    giveUp: async ({ id, epoch }) =>
      void (await store.query('UPDATE render_job SET until_ms = 0 WHERE job_id = $1 AND epoch = $2', [id, epoch])),
    finish: async ({ id, epoch }, result) => {
      const rows = await store.query(
        'UPDATE render_job SET result = $3 WHERE job_id = $1 AND epoch = $2 RETURNING job_id',
        [id, epoch, result],
      );
      return rows.length === 1;
    },
  };
}
