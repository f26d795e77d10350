// The results of a crawl in a form that can be compared.

import { openPostgres } from '../../src/store/postgres/postgres.ts';
import { isPostgresAddress } from '../../src/store/sql/database-address.ts';
import { type SqlStore, statement } from '../../src/store/sql/sql.ts';
import { openSqlite } from '../../src/store/sqlite/sqlite.ts';

export interface Snapshot {
  /** Every URL and how it was settled. */
  readonly urls: readonly string[];
  /** Every service with its version, layer count and how often its description was stored. */
  readonly resources: readonly string[];
  /** Every problem with how often it was counted. */
  readonly problems: readonly string[];
  /** Pages read and resources found, as the task counted them: more than in an undisturbed crawl means done twice. */
  readonly pages: number;
  readonly found: number;
}

const stateNames = ['pending', 'done', 'failed', 'refused'];

export async function takeSnapshot(db: string): Promise<Snapshot> {
  const store: SqlStore = isPostgresAddress(db) ? openPostgres(db) : openSqlite(db);
  const rows = <T>(sql: string): Promise<T[]> => store.read(() => statement<T>(sql).all());
  const urls = await rows<{ key: string; path: string; state: number; pool: number; reason: string | null }>(
    'SELECT host.key, url.path, url.state, url.pool, url.reason FROM url JOIN host USING (host_id)',
  );
  const resources = await rows<{ endpoint: string; version: string; layer_count: number; stored: number }>(
    'SELECT endpoint, version, layer_count, (SELECT count(*) FROM history WHERE history.rid = resource.rid) AS stored FROM resource',
  );
  const problems = await rows<{ url: string; code: string; count: number }>('SELECT url, code, count FROM url_problem');
  const [task] = await rows<{ done: number; failed: number; refused: number; pages: number; resources: number }>(
    'SELECT sum(done) AS done, sum(failed) AS failed, sum(refused) AS refused, sum(pages) AS pages, sum(resources) AS resources FROM task',
  );
  await store.close();
  const inState = (state: number) => urls.filter((url) => url.state === state).length;
  if (task === undefined || task.done !== inState(1) || task.failed !== inState(2) || task.refused !== inState(3)) {
    throw new Error(`the counters ${JSON.stringify(task)} do not match the rows: ${[1, 2, 3].map(inState).join(', ')}`);
  }
  return {
    urls: urls
      .map(({ key, path, state, pool, reason }) => `${key}${path} ${pool} ${stateNames[state]} ${reason ?? ''}`)
      .sort(),
    resources: resources
      .map(
        ({ endpoint, version, layer_count, stored }) =>
          `${plainSpelling(endpoint)} ${version} ${layer_count} ${stored}`,
      )
      .sort(),
    problems: problems.map(({ url, code, count }) => `${url} ${code} ${count}`).sort(),
    pages: task.pages,
    found: task.resources,
  };
}

/** A service under several spellings of its URL is stored as visited last, which depends on the order of visits. */
function plainSpelling(endpoint: string): string {
  return decodeURIComponent(endpoint).toLowerCase();
}
