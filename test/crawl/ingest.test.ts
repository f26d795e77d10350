// One description arriving by crawl, harvest, check and import: the same record, index entry and check enrollment.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { importRecords } from '../../src/cli/import/import-records.ts';
import { crawl, exportRecords, openCatalog } from '../../src/index.ts';
import { checkNow } from '../../src/monitor/rounds/check-services.ts';
import { openMonitorDependencies } from '../../src/monitor/rounds/monitor-dependencies.ts';
import { openSqlChecks } from '../../src/monitor/tables/sql-checks.ts';
import { openStore } from '../../src/store/open-store.ts';
import { type DescribedWeb, serveDescribed } from '../harvest/described-server.ts';
import { harvestOnce } from '../harvest/harvest-run.ts';
import type { CatalogServer } from '../harvest/synthetic-catalog.ts';
import { describeWith } from '../servers/needs.ts';
import { freshDatabase } from '../servers/postgres.ts';

const folder = mkdtempSync(join(tmpdir(), 'geotrawl-ingest-'));
const described = { title: 'Woodland survey', abstract: '' };
const outdated = { title: 'Heathland survey', abstract: '' };
// Topics are read from a record's title too, which isn't part of the description: this one has none.
const web: DescribedWeb = { own: described, recordTitle: 'Dataset 7', elsewhere: '' };
const settings = {
  'network.allowPrivate': true,
  'politeness.delayMs': 0,
  'crawl.depth': 0,
  'render.mode': 'off',
} as const;
let server: CatalogServer;
beforeAll(async () => {
  server = await serveDescribed(web);
  web.elsewhere = server.url;
});
afterAll(async () => {
  await server.close();
  rmSync(folder, { recursive: true, force: true });
});

const portal = () => `${server.url}/api/3/action/package_search`;
const service = () => `${server.url}/forests`;
const capabilities = () => `${service()}?REQUEST=GetCapabilities&SERVICE=WMS`;

async function crawlOnce(db: string, seed: string): Promise<void> {
  for await (const event of crawl({ seeds: [seed], settings: { ...settings, db } })) void event;
}

async function checkOnce(db: string): Promise<void> {
  const dependencies = await openMonitorDependencies({ ...settings, db });
  const resource = await dependencies.catalog.get(service());
  await checkNow({ ...dependencies, retryAfterMs: 1, isStrained: () => false }, resource?.id ?? '');
  await dependencies.close();
}

async function importFrom(exportedDb: string, db: string): Promise<void> {
  const catalog = openCatalog({ db: exportedDb });
  const exported = exportRecords(catalog.all(), 'ndjson');
  expect(await importRecords(Readable.from(exported), { db, nowMs: Date.now() })).toMatchObject({ refused: 0 });
  await catalog.close();
}

/** Each brings the description to a database of its own that has the records of the portal too. */
const arrivals = {
  crawl: async (db: string) => {
    await harvestOnce(portal(), db);
    await crawlOnce(db, capabilities());
  },
  harvest: (db: string) => crawlOnce(db, portal()),
  'harvest of what is known': async (db: string) => {
    await crawlOnce(db, capabilities());
    await harvestOnce(portal(), db);
  },
  check: async (db: string) => {
    await harvestOnce(portal(), db);
    web.own = outdated;
    await crawlOnce(db, capabilities());
    web.own = described;
    await checkOnce(db);
  },
};

async function stateOf(db: string) {
  const catalog = openCatalog({ db });
  const resource = await catalog.get(service());
  if (resource === null) throw new Error(`${service()} isn't in the catalog`);
  const { health: _health, provenance: _provenance, firstSeenMs, lastSeenMs, ...record } = resource;
  expect(firstSeenMs).toBeLessThanOrEqual(lastSeenMs);
  const found = [];
  for (const words of ['woodland', 'heathland', 'inventory', 'broadleaf']) {
    const { items } = await catalog.search({ words, kinds: ['wms'] });
    const item = items.find((each) => each.resource.id === record.id);
    found.push({ words, reasons: item?.reasons, layers: item?.layers.map(({ name }) => name) });
  }
  const area = await catalog.search({ words: 'woodland', extent: [5, 45, 6, 46] });
  await catalog.close();
  const store = openStore(db);
  const monitored = await openSqlChecks(store).get(record.id);
  await store.close();
  return {
    record,
    found,
    isInArea: area.items.some((item) => item.resource.id === record.id),
    hostKey: monitored?.hostKey,
    isOptedOut: monitored?.isOptedOut,
  };
}

function testIngest(engine: string, open: (name: string) => Promise<string>): void {
  it(`stores, indexes and enrolls a description alike, however it arrives (${engine})`, async () => {
    const crawled = await open('crawl');
    await arrivals.crawl(crawled);
    const expected = await stateOf(crawled);
    expect(expected).toMatchObject({
      record: { title: 'Woodland survey', abstract: 'Trees by species, from the inventory.', extent: [5, 45, 10, 48] },
      isInArea: true,
      hostKey: new URL(server.url).origin,
    });
    expect(expected.found.map(({ layers }) => layers !== undefined)).toEqual([true, false, true, true]);
    for (const by of ['harvest', 'harvest of what is known', 'check'] as const) {
      const db = await open(by);
      await arrivals[by](db);
      expect({ by, ...(await stateOf(db)) }).toEqual({ by, ...expected });
    }
    const imported = await open('import');
    await importFrom(crawled, imported);
    // Exports leave out links, and the service's own provider text: it may name a person.
    const fromRecords = expected.record.fromRecords?.map(({ own, ...borrowed }) =>
      borrowed.field === 'provider' ? borrowed : { ...borrowed, own },
    );
    expect(await stateOf(imported)).toEqual({ ...expected, record: { ...expected.record, links: [], fromRecords } });
  });
}

testIngest('SQLite', async (name) => join(folder, `${name.replaceAll(' ', '-')}.db`));
describeWith('postgis', () => testIngest('PostgreSQL', () => freshDatabase()));
