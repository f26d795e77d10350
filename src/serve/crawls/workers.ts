// The workers of this database, for administrators: names, held hosts and rates.
import { listWorkers, type WorkerRow } from '../../frontier/postgres/worker-table.ts';
import type { PostgresStore } from '../../store/postgres/postgres.ts';
import type { SqlStore } from '../../store/sql/sql.ts';
import { jsonResponse } from '../http/response.ts';
import { get, queryParameters, type Route } from '../http/route.ts';

export type WorkerState = 'working' | 'leaving' | 'silent';

export interface ShownWorker extends Omit<WorkerRow, 'isDraining' | 'silentMs' | 'startedMs' | 'seenMs'> {
  readonly state: WorkerState;
  readonly started: string;
  readonly seen: string;
}

/** A worker updates its row every second. */
const silentAfterMs = 5000;

/** Empty for a file, which has a single process. */
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
    get(
      '/api/v1/workers',
      {
        permission: 'administer',
        summary: 'Crawl workers of this database: their hosts and requests per second',
        query: queryParameters(),
      },
      async () => jsonResponse({ workers: await readWorkers(store) }),
    ),
  ];
}
