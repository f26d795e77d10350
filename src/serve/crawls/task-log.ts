// Stored crawl events: written with the data they describe, bounded, and replayed to viewers.
import { maskSecrets } from '../../base/url/url.ts';
import type { CrawlEvent, FoundReport } from '../../model/report.ts';
import { statement, type Work } from '../../store/sql/sql.ts';
import type { LoggedEvent } from './process-messages.ts';
import type { YieldPoint } from './yield-curve.ts';

/** Events kept per task and type: many problems must not displace discoveries. */
const kept: Readonly<Record<string, number>> = {
  found: 10_000,
  problem: 1000,
  harvest: 500,
  search: 200,
  yield: 1000,
};

/** How often the limit is enforced. */
const pruneEvery = 100;

const insert = statement<{ id: number }>(
  'INSERT INTO task_event(task_id, type, at_ms, body) VALUES(?, ?, ?, ?) RETURNING event_id AS id',
);
const prune = statement(`DELETE FROM task_event WHERE task_id = ? AND type = ? AND event_id <= (SELECT event_id
  FROM task_event WHERE task_id = ? AND type = ? ORDER BY event_id DESC LIMIT 1 OFFSET ?)`);
const behind = statement<LoggedEvent>(
  `SELECT event_id AS id, type, at_ms AS "atMs", body FROM task_event WHERE task_id = ? AND event_id > ?
  ORDER BY event_id LIMIT ?`,
);
const newest = statement<{ id: number | null }>('SELECT max(event_id) AS id FROM task_event WHERE task_id = ?');
const yields = statement<{ body: string }>(
  `SELECT body FROM task_event WHERE task_id = ? AND type = 'yield' ORDER BY event_id`,
);
const problems = statement<ProblemCount>({ sqlite: problemsIn('body'), postgres: problemsIn('CAST(body AS json)') });
const pagesOf = statement<{ pages: number }>('SELECT pages FROM pages_used WHERE person_id = ? AND day = ?');
const addPages = statement(`INSERT INTO pages_used VALUES(?, ?, ?)
  ON CONFLICT(person_id, day) DO UPDATE SET pages = pages_used.pages + excluded.pages`);

/** Stores the relevant events inside the transaction that makes them true; publish them after the commit. */
export function* logEvents(task: number, events: readonly CrawlEvent[], nowMs: number): Work<readonly LoggedEvent[]> {
  const logged: LoggedEvent[] = [];
  for (const event of events) {
    const content = contentOf(event);
    if (content !== null) logged.push(yield* logEvent(task, { type: event.type, content }, nowMs));
  }
  return logged;
}

/** The same for an event that isn't from the crawl itself. */
export function* logEvent(
  task: number,
  { type, content }: { readonly type: string; readonly content: object },
  nowMs: number,
): Work<LoggedEvent> {
  const body = JSON.stringify(content);
  const { id } = (yield* insert.get(task, type, nowMs, body))!;
  if (id % pruneEvery === 0) yield* prune.run(task, type, task, type, kept[type] ?? 1000);
  return { id, type, atMs: nowMs, body };
}

/** Events after `after`, oldest first. */
export function readEvents(
  task: number,
  { after, limit }: { readonly after: number; readonly limit: number },
): Work<readonly LoggedEvent[]> {
  return behind.all(task, after, limit);
}

/** The newest event of a task; 0 if there is none. */
export function* lastEventId(task: number): Work<number> {
  return (yield* newest.get(task))?.id ?? 0;
}

export interface ProblemCount {
  readonly code: string;
  readonly count: number;
  /** The last event with its message. */
  readonly url: string;
  readonly message: string;
}

/** `body` is the JSON of an event, read by the engine. */
function problemsIn(body: string): string {
  return `SELECT code, count, url, message FROM (SELECT ${body} ->> 'code' AS code, ${body} ->> 'url' AS url,
      ${body} ->> 'message' AS message, count(*) OVER (PARTITION BY ${body} ->> 'code') AS count,
      row_number() OVER (PARTITION BY ${body} ->> 'code' ORDER BY event_id DESC) AS place
    FROM task_event WHERE task_id = ? AND type = 'problem') AS counted WHERE place = 1`;
}

/** Stored problems by cause, most frequent first. */
export function* problemCounts(task: number): Work<readonly ProblemCount[]> {
  const counts = (yield* problems.all(task)).map((row) => ({ ...row }));
  return counts.sort((one, other) => other.count - one.count || (one.code < other.code ? -1 : 1));
}

/** Points of the crawl's yield curve, oldest first. */
export function* readYield(task: number): Work<readonly YieldPoint[]> {
  return (yield* yields.all(task)).map(({ body }) => JSON.parse(body) as YieldPoint);
}

/** Pages of the account's crawls today (UTC). */
export function* pagesToday(person: number, nowMs: number): Work<number> {
  return (yield* pagesOf.get(person, dayOf(nowMs)))?.pages ?? 0;
}

export function* countPages(person: number, pages: number, nowMs: number): Work<void> {
  yield* addPages.run(person, dayOf(nowMs), pages);
}

function dayOf(nowMs: number): string {
  return new Date(nowMs).toISOString().slice(0, 10);
}

/** The event as shown to viewers; null for events shown otherwise. URLs are masked. */
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
    id,
    kind,
    family,
    title: title.slice(0, mostTitleCharacters),
    endpoint: maskSecrets(endpoint),
    extent,
    layerCount,
    isNew,
    foundBy,
    depth,
    source: source === null ? null : maskSecrets(source),
  };
}
