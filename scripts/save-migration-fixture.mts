// Saves a small database of the current format under fixtures/migrations/, for the tests of later migrations to start
// from. Run it when a format is about to be released: npx tsx scripts/save-migration-fixture.mts
import { mkdirSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { openSqlCatalog } from '../src/catalog/sql-catalog.ts';
import { topicReader } from '../src/classify/topic-reader.ts';
import { openSqliteSearch } from '../src/search/sqlite/sqlite-search.ts';
import { migrations } from '../src/store/migrations/sqlite/index.ts';
import { openSqlite } from '../src/store/sqlite/sqlite.ts';
import { makeLayer, makeRequest } from '../test/conformance/made-records.ts';
import { dumpDatabase, fillEmptyTables, fixtureFile } from '../test/migration-fixture.ts';

const forests = makeRequest({
  endpoint: 'https://geo.example/wms?map=forests&token=sample',
  description: {
    title: 'Forests of the sample province',
    abstract: "Trees, and what isn't one.",
    keywords: ['forest', 'Wälder'],
    provider: { organization: 'Sample Office', person: null, email: null, url: null },
    fees: 'none',
    accessConstraints: 'CC BY 4.0',
    license: { id: 'CC-BY-4.0', url: null, open: true, fees: 'none', constraints: null },
    operations: ['GetCapabilities', 'GetMap'],
    time: '2010-01-01/2020-12-31',
    crs: ['EPSG:4326'],
    extent: [5, 45, 10, 48],
    layers: [
      makeLayer({ name: null, title: 'All', crs: ['EPSG:4326', 'CRS:84'], crsCount: 2 }),
      makeLayer({
        name: 'broad_leaf',
        title: 'Broadleaf forest',
        extent: [5, 45, 10, 48],
        parent: 0,
        queryable: true,
        featureCount: 1200,
      }),
    ],
    problems: [{ code: 'extent.swapped', message: 'The extent of one layer had its corners swapped.' }],
  },
});
const islands = makeRequest({
  endpoint: 'https://islands.example/wms',
  description: { title: 'Islands across the antimeridian', extent: [177, -20, -178, -15] },
});

const store = openSqlite(':memory:');
const catalog = openSqlCatalog(store);
const search = openSqliteSearch(store, { read: catalog.get });
await store.transact(async (transaction) => {
  for (const request of [forests, islands]) {
    const { resource } = await catalog.record(transaction, { ...request, topics: topicReader });
    await catalog.correctTopic(transaction, resource.id, {
      layer: null,
      topic: 'inspire:lc',
      verdict: 'add',
      madeMs: 1000,
    });
    await search.index(transaction, resource);
  }
  const problem = { url: 'https://gone.example/', code: 'fetch.dns', message: 'No such host.', lastMs: 1000 } as const;
  await catalog.recordProblem(transaction, problem);
});
// Indexes the pending changes.
await search.find({});
fillEmptyTables(store.database);
const file = fileURLToPath(fixtureFile(migrations.length));
mkdirSync(new URL('.', fixtureFile(migrations.length)), { recursive: true });
writeFileSync(file, dumpDatabase(store.database));
await store.close();
process.stdout.write(`saved ${file}\n`);
