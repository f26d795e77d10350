// The row of a resource: everything except layers, problems and provenance, which have their own tables.
import { maskSecrets } from '../base/url/url.ts';
import type { Link } from '../model/link.ts';
import type { Problem } from '../model/problem.ts';
import type {
  Borrowed,
  Description,
  Family,
  Identity,
  Layer,
  License,
  Provenance,
  Provider,
  Resource,
  ResourceHealth,
} from '../model/resource.ts';
import type { SqlValue } from '../store/sql/sql.ts';
import { placeholders, type Statement, statement, type Work } from '../store/sql/sql.ts';
import type { ExtentColumns } from './columns.ts';
import { extentColumns, listColumn, readExtentColumns, readListColumn, textColumn } from './columns.ts';

export interface ResourceRow extends ExtentColumns {
  readonly rid: number;
  readonly id: string;
  readonly kind: string;
  readonly family: string;
  readonly version: string | null;
  readonly endpoint: string;
  readonly url: string;
  readonly private_endpoint: string;
  readonly private_url: string;
  readonly title: string;
  readonly abstract: string;
  readonly keywords: string | null;
  readonly provider: string | null;
  readonly fees: string | null;
  readonly access_constraints: string | null;
  readonly license: string | null;
  readonly operations: string | null;
  readonly time: string | null;
  readonly crs: string | null;
  readonly layer_count: number;
  readonly formats: string | null;
  readonly software: string | null;
  readonly claimed_url: string | null;
  readonly links: string | null;
  readonly from_records: string | null;
  readonly content_hash: string;
  readonly layers_hash: string;
  readonly first_seen_ms: number;
  readonly last_seen_ms: number;
}

/** Source of the columns; secrets are masked in the description, but not in the URLs. */
export interface RowContent {
  readonly id: string;
  readonly endpointKey: string;
  readonly identity: Identity;
  readonly family: Family;
  readonly url: string;
  readonly description: Description;
  readonly contentHash: string;
  readonly layersHash: string;
  readonly nowMs: number;
}

/** Parts stored in other tables. */
export interface RowParts {
  readonly layers: readonly Layer[];
  readonly problems: readonly Problem[];
  readonly provenance: Provenance | null;
  /** Undefined if never classified. */
  readonly topics: Pick<Resource, 'topics' | 'languages'> | undefined;
  readonly health: ResourceHealth | null;
}

const identityColumns = ['id', 'kind', 'family', 'endpoint_key', 'first_seen_ms'];
const addressColumns = ['endpoint', 'url', 'private_endpoint', 'private_url'];
const contentColumns =
  `version title abstract keywords provider fees access_constraints license operations time crs west
  south east north layer_count formats software claimed_url links from_records content_hash layers_hash last_seen_ms`.split(
    /\s+/,
  );
const insertColumns = [...identityColumns, ...addressColumns, ...contentColumns];

/** All of `ResourceRow`; PostgreSQL additionally stores the extent as a geometry. */
const rowColumns = ['rid', ...insertColumns].join(', ');

/** Matching rows, in the given order. */
export function selectResources(where: string): Statement<ResourceRow> {
  return statement<ResourceRow>(`SELECT ${rowColumns} FROM resource ${where}`);
}

const insert = statement<{ rid: number }>(
  `INSERT INTO resource(${insertColumns.join(', ')}) VALUES(${placeholders(insertColumns.length)}) RETURNING rid`,
);
const update = statement(`UPDATE resource SET ${setList(contentColumns)} WHERE rid = ?`);
const move = statement(`UPDATE resource SET ${setList(addressColumns)} WHERE rid = ?`);

export const resourceRows = {
  *insert(content: RowContent): Work<number> {
    const { id, identity, family, endpointKey, nowMs } = content;
    const own = [id, identity.kind, family, endpointKey, nowMs];
    return (yield* insert.get(...own, ...addressValues(content), ...contentValues(content)))!.rid;
  },
  *update(stored: ResourceRow, content: RowContent): Work<void> {
    yield* update.run(...contentValues(content), stored.rid);
    const address = addressValues(content);
    if (movesTo(stored, address)) yield* move.run(...address, stored.rid);
  },
};

export function readResource(row: ResourceRow, parts: RowParts): Resource {
  return {
    id: row.id,
    kind: row.kind,
    family: row.family as Family,
    version: row.version,
    endpoint: row.endpoint,
    url: row.url,
    title: row.title,
    abstract: row.abstract,
    keywords: readListColumn(row.keywords),
    provider: row.provider === null ? null : (JSON.parse(row.provider) as Provider),
    fees: row.fees,
    accessConstraints: row.access_constraints,
    license: row.license === null ? null : (JSON.parse(row.license) as License),
    operations: readListColumn(row.operations),
    extent: readExtentColumns(row),
    time: row.time,
    crs: readListColumn(row.crs),
    layers: parts.layers,
    layerCount: row.layer_count,
    formats: readListColumn(row.formats),
    software: row.software,
    claimedUrl: row.claimed_url,
    links: readListColumn<Link>(row.links),
    problems: parts.problems,
    ...(row.from_records === null ? {} : { fromRecords: readListColumn<Borrowed>(row.from_records) }),
    firstSeenMs: row.first_seen_ms,
    lastSeenMs: row.last_seen_ms,
    provenance: parts.provenance,
    ...parts.topics,
    ...(parts.health === null ? {} : { health: parts.health }),
  };
}

/** The most recently responding URL wins, with its renewed token; but a service known by https isn't moved to http. */
function movesTo(stored: ResourceRow, address: readonly string[]): boolean {
  const known = [stored.endpoint, stored.url, stored.private_endpoint, stored.private_url];
  if (stored.endpoint.startsWith('https:') && !address[0]?.startsWith('https:')) return false;
  return known.some((value, n) => value !== address[n]);
}

function addressValues({ identity, url }: RowContent): string[] {
  return [maskSecrets(identity.endpoint), maskSecrets(url), identity.endpoint, url];
}

function contentValues({ identity, description, contentHash, layersHash, nowMs }: RowContent): SqlValue[] {
  return [
    identity.version,
    textColumn(description.title),
    textColumn(description.abstract),
    listColumn(description.keywords),
    description.provider && JSON.stringify(description.provider),
    description.fees && textColumn(description.fees),
    description.accessConstraints && textColumn(description.accessConstraints),
    description.license && JSON.stringify(description.license),
    listColumn(description.operations),
    description.time && textColumn(description.time),
    listColumn(description.crs),
    ...extentColumns(description.extent),
    description.layerCount,
    listColumn(description.formats),
    description.software && textColumn(description.software),
    description.claimedUrl,
    listColumn(description.links),
    listColumn(description.fromRecords ?? []),
    contentHash,
    layersHash,
    nowMs,
  ];
}

function setList(columns: readonly string[]): string {
  return columns.map((column) => `${column} = ?`).join(', ');
}
