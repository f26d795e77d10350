// The demo web crawled on PostgreSQL, by one process and by several: the same catalog as on SQLite.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { DemoWeb } from '../../lab/demo-web/serve.ts';
import { runWorker } from '../../src/cluster/worker.ts';
import { settingsWith } from '../../src/config.ts';
import { crawl } from '../../src/crawl/crawl.ts';
import { demoOptions, startSteadyWeb } from '../faults/demo-crawl.ts';
import { type Snapshot, takeSnapshot } from '../faults/snapshot.ts';
import { describeWith } from '../servers/needs.ts';
import { freshDatabase } from '../servers/postgres.ts';

describeWith('postgis', () => {
  const folder = mkdtempSync(join(tmpdir(), 'geotrawl-cluster-'));
  let web: DemoWeb;
  let onSqlite: Snapshot;
  const delayMs = 20;

  beforeAll(async () => {
    web = await startSteadyWeb();
    const db = join(folder, 'alone.db');
    for await (const _ of crawl(demoOptions(web, db, delayMs)));
    onSqlite = await takeSnapshot(db);
  });
  afterAll(async () => {
    await web.close();
    rmSync(folder, { recursive: true });
  });

  it('gives the same catalog as on SQLite', async () => {
    const db = await freshDatabase();
    for await (const _ of crawl(demoOptions(web, db, delayMs)));
    expect(await takeSnapshot(db)).toEqual(onSqlite);
  });

  it('gives the same with workers that join', async () => {
    const db = await freshDatabase();
    const { settings, ...begun } = demoOptions(web, db, delayMs);
    const stop = new AbortController();
    const visits = [0, 0];
    const workers = visits.map((_, index) =>
      runWorker(
        {
          settings: settingsWith({ ...settings, 'crawl.concurrency': 4 }),
          roles: ['fetch'],
          log: () => undefined,
          onEvent: (_task, event) => {
            if (event.type === 'page') visits[index]!++;
          },
        },
        stop.signal,
      ),
    );
    // Who begins has little room, so that there is work for those who join.
    const room = { 'crawl.concurrency': 1, 'crawl.probeConcurrency': 1 };
    for await (const _ of crawl({ ...begun, settings: { ...settings, ...room } }));
    stop.abort();
    await Promise.all(workers);
    expect(await takeSnapshot(db)).toEqual(onSqlite);
    expect(visits[0]! + visits[1]!).toBeGreaterThan(0);
  });
});
