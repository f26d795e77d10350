// The processes that work on crawls of this database, for administrators: who they are, what they have and how fast they are.
import { listWorkers, type WorkerRow } from '../../frontier/postgres/worker-table.ts';
import type { PostgresStore } from '../../store/postgres/postgres.ts';
import type { SqlStore } from '../../store/sql/sql.ts';
import { checkQuery } from '../http/request.ts';
import { jsonAnswer } from '../http/response.ts';
import { get, type Route } from '../http/router.ts';

export type WorkerState = 'working' | 'leaving' | 'silent';

export interface ShownWorker extends Omit<WorkerRow, 'isDraining' | 'silentMs' | 'startedMs' | 'seenMs'> {
  readonly state: WorkerState;
  readonly started: string;
  readonly seen: string;
}

/** A worker writes its row every second. */
const silentAfterMs = 5000;

/** None where the database is a file: whoever crawls into it is alone. */
export async function readWorkers(store: SqlStore): Promise<readonly ShownWorker[]> {
  return store.engine === 'sqlite' ? [] : (await listWorkers(store as PostgresStore)).map(shown);
}

function shown({ isDraining, silentMs, startedMs, seenMs, ...worker }: WorkerRow): ShownWorker {
  return {
    ...worker,
    state: silentMs > silentAfterMs ? 'silent' : isDraining ? 'leaving' : 'working',
    started: new Date(startedMs).toISOString(),
    seen: new Date(seenMs).toISOString(),
  };
}

export function workerRoutes({ store }: { readonly store: SqlStore }): readonly Route[] {
  return [
    get('/api/v1/workers', async (asked) => {
      checkQuery(asked, []);
      return jsonAnswer({ workers: await readWorkers(store) });
    }),
  ];
}
