// What crawls tell, at rest: written with what it tells of, bounded, and read again by viewers that were away.
import { maskSecrets } from '../../base/url.ts';
import type { CrawlEvent, FoundReport } from '../../model/report.ts';
import type { Transaction } from '../../model/store.ts';
import { databaseOf, type SqliteStore } from '../../store/sqlite.ts';
import { readSqlite } from '../../store/sqlite-read.ts';
import type { LoggedEvent } from './messages.ts';
import type { YieldPoint } from './yield-curve.ts';

/** Events of a task that are kept, by type: problems may be many, and shall not push finds out. */
const kept: Readonly<Record<string, number>> = {
  found: 10_000,
  problem: 1000,
  harvest: 500,
  search: 200,
  yield: 1000,
};

/** How often it is looked whether there are too many. */
const pruneEvery = 100;

/** Stores the events worth telling, inside the transaction that makes them true; they may be told when it commits. */
export function logEvents(
  transaction: Transaction,
  task: number,
  events: readonly CrawlEvent[],
  nowMs: number,
): readonly LoggedEvent[] {
  return events.flatMap((event) => {
    const content = contentOf(event);
    return content === null ? [] : [logEvent(transaction, task, { type: event.type, content }, nowMs)];
  });
}

/** The same for one that is no event of the crawl itself. */
export function logEvent(
  transaction: Transaction,
  task: number,
  { type, content }: { readonly type: string; readonly content: object },
  nowMs: number,
): LoggedEvent {
  const database = databaseOf(transaction);
  const body = JSON.stringify(content);
  const { lastInsertRowid } = database
    .prepare('INSERT INTO task_event(task_id, type, at_ms, body) VALUES(?, ?, ?, ?)')
    .run(task, type, nowMs, body);
  const id = Number(lastInsertRowid);
  if (id % pruneEvery === 0) prune(transaction, task, type);
  return { id, type, atMs: nowMs, body };
}

function prune(transaction: Transaction, task: number, type: string): void {
  databaseOf(transaction)
    .prepare(
      `DELETE FROM task_event WHERE task_id = ?1 AND type = ?2 AND event_id <= (SELECT event_id FROM task_event
      WHERE task_id = ?1 AND type = ?2 ORDER BY event_id DESC LIMIT 1 OFFSET ?3)`,
    )
    .run(task, type, kept[type] ?? 1000);
}

/** Those behind `after`, oldest first. */
export function readEvents(
  store: SqliteStore,
  task: number,
  { after, limit }: { readonly after: number; readonly limit: number },
): readonly LoggedEvent[] {
  return readSqlite(() =>
    store.database
      .prepare(
        `SELECT event_id AS id, type, at_ms AS atMs, body FROM task_event WHERE task_id = ? AND event_id > ?
        ORDER BY event_id LIMIT ?`,
      )
      .all(task, after, limit),
  ) as LoggedEvent[];
}

/** The newest event of a task; 0 where there is none. */
export function lastEventId(store: SqliteStore, task: number): number {
  const row = readSqlite(() =>
    store.database.prepare('SELECT max(event_id) AS id FROM task_event WHERE task_id = ?').get(task),
  );
  return (row as { id: number | null }).id ?? 0;
}

export interface ProblemCount {
  readonly code: string;
  readonly count: number;
  /** The last one, with what was said of it. */
  readonly url: string;
  readonly message: string;
}

/** Problems by cause, most frequent first, of those that are kept. */
export function problemCounts(store: SqliteStore, task: number): readonly ProblemCount[] {
  // SQLite takes bare columns from the row that has the maximum.
  return readSqlite(() =>
    store.database
      .prepare(
        `SELECT code, count, url, message FROM (SELECT body ->> '$.code' AS code, count(*) AS count, max(event_id),
        body ->> '$.url' AS url, body ->> '$.message' AS message FROM task_event
        WHERE task_id = ? AND type = 'problem' GROUP BY 1) ORDER BY count DESC, code`,
      )
      .all(task),
  ) as ProblemCount[];
}

/** Points of the curve of a crawl, oldest first. */
export function readYield(store: SqliteStore, task: number): readonly YieldPoint[] {
  const rows = readSqlite(() =>
    store.database
      .prepare(`SELECT body FROM task_event WHERE task_id = ? AND type = 'yield' ORDER BY event_id`)
      .all(task),
  ) as { body: string }[];
  return rows.map(({ body }) => JSON.parse(body) as YieldPoint);
}

/** Pages of the person's crawls today (UTC). */
export function pagesToday(store: SqliteStore, person: number, nowMs: number): number {
  const row = readSqlite(() =>
    store.database.prepare('SELECT pages FROM pages_used WHERE person_id = ? AND day = ?').get(person, dayOf(nowMs)),
  );
  return (row as { pages: number } | undefined)?.pages ?? 0;
}

export function countPages(transaction: Transaction, person: number, pages: number, nowMs: number): void {
  databaseOf(transaction)
    .prepare('INSERT INTO pages_used VALUES(?, ?, ?) ON CONFLICT DO UPDATE SET pages = pages + excluded.pages')
    .run(person, dayOf(nowMs), pages);
}

function dayOf(nowMs: number): string {
  return new Date(nowMs).toISOString().slice(0, 10);
}

/** What viewers get to know; null for what is told otherwise. Addresses without passwords and keys. */
function contentOf(event: CrawlEvent): object | null {
  switch (event.type) {
    case 'found':
      return foundContent(event.resource);
    case 'problem':
      return { url: maskSecrets(event.url), code: event.code, message: event.message };
    case 'search': {
      const { engine, width, queries, results } = event;
      return { engine, width, queries, results };
    }
    case 'harvest': {
      const { url, kind, ended, records, changed, total, message } = event;
      return { url: maskSecrets(url), kind, ended, records, changed, total, message };
    }
    default:
      return null;
  }
}

const mostTitleCharacters = 300;

function foundContent(resource: FoundReport): object {
  const { id, kind, family, title, endpoint, extent, layerCount, isNew, foundBy, depth, source } = resource;
  return {
    ...{
      id,
      kind,
      family,
      title: title.slice(0, mostTitleCharacters),
      endpoint: maskSecrets(endpoint),
      extent,
      layerCount,
    },
    ...{ isNew, foundBy, depth, source: source === null ? null : maskSecrets(source) },
  };
}
