// Killed after the task was created and before its seeds were stored, which random kills rarely hit.
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { settingsWith } from '../../src/config.ts';
import { crawl } from '../../src/crawl/crawl.ts';
import { createTask } from '../../src/frontier/task-table.ts';
import type { CrawlEvent } from '../../src/model/report.ts';
import { openSqlite } from '../../src/store/sqlite/sqlite.ts';

const folder = mkdtempSync(join(tmpdir(), 'geotrawl-early-'));
const server = createServer((request, response) => {
  response.writeHead(request.url === '/' ? 200 : 404, { 'content-type': 'text/html' }).end('<title>Home</title>');
});
let seed: string;

beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  seed = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
});

afterAll(async () => {
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
  rmSync(folder, { recursive: true });
});

it('visits the seeds on resume, once', async () => {
  const db = join(folder, 'early.db');
  const settings = { 'politeness.delayMs': 0, 'network.allowPrivate': true };
  const store = openSqlite(db);
  const options = { seeds: [seed], include: [], exclude: [], region: null, kinds: null, settings };
  await createTask(store, { name: 'early', options, nowMs: Date.now() });
  await store.close();
  const resume = { resume: 'early', settings: { ...settingsWith(settings), db }, origins: {} };
  expect(await tell(crawl(resume))).toMatchObject([
    { type: 'page', url: seed },
    { type: 'done', pages: 1 },
  ]);
  expect(await tell(crawl(resume))).toMatchObject([{ type: 'done', pages: 1 }]);
});

async function tell(events: AsyncIterable<CrawlEvent>): Promise<CrawlEvent[]> {
  const told: CrawlEvent[] = [];
  for await (const event of events) told.push(event);
  return told;
}
