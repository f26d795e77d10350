// Services linked by records are visited and store the catalog and record as provenance.
import { expect, it } from 'vitest';
import { crawl } from '../../src/crawl/crawl.ts';
import type { FoundReport } from '../../src/model/report.ts';
import { serveFeeds } from './feed-servers.ts';
import { serveLinked } from './linked-servers.ts';
import { makeCatalog, type SyntheticCatalog, serveCatalog } from './synthetic-catalog.ts';

const capabilities = `<?xml version="1.0"?><WMS_Capabilities version="1.3.0" xmlns="http://www.opengis.net/wms"><Service><Name>WMS</Name><Title>A map</Title></Service><Capability><Layer><Title>All</Title><Layer><Name>a</Name><Title>A</Title></Layer></Layer></Capability></WMS_Capabilities>`;

const cases = [
  ['ogc-api-records', '/api', (catalog: SyntheticCatalog) => serveLinked(catalog, 'records', 'none')],
  [
    'ogc-api-records',
    '/files/catalog.json',
    (catalog: SyntheticCatalog) => serveLinked(catalog, 'records-files', 'none'),
  ],
  ['stac-api', '/stac', (catalog: SyntheticCatalog) => serveLinked(catalog, 'stac', 'none')],
  ['stac-catalog', '/stac/catalog.json', (catalog: SyntheticCatalog) => serveLinked(catalog, 'stac-files', 'none')],
  ['dcat', '/data.json', (catalog: SyntheticCatalog) => serveFeeds(catalog, 'data-json', 'none')],
  ['dcat', '/catalog.jsonld', (catalog: SyntheticCatalog) => serveFeeds(catalog, 'dcat-ap', 'none')],
  ['opensearch', '/geo/description.xml', (catalog: SyntheticCatalog) => serveFeeds(catalog, 'opensearch', 'none')],
] as const;

it.each(cases)('visits the links of records of %s (%s)', { timeout: 30_000 }, async (kind, path, serve) => {
  const maps = await serveCatalog(({ url }) =>
    /^\/wms$/.test(url.pathname) ? { type: 'text/xml', text: capabilities } : null,
  );
  const server = await serve({ ...makeCatalog(3), services: maps.url });
  const settings = { db: ':memory:', 'network.allowPrivate': true, 'politeness.delayMs': 0, 'crawl.depth': 1 } as const;
  const found: FoundReport[] = [];
  const harvests: string[] = [];
  for await (const event of crawl({
    seeds: [`${server.url}${path}`],
    settings: { ...settings, 'render.mode': 'off' },
  })) {
    if (event.type === 'found' && event.resource.kind === 'wms') found.push(event.resource);
    if (event.type === 'harvest') harvests.push(event.kind);
  }
  await Promise.all([server.close(), maps.close()]);
  expect(harvests).toEqual([kind]);
  expect(found.length).toBe(3);
  for (const { foundBy, source } of found) {
    expect(foundBy).toBe('catalog');
    expect(source?.startsWith(server.url)).toBe(true);
  }
});
