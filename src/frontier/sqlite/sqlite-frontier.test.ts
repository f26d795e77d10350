import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { describeFrontier } from '../../../test/conformance/frontier.ts';
import { allRoom, type FrontierPlace, noon, offerOf as page } from '../../../test/conformance/frontier-tools.ts';
import { GeotrawlError } from '../../model/errors.ts';
import { type SqlDriver, systemDriver } from '../../store/sqlite/driver.ts';
import { openSqlite, type SqliteStore } from '../../store/sqlite/sqlite.ts';
import { createTask } from '../task-table.ts';
import { openSqliteFrontier } from './sqlite-frontier.ts';

async function makePlace(): Promise<FrontierPlace> {
  const folder = mkdtempSync(join(tmpdir(), 'geotrawl-frontier-'));
  let store: SqliteStore = openSqlite(join(folder, 'test.db'));
  const { id } = await createTask(store, { name: 'test', options: {}, nowMs: 0 });
  const place: FrontierPlace = {
    open: async (options) => ({ frontier: await openSqliteFrontier(store, id, options), store }),
    reopen: async (options) => {
      await store.close();
      store = openSqlite(join(folder, 'test.db'));
      return place.open(options);
    },
    remove: async () => {
      await store.close();
      rmSync(folder, { recursive: true });
    },
  };
  return place;
}

describeFrontier('SQLite frontier', makePlace);

describe('fault loop', () => {
  it('stays consistent when the n-th operation of the engine fails, for every n', async () => {
    const outcome = { state: 'done', reason: null, found: 0 } as const;
    for (let failAt = 1; failAt < 60; failAt++) {
      const fault = { countdown: Number.POSITIVE_INFINITY };
      const store = openSqlite(':memory:', { driver: failingDriver(fault) });
      const { id } = await createTask(store, { name: 'test', options: {}, nowMs: 0 });
      const frontier = await openSqliteFrontier(store, id, { nowMs: noon });
      const offers = ['a', 'b', 'c'].map((name) => page(`http://${name}.example/`));
      fault.countdown = failAt;
      const added = () => store.transact((transaction) => frontier.offer(transaction, offers));
      await untilDone(added);
      const visits = await untilDone(() => frontier.lease(allRoom, noon));
      for (const visit of visits) frontier.finish(visit, noon);
      const more = [page('http://a.example/next'), page('http://d.example/')];
      await untilDone(() =>
        store.transact(async (transaction) => {
          await frontier.offer(transaction, more);
          const settled = visits.map((visit) => ({ visit, ...outcome }));
          await frontier.settle(transaction, settled);
        }),
      );
      expect(visits.map((visit) => visit.url).sort()).toEqual(offers.map((offer) => offer.url));
      expect(await frontier.counts()).toMatchObject({ pending: 2, done: 3, hosts: 4 });
      const rest = await untilDone(() => frontier.lease(allRoom, noon));
      expect(rest.map((visit) => visit.url).sort()).toEqual(more.map((offer) => offer.url));
      const again = await untilDone(() => openSqliteFrontier(store, id, { nowMs: noon }));
      expect(await again.counts()).toMatchObject({ pending: 2, done: 3, hosts: 4 });
      await store.close();
    }
  });
});

/** Retries after each injected fault. */
async function untilDone<Result>(work: () => Promise<Result>): Promise<Result> {
  for (;;) {
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof GeotrawlError)) throw error;
    }
  }
}

/** The system's driver, except that the operation at which the countdown ends fails once. */
function failingDriver(fault: { countdown: number }): SqlDriver {
  const guarded =
    <Values extends unknown[], Result>(work: (...values: Values) => Result) =>
    (...values: Values): Result => {
      if (--fault.countdown === 0) throw Object.assign(new Error('injected'), { code: 'ERR_SQLITE_ERROR' });
      return work(...values);
    };
  return (path) => {
    const database = systemDriver()(path);
    return {
      close: () => database.close(),
      exec: guarded((sql) => database.exec(sql)),
      prepare: (sql) => {
        const statement = database.prepare(sql);
        return {
          run: guarded((...values) => statement.run(...values)),
          get: guarded((...values) => statement.get(...values)),
          all: guarded((...values) => statement.all(...values)),
          iterate: guarded((...values) => statement.iterate(...values)),
        };
      },
    };
  };
}
