// Links of catalog records are visited with their provenance: one catalog per connector.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { crawl } from '../../src/crawl/crawl.ts';
import type { CrawlEvent } from '../../src/model/report.ts';
import { openCatalog } from '../../src/open-catalog.ts';
import { openDataPaths, serveOpenData } from './open-data-servers.ts';
import { type CatalogServer, makeCatalog, serveCatalog } from './synthetic-catalog.ts';
import { serveTree, treeRoots } from './tree-servers.ts';

const folder = mkdtempSync(join(tmpdir(), 'geotrawl-provenance-'));
let services: CatalogServer;
/** Paths and queries requested from the server of the services. */
const requested: string[] = [];
beforeAll(async () => {
  services = await serveCatalog(({ url }) => {
    requested.push(url.pathname + url.search);
    if (url.pathname !== '/wms') return null;
    const name = url.searchParams.get('map');
    return {
      type: 'text/xml',
      text: `<?xml version="1.0"?><WMS_Capabilities xmlns="http://www.opengis.net/wms" version="1.3.0"><Service><Name>WMS</Name><Title>Service ${name}</Title></Service><Capability><Layer><Name>a</Name><Title>A</Title></Layer></Capability></WMS_Capabilities>`,
    };
  });
});
afterAll(async () => {
  await services.close();
  rmSync(folder, { recursive: true, force: true });
});

const trees = ['arcgis', 'waf-apache', 'thredds'] as const;
const portals = ['arcgis-hub', 'arcgis-portal', 'socrata', 'erddap'] as const;

it.each([...trees, ...portals])('visits the links of records of %s', async (shape) => {
  const catalog = makeCatalog(6);
  const isTree = (name: typeof shape): name is (typeof trees)[number] => trees.some((tree) => tree === name);
  const server = isTree(shape)
    ? await serveTree(catalog, shape, 'none', services.url)
    : await serveOpenData(catalog, shape, 'none', services.url);
  requested.length = 0;
  const found: Extract<CrawlEvent, { type: 'found' }>[] = [];
  try {
    const seed = `${server.url}${isTree(shape) ? treeRoots[shape] : openDataPaths[shape]}`;
    const settings = {
      db: join(folder, `${shape}.db`),
      'network.allowPrivate': true,
      'politeness.delayMs': 0,
      'crawl.depth': 1,
      'render.mode': 'off' as const,
    };
    for await (const event of crawl({ seeds: [seed], settings })) if (event.type === 'found') found.push(event);
    const kind = shape === 'arcgis' ? 'arcgis-map-server' : 'wms';
    if (shape === 'erddap') {
      for (const { id } of catalog.records) expect(requested).toContain(`/griddap/${id}.dds`);
      return;
    }
    const named = found.filter(({ resource }) => resource.kind === kind);
    expect(named.length).toBe(6);
    const stored = openCatalog({ db: settings.db });
    for (const { resource } of named) {
      const [provenance] = await stored.provenance(resource.id);
      expect(provenance).toMatchObject({ foundBy: 'catalog', depth: 1, anchor: expect.stringContaining('Map sheet') });
      expect(provenance?.source).toContain(server.url);
    }
    await stored.close();
  } finally {
    await server.close();
  }
});
