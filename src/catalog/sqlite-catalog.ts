// The catalog on SQLite.
import { endpointKey, maskSecrets, readUrl, resourceKey } from '../base/url.ts';
import type { Catalog, CatalogCounts, HistoryEntry, MonthCount, Recorded, RecordRequest } from '../model/catalog.ts';
import { GeotrawlError } from '../model/errors.ts';
import type { Layer, Resource } from '../model/resource.ts';
import type { Transaction } from '../model/store.ts';
import type { SqliteStore } from '../store/sqlite.ts';
import { databaseOf } from '../store/sqlite.ts';
import type { SqlDatabase } from '../store/sqlite-driver.ts';
import { readSqlite } from '../store/sqlite-read.ts';
import { contentHash } from './content-hash.ts';
import { openHealthRows } from './health-rows.ts';
import { isIdPrefix, resourceId } from './identity.ts';
import { layersHash, openLayerRows } from './layer-rows.ts';
import { maskedDescription, maskedProvenance } from './masked.ts';
import { openProblemRows } from './problem-rows.ts';
import { openProvenanceRows } from './provenance-rows.ts';
import { openRedescribe } from './redescribe.ts';
import type { ResourceRow, RowContent } from './resource-row.ts';
import { openResourceRows, readResource } from './resource-row.ts';
import { openTopicRows } from './topic-rows.ts';

/** Records read at a time by `all()`; their layers are read one record at a time. */
const pageSize = 200;

/** One gateway per table; statements are prepared once. */
interface Tables {
  readonly database: SqlDatabase;
  readonly resources: ReturnType<typeof openResourceRows>;
  readonly layers: ReturnType<typeof openLayerRows>;
  readonly provenance: ReturnType<typeof openProvenanceRows>;
  readonly problems: ReturnType<typeof openProblemRows>;
  readonly topics: ReturnType<typeof openTopicRows>;
  readonly health: ReturnType<typeof openHealthRows>;
}

export function openSqliteCatalog(store: SqliteStore): Catalog {
  const { database } = store;
  const tables: Tables = {
    database,
    resources: openResourceRows(database),
    layers: openLayerRows(database),
    provenance: openProvenanceRows(database),
    problems: openProblemRows(database),
    topics: openTopicRows(database),
    health: openHealthRows(database),
  };
  const remember = openRemember(database);
  const record = openRecord(tables, remember);
  const redescribe = openRedescribe({ ...tables, remember, assemble: (row) => assemble(tables, row) });
  const findRow = openFindRow(database);
  const { history, counts, growth } = openSummaries(database);
  const ridOf = (id: string) => findRow(id)?.rid ?? null;
  const requireOwn = (transaction: Transaction) => {
    if (databaseOf(transaction) !== database) throw new Error('the transaction belongs to another store');
  };
  return {
    record: async (transaction, request) => {
      requireOwn(transaction);
      return record(request);
    },
    redescribe: async (transaction, request) => {
      requireOwn(transaction);
      return redescribe(request);
    },
    recordProblem: async (transaction, problem) => {
      requireOwn(transaction);
      tables.problems.count(problem);
    },
    ...openTopicWork(tables, findRow, requireOwn),
    get: async (idOrUrl) =>
      readSqlite(() => {
        const row = findRow(idOrUrl);
        return row && assemble(tables, row);
      }),
    glance: openGlance(tables),
    privateAddresses: async (id) =>
      readSqlite(() => {
        const row = findRow(id);
        return row && { endpoint: row.private_endpoint, url: row.private_url };
      }),
    history: async (id) => readSqlite(() => history(ridOf(id))),
    provenance: async (id) => readSqlite(() => tables.provenance.read(ridOf(id) ?? -1)),
    all: () => readAll(tables, assemble),
    scan: () => readAll(tables, (_, row) => assembleOnDemand(tables, row)),
    ...openPages(tables),
    problems: async (limit) => readSqlite(() => tables.problems.latest(limit)),
    counts: async () => readSqlite(counts),
    growth: async () => readSqlite(growth),
  };
}

function assemble(tables: Tables, row: ResourceRow): Resource {
  return readResource(row, {
    layers: tables.topics.withTopics(row.rid, row.id, tables.layers.read(row.rid)),
    problems: tables.problems.read(row.rid),
    provenance: tables.provenance.first(row.rid),
    topics: tables.topics.read(row.rid, row.id),
    health: tables.health.read(row.id),
  });
}

/** Each part is read by itself, and once: who looks at the topics does not wait for fifty thousand layers. */
function assembleOnDemand(tables: Tables, row: ResourceRow, known: ReadonlyMap<number, Layer> = new Map()): Resource {
  const { rid, id } = row;
  const topics = once(() => tables.topics.read(rid, id));
  const parts = {
    layers: once(() => {
      const layers = tables.topics.withTopics(rid, id, tables.layers.read(rid));
      return layers.map((layer, position) => known.get(position) ?? layer);
    }),
    problems: once(() => tables.problems.read(rid)),
    provenance: once(() => tables.provenance.first(rid)),
    topics: () => topics()?.topics,
    languages: () => topics()?.languages,
    health: once(() => tables.health.read(id) ?? undefined),
  };
  const resource = readResource(row, { layers: [], problems: [], provenance: null, topics: undefined, health: null });
  for (const [part, read] of Object.entries(parts))
    Object.defineProperty(resource, part, { enumerable: true, get: () => readSqlite<unknown>(read) });
  return resource;
}

function once<T>(read: () => T): () => T {
  let kept: { readonly value: T } | null = null;
  return () => {
    kept ??= { value: read() };
    return kept.value;
  };
}

function openGlance(tables: Tables): Catalog['glance'] {
  const { database, layers, topics } = tables;
  const byId = database.prepare('SELECT * FROM resource WHERE id = ?');
  return async (id, positions) =>
    readSqlite(() => {
      const row = byId.get(id) as ResourceRow | undefined;
      if (row === undefined) return null;
      const read = new Map<number, Layer>();
      for (const position of positions) {
        const layer = layers.at(row.rid, position);
        if (layer !== undefined) read.set(position, layer);
      }
      const known = topics.withOwn(row.rid, row.id, read);
      return {
        resource: assembleOnDemand(tables, row, known),
        layers: positions.map((position) => known.get(position)),
      };
    });
}

type TopicWork = Pick<Catalog, 'correctTopic' | 'forgetCorrection' | 'corrections' | 'outdatedTopics' | 'readTopics'>;

function openTopicWork(
  tables: Tables,
  findRow: (idOrUrl: string) => ResourceRow | null,
  requireOwn: (transaction: Transaction) => void,
): TopicWork {
  const { topics } = tables;
  const change = (transaction: Transaction, id: string, work: (row: ResourceRow) => void): Resource | null => {
    requireOwn(transaction);
    const row = findRow(id);
    if (row !== null) work(row);
    return row && assemble(tables, row);
  };
  return {
    correctTopic: async (transaction, id, correction) =>
      change(transaction, id, (row) => topics.correct(row.id, correction)),
    forgetCorrection: async (transaction, id, layer, topic) =>
      change(transaction, id, (row) => topics.forget(row.id, layer, topic)),
    corrections: async (id) => readSqlite(() => topics.corrections(findRow(id)?.id ?? '')),
    outdatedTopics: (version) => readOutdated(tables, version),
    readTopics: async (transaction, id, reader) =>
      change(transaction, id, (row) => {
        const { endpoint, provenance, ...description } = assemble(tables, row);
        topics.replace(row.rid, reader.version, reader.read(description, { endpoint, provenance }));
      }),
  };
}

/** A page at a time: whoever reads a record anew in between takes it off the list. */
async function* readOutdated({ database }: Tables, version: string): AsyncGenerator<string> {
  const page = database.prepare(`SELECT id FROM resource LEFT JOIN resource_topic USING(rid)
    WHERE id > ? AND resource_topic.version IS NOT ? ORDER BY id LIMIT ${pageSize}`);
  for (let last = ''; ; ) {
    const rows = readSqlite(() => page.all(last, version)) as { id: string }[];
    for (const { id } of rows) yield id;
    const end = rows.at(-1);
    if (end === undefined) return;
    last = end.id;
  }
}

function openRemember(database: SqlDatabase): (rid: number) => void {
  const remember = database.prepare(`INSERT OR IGNORE INTO history(rid, content_hash, seen_ms, title, layer_count)
    SELECT rid, content_hash, last_seen_ms, title, layer_count FROM resource WHERE rid = ?`);
  return (rid) => {
    remember.run(rid);
  };
}

function openRecord(tables: Tables, remember: (rid: number) => void): (request: RecordRequest) => Recorded {
  const { database, resources, layers, provenance, problems, topics, health } = tables;
  const byId = database.prepare('SELECT * FROM resource WHERE id = ?');
  const join = database.prepare('INSERT OR IGNORE INTO task_resource(task, rid) VALUES(?, ?)');
  return (request) => {
    const content = rowContent(request);
    const { description } = content;
    const stored = byId.get(content.id) as ResourceRow | undefined;
    const same = stored?.content_hash === content.contentHash;
    if (stored !== undefined) resources.update(stored, content);
    const rid = stored?.rid ?? resources.insert(content);
    if (!same) remember(rid);
    if (!same || hasNewDetails(tables, stored, content)) layers.replace(rid, description.layers);
    problems.replace(rid, description.problems);
    const ways = [...(request.provenance === null ? [] : [request.provenance]), ...(request.also ?? [])];
    for (const way of ways) provenance.add(rid, maskedProvenance(way), request);
    const hasNewTopics = request.topics !== undefined && !(same && topics.versionOf(rid) === request.topics.version);
    if (hasNewTopics) {
      const context = { endpoint: maskSecrets(content.identity.endpoint), provenance: provenance.first(rid) };
      topics.replace(rid, request.topics!.version, request.topics!.read(description, context));
    }
    const row = byId.get(content.id) as ResourceRow;
    const parts = {
      layers: topics.withTopics(rid, row.id, description.layers),
      problems: description.problems,
      provenance: provenance.first(rid),
      topics: topics.read(rid, row.id),
      health: health.read(row.id),
    };
    const recordedAs = stored === undefined ? 'new' : same ? 'same' : 'changed';
    const isFirstInTask = request.task === null || Number(join.run(request.task, rid).changes) === 1;
    return { resource: readResource(row, parts), recordedAs, isFirstInTask, hasNewTopics };
  };
}

/**
 * Times, styles and CRS may move while the content stays. They are refreshed only where the layers keep their places,
 * because search hits name layers by place and the same content is not indexed again.
 */
function hasNewDetails(tables: Tables, stored: ResourceRow, { layersHash, description }: RowContent): boolean {
  return stored.layers_hash !== layersHash && tables.layers.areInOrder(stored.rid, description.layers);
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

function openFindRow(database: SqlDatabase): (idOrUrl: string) => ResourceRow | null {
  // Ids are lower-case hex, so 'g' sorts behind everything that begins with the prefix.
  const byPrefix = database.prepare('SELECT * FROM resource WHERE id >= ? AND id < ? ORDER BY id LIMIT 3');
  // By the address as shown, too: a masked key may be part of what tells two services apart.
  const byEndpoint = database.prepare(`SELECT * FROM resource WHERE endpoint_key IN (?, ?) OR endpoint = ?
    ORDER BY endpoint_key <> ?, first_seen_ms, rid`);
  return (idOrUrl) => {
    const text = idOrUrl.trim();
    if (isIdPrefix(text)) {
      const prefix = text.toLowerCase();
      return onlyOne(byPrefix.all(prefix, `${prefix}g`) as ResourceRow[], text);
    }
    if (readUrl(text) === null) return null;
    // A layer of a service may have a record of its own; otherwise the service's is meant.
    const own = resourceKey(text);
    const rows = byEndpoint.all(own, endpointKey(text), text, own) as ResourceRow[];
    return rows.find((row) => row.kind === serviceOf(text)) ?? rows[0] ?? null;
  };
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

async function* readAll(tables: Tables, toResource: typeof assemble): AsyncGenerator<Resource> {
  const page = tables.database.prepare(`SELECT * FROM resource WHERE id > ? ORDER BY id LIMIT ${pageSize}`);
  for (let last = ''; ; ) {
    const rows = readSqlite(() => page.all(last)) as ResourceRow[];
    for (const row of rows) yield readSqlite(() => toResource(tables, row));
    const end = rows.at(-1);
    if (end === undefined || rows.length < pageSize) return;
    last = end.id;
  }
}

function openPages(tables: Tables): Pick<Catalog, 'page' | 'revision'> {
  const { database } = tables;
  const page = database.prepare('SELECT * FROM resource ORDER BY id LIMIT ? OFFSET ?');
  // The first counts what other connections committed, the second what this one changed.
  const others = database.prepare('SELECT data_version AS version FROM pragma_data_version');
  const own = database.prepare('SELECT total_changes() AS changes');
  return {
    page: async (offset, limit) =>
      readSqlite(() => (page.all(limit, offset) as ResourceRow[]).map((row) => assemble(tables, row))),
    revision: async () =>
      readSqlite(() => {
        const { version } = others.get() as { version: number };
        return `${version}.${(own.get() as { changes: number }).changes}`;
      }),
  };
}

function openSummaries(database: SqlDatabase) {
  const history = database.prepare(`SELECT seen_ms AS "seenMs", content_hash AS "contentHash", title,
    layer_count AS "layerCount" FROM history WHERE rid = ? ORDER BY seen_ms, content_hash`);
  const byKind = database.prepare(
    'SELECT kind, count(*) AS resources, sum(layer_count) AS layers FROM resource GROUP BY kind',
  );
  const byMonth = database.prepare(
    "SELECT strftime('%Y-%m', first_seen_ms / 1000, 'unixepoch') AS month, count(*) AS count FROM resource GROUP BY 1 ORDER BY 1",
  );
  return {
    growth: (): readonly MonthCount[] => (byMonth.all() as MonthCount[]).map((entry) => ({ ...entry })),
    history: (rid: number | null): readonly HistoryEntry[] =>
      (history.all(rid) as HistoryEntry[]).map((entry) => ({ ...entry })),
    counts: (): CatalogCounts => {
      const rows = byKind.all() as { kind: string; resources: number; layers: number }[];
      return {
        resources: rows.reduce((sum, row) => sum + row.resources, 0),
        layers: rows.reduce((sum, row) => sum + row.layers, 0),
        byKind: Object.fromEntries(rows.map((row) => [row.kind, row.resources])),
      };
    },
  };
}
