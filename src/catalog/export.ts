// Exports records as files, one record in memory at a time.
import type { Extent } from '../model/extent.ts';
import type { Borrowed, Resource } from '../model/resource.ts';
import type { CsvCell } from './csv.ts';
import { csvLine } from './csv.ts';

export const exportFormats = ['geojson', 'ndjson', 'csv', 'url'] as const;

export type ExportFormat = (typeof exportFormats)[number];

/** Chunks of the file in order. Names and e-mail addresses of contact persons are left out of every format. */
export function exportRecords(records: AsyncIterable<Resource>, format: ExportFormat): AsyncIterable<string> {
  return writers[format](records);
}

const writers: Readonly<Record<ExportFormat, (records: AsyncIterable<Resource>) => AsyncIterable<string>>> = {
  geojson: writeGeoJson,
  ndjson: (records) => writeLines(records, (resource) => `${JSON.stringify(openRecord(resource))}\n`),
  csv: writeCsv,
  url: (records) => writeLines(records, (resource) => `${resource.endpoint}\n`),
};

async function* writeLines(records: AsyncIterable<Resource>, toLine: (resource: Resource) => string) {
  for await (const resource of records) yield toLine(resource);
}

async function* writeGeoJson(records: AsyncIterable<Resource>) {
  yield '{"type":"FeatureCollection","features":[';
  let separator = '\n';
  for await (const resource of records) {
    yield separator + JSON.stringify(toFeature(resource));
    separator = ',\n';
  }
  yield '\n]}\n';
}

/** RFC 7946. Extents become polygons; `bbox` keeps west greater than east across the antimeridian (5.2). */
function toFeature(resource: Resource): object {
  const { id, extent, ...properties } = openRecord(resource);
  const bbox = extent === null ? {} : { bbox: extent };
  return { type: 'Feature', id, ...bbox, geometry: extent && toGeometry(extent), properties: { id, ...properties } };
}

function toGeometry([west, south, east, north]: Extent): object {
  if (west <= east) return { type: 'Polygon', coordinates: outline(west, south, east, north) };
  // Cut at the antimeridian (RFC 7946, 3.1.9).
  const coordinates = [outline(west, south, 180, north), outline(-180, south, east, north)];
  return { type: 'MultiPolygon', coordinates };
}

/** Counterclockwise (RFC 7946, 3.1.6). */
function outline(west: number, south: number, east: number, north: number): number[][][] {
  return [
    [
      [west, south],
      [east, south],
      [east, north],
      [west, north],
      [west, south],
    ],
  ];
}

/** The record without personal data and crawl-internal fields. */
export function openRecord(resource: Resource) {
  const { provider, links: _, firstSeenMs, lastSeenMs, fromRecords, ...open } = resource;
  return {
    ...open,
    // Its own provider text may name a person.
    ...(fromRecords === undefined ? {} : { fromRecords: fromRecords.map((one) => openBorrowed(one)) }),
    provider: provider && { organization: provider.organization, url: provider.url },
    firstSeen: new Date(firstSeenMs).toISOString(),
    lastSeen: new Date(lastSeenMs).toISOString(),
  };
}

function openBorrowed(borrowed: Borrowed): Omit<Borrowed, 'own'> {
  const { own: _, ...rest } = borrowed;
  return borrowed.field === 'provider' ? rest : borrowed;
}

const csvColumns: Readonly<Record<string, (resource: Resource) => CsvCell>> = {
  id: ({ id }) => id,
  kind: ({ kind }) => kind,
  family: ({ family }) => family,
  version: ({ version }) => version,
  title: ({ title }) => title,
  abstract: ({ abstract }) => abstract,
  keywords: ({ keywords }) => keywords.join('; '),
  endpoint: ({ endpoint }) => endpoint,
  url: ({ url }) => url,
  west: ({ extent }) => extent?.[0] ?? null,
  south: ({ extent }) => extent?.[1] ?? null,
  east: ({ extent }) => extent?.[2] ?? null,
  north: ({ extent }) => extent?.[3] ?? null,
  layerCount: ({ layerCount }) => layerCount,
  organization: ({ provider }) => provider?.organization ?? null,
  software: ({ software }) => software,
  fees: ({ fees }) => fees,
  accessConstraints: ({ accessConstraints }) => accessConstraints,
  problems: ({ problems }) => [...new Set(problems.map(({ code }) => code))].join('; '),
  foundBy: ({ provenance }) => provenance?.foundBy ?? null,
  source: ({ provenance }) => provenance?.source ?? null,
  firstSeen: ({ firstSeenMs }) => new Date(firstSeenMs).toISOString(),
  lastSeen: ({ lastSeenMs }) => new Date(lastSeenMs).toISOString(),
  license: ({ license }) => license?.id ?? null,
  licenseUrl: ({ license }) => license?.url ?? null,
  open: ({ license }) => (license?.open == null ? null : String(license.open)),
  time: ({ time }) => time,
  operations: ({ operations }) => operations.join('; '),
  topics: ({ topics = [] }) =>
    topics
      .filter(({ confidence }) => confidence >= 0.5)
      .map(({ id }) => id)
      .join('; '),
};

async function* writeCsv(records: AsyncIterable<Resource>) {
  yield csvLine(Object.keys(csvColumns));
  const columns = Object.values(csvColumns);
  for await (const resource of records) yield csvLine(columns.map((column) => column(resource)));
}
