// The workers of a cluster, as they report themselves: one row each, written every second, deleted when they leave.
import { randomUUID } from 'node:crypto';
import { hostname } from 'node:os';
import { nowInPostgres as now } from '../../store/leader-lease.ts';
import type { PostgresStore } from '../../store/postgres/postgres.ts';

export interface WorkerRow {
  readonly id: string;
  readonly machine: string;
  readonly pid: number;
  readonly roles: string;
  readonly startedMs: number;
  readonly seenMs: number;
  /** Since then, by the clock of the database. */
  readonly silentMs: number;
  /** Names of the crawls it works on. */
  readonly tasks: string;
  readonly active: number;
  readonly visits: number;
  readonly perSecond: number;
  readonly isDraining: boolean;
  /** Hosts it has leased now. */
  readonly leases: number;
}

/** What a worker reports about itself. */
export interface WorkerStatus {
  readonly tasks: readonly string[];
  readonly active: number;
  readonly visits: number;
  readonly isDraining: boolean;
}

export interface RegisteredWorker {
  readonly id: string;
  report(status: WorkerStatus): Promise<void>;
  leave(): Promise<void>;
}

/** Workers of this process. */
let registeredHere = 0;

const columns = `worker_id AS id, machine, pid, roles, started_ms AS "startedMs", seen_ms AS "seenMs", tasks, active, visits,
  per_second AS "perSecond", is_draining AS "isDraining", ${now} - seen_ms AS "silentMs",
  (SELECT count(*) FROM lease WHERE holder = worker_id) AS leases`;
/** A row that was not written for this long is hidden. */
const forgottenMs = 10 * 60_000;

export async function registerWorker(store: PostgresStore, roles: string): Promise<RegisteredWorker> {
  const id = `${hostname()}-${process.pid}-${randomUUID().slice(0, 8)}`;
  await removeDead(store);
  await store.query(`INSERT INTO worker VALUES($1, $2, $3, $4, ${now}, ${now}, '', 0, 0, 0, false)`, [
    id,
    hostname(),
    process.pid,
    roles,
  ]);
  registeredHere++;
  return {
    id,
    report: async ({ tasks, active, visits, isDraining }) => {
      // The row was deleted as that of a dead worker: written again, as the worker is alive.
      await store.query(
        `INSERT INTO worker VALUES($1, $2, $3, $4, ${now}, ${now}, $5, $6, $7, 0, $8)
        ON CONFLICT (worker_id) DO UPDATE SET seen_ms = excluded.seen_ms, tasks = excluded.tasks,
          active = excluded.active, visits = excluded.visits, is_draining = excluded.is_draining,
          per_second = 0.7 * worker.per_second
            + 0.3 * (excluded.visits - worker.visits) * 1000.0 / greatest(100, excluded.seen_ms - worker.seen_ms)`,
        [id, hostname(), process.pid, roles, tasks.join(', '), active, visits, isDraining],
      );
    },
    leave: async () => {
      registeredHere--;
      await store.query('DELETE FROM worker WHERE worker_id = $1', [id]);
    },
  };
}

export async function listWorkers(store: PostgresStore): Promise<readonly WorkerRow[]> {
  return store.query<WorkerRow>(
    `SELECT ${columns} FROM worker WHERE seen_ms > ${now} - ${forgottenMs} ORDER BY worker_id`,
  );
}

/** Milliseconds since the epoch by the database's clock. */
export async function readDatabaseTime(store: PostgresStore): Promise<number> {
  const [row] = await store.query<{ now: number }>(`SELECT ${now} AS now`);
  return row!.now;
}

/** Workers of this machine whose process is gone are dead at once: their hosts are free after their crawl delay. */
async function removeDead(store: PostgresStore): Promise<void> {
  const rows = await store.query<{ id: string; pid: number }>(
    'SELECT worker_id AS id, pid FROM worker WHERE machine = $1',
    [hostname()],
  );
  const dead = rows.filter(({ pid }) => !isAlive(pid)).map(({ id }) => id);
  if (dead.length > 0) await store.query('DELETE FROM worker WHERE worker_id = ANY($1::text[])', [dead]);
}

/** A row with our own process id is that of a predecessor: in containers process ids are always the same. */
function isAlive(pid: number): boolean {
  if (pid === process.pid) return registeredHere > 0;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ESRCH') return false;
    if (code === 'EPERM') return true;
    throw error;
  }
}
