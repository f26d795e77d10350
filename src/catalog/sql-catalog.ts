// The catalog in SQL: the same tables and statements on SQLite and PostgreSQL.
import { endpointKey, maskSecrets, readUrl, resourceKey } from '../base/url/url.ts';
import type { Catalog, CatalogCounts, HistoryEntry, MonthCount, Recorded, RecordRequest } from '../model/catalog.ts';
import { GeotrawlError } from '../model/errors.ts';
import type { Resource } from '../model/resource.ts';
import type { Transaction } from '../model/store.ts';
import { holdAlone, readIn, type SqlStore, statement, type Work } from '../store/sql/sql.ts';
import { contentHash } from './content-hash.ts';
import { glanceAt } from './glance.ts';
import { readHealth } from './health-rows.ts';
import { isIdPrefix, resourceId } from './identity.ts';
import { layerRows, layersHash } from './layer-rows.ts';
import { maskedDescription, maskedProvenance } from './mask-secrets.ts';
import { openProblemRows, type ProblemRows } from './problem-rows.ts';
import { provenanceRows } from './provenance-rows.ts';
import { assembleOnDemand, type Reading } from './read-on-demand.ts';
import { redescribe } from './redescribe.ts';
import { type ResourceRow, type RowContent, readResource, resourceRows, selectResources } from './resource-row.ts';
import { readLines } from './result-rows.ts';
import { topicRows } from './topic-rows.ts';

/** Records read at a time by `all()`; their layers are read one record at a time. */
const pageSize = 200;

export function openSqlCatalog(store: SqlStore): Catalog {
  const problems = openProblemRows();
  const assemble = (row: ResourceRow) => assembleWith(problems, row);
  const reading = { store, problems, assemble };
  return {
    record: (transaction, request) => store.within(transaction, () => record(request, problems)),
    redescribe: (transaction, request) =>
      redescribe(request, { ask: (work) => store.within(transaction, work), remember, assemble }),
    recordProblem: (transaction, problem) => store.within(transaction, () => problems.count(problem)),
    ...openTopicWork(reading),
    get: (idOrUrl, transaction) =>
      readIn(store, transaction, function* () {
        const row = yield* findRow(idOrUrl);
        return row && (yield* assemble(row));
      }),
    glance: (id, positions) => glanceAt(reading, id, positions),
    lines: (wishes) => store.read(() => readLines(wishes)),
    privateAddresses: (id, transaction) =>
      readIn(store, transaction, function* () {
        const row = yield* findRow(id);
        return row && { endpoint: row.private_endpoint, url: row.private_url };
      }),
    history: (id) => store.read(() => readHistory(id)),
    provenance: (id) =>
      store.read(function* () {
        return yield* provenanceRows.read((yield* findRow(id))?.rid ?? -1);
      }),
    all: () => readAll(store, (row) => store.read(() => assemble(row))),
    scan: () => readAll(store, async (row) => assembleOnDemand(reading, row)),
    page: (offset, limit) =>
      store.read(function* () {
        const resources: Resource[] = [];
        for (const row of yield* pageFrom.all(limit, offset)) resources.push(yield* assemble(row));
        return resources;
      }),
    revision: () => store.read(readRevision),
    problems: (limit) => store.read(() => problems.latest(limit)),
    counts: () => store.read(readCounts),
    growth: () => store.read(readGrowth),
  };
}

function* assembleWith(problems: ProblemRows, row: ResourceRow): Work<Resource> {
  return readResource(row, {
    layers: yield* topicRows.withTopics(row.rid, row.id, yield* layerRows.read(row.rid)),
    problems: yield* problems.read(row.rid),
    provenance: yield* provenanceRows.first(row.rid),
    topics: yield* topicRows.read(row.rid, row.id),
    health: yield* readHealth(row.id),
  });
}

type TopicWork = Pick<Catalog, 'correctTopic' | 'forgetCorrection' | 'corrections' | 'outdatedTopics' | 'readTopics'>;

function openTopicWork({ store, assemble }: Reading): TopicWork {
  const change = (transaction: Transaction, id: string, work: (row: ResourceRow) => Work<void>) =>
    store.within(transaction, function* () {
      const row = yield* findRow(id);
      if (row !== null) yield* work(row);
      return row && (yield* assemble(row));
    });
  return {
    correctTopic: (transaction, id, correction) =>
      change(transaction, id, (row) => topicRows.correct(row.id, correction)),
    forgetCorrection: (transaction, id, layer, topic) =>
      change(transaction, id, (row) => topicRows.forget(row.id, layer, topic)),
    corrections: (id) =>
      store.read(function* () {
        return yield* topicRows.corrections((yield* findRow(id))?.id ?? '');
      }),
    outdatedTopics: (version) => readOutdated(store, version),
    readTopics: (transaction, id, reader) =>
      change(transaction, id, function* (row) {
        const { endpoint, provenance, ...description } = yield* assemble(row);
        yield* topicRows.replace(row.rid, reader.version, reader.read(description, { endpoint, provenance }));
      }),
  };
}

const outdated = statement<{ id: string }>(`SELECT id FROM resource LEFT JOIN resource_topic USING(rid)
  WHERE id > ? AND resource_topic.version IS DISTINCT FROM ? ORDER BY id LIMIT ${pageSize}`);

/** A page at a time: whoever reads a record anew in between takes it off the list. */
async function* readOutdated(store: SqlStore, version: string): AsyncGenerator<string> {
  for (let last = ''; ; ) {
    const rows = await store.read(() => outdated.all(last, version));
    for (const { id } of rows) yield id;
    const end = rows.at(-1);
    if (end === undefined) return;
    last = end.id;
  }
}

const keepState = statement(`INSERT INTO history(rid, content_hash, seen_ms, title, layer_count)
  SELECT rid, content_hash, last_seen_ms, title, layer_count FROM resource WHERE rid = ? ON CONFLICT DO NOTHING`);

function* remember(rid: number): Work<void> {
  yield* keepState.run(rid);
}

const byId = selectResources('WHERE id = ?');
const join = statement('INSERT INTO task_resource(task, rid) VALUES(?, ?) ON CONFLICT DO NOTHING');

function* record(request: RecordRequest, problems: ProblemRows): Work<Recorded> {
  const content = rowContent(request);
  const { description } = content;
  yield* holdAlone(`resource ${content.id}`);
  const stored = yield* byId.get(content.id);
  const same = stored?.content_hash === content.contentHash;
  if (stored !== undefined) yield* resourceRows.update(stored, content);
  const rid = stored?.rid ?? (yield* resourceRows.insert(content));
  if (!same) yield* remember(rid);
  if (!same || (yield* hasNewDetails(stored, content))) yield* layerRows.replace(rid, description.layers);
  yield* problems.replace(rid, description.problems);
  const ways = [...(request.provenance === null ? [] : [request.provenance]), ...(request.also ?? [])];
  for (const way of ways) yield* provenanceRows.add(rid, maskedProvenance(way), request);
  const hasNewTopics =
    request.topics !== undefined && !(same && (yield* topicRows.versionOf(rid)) === request.topics.version);
  if (hasNewTopics) {
    const context = { endpoint: maskSecrets(content.identity.endpoint), provenance: yield* provenanceRows.first(rid) };
    yield* topicRows.replace(rid, request.topics!.version, request.topics!.read(description, context));
  }
  const row = (yield* byId.get(content.id))!;
  const parts = {
    layers: yield* topicRows.withTopics(rid, row.id, description.layers),
    problems: description.problems,
    provenance: yield* provenanceRows.first(rid),
    topics: yield* topicRows.read(rid, row.id),
    health: yield* readHealth(row.id),
  };
  const recordedAs = stored === undefined ? 'new' : same ? 'same' : 'changed';
  const isFirstInTask = request.task === null || (yield* join.run(request.task, rid)) === 1;
  return { resource: readResource(row, parts), recordedAs, isFirstInTask, hasNewTopics };
}

/**
 * Times, styles and CRS may move while the content stays. They are refreshed only where the layers keep their places,
 * because search hits name layers by place and the same content is not indexed again.
 */
function* hasNewDetails(stored: ResourceRow, { layersHash, description }: RowContent): Work<boolean> {
  return stored.layers_hash !== layersHash && (yield* layerRows.areInOrder(stored.rid, description.layers));
}

function rowContent({ finding, url, nowMs }: RecordRequest): RowContent {
  const { identity, family } = finding;
  const description = maskedDescription(finding.description);
  const key = resourceKey(identity.endpoint);
  return {
    id: resourceId(identity.kind, key),
    endpointKey: key,
    identity,
    family,
    url,
    description,
    contentHash: contentHash(description),
    layersHash: layersHash(description.layers),
    nowMs,
  };
}

// Ids are lower-case hex, so 'g' sorts behind everything that begins with the prefix.
const byPrefix = selectResources('WHERE id >= ? AND id < ? ORDER BY id LIMIT 3');
// By the address as shown, too: a masked key may be part of what tells two services apart.
const byEndpoint = selectResources(`WHERE endpoint_key IN (?, ?) OR endpoint = ?
  ORDER BY endpoint_key <> ?, first_seen_ms, rid`);

function* findRow(idOrUrl: string): Work<ResourceRow | null> {
  const text = idOrUrl.trim();
  if (isIdPrefix(text)) {
    const prefix = text.toLowerCase();
    return onlyOne(yield* byPrefix.all(prefix, `${prefix}g`), text);
  }
  if (readUrl(text) === null) return null;
  // A layer of a service may have a record of its own; otherwise the service's is meant.
  const own = resourceKey(text);
  const rows = yield* byEndpoint.all(own, endpointKey(text), text, own);
  return rows.find((row) => row.kind === serviceOf(text)) ?? rows[0] ?? null;
}

function onlyOne(rows: readonly ResourceRow[], prefix: string): ResourceRow | null {
  if (rows.length > 1) {
    const some = rows.map((row) => row.id).join(', ');
    throw new GeotrawlError(
      'usage.bad-argument',
      `Several records begin with ${prefix} (${some}). Give more of the id.`,
    );
  }
  return rows[0] ?? null;
}

/** One endpoint may offer several services; SERVICE= in the URL says which one is meant. */
function serviceOf(url: string): string | null {
  for (const [name, value] of new URL(url).searchParams) {
    if (name.toLowerCase() === 'service') return value.toLowerCase();
  }
  return null;
}

const pageAfter = selectResources(`WHERE id > ? ORDER BY id LIMIT ${pageSize}`);
const pageFrom = selectResources('ORDER BY id LIMIT ? OFFSET ?');

async function* readAll(
  store: SqlStore,
  toResource: (row: ResourceRow) => Promise<Resource>,
): AsyncGenerator<Resource> {
  for (let last = ''; ; ) {
    const rows = await store.read(() => pageAfter.all(last));
    for (const row of rows) yield await toResource(row);
    const end = rows.at(-1);
    if (end === undefined || rows.length < pageSize) return;
    last = end.id;
  }
}

const revision = statement<{ revision: string }>({
  // The first counts what other connections committed, the second what this one changed.
  sqlite: `SELECT data_version || '.' || total_changes() AS revision FROM pragma_data_version`,
  // Which transactions have begun and which of them are over: any write moves it, reads do not.
  postgres: 'SELECT pg_current_snapshot()::text AS revision',
});

function* readRevision(): Work<string> {
  return (yield* revision.get())!.revision;
}

const historyOf = statement<HistoryEntry>(`SELECT seen_ms AS "seenMs", content_hash AS "contentHash", title,
  layer_count AS "layerCount" FROM history WHERE rid = ? ORDER BY seen_ms, content_hash`);
const byKind = statement<{ kind: string; resources: number; layers: number }>(
  'SELECT kind, count(*) AS resources, sum(layer_count) AS layers FROM resource GROUP BY kind',
);
const byMonth = statement<MonthCount>({
  sqlite: `SELECT strftime('%Y-%m', first_seen_ms / 1000, 'unixepoch') AS month, count(*) AS count FROM resource
    GROUP BY 1 ORDER BY 1`,
  postgres: `SELECT to_char(to_timestamp(first_seen_ms / 1000) AT TIME ZONE 'UTC', 'YYYY-MM') AS month, count(*) AS count
    FROM resource GROUP BY 1 ORDER BY 1`,
});

function* readHistory(id: string): Work<readonly HistoryEntry[]> {
  const rows = yield* historyOf.all((yield* findRow(id))?.rid ?? -1);
  return rows.map((entry) => ({ ...entry }));
}

function* readGrowth(): Work<readonly MonthCount[]> {
  return (yield* byMonth.all()).map((entry) => ({ ...entry }));
}

function* readCounts(): Work<CatalogCounts> {
  const rows = yield* byKind.all();
  return {
    resources: rows.reduce((sum, row) => sum + row.resources, 0),
    layers: rows.reduce((sum, row) => sum + row.layers, 0),
    byKind: Object.fromEntries(rows.map((row) => [row.kind, row.resources])),
  };
}
