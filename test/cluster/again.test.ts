// Transactions that lost a conflict are repeated on PostgreSQL; counters and memory of a crawl must stay correct.
import { Readable } from 'node:stream';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { DemoWeb } from '../../lab/demo-web/serve.ts';
import { systemClock } from '../../src/base/time/system-clock.ts';
import { importInto } from '../../src/cli/import/import-records.ts';
import { crawl, crawlWith } from '../../src/crawl/crawl.ts';
import { createHostGate } from '../../src/fetch/host-gate.ts';
import { AddressLimits } from '../../src/frontier/address-limits.ts';
import { openCatalog } from '../../src/open-catalog.ts';
import { openPostgres, type PostgresStore } from '../../src/store/postgres/postgres.ts';
import { demoOptions, startSteadyWeb } from '../faults/demo-crawl.ts';
import { type Snapshot, takeSnapshot } from '../faults/snapshot.ts';
import { describeWith } from '../servers/needs.ts';
import { freshDatabase } from '../servers/postgres.ts';
import { makeTestFolder, type TestFolder } from '../servers/running-server.ts';

class RolledBack extends Error {}

/** Does every transaction twice: the first time it comes to its end and is rolled back there. */
function doneAgain(store: PostgresStore): PostgresStore {
  return {
    ...store,
    transact: async (work) => {
      const first = store.transact(async (transaction) => {
        await work(transaction);
        throw new RolledBack();
      });
      await first.catch((error: unknown) => {
        if (!(error instanceof RolledBack)) throw error;
      });
      return store.transact(work);
    },
  };
}

describeWith('postgis', () => {
  let folder: TestFolder;
  let web: DemoWeb;
  let onSqlite: Snapshot;
  let exported: string;

  beforeAll(async () => {
    folder = await makeTestFolder('again');
    web = await startSteadyWeb();
    const db = `${folder.path}/alone.db`;
    for await (const _ of crawl(demoOptions(web, db, 20)));
    onSqlite = await takeSnapshot(db);
    const catalog = openCatalog({ db });
    const lines: string[] = [];
    for await (const resource of catalog.all()) lines.push(JSON.stringify(resource));
    await catalog.close();
    exported = `${lines.join('\n')}\n`;
  });
  afterAll(async () => {
    await web.close();
    await folder.remove();
  });

  it('gives the same catalog, counters and events', async () => {
    const db = await freshDatabase();
    const store = doneAgain(openPostgres(db, { connections: 12, cacheFolder: folder.path }));
    const shared = {
      store,
      gate: createHostGate(systemClock),
      addresses: new AddressLimits({ requestsPerAddress: 4, addressSpacingMs: 20 }),
    };
    let found = 0;
    let closing: unknown;
    for await (const event of crawlWith({ shared }, demoOptions(web, db, 20))) {
      if (event.type === 'found') found++;
      if (event.type === 'done') closing = event;
    }
    await store.close();
    expect(await takeSnapshot(db)).toEqual(onSqlite);
    expect(closing).toMatchObject({ stopped: 'complete', resources: found });
  });

  it('counts imported records once', async () => {
    const store = doneAgain(openPostgres(await freshDatabase(), { cacheFolder: folder.path }));
    const report = await importInto(store, Readable.from([exported, 'no record\n']), 0);
    await store.close();
    const records = exported.split('\n').length - 1;
    expect(report).toMatchObject({ read: records + 1, taken: records, older: 0, refused: 1 });
  });
});
