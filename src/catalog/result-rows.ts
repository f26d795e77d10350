// Reads a page of result rows: two statements for all of its records and layers.
import type { Line, ResultRowRequest, ShownResource } from '../model/catalog.ts';
import type { Family, Layer, Provider, ResourceHealth } from '../model/resource.ts';
import { rowList, withRequested } from '../store/sql/row-list.ts';
import { statement, type Work } from '../store/sql/sql.ts';
import { readExtentColumns, readListColumn } from './columns.ts';
import { layerRows } from './layer-rows.ts';
import type { ResourceRow } from './resource-row.ts';
import { topicRows } from './topic-rows.ts';

const shownColumns = [
  ...['rid', 'id', 'kind', 'family', 'version', 'endpoint', 'url', 'title', 'abstract', 'provider', 'layer_count'],
  ...['west', 'south', 'east', 'north', 'formats'],
] as const;

interface ShownRow extends Pick<ResourceRow, (typeof shownColumns)[number]> {
  readonly languages: string | null;
  readonly state: ResourceHealth['state'] | null;
  readonly score: ResourceHealth['score'];
  readonly first_layer: string | null;
}

const shown = statement<ShownRow>(
  withRequested(
    { id: 'text' },
    `SELECT ${shownColumns.map((column) => `resource.${column}`).join(', ')}, languages, state, score,
      (SELECT name FROM layer WHERE rid = resource.rid AND name IS NOT NULL ORDER BY position LIMIT 1) AS first_layer
    FROM asked JOIN resource ON resource.id = asked.id
      LEFT JOIN resource_topic ON resource_topic.rid = resource.rid LEFT JOIN monitor ON monitor.id = resource.id`,
  ),
);
const named = statement<Pick<Layer, 'name' | 'title'> & { readonly n: number }>(
  withRequested(
    { rid: 'number', position: 'number' },
    `SELECT n, name, title FROM asked JOIN layer ON layer.rid = asked.rid AND layer.position = asked.position`,
  ),
);

export function* readLines(requests: readonly ResultRowRequest[]): Work<readonly (Line | null)[]> {
  if (requests.length === 0) return [];
  // Layers of one service may fill the page: it is read once.
  const ids = [...new Set(requests.map(({ id }) => id))];
  const rows = new Map((yield* shown.all(rowList(ids.map((id) => [id])))).map((row) => [row.id, row]));
  const names = yield* readNames(requests, rows);
  const own = yield* readOwn(requests, rows);
  const resources = new Map([...rows].map(([id, row]) => [id, shownResource(row)]));
  return requests.map(({ id }, n) => {
    const resource = resources.get(id);
    return resource === undefined ? null : { resource, layer: own.get(n) ?? null, layers: names.get(n) ?? [] };
  });
}

type Rows = ReadonlyMap<string, ShownRow>;

/** By index of the request. */
function* readNames(requests: readonly ResultRowRequest[], rows: Rows): Work<ReadonlyMap<number, Line['layers']>> {
  const refs = requests.flatMap(({ id, layers }, n) => {
    const rid = rows.get(id)?.rid;
    return rid === undefined ? [] : layers.map((position) => ({ n, ref: [rid, position] }));
  });
  const names = new Map<number, Pick<Layer, 'name' | 'title'>[]>();
  if (refs.length === 0) return names;
  const found = yield* named.all(rowList(refs.map(({ ref }) => ref)));
  // Rows come in any order; the best layer was requested first.
  for (const { n: at, name, title } of [...found].sort((one, other) => one.n - other.n)) {
    const { n } = refs[at]!;
    names.set(n, [...(names.get(n) ?? []), { name, title }]);
  }
  return names;
}

/** Layers that are results themselves are read completely. */
function* readOwn(requests: readonly ResultRowRequest[], rows: Rows): Work<ReadonlyMap<number, Layer>> {
  const refs = requests.flatMap(({ id, layer: position }, n) => {
    const rid = rows.get(id)?.rid;
    return rid === undefined || position === null ? [] : [{ n, id, rid, position }];
  });
  if (refs.length === 0) return new Map();
  const layers = yield* topicRows.withOwnOfAll(refs, yield* layerRows.atAll(refs));
  return new Map([...layers].map(([at, layer]) => [refs[at]!.n, layer]));
}

function shownResource(row: ShownRow): ShownResource {
  return {
    id: row.id,
    kind: row.kind,
    family: row.family as Family,
    version: row.version,
    endpoint: row.endpoint,
    url: row.url,
    title: row.title,
    abstract: row.abstract,
    provider: row.provider === null ? null : (JSON.parse(row.provider) as Provider),
    extent: readExtentColumns(row),
    layerCount: row.layer_count,
    formats: readListColumn(row.formats),
    languages: readListColumn(row.languages),
    firstLayer: row.first_layer,
    ...(row.state === null ? {} : { health: { state: row.state, score: row.score } }),
  };
}
