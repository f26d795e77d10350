// A record as a line of a list shows it: few columns are read, and the rest when somebody looks at it.
import type { Glance } from '../model/catalog.ts';
import { GeotrawlError } from '../model/errors.ts';
import type { Family, Layer, Provider, Resource } from '../model/resource.ts';
import type { Work } from '../store/sql/sql.ts';
import { placesFor, type SqlStore, statement } from '../store/sql/sql.ts';
import { readExtentColumns } from './columns.ts';
import { layerRows } from './layer-rows.ts';
import { once, type Reading, withParts } from './read-on-demand.ts';
import { type ResourceRow, selectResources } from './resource-row.ts';
import { topicRows } from './topic-rows.ts';

const shownColumns = [
  ...['rid', 'id', 'kind', 'family', 'version', 'endpoint', 'title', 'abstract', 'provider', 'layer_count'],
  ...['west', 'south', 'east', 'north'],
] as const;
type ShownRow = Pick<ResourceRow, (typeof shownColumns)[number]>;

const shown = statement<ShownRow>(`SELECT ${shownColumns.join(', ')} FROM resource WHERE id = ?`);
const whole = selectResources('WHERE id = ?');
const shownLayers = (count: number) =>
  statement<Pick<Layer, 'name' | 'title'> & { readonly position: number }>(
    `SELECT position, name, title FROM layer WHERE rid = ? AND position IN (${placesFor(count)})`,
  );

/** Null where there is no such record. */
export async function glanceAt(reading: Reading, id: string, positions: readonly number[]): Promise<Glance | null> {
  const { store } = reading;
  const { readNow } = store;
  if (readNow === null) return glanceAtAll(reading, id, positions);
  const row = readNow(() => shown.get(id));
  if (row === undefined) return null;
  const known = readNow(() => layersOf(row, positions, readNow));
  const rest = once(() => withParts({ readNow, problems: reading.problems }, wholeRow(id, readNow), known));
  return { resource: shownResource(row, rest), layers: positions.map((position) => known.get(position)) };
}

/** An engine that takes its time is asked for everything beforehand. */
async function glanceAtAll({ store, assemble }: Reading, id: string, positions: readonly number[]) {
  const resource = await store.read(function* () {
    const row = yield* whole.get(id);
    return row === undefined ? null : yield* assemble(row);
  });
  return resource && { resource, layers: positions.map((position) => resource.layers[position]) };
}

type ReadNow = NonNullable<SqlStore['readNow']>;

function wholeRow(id: string, readNow: ReadNow): ResourceRow {
  const row = readNow(() => whole.get(id));
  if (row === undefined) throw new GeotrawlError('catalog.not-found', `The record ${id} has just been removed.`);
  return row;
}

function* layersOf(
  { rid, id }: ShownRow,
  positions: readonly number[],
  readNow: ReadNow,
): Work<ReadonlyMap<number, Layer>> {
  if (positions.length === 0) return new Map();
  const rest = once(() =>
    readNow(function* () {
      return yield* topicRows.withOwn(rid, id, yield* layerRows.at(rid, positions));
    }),
  );
  const rows = yield* shownLayers(positions.length).all(rid, ...positions);
  return new Map(rows.map((row) => [row.position, shownLayer(row, () => rest().get(row.position))]));
}

/** Getters written out: one shape for all of them, which is what makes many quick to make. */
function shownResource(row: ShownRow, rest: () => Resource): Resource {
  return {
    id: row.id,
    kind: row.kind,
    family: row.family as Family,
    version: row.version,
    endpoint: row.endpoint,
    get url() {
      return rest().url;
    },
    title: row.title,
    abstract: row.abstract,
    get keywords() {
      return rest().keywords;
    },
    provider: row.provider === null ? null : (JSON.parse(row.provider) as Provider),
    get fees() {
      return rest().fees;
    },
    get accessConstraints() {
      return rest().accessConstraints;
    },
    get license() {
      return rest().license;
    },
    get operations() {
      return rest().operations;
    },
    extent: readExtentColumns(row),
    get time() {
      return rest().time;
    },
    get crs() {
      return rest().crs;
    },
    get layers() {
      return rest().layers;
    },
    layerCount: row.layer_count,
    get formats() {
      return rest().formats;
    },
    get software() {
      return rest().software;
    },
    get claimedUrl() {
      return rest().claimedUrl;
    },
    get links() {
      return rest().links;
    },
    get problems() {
      return rest().problems;
    },
    get fromRecords() {
      return rest().fromRecords;
    },
    get firstSeenMs() {
      return rest().firstSeenMs;
    },
    get lastSeenMs() {
      return rest().lastSeenMs;
    },
    get provenance() {
      return rest().provenance;
    },
    get topics() {
      return rest().topics;
    },
    get languages() {
      return rest().languages;
    },
    get health() {
      return rest().health;
    },
  } as Resource;
}

/** Where the layer has gone meanwhile, nothing more is known of it. */
function shownLayer({ name, title }: Pick<Layer, 'name' | 'title'>, rest: () => Layer | undefined): Layer {
  return {
    name,
    title,
    get abstract() {
      return rest()?.abstract ?? '';
    },
    get keywords() {
      return rest()?.keywords ?? [];
    },
    get extent() {
      return rest()?.extent ?? null;
    },
    get crs() {
      return rest()?.crs ?? [];
    },
    get crsCount() {
      return rest()?.crsCount ?? 0;
    },
    get parent() {
      return rest()?.parent ?? null;
    },
    get queryable() {
      return rest()?.queryable ?? false;
    },
    get styles() {
      return rest()?.styles ?? [];
    },
    get time() {
      return rest()?.time ?? null;
    },
    get metadataUrls() {
      return rest()?.metadataUrls ?? [];
    },
    get featureCount() {
      return rest()?.featureCount;
    },
    get isDemo() {
      return rest()?.isDemo;
    },
    get topics() {
      return rest()?.topics;
    },
  } as Layer;
}
