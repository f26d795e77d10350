// A server with a synthetic catalog, and the results that tests expect of it.
import { rmSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openSqlDuplicates } from '../../src/catalog/duplicates/sql-duplicates.ts';
import { openSqlCatalog } from '../../src/catalog/sql-catalog.ts';
import { type Config, settingsWith } from '../../src/config.ts';
import type { Extent } from '../../src/model/extent.ts';
import type { Description, Family, Resource } from '../../src/model/resource.ts';
import { openSqliteSearch } from '../../src/search/sqlite/sqlite-search.ts';
import { serve } from '../../src/serve/serve.ts';
import { openSqlite } from '../../src/store/sqlite/sqlite.ts';
import { makeDescription, makeLayer } from '../conformance/made-records.ts';

export interface OpenApis {
  readonly url: string;
  readonly db: string;
  /** As stored, in the order of their ids. */
  readonly records: readonly Resource[];
  /** Failures the server told of. */
  readonly failures: readonly unknown[];
  get(path: string, headers?: Record<string, string>): Promise<Response>;
  json(path: string): Promise<Json>;
  close(): Promise<void>;
}

// biome-ignore lint/suspicious/noExplicitAny: answers are looked into, member by member
export type Json = any;

const kinds: readonly (readonly [string, Family])[] = [
  ['wms', 'service'],
  ['wfs', 'service'],
  ['wmts', 'service'],
  ['arcgis-feature-server', 'service'],
  ['geojson', 'file'],
  ['csw', 'catalog'],
  ['geopackage', 'file'],
];
const subjects = ['Land cover', 'Rivers', 'Geologie', 'Forêts', 'Cadastre', 'Bathymetry'];
const organizations = ['Survey of Northland', 'Ostland Agency', null];

/** What the web puts into titles. */
const hostile = `</script><script>alert(1)</script> ]]> & "quoted" 'single' \u0000\u001b[31m \ud800 <!-- 100 %`;

/** Boxes of 10 degrees along the equator and above; some across the antimeridian, some nowhere. */
function extentOf(n: number): Extent | null {
  if (n % 11 === 5) return null;
  if (n % 13 === 7) return [175, -20, -175, -10];
  const west = -180 + ((n * 37) % 340);
  const south = -60 + ((n * 17) % 120);
  return [west, south, west + 10, south + 10];
}

function descriptionOf(n: number): Description {
  const subject = subjects[n % subjects.length]!;
  const organization = organizations[n % organizations.length] ?? null;
  const layers = Array.from({ length: n % 4 }, (_, index) =>
    makeLayer({ name: `layer_${n}_${index}`, title: `${subject} layer ${index}`, extent: extentOf(n) }),
  );
  return makeDescription({
    title: n === 42 ? hostile : `${subject} of region ${n}`,
    abstract:
      n === 42
        ? hostile
        : `What region ${n} has of ${subject.toLowerCase()}${n % 5 === 0 ? ', updated every year' : ''}.`,
    keywords: n % 2 === 0 ? [subject.toLowerCase(), 'région'] : [],
    provider:
      organization === null
        ? null
        : { organization, person: 'Jane Secret', email: 'jane@secret.example', url: 'https://agency.example/' },
    accessConstraints: n === 42 ? hostile : null,
    license: n % 4 === 0 ? { id: 'CC-BY-4.0', url: null, open: true, fees: null, constraints: null } : null,
    operations: ['GetCapabilities', 'GetMap'],
    extent: extentOf(n),
    time: n % 3 === 0 ? `${2000 + (n % 20)}-01-01/${2005 + (n % 20)}-12-31` : null,
    crs: ['EPSG:4326', 'EPSG:3857'],
    formats: ['image/png'],
    layers,
    layerCount: layers.length,
  });
}

/** Makes the catalog; its records, as stored. */
export async function fillCatalog(db: string, count = 60): Promise<readonly Resource[]> {
  const store = openSqlite(db);
  const catalog = openSqlCatalog(store);
  const search = openSqliteSearch(store, { read: catalog.get });
  await store.transact(async (transaction) => {
    for (let n = 0; n < count; n++) {
      const [kind, family] = kinds[n % kinds.length]!;
      const endpoint = `https://host${n % 9}.example/${kind}/${n}${family === 'file' ? '.json' : ''}`;
      const { resource } = await catalog.record(transaction, {
        discovery: {
          identity: { kind, version: '1.3.0', endpoint },
          family,
          description: descriptionOf(n),
          requests: 1,
        },
        url: family === 'file' ? endpoint : `${endpoint}?REQUEST=GetCapabilities&SERVICE=${kind.toUpperCase()}`,
        provenance: null,
        task: null,
        nowMs: Date.UTC(2024, 0, 1 + n),
      });
      await search.index(transaction, resource);
    }
  });
  // Two connections of one process must not wait for each other: the server finds nothing left to index.
  while (!(await search.tend(1000)));
  const duplicates = openSqlDuplicates(store, catalog.get);
  while (!(await duplicates.tend(1000)));
  const records: Resource[] = [];
  for await (const record of catalog.all()) records.push(record);
  await store.close();
  return records;
}

export async function openApis(settings: Partial<Config> = {}, count = 60): Promise<OpenApis> {
  const folder = await mkdtemp(join(tmpdir(), 'geotrawl-doors-'));
  const db = join(folder, 'catalog.db');
  const records = await fillCatalog(db, count);
  const failures: unknown[] = [];
  const running = await serve({
    settings: settingsWith({ db, 'server.port': 0, 'server.rateLimit': 0, 'server.searchThreads': 0, ...settings }),
    version: '0.0.0-test',
    onFailure: (error) => failures.push(error),
  });
  const get = (path: string, headers: Record<string, string> = {}) =>
    fetch(running.url + path, { headers, redirect: 'manual' });
  return {
    url: running.url,
    db,
    records,
    failures,
    get,
    json: async (path) => {
      const response = await get(path);
      const text = await response.text();
      if (response.status !== 200) throw new Error(`${path}: ${response.status} ${text}`);
      return JSON.parse(text);
    },
    close: async () => {
      await running.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Ids of the records that fit, in the order of ids: what a door must give, found without it. */
export function idsOf(records: readonly Resource[], fits: (record: Resource) => boolean): string[] {
  return records.filter(fits).map(({ id }) => id);
}

/** The box touches the record's, each cut at the antimeridian. */
export function touches(record: Resource, box: Extent): boolean {
  const parts = ([west, south, east, north]: Extent): Extent[] =>
    west <= east
      ? [[west, south, east, north]]
      : [
          [west, south, 180, north],
          [-180, south, east, north],
        ];
  if (record.extent === null) return false;
  return parts(record.extent).some((one) =>
    parts(box).some((other) => one[0] <= other[2] && one[2] >= other[0] && one[1] <= other[3] && one[3] >= other[1]),
  );
}

/** The words stand somewhere in it, as a person would say, case aside. */
export function mentions(record: Resource, text: string): boolean {
  const { title, abstract, keywords, provider, layers } = record;
  const texts = [
    title,
    abstract,
    ...keywords,
    provider?.organization ?? '',
    ...layers.flatMap((layer) => [layer.title, layer.name ?? '']),
  ];
  return texts.some((one) => one.toLowerCase().includes(text.toLowerCase()));
}
