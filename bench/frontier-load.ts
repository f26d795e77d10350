// Fills a frontier in PostgreSQL by COPY, as if its URLs had been offered: offering ten million takes too long for benches.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fingerprint } from '../src/base/text/fingerprint.ts';
import { siteOf } from '../src/base/url/url.ts';
import { templateKey } from '../src/frontier/budgets.ts';
import { ordOf } from '../src/frontier/url-row.ts';
import type { PostgresStore } from '../src/store/postgres/postgres.ts';

export interface LoadPlan {
  readonly db: string;
  readonly task: number;
  /** URLs of each host by number; those up to `perHost` are loaded and counted here. */
  readonly sizes: Uint32Array;
  readonly perHost: number;
  urlOf(host: number, n: number): string;
  /** Class and depth of the next URL. */
  next(): { readonly cls: number; readonly depth: number };
}

/** Loads the next URLs of the hosts, up to `perHost` each; returns their number. */
export async function loadFrontier(store: PostgresStore, plan: LoadPlan): Promise<number> {
  const { db, task, sizes, perHost } = plan;
  const hosts = Array.from(sizes.keys());
  const keys = hosts.map((host) => new URL(plan.urlOf(host, 0)).origin);
  const sites = keys.map((key) => siteOf(new URL(key).hostname));
  await store.query('INSERT INTO host(key, site) SELECT * FROM unnest($1::text[], $2::text[]) ON CONFLICT DO NOTHING', [
    keys,
    sites,
  ]);
  const known = await store.query<{ key: string; id: number }>('SELECT key, host_id AS id FROM host');
  const ids = new Map(known.map(({ key, id }) => [key, id]));
  const hostIds = keys.map((key) => ids.get(key)!);
  let urls = 0;
  await copyInto(db, 'url', function* () {
    for (const host of hosts)
      for (; sizes[host]! < perHost; urls++) {
        const url = plan.urlOf(host, sizes[host]!++);
        const { cls, depth } = plan.next();
        const path = url.slice(url.indexOf('/', 8));
        const place = [task, hostIds[host], fingerprint(url), path, ordOf(cls, urls), 0, '\\N', 0, depth, 1];
        yield `${[...place, 'Description of the data set', '\\N', '\\N', 0, 0, '\\N'].join('\t')}\n`;
      }
  });
  await store.query(
    `INSERT INTO lane(task_id, host_id, site) SELECT $1, * FROM unnest($2::bigint[], $3::bigint[]) ON CONFLICT DO NOTHING`,
    [task, hostIds, sites.map((site) => fingerprint(site))],
  );
  await store.query(
    `UPDATE lane SET pages = waiting.pages, page_cls = waiting.cls FROM (
      SELECT host_id, count(*) AS pages, min(ord / (2::bigint ^ 44)::bigint) AS cls FROM url WHERE task_id = $1 AND state = 0
      GROUP BY 1) AS waiting WHERE lane.task_id = $1 AND lane.host_id = waiting.host_id`,
    [task],
  );
  await storeSeries(store, plan, hostIds);
  await store.query('VACUUM (ANALYZE) url, lane, host');
  return urls;
}

/** Common values are counted per host. */
async function storeSeries(
  store: PostgresStore,
  { task, sizes, urlOf }: LoadPlan,
  hostIds: readonly number[],
): Promise<void> {
  const inSeries = [...sizes.keys()].map((host) => templateKey(urlOf(host, 0)) ?? 0);
  const counts = Array.from(sizes, (size) => Math.ceil(size / 4));
  await store.query(
    `INSERT INTO series SELECT $1, * FROM unnest($2::bigint[], $3::bigint[], $4::bigint[])
    ON CONFLICT (task_id, host_id, template) DO UPDATE SET urls = excluded.urls`,
    [task, hostIds, inSeries, counts],
  );
}

async function copyInto(db: string, table: string, rows: () => Iterable<string>): Promise<void> {
  const psql = spawn('psql', ['-q', '-d', db, '-c', `\\copy ${table} FROM STDIN`], {
    stdio: ['pipe', 'ignore', 'inherit'],
  });
  const ended = once(psql, 'exit');
  let chunk = '';
  for (const row of rows()) {
    chunk += row;
    if (chunk.length < 100_000) continue;
    if (!psql.stdin.write(chunk)) await once(psql.stdin, 'drain');
    chunk = '';
  }
  psql.stdin.end(chunk);
  const [code] = await ended;
  if (code !== 0) throw new Error(`psql ended with ${code}`);
}
