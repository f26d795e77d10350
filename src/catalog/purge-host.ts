// Removes everything that is known of a host: its records with all that hangs on them, its problems, its place in queues.
import { readUrl } from '../base/url.ts';
import type { Transaction } from '../model/store.ts';
import { databaseOf } from '../store/sqlite.ts';
import type { SqlDatabase } from '../store/sqlite-driver.ts';

export interface Purged {
  readonly resources: number;
  readonly problems: number;
  readonly urls: number;
}

/** `host` is a name, or `*.example.org` for everything below and including it. */
export function purgeHost(transaction: Transaction, host: string): Purged {
  const database = databaseOf(transaction);
  const isMeant = matcherOf(host);
  return {
    resources: purgeResources(database, isMeant),
    problems: purgeProblems(database, isMeant) + purgeEvents(database, isMeant),
    urls: purgeQueues(database, isMeant) + purgeHarvests(database, isMeant),
  };
}

type IsMeant = (url: string) => boolean;

function matcherOf(host: string): IsMeant {
  const domain = host.replace(/^\*\./, '');
  const isBelow = host.startsWith('*.');
  return (url) => {
    const name = readUrl(url)?.hostname ?? '';
    return name === domain || (isBelow && name.endsWith(`.${domain}`));
  };
}

/** Whatever hangs on a record has its number; search and duplicates forget records that are gone when they come to them. */
function purgeResources(database: SqlDatabase, isMeant: IsMeant): number {
  const rows = database.prepare('SELECT rid, id, endpoint FROM resource').iterate() as Iterable<{
    rid: number;
    id: string;
    endpoint: string;
  }>;
  const meant = [...rows].filter(({ endpoint }) => isMeant(endpoint));
  const statements = tablesWith(database, 'rid').map((table) => database.prepare(`DELETE FROM ${table} WHERE rid = ?`));
  const forget = database.prepare(
    'INSERT INTO search_pending VALUES(?, 1) ON CONFLICT(id) DO UPDATE SET version = version + 1',
  );
  const checks = [
    'DELETE FROM check_round WHERE mid = (SELECT mid FROM monitor WHERE id = ?)',
    'DELETE FROM description_version WHERE mid = (SELECT mid FROM monitor WHERE id = ?)',
    'DELETE FROM health_event WHERE id = ?',
    'DELETE FROM monitor WHERE id = ?',
  ].map((sql) => database.prepare(sql));
  for (const { rid, id } of meant) {
    for (const statement of statements) statement.run(rid);
    for (const statement of checks) statement.run(id);
    forget.run(id);
  }
  return meant.length;
}

/** The search numbers records by itself, and duplicates need what they know of a record to forget it. */
function tablesWith(database: SqlDatabase, column: string): readonly string[] {
  const rows = database
    .prepare(
      `SELECT schema.name AS name FROM sqlite_schema AS schema JOIN pragma_table_info(schema.name) AS info
      WHERE schema.type = 'table' AND info.name = ? AND schema.name NOT LIKE 'search@_%' ESCAPE '@' AND schema.name NOT LIKE 'duplicate@_%' ESCAPE '@'`,
    )
    .all(column) as { name: string }[];
  return rows.map(({ name }) => name);
}

/** Records of catalogs on the host; what they led to elsewhere was confirmed there, and stays. */
function purgeHarvests(database: SqlDatabase, isMeant: IsMeant): number {
  const rows = database.prepare('SELECT harvest_id AS id, endpoint FROM harvest').all() as {
    id: number;
    endpoint: string;
  }[];
  const meant = rows.filter(({ endpoint }) => isMeant(endpoint));
  for (const { id } of meant)
    for (const table of tablesWith(database, 'harvest_id'))
      database.prepare(`DELETE FROM ${table} WHERE harvest_id = ?`).run(id);
  return meant.length;
}

function purgeProblems(database: SqlDatabase, isMeant: IsMeant): number {
  const rows = database.prepare('SELECT DISTINCT url FROM url_problem').all() as { url: string }[];
  const remove = database.prepare('DELETE FROM url_problem WHERE url = ?');
  const meant = rows.filter(({ url }) => isMeant(url));
  for (const { url } of meant) remove.run(url);
  return meant.length;
}

function purgeEvents(database: SqlDatabase, isMeant: IsMeant): number {
  const rows = database
    .prepare(`SELECT event_id AS id, coalesce(body ->> '$.endpoint', body ->> '$.url') AS url FROM task_event`)
    .all() as { id: number; url: string | null }[];
  const remove = database.prepare('DELETE FROM task_event WHERE event_id = ?');
  const meant = rows.filter(({ url }) => url !== null && isMeant(url));
  for (const { id } of meant) remove.run(id);
  return meant.length;
}

/** Crawls that run have their queues in memory; they are refused at the door, and what is left of them goes at the next purge. */
function purgeQueues(database: SqlDatabase, isMeant: IsMeant): number {
  const hosts = (database.prepare('SELECT host_id AS id, key FROM host').all() as { id: number; key: string }[]).filter(
    ({ key }) => isMeant(key),
  );
  let urls = 0;
  for (const { id } of hosts) {
    database.prepare('DELETE FROM robots WHERE host_id = ?').run(id);
    const removed = database
      .prepare('DELETE FROM url WHERE host_id = ? AND task_id IN (SELECT task_id FROM task WHERE runner IS NULL)')
      .run(id);
    urls += Number(removed.changes);
  }
  return urls;
}
