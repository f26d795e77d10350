// A crawl that harvests a tree doesn't request its folders and files again.
import { expect, it } from 'vitest';
import { crawl } from '../../src/crawl/crawl.ts';
import { makeCatalog } from './synthetic-catalog.ts';
import { serveTree, treeRoots } from './tree-servers.ts';

/** Folders and metadata files; sub-catalogs; folders and services: as many as with one visit each. */
const foundIn = { 'waf-apache': 49, thredds: 25, arcgis: 61 } as const;
const shapes = Object.keys(foundIn) as (keyof typeof foundIn)[];

it.each(shapes)('requests every part of %s once', { timeout: 30_000 }, async (shape) => {
  const catalog = makeCatalog(36);
  const requests = new Map<string, number>();
  catalog.instead = ({ url }) => {
    const key = `${url.pathname}${url.search}`;
    requests.set(key, (requests.get(key) ?? 0) + 1);
    return null;
  };
  const server = await serveTree(catalog, shape, 'none');
  const settings = { db: ':memory:', 'network.allowPrivate': true, 'politeness.delayMs': 0, 'crawl.depth': 3 } as const;
  let found = 0;
  for await (const event of crawl({ seeds: [`${server.url}${treeRoots[shape]}`], settings }))
    if (event.type === 'found') found++;
  await server.close();
  const again = [...requests].filter(([, times]) => times > 1);
  // The root is read by the visit that finds the catalog, and by the harvest.
  expect(again).toEqual([[treeRoots[shape], 2]]);
  expect(found).toBe(foundIn[shape]);
});
