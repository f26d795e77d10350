// Deletes everything known about a host: its records and their dependents, problems, and queue entries.
import { readUrl } from '../base/url/url.ts';
import { statement, type Work } from '../store/sql/sql.ts';

export interface Purged {
  readonly resources: number;
  readonly problems: number;
  readonly urls: number;
}

/** `host` is a name, or `*.example.org` for a domain with everything below it. */
export function* purgeHost(host: string): Work<Purged> {
  const isSelected = matcherOf(host);
  // A substring filter; matches are verified afterwards.
  const name = host.replace(/^\*\./, '');
  return {
    resources: yield* purgeResources(name, isSelected),
    problems: (yield* purgeProblems(name, isSelected)) + (yield* purgeEvents(name, isSelected)),
    urls: (yield* purgeQueues(name, isSelected)) + (yield* purgeHarvests(isSelected)),
  };
}

type Selects = (url: string) => boolean;

function matcherOf(host: string): Selects {
  const domain = host.replace(/^\*\./, '');
  const isBelow = host.startsWith('*.');
  return (url) => {
    const name = readUrl(url)?.hostname ?? '';
    return name === domain || (isBelow && name.endsWith(`.${domain}`));
  };
}

/** Substring position, for both engines. */
function holding<Row>(make: (position: string) => string) {
  return statement<Row>({ sqlite: make('instr'), postgres: make('strpos') });
}

const resources = holding<{ rid: number; id: string; endpoint: string }>(
  (position) => `SELECT rid, id, endpoint FROM resource WHERE ${position}(endpoint, ?) > 0`,
);
const forget = statement(
  'INSERT INTO search_pending VALUES(?, 1) ON CONFLICT(id) DO UPDATE SET version = search_pending.version + 1',
);
const forgetChecks = [
  'DELETE FROM check_round WHERE mid = (SELECT mid FROM monitor WHERE id = ?)',
  'DELETE FROM description_version WHERE mid = (SELECT mid FROM monitor WHERE id = ?)',
  'DELETE FROM health_event WHERE id = ?',
  'DELETE FROM monitor WHERE id = ?',
].map((text) => statement(text));

/** Dependents refer to a record by number; search and duplicates drop deleted records later. */
function* purgeResources(name: string, isSelected: Selects): Work<number> {
  const selected = (yield* resources.all(name)).filter(({ endpoint }) => isSelected(endpoint));
  const deletions = yield* deletionsBy('rid');
  for (const { rid, id } of selected) {
    for (const deletion of deletions) yield* deletion.run(rid);
    for (const deletion of forgetChecks) yield* deletion.run(id);
    yield* forget.run(id);
  }
  return selected.length;
}

/** The search index has its own numbering, and duplicates need their data of a record to remove it. */
const tablesWith = statement<{ name: string }>({
  sqlite: `SELECT schema.name AS name FROM sqlite_schema AS schema JOIN pragma_table_info(schema.name) AS info
    WHERE schema.type = 'table' AND info.name = ? AND schema.name NOT LIKE 'search@_%' ESCAPE '@'
      AND schema.name NOT LIKE 'duplicate@_%' ESCAPE '@'`,
  postgres: `SELECT c.relname AS name FROM pg_class AS c JOIN pg_attribute AS a ON a.attrelid = c.oid
    WHERE c.relkind IN ('r', 'p') AND NOT c.relispartition AND c.relnamespace = current_schema()::regnamespace
      AND a.attname = ? AND NOT a.attisdropped AND c.relname NOT LIKE 'search@_%' ESCAPE '@'
      AND c.relname NOT LIKE 'duplicate@_%' ESCAPE '@'`,
});

function* deletionsBy(column: string) {
  const tables = yield* tablesWith.all(column);
  return tables.map(({ name }) => statement(`DELETE FROM ${name} WHERE ${column} = ?`));
}

const harvests = statement<{ id: number; endpoint: string }>('SELECT harvest_id AS id, endpoint FROM harvest');

/** Records of catalogs on the host; resources elsewhere that they led to were confirmed there and stay. */
function* purgeHarvests(isSelected: Selects): Work<number> {
  const selected = (yield* harvests.all()).filter(({ endpoint }) => isSelected(endpoint));
  const deletions = yield* deletionsBy('harvest_id');
  for (const { id } of selected) for (const deletion of deletions) yield* deletion.run(id);
  return selected.length;
}

const problems = holding<{ url: string }>(
  (position) => `SELECT DISTINCT url FROM url_problem WHERE ${position}(url, ?) > 0`,
);
const deleteProblem = statement('DELETE FROM url_problem WHERE url = ?');

function* purgeProblems(name: string, isSelected: Selects): Work<number> {
  const selected = (yield* problems.all(name)).filter(({ url }) => isSelected(url));
  for (const { url } of selected) yield* deleteProblem.run(url);
  return selected.length;
}

const events = holding<{ id: number; body: string }>(
  (position) => `SELECT event_id AS id, body FROM task_event WHERE ${position}(body, ?) > 0`,
);
const deleteEvent = statement('DELETE FROM task_event WHERE event_id = ?');

function* purgeEvents(name: string, isSelected: Selects): Work<number> {
  const selected = (yield* events.all(name)).filter(({ body }) => {
    const { endpoint, url } = JSON.parse(body) as { endpoint?: string; url?: string };
    return isSelected(endpoint ?? url ?? '');
  });
  for (const { id } of selected) yield* deleteEvent.run(id);
  return selected.length;
}

const hosts = holding<{ id: number; key: string }>(
  (position) => `SELECT host_id AS id, key FROM host WHERE ${position}(key, ?) > 0`,
);
const deleteRobots = statement('DELETE FROM robots WHERE host_id = ?');
const deleteUrls = statement({
  sqlite: 'DELETE FROM url WHERE host_id = ? AND task_id IN (SELECT task_id FROM task WHERE runner IS NULL)',
  postgres: `DELETE FROM url WHERE host_id = ? AND task_id IN (SELECT task_id FROM task WHERE state <> 'running')`,
});
/** Workers find due hosts by these counts. */
const emptySlots = statement({
  sqlite: '',
  postgres: `UPDATE lane SET page_cls = 8, probe_cls = 8, pages = 0, probes = 0
    WHERE host_id = ? AND task_id IN (SELECT task_id FROM task WHERE state <> 'running')`,
});

/**
 * Running crawls keep queues in memory; their requests are refused, and remaining rows are deleted by the next purge.
 */
function* purgeQueues(name: string, isSelected: Selects): Work<number> {
  let urls = 0;
  for (const { id, key } of yield* hosts.all(name)) {
    if (!isSelected(key)) continue;
    yield* deleteRobots.run(id);
    urls += yield* deleteUrls.run(id);
    yield* emptySlots.run(id);
  }
  return urls;
}
