// Our own harvester on our own APIs: one Geotrawl can harvest another through any of them.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { harvestOnce, storedLinks, storedRecords } from '../harvest/harvest-run.ts';
import { type OpenApis, openApis } from './open-server.ts';

const folder = mkdtempSync(join(tmpdir(), 'geotrawl-own-harvest-'));
let apis: OpenApis;
beforeAll(async () => {
  apis = await openApis();
});
afterAll(async () => {
  await apis.close();
  rmSync(folder, { recursive: true, force: true });
});

it.each([
  ['/ogc/', 'ogc-api-records'],
  ['/csw', 'csw'],
  ['/stac', 'stac-api'],
  ['/dcat.jsonld', 'dcat'],
  ['/opensearch.xml', 'opensearch'],
])('%s returns every record with its URL', async (path, kind) => {
  const db = join(folder, `${kind}.db`);
  const { ended, kind: found, records, problems } = await harvestOnce(apis.url + path, db);
  // Boxes across the antimeridian go on beyond 180 degrees in CSW, for clients that draw them.
  const told = problems.map(({ code }) => code).filter((code) => code !== 'extent.out-of-range');
  expect([ended, found, records, told]).toEqual(['complete', kind, apis.records.length, []]);
  const stored = await storedRecords(db);
  expect(stored.map(({ title }) => title.slice(0, 9)).sort()).toEqual(
    apis.records.map(({ title }) => title.slice(0, 9)).sort(),
  );
  const links = (await storedLinks(db)).flat().map(({ url }) => url);
  for (const { endpoint } of apis.records) expect(links).toContain(endpoint);
});
