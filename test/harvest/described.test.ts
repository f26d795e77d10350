// Records of a portal complete the descriptions of the services and files they link to, with the record as source.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { crawl, exportRecords, openCatalog, type Resource } from '../../src/index.ts';
import { type DescribedWeb, serveDescribed } from './described-server.ts';
import { harvestOnce } from './harvest-run.ts';
import type { CatalogServer } from './synthetic-catalog.ts';

const folder = mkdtempSync(join(tmpdir(), 'geotrawl-described-'));
const db = join(folder, 'described.db');
const web: DescribedWeb = {
  own: { title: 'GeoServer Web Map Service', abstract: '' },
  recordTitle: 'Forests of the province',
  elsewhere: '',
};
let server: CatalogServer;
let other: CatalogServer;
beforeAll(async () => {
  other = await serveDescribed(web);
  web.elsewhere = other.url;
  server = await serveDescribed(web);
});
afterAll(async () => {
  await server.close();
  await other.close();
  rmSync(folder, { recursive: true, force: true });
});

const settings = {
  'network.allowPrivate': true,
  'politeness.delayMs': 0,
  'crawl.depth': 0,
  'render.mode': 'off' as const,
};
const portal = () => `${server.url}/api/3/action/package_search`;

async function crawlOnce(seeds: readonly string[], path = db): Promise<void> {
  for await (const event of crawl({ seeds, settings: { ...settings, db: path } })) void event;
}

async function read(path: string, file = db): Promise<Resource> {
  const catalog = openCatalog({ db: file });
  const found = await catalog.get(path.startsWith('http') ? path : `${server.url}${path}`);
  await catalog.close();
  if (found === null) throw new Error(`no record at ${path}`);
  return found;
}

const forestRecord = () => ({ catalog: `${server.url}/`, id: 'forest-1', title: 'Forests of the province' });

it("fills in what a service doesn't declare, and names the record as provenance", async () => {
  await crawlOnce([portal()]);
  const forests = await read('/forests');
  expect(forests).toMatchObject({
    title: 'Forests of the province',
    abstract: 'Trees by species, from the inventory.',
    keywords: ['forest', 'inventory'],
    extent: [5, 45, 10, 48],
    license: { id: 'CC-BY-4.0', open: true },
    provider: { organization: 'Forest Office' },
  });
  expect(forests.fromRecords?.map(({ field }) => field).sort()).toEqual(
    ['abstract', 'accessConstraints', 'extent', 'keywords', 'license', 'provider', 'title'].sort(),
  );
  expect(forests.fromRecords?.every(({ records }) => records[0]?.id === 'forest-1')).toBe(true);
  expect(forests.provenance).toMatchObject({ foundBy: 'catalog', source: portal(), record: forestRecord() });
});

it('keeps what a service declares, and describes files and moved services', async () => {
  const soils = await read('/soils');
  expect(soils).toMatchObject({ title: 'Soils of the province', abstract: 'Soils in 1:50,000, from the survey.' });
  expect(soils.provenance?.record).toMatchObject({ id: 'soil-1', title: 'Ground' });
  const plots = await read('/files/plots.geojson');
  expect(plots).toMatchObject({ kind: 'geojson', title: 'Sample plots', license: { id: 'CC-BY-4.0' } });
  const moved = await read(`${other.url}/rivers`);
  expect(moved).toMatchObject({ title: 'Rivers and lakes', extent: [5, 45, 10, 48] });
});

it('includes the record in exports and search results', async () => {
  const catalog = openCatalog({ db });
  const { items } = await catalog.search({ words: 'inventory species' });
  expect(items.map(({ resource }) => resource.title)).toContain('Forests of the province');
  let text = '';
  for await (const piece of exportRecords(catalog.all(), 'ndjson')) text += piece;
  await catalog.close();
  const lines = text.trim().split('\n');
  const exported = lines.map((line) => JSON.parse(line)).find(({ title }) => title === 'Forests of the province');
  expect(exported.provenance.record).toEqual(forestRecord());
  expect(exported.fromRecords).toContainEqual({
    field: 'title',
    records: [forestRecord()],
    own: 'GeoServer Web Map Service',
  });
});

it('prefers the service as soon as it declares a value', async () => {
  web.own = { title: 'Woods', abstract: 'What grows where.' };
  await crawlOnce([`${server.url}/forests`]);
  const forests = await read('/forests');
  expect(forests).toMatchObject({ title: 'Woods', abstract: 'What grows where.', keywords: ['forest', 'inventory'] });
  expect(forests.fromRecords?.map(({ field }) => field)).not.toContain('title');
});

it('describes resources found before the catalog, without another visit', async () => {
  const later = join(folder, 'later.db');
  web.own = { title: 'WMS', abstract: '' };
  await crawlOnce([`${server.url}/forests`], later);
  expect((await read('/forests', later)).title).toBe('WMS');
  const before = await read('/forests', later);
  await harvestOnce(portal(), later);
  const forests = await read('/forests', later);
  expect(forests).toMatchObject({ title: 'Forests of the province', lastSeenMs: before.lastSeenMs });
  const catalog = openCatalog({ db: later });
  const origins = await catalog.provenance(forests.id);
  expect(origins.map(({ foundBy, record }) => [foundBy, record?.id])).toEqual([
    ['seed', undefined],
    ['catalog', 'forest-1'],
  ]);
  expect((await catalog.search({ words: 'inventory', kinds: ['wms'] })).total).toBe(1);
  await catalog.close();
  web.recordTitle = 'Forests, second edition';
  await harvestOnce(portal(), later, { isFull: true });
  expect((await read('/forests', later)).title).toBe('Forests, second edition');
});
