import { beforeEach, expect, it } from 'vitest';
import { allRoom, noon, offerOf as page, run } from '../../../test/conformance/frontier-tools.ts';
import { describeWith } from '../../../test/servers/needs.ts';
import { addRunningTask, freshDatabase } from '../../../test/servers/postgres.ts';
import type { Frontier } from '../../model/frontier.ts';
import { openPostgres, type PostgresStore } from '../../store/postgres/postgres.ts';
import { openHostLeases } from './host-leases.ts';
import { openPostgresFrontier } from './postgres-frontier.ts';

describeWith('postgis', () => {
  let store: PostgresStore;
  let task: number;
  const join = (holder: string, more: { leaseMs?: number } = {}) =>
    openPostgresFrontier(store, task, { nowMs: noon, holder, addressSpacingMs: 250, ...more });
  const settle = (frontier: Frontier, url: string) =>
    store.transact(async (transaction) => {
      await frontier.offer(transaction, [page(url)]);
      await frontier.settle(transaction, []);
    });

  beforeEach(async () => {
    store = openPostgres(await freshDatabase());
    task = await addRunningTask(store);
    return () => store.close();
  });

  it('gives every host to one worker, and a site to two hosts at a time over all of them', async () => {
    const [one, other] = [await join('one'), await join('other')];
    const names = ['a', 'b', 'c', 'd'].map((name) => `http://${name}.city.example/`);
    await run(
      { frontier: one, store },
      [...names, 'http://e.test/', 'http://f.test/'].map((url) => page(url)),
    );
    const mine = await one.lease({ page: 2, probe: 0 }, noon);
    other.look();
    const theirs = await other.lease(allRoom, noon);
    const hosts = [...mine, ...theirs].map(({ hostKey }) => hostKey);
    expect(new Set(hosts).size).toBe(hosts.length);
    expect(hosts.filter((key) => key.includes('city'))).toHaveLength(2);
    expect(hosts).toHaveLength(4);
    other.look();
    expect(await other.lease(allRoom, noon)).toEqual([]);
    for (const visit of mine) one.finish(visit, noon + 5000);
    const outcomes = mine.map((visit) => ({ visit, state: 'done', reason: null, found: 0 }) as const);
    await store.transact((transaction) => one.settle(transaction, outcomes));
    other.look();
    expect(await other.lease(allRoom, noon)).toHaveLength(2);
  });

  it('limits the requests of all workers to an address', async () => {
    const [one, other] = [await join('one'), await join('other')];
    const at = (ms: number) => noon + ms;
    expect(await one.enter(1, '192.0.2.1', at(0))).toBe(true);
    expect(await other.enter(2, '192.0.2.1', at(100))).toBe(false);
    expect(other.addressFreeAtMs('192.0.2.1', at(100))).toBe(at(250));
    for (const n of [1, 2, 3]) expect(await other.enter(2 + n, '192.0.2.1', at(250 * n))).toBe(true);
    expect(await one.enter(6, '192.0.2.1', at(1000))).toBe(false);
    await other.leave(3, '192.0.2.1');
    expect(await one.enter(6, '192.0.2.1', at(1000))).toBe(true);
  });

  it('voids the work of a worker that was away for longer than its lease, with all results', async () => {
    const [sleeper, other] = [await join('sleeper', { leaseMs: 1000 }), await join('other', { leaseMs: 1000 })];
    await run({ frontier: sleeper, store }, [page('http://a.example/1')]);
    const [visit] = await sleeper.lease(allRoom, noon);
    // Its lease of one second and the minimum crawl delay of two.
    other.look();
    expect(await other.lease(allRoom, noon + 2999)).toEqual([]);
    other.look();
    const [again] = await other.lease(allRoom, noon + 3000);
    expect(again?.url).toBe('http://a.example/1');
    sleeper.finish(visit!, noon + 9000);
    const late = store.transact(async (transaction) => {
      await sleeper.offer(transaction, [page('http://b.test/')]);
      await sleeper.settle(transaction, [{ visit: visit!, state: 'done', reason: null, found: 1 }]);
    });
    await expect(late).rejects.toMatchObject({ code: 'crawl.lease-lost' });
    expect(await sleeper.counts()).toMatchObject({ pending: 1, done: 0, hosts: 1 });
    expect(await other.hostByKey('http://a.example')).toMatchObject({ services: 0 });
    expect(await sleeper.lease(allRoom, noon + 3000)).toEqual([]);
    other.finish(again!, noon + 5000);
    await store.transact((transaction) =>
      other.settle(transaction, [{ visit: again!, state: 'done', reason: null, found: 0 }]),
    );
    expect(await other.counts()).toMatchObject({ pending: 0, done: 1 });
    // It continues normally with other hosts.
    await settle(sleeper, 'http://c.test/');
    expect(await sleeper.lease(allRoom, noon + 3000)).toMatchObject([{ url: 'http://c.test/' }]);
  });

  it('keeps a host during a long visit, as long as the worker renews the lease', async () => {
    const [one, other] = [await join('one', { leaseMs: 1000 }), await join('other', { leaseMs: 1000 })];
    await run({ frontier: one, store }, [page('http://a.example/1')]);
    const [visit] = await one.lease(allRoom, noon);
    for (let ms = 900; ms < 9000; ms += 900) await one.tend(noon + ms);
    other.look();
    expect(await other.lease(allRoom, noon + 9000)).toEqual([]);
    one.finish(visit!, noon + 9000);
    await store.transact((transaction) =>
      one.settle(transaction, [{ visit: visit!, state: 'done', reason: null, found: 0 }]),
    );
    expect(await one.counts()).toMatchObject({ done: 1 });
  });

  it('leases hosts again that it had under its own name before a restart', async () => {
    const before = await join('one', { leaseMs: 1000 });
    await run({ frontier: before, store }, [page('http://a.example/1')]);
    expect(await before.lease(allRoom, noon)).toHaveLength(1);
    // The run was interrupted; the worker restarts, and there is no other.
    const after = await join('one', { leaseMs: 1000 });
    expect(await after.lease(allRoom, noon + 2999)).toEqual([]);
    expect(after.nextDueMs()).not.toBeNull();
    after.look();
    expect(await after.lease(allRoom, noon + 3000)).toMatchObject([{ url: 'http://a.example/1' }]);
  });

  it('is not over while its last host is leased by a check, which gets it after the visit', async () => {
    // These use the clock of the database.
    const nowMs = Date.now();
    const turns = openHostLeases(store, { holder: 'check', leaseMs: 60_000, delayMs: 100 });
    const crawl = await join('crawl');
    await run({ frontier: crawl, store }, [page('http://one.test/a'), page('http://one.test/b')]);
    const [visit] = await crawl.lease(allRoom, nowMs);
    const take = async () => (await turns.take(['http://one.test'])).get('http://one.test');
    expect(await take()).toEqual({ isTaken: false, waitMs: 0 });
    crawl.finish(visit!, nowMs + 300);
    await store.transact((transaction) =>
      crawl.settle(transaction, [{ visit: visit!, state: 'done', reason: null, found: 0 }]),
    );
    // Though the crawl has more to do there, and would be faster.
    expect(await crawl.lease(allRoom, nowMs + 300)).toEqual([]);
    expect(await take()).toMatchObject({ isTaken: true });
    crawl.look();
    expect(await crawl.lease(allRoom, nowMs + 400)).toEqual([]);
    expect(crawl.nextDueMs()).toBe(nowMs + 900);
    expect(await turns.leave('http://one.test', 0)).toBe(true);
    await store.query('UPDATE host SET next_at_ms = 0');
    expect(await crawl.lease(allRoom, nowMs + 900)).toHaveLength(1);
    await turns.close();
  });
});
