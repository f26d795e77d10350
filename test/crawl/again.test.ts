// A second crawl into the same database: it finds the same, and the catalog has no duplicates.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type DemoWeb, startDemoWeb } from '../../lab/demo-web/serve.ts';
import { crawl } from '../../src/crawl/crawl.ts';
import type { FoundReport } from '../../src/model/report.ts';
import { openCatalog } from '../../src/open-catalog.ts';

const folder = mkdtempSync(join(tmpdir(), 'geotrawl-again-'));
const db = join(folder, 'again.db');
let web: DemoWeb;

beforeAll(async () => {
  web = await startDemoWeb({ hurry: true });
});

afterAll(async () => {
  await web.close();
  rmSync(folder, { recursive: true });
});

async function crawlDemo(): Promise<FoundReport[]> {
  const settings = {
    db,
    'crawl.scope': 'web',
    'crawl.depth': 8,
    'politeness.delayMs': 0,
    'network.allowPrivate': true,
    'network.resolve': [...web.resolve, web.elsewhere],
  } as const;
  const found: FoundReport[] = [];
  for await (const event of crawl({ seeds: web.seeds, settings, task: `crawl-${Math.random()}` })) {
    if (event.type === 'found') found.push(event.resource);
  }
  return found;
}

it('finds the same again, including pages listed only in a sitemap, with a cached robots.txt', async () => {
  const first = await crawlDemo();
  const requestsBefore = web.requests().length;
  const second = await crawlDemo();
  const endpoints = (found: readonly FoundReport[]) => found.map(({ endpoint }) => endpoint).sort();
  // The page of this service is named by a sitemap alone.
  expect(endpoints(first)).toContain('http://maps.geodata-agency.example/wms/addresses');
  expect(endpoints(second)).toEqual(endpoints(first));
  expect([first.every(({ isNew }) => isNew), second.some(({ isNew }) => isNew)]).toEqual([true, false]);
  const robotsAgain = web
    .requests()
    .slice(requestsBefore)
    .filter(({ path }) => path === '/robots.txt');
  expect(robotsAgain).toEqual([]);
  const catalog = openCatalog({ db });
  expect((await catalog.counts()).resources).toBe(first.length);
  await catalog.close();
});
