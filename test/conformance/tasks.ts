// What every store of crawl tasks does: whose they are, what is wanted of them, what they told, what they cost.
import { beforeEach, describe, expect, it } from 'vitest';
import { purgeHost } from '../../src/catalog/purge-host.ts';
import { openSqlCatalog } from '../../src/catalog/sql-catalog.ts';
import { deleteOptOut, insertOptOut, listOptOuts } from '../../src/frontier/opt-outs.ts';
import { createTask } from '../../src/frontier/task-table.ts';
import { insertAccount } from '../../src/serve/auth/account-table.ts';
import { seenTask, steeredTask } from '../../src/serve/crawls/task-access.ts';
import { foundBy, waitingOf } from '../../src/serve/crawls/task-details.ts';
import {
  countPages,
  lastEventId,
  logEvent,
  logEvents,
  pagesToday,
  problemCounts,
  readEvents,
  readYield,
} from '../../src/serve/crawls/task-log.ts';
import {
  countWanted,
  deleteOwnedTask,
  endSchedule,
  externalCrawls,
  findOwnedTask,
  insertOwnedTask,
  listOwnedTasks,
  saveDesiredState,
  saveEnd,
  saveNext,
  saveShared,
  saveStart,
  takeSchedule,
  wantedTasks,
} from '../../src/serve/crawls/task-rows.ts';
import { type Principal, anonymous as unnamed } from '../../src/serve/http/principal.ts';
import type { SqlStore, Work } from '../../src/store/sql/sql.ts';
import { makeRequest } from './made-records.ts';

const unknownPrincipal: Principal = { ...unnamed, address: '' };

export function testTasks(engine: string, open: () => Promise<SqlStore>): void {
  describe(`tasks on ${engine}`, () => {
    let store: SqlStore;
    let person: number;
    let made = 0;

    beforeEach(async () => {
      store = await open();
      made = 0;
      person = (await change(() => insertAccount({ name: 'Ada', role: 'user', nowMs: 1 }))).id;
      return () => store.close();
    });
    const change = <T>(work: () => Work<T>) => store.transact((transaction) => store.within(transaction, work));
    const make = async (owner: number | null = person) => {
      const name = `crawl-${++made}`;
      const { id } = await createTask(store, { name, options: { seeds: [], settings: {} }, nowMs: made });
      const own = { task: id, person: owner, isShared: false, everyMs: 1000, madeFrom: { name } };
      await change(() => insertOwnedTask(own));
      return id;
    };
    const find = async (id: number) => (await store.read(() => findOwnedTask(id)))!;

    it('lists them with their owners, newest first, and those of the command line apart', async () => {
      const [first, second] = [await make(), await make(null)];
      await createTask(store, { name: 'outside', options: {}, nowMs: 9 });
      const tasks = await store.read(listOwnedTasks);
      expect(tasks.map(({ id }) => id)).toEqual([second, first]);
      expect(tasks.map(({ owner }) => owner)).toEqual([null, { id: person, name: 'Ada', role: 'user' }]);
      expect(tasks[1]).toMatchObject({
        name: 'crawl-1',
        madeFrom: { name: 'crawl-1' },
        isShared: false,
        isHeld: false,
      });
      expect((await store.read(externalCrawls)).map(({ name, state }) => [name, state])).toEqual([['outside', 'new']]);
    });

    it('knows what is wanted, and ends a run only where nothing else was wished for meanwhile', async () => {
      const [one, other] = [await make(), await make()];
      await change(() => saveStart(other, 10));
      await change(() => saveStart(one, 20));
      expect((await store.read(wantedTasks)).map(({ id }) => id)).toEqual([other, one]);
      expect([await store.read(() => countWanted(person)), await store.read(() => countWanted(null))]).toEqual([2, 0]);
      expect(await find(one)).toMatchObject({ desiredState: 'run', startedMs: 20, nextMs: 1020, ended: null });
      await change(() => saveDesiredState(one, 'pause', null));
      for (const id of [one, other]) await change(() => saveEnd(id, 'stop', 'complete'));
      expect([(await find(one)).desiredState, (await find(other)).desiredState, (await find(other)).ended]).toEqual([
        'pause',
        'stop',
        'complete',
      ]);
      await change(() => saveNext(one, 77));
      expect((await find(one)).nextMs).toBe(77);
      await change(() => endSchedule(one));
      expect(await find(one)).toMatchObject({ everyMs: null, nextMs: null });
      // For the moment that has come, and once.
      const dueMs = (await find(other)).nextMs!;
      expect(await change(() => takeSchedule(other, dueMs + 1))).toBe(false);
      expect(await change(() => takeSchedule(other, dueMs))).toBe(true);
      expect(await change(() => takeSchedule(other, dueMs))).toBe(false);
    });

    it('shows them to their owners and to those they are shared with', async () => {
      const id = await make();
      const own: Principal = {
        ...unknownPrincipal,
        person: { id: person, name: 'Ada', role: 'user' },
        role: 'user',
        by: 'session',
      };
      const see = (who: Principal) => store.read(() => seenTask(who, id));
      expect((await see(own)).id).toBe(id);
      await expect(see(unknownPrincipal)).rejects.toMatchObject({ code: 'task.not-found' });
      await change(() => saveShared(id, true));
      expect((await see(unknownPrincipal)).isShared).toBe(true);
      await expect(store.read(() => steeredTask(unknownPrincipal, id))).rejects.toMatchObject({
        code: 'access.denied',
      });
    });

    it('keeps events in their order, with numbers that go on, so many of each sort', async () => {
      const [one, other] = [await make(), await make()];
      const problem = (n: number) =>
        ({
          type: 'problem',
          url: `https://a.example/${n}`,
          code: n % 3 === 0 ? 'fetch.dns' : 'fetch.timeout',
        }) as const;
      const told = [1, 2, 3, 4].map((n) => ({ ...problem(n), message: `no ${n}` }));
      const logged = await change(() => logEvents(one, told, 5));
      const ids = logged.map(({ id }) => id);
      expect(ids).toEqual([...ids].sort((a, b) => a - b));
      await change(() => logEvent(other, { type: 'yield', content: { pages: 3 } }, 6));
      expect(await store.read(() => lastEventId(one))).toBe(ids.at(-1));
      expect(await store.read(() => readEvents(one, { after: ids[1]!, limit: 10 }))).toEqual(logged.slice(2));
      expect(await store.read(() => problemCounts(one))).toEqual([
        { code: 'fetch.timeout', count: 3, url: 'https://a.example/4', message: 'no 4' },
        { code: 'fetch.dns', count: 1, url: 'https://a.example/3', message: 'no 3' },
      ]);
      expect(await store.read(() => readYield(other))).toEqual([{ pages: 3 }]);
      await change(function* () {
        for (let n = 0; n < 450; n++) yield* logEvent(one, { type: 'search', content: { n } }, 7);
      });
      const kept = await store.read(() => readEvents(one, { after: 0, limit: 1000 }));
      const searches = kept.filter(({ type }) => type === 'search');
      expect(searches.length).toBeLessThanOrEqual(300);
      expect(JSON.parse(searches.at(-1)!.body)).toEqual({ n: 449 });
      expect(kept.filter(({ type }) => type === 'problem')).toHaveLength(4);
    });

    it('counts the pages of a person by day', async () => {
      const noonMs = Date.UTC(2026, 10, 16, 12);
      for (const pages of [3, 4]) await change(() => countPages(person, pages, noonMs));
      expect(await store.read(() => pagesToday(person, noonMs))).toBe(7);
      expect(await store.read(() => pagesToday(person, noonMs + 24 * 3_600_000))).toBe(0);
    });

    it('removes one with its events; what it found stays', async () => {
      const id = await make();
      await change(() => logEvent(id, { type: 'yield', content: {} }, 1));
      const catalog = openSqlCatalog(store);
      const recorded = await store.transact((transaction) =>
        catalog.record(transaction, makeRequest({ task: 'crawl-1' })),
      );
      expect((await store.read(() => foundBy('crawl-1', { limit: 9, offset: 0 }))).map((row) => row.id)).toEqual([
        recorded.resource.id,
      ]);
      expect(await store.read(() => waitingOf(id, 9))).toEqual([]);
      await change(() => deleteOwnedTask(id));
      expect(await store.read(() => findOwnedTask(id))).toBeNull();
      expect(await store.read(() => lastEventId(id))).toBe(0);
      expect(await catalog.get(recorded.resource.id)).not.toBeNull();
    });

    it('takes everything of a host out that does not want to be here', async () => {
      const id = await make();
      const catalog = openSqlCatalog(store);
      const record = (endpoint: string) =>
        store.transact((transaction) => catalog.record(transaction, makeRequest({ endpoint })));
      for (const host of ['maps.out.example', 'stays.example', 'notout.example']) await record(`https://${host}/wms`);
      for (const url of ['https://out.example/a', 'https://stays.example/out.example'])
        await store.transact((transaction) =>
          catalog.recordProblem(transaction, { url, code: 'fetch.dns', message: '', lastMs: 1 }),
        );
      await change(() => logEvent(id, { type: 'found', content: { endpoint: 'https://maps.out.example/wms' } }, 1));
      for (const reason of ['asked', 'asked again'])
        await change(() => insertOptOut({ host: '*.out.example', reason, createdMs: 3 }));
      expect(await store.read(listOptOuts)).toEqual([{ host: '*.out.example', reason: 'asked again', createdMs: 3 }]);
      expect(await change(() => purgeHost('*.out.example'))).toEqual({ resources: 1, problems: 2, urls: 0 });
      expect((await catalog.counts()).resources).toBe(2);
      await change(() => deleteOptOut('*.out.example'));
      expect(await store.read(listOptOuts)).toEqual([]);
    });
  });
}
