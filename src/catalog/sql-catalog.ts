// The catalog port in SQL: the same tables and statements on SQLite and PostgreSQL.
import { endpointKey, maskSecrets, readUrl, resourceKey } from '../base/url/url.ts';
import type { Catalog, CatalogCounts, HistoryEntry, Recorded, RecordRequest } from '../model/catalog.ts';
import { GeotrawlError } from '../model/errors.ts';
import type { Layer, Resource, ResourceHealth } from '../model/resource.ts';
import type { Transaction } from '../model/store.ts';
import {
  lockByName,
  placeholders,
  readIn,
  type SqlStore,
  type Statement,
  statement,
  type Work,
} from '../store/sql/sql.ts';
import { contentHash } from './content-hash.ts';
import { isIdPrefix, resourceId } from './identity.ts';
import { layerRows, layersHash } from './layer-rows.ts';
import { maskedDescription, maskedProvenance } from './mask-secrets.ts';
import { openProblemRows, type ProblemRows } from './problem-rows.ts';
import { provenanceRows } from './provenance-rows.ts';
import { redescribe } from './redescribe.ts';
import { type ResourceRow, type RowContent, readResource, resourceRows, selectResources } from './resource-row.ts';
import { readLines } from './result-rows.ts';
import { topicRows } from './topic-rows.ts';

/** Records read at a time by `all()`; their layers are read one record at a time. */
const pageSize = 200;

export function openSqlCatalog(store: SqlStore): Catalog {
  const problems = openProblemRows();
  const assemble = (row: ResourceRow, maxLayers?: number) => assembleWith(problems, row, maxLayers);
  return {
    record: (transaction, request) => store.within(transaction, () => record(request, problems)),
    redescribe: (transaction, request) =>
      redescribe(request, { run: (work) => store.within(transaction, work), remember: remember.run, assemble }),
    recordProblem: (transaction, problem) => store.within(transaction, () => problems.count(problem)),
    ...openTopicWork(store, assemble),
    get: (idOrUrl, transaction) =>
      readIn(store, transaction, function* () {
        const row = yield* findRow(idOrUrl);
        return row && (yield* assemble(row));
      }),
    getAll: (ids, maxLayers) =>
      store.read(function* () {
        const rows = ids.length === 0 ? [] : yield* byIds(ids.length).all(...ids);
        const resources = new Map<string, Resource>();
        for (const row of rows) resources.set(row.id, yield* assemble(row, maxLayers));
        return resources;
      }),
    lines: (requests) => store.read(() => readLines(requests)),
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
    all: () => readAll(store, pageAfter, (row) => store.read(() => assemble(row))),
    endpoints: () => readAll(store, endpointsAfter, async (row) => row),
    seenSince: (fromMs) => store.read(() => seenSince.all(fromMs)),
    page: (offset, limit, maxLayers) =>
      store.read(function* () {
        const resources: Resource[] = [];
        for (const row of yield* pageFrom.all(limit, offset)) resources.push(yield* assemble(row, maxLayers));
        return resources;
      }),
    revision: async () => (await store.read(() => revision.get()))!.revision,
    problems: (limit) => store.read(() => problems.latest(limit)),
    counts: () => store.read(readCounts),
  };
}

function* assembleWith(problems: ProblemRows, row: ResourceRow, maxLayers?: number): Work<Resource> {
  return readResource(row, {
    layers: yield* readLayers(row, maxLayers),
    problems: yield* problems.read(row.rid),
    provenance: yield* provenanceRows.first(row.rid),
    topics: yield* topicRows.read(row.rid, row.id),
    health: yield* readHealth(row.id),
  });
}

function* readLayers({ rid, id }: ResourceRow, max?: number): Work<readonly Layer[]> {
  if (max === undefined) return yield* topicRows.withTopics(rid, id, yield* layerRows.read(rid));
  const layers = yield* topicRows.withOwn(rid, id, yield* layerRows.firstNamed(rid, max));
  return [...layers.values()];
}

type TopicWork = Pick<Catalog, 'correctTopic' | 'forgetCorrection' | 'corrections' | 'outdatedTopics' | 'readTopics'>;

function openTopicWork(store: SqlStore, assemble: (row: ResourceRow) => Work<Resource>): TopicWork {
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

/** One page at a time: reclassified records leave the list meanwhile. */
async function* readOutdated(store: SqlStore, version: string): AsyncGenerator<string> {
  for (let last = ''; ; ) {
    const rows = await store.read(() => outdated.all(last, version));
    for (const { id } of rows) yield id;
    const end = rows.at(-1);
    if (end === undefined) return;
    last = end.id;
  }
}

/** Stores the current description as a version in the history. */
const remember = statement(`INSERT INTO history(rid, content_hash, seen_ms, title, layer_count)
  SELECT rid, content_hash, last_seen_ms, title, layer_count FROM resource WHERE rid = ? ON CONFLICT DO NOTHING`);

const healthOf = statement<ResourceHealth>('SELECT state, score FROM monitor WHERE id = ? AND state IS NOT NULL');

/** The last check result; null if never checked. */
function* readHealth(id: string): Work<ResourceHealth | null> {
  const row = yield* healthOf.get(id);
  return row === undefined ? null : { ...row };
}

const byId = selectResources('WHERE id = ?');
const byIds = (count: number) => selectResources(`WHERE id IN (${placeholders(count)})`);
const join = statement('INSERT INTO task_resource(task, rid) VALUES(?, ?) ON CONFLICT DO NOTHING');

function* record(request: RecordRequest, problems: ProblemRows): Work<Recorded> {
  const content = rowContent(request);
  const { description } = content;
  yield* lockByName(`resource ${content.id}`);
  const stored = yield* byId.get(content.id);
  const same = stored?.content_hash === content.contentHash;
  if (stored !== undefined) yield* resourceRows.update(stored, content);
  const rid = stored?.rid ?? (yield* resourceRows.insert(content));
  if (!same) yield* remember.run(rid);
  if (!same || (yield* hasNewDetails(stored, content))) yield* layerRows.replace(rid, description.layers);
  yield* problems.replace(rid, description.problems);
  const origins = [...(request.provenance === null ? [] : [request.provenance]), ...(request.also ?? [])];
  for (const origin of origins) yield* provenanceRows.add(rid, maskedProvenance(origin), request);
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
 * Times, styles and CRS may change while the content stays. They are updated only if the layers keep their positions,
 * because search hits refer to positions and unchanged content isn't reindexed.
 */
function* hasNewDetails(stored: ResourceRow, { layersHash, description }: RowContent): Work<boolean> {
  return stored.layers_hash !== layersHash && (yield* layerRows.areInOrder(stored.rid, description.layers));
}

function rowContent({ discovery, url, nowMs }: RecordRequest): RowContent {
  const { identity, family } = discovery;
  const description = maskedDescription(discovery.description);
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

// Ids are lowercase hex, so 'g' sorts after everything with the prefix.
const byPrefix = selectResources('WHERE id >= ? AND id < ? ORDER BY id LIMIT 3');
// Also by the displayed URL: a masked key may be what distinguishes two services.
const byEndpoint = selectResources(`WHERE endpoint_key IN (?, ?) OR endpoint = ?
  ORDER BY endpoint_key <> ?, first_seen_ms, rid`);

function* findRow(idOrUrl: string): Work<ResourceRow | null> {
  const text = idOrUrl.trim();
  if (isIdPrefix(text)) {
    const prefix = text.toLowerCase();
    return onlyOne(yield* byPrefix.all(prefix, `${prefix}g`), text);
  }
  if (readUrl(text) === null) return null;
  // A layer of a service may have its own record; otherwise the service's is used.
  const own = resourceKey(text);
  const rows = yield* byEndpoint.all(own, endpointKey(text), text, own);
  return rows.find((row) => row.kind === serviceOf(text)) ?? rows[0] ?? null;
}

function onlyOne(rows: readonly ResourceRow[], prefix: string): ResourceRow | null {
  if (rows.length > 1) {
    const some = rows.map((row) => row.id).join(', ');
    throw new GeotrawlError(
      'usage.bad-argument',
      `Several records begin with ${prefix} (${some}). Give more characters of the id.`,
    );
  }
  return rows[0] ?? null;
}

/** One endpoint may offer several services; SERVICE= in the URL selects one. */
function serviceOf(url: string): string | null {
  for (const [name, value] of new URL(url).searchParams) {
    if (name.toLowerCase() === 'service') return value.toLowerCase();
  }
  return null;
}

const pageAfter = selectResources(`WHERE id > ? ORDER BY id LIMIT ${pageSize}`);
const endpointsAfter = statement<{ id: string; endpoint: string }>(
  `SELECT id, endpoint FROM resource WHERE id > ? ORDER BY id LIMIT ${pageSize}`,
);
const seenSince = statement<{ id: string; lastSeenMs: number }>(
  'SELECT id, last_seen_ms AS "lastSeenMs" FROM resource WHERE last_seen_ms >= ? ORDER BY last_seen_ms',
);
const pageFrom = selectResources('ORDER BY id LIMIT ? OFFSET ?');

async function* readAll<Row extends { readonly id: string }, T>(
  store: SqlStore,
  page: Statement<Row>,
  read: (row: Row) => Promise<T>,
): AsyncGenerator<T> {
  for (let last = ''; ; ) {
    const rows = await store.read(() => page.all(last));
    for (const row of rows) yield await read(row);
    const end = rows.at(-1);
    if (end === undefined || rows.length < pageSize) return;
    last = end.id;
  }
}

const revision = statement<{ revision: string }>({
  // The first counts commits of other connections, the second changes of this one.
  sqlite: `SELECT data_version || '.' || total_changes() AS revision FROM pragma_data_version`,
  // The transaction snapshot: any write changes it, reads don't.
  postgres: 'SELECT pg_current_snapshot()::text AS revision',
});

const historyOf = statement<HistoryEntry>(`SELECT seen_ms AS "seenMs", content_hash AS "contentHash", title,
  layer_count AS "layerCount" FROM history WHERE rid = ? ORDER BY seen_ms, content_hash`);
const byKind = statement<{ kind: string; resources: number; layers: number }>(
  'SELECT kind, count(*) AS resources, sum(layer_count) AS layers FROM resource GROUP BY kind',
);

function* readHistory(id: string): Work<readonly HistoryEntry[]> {
  const rows = yield* historyOf.all((yield* findRow(id))?.rid ?? -1);
  return rows.map((entry) => ({ ...entry }));
}

function* readCounts(): Work<CatalogCounts> {
  const rows = yield* byKind.all();
  return {
    resources: rows.reduce((sum, row) => sum + row.resources, 0),
    layers: rows.reduce((sum, row) => sum + row.layers, 0),
    byKind: Object.fromEntries(rows.map((row) => [row.kind, row.resources])),
  };
}
