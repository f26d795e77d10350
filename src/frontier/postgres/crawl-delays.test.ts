// The crawl delay of a host across workers: late, lost or expired updates of one worker never make the next come too early.
import { beforeEach, expect, it } from 'vitest';
import { allRoom, noon, offerOf as page, run } from '../../../test/conformance/frontier-tools.ts';
import { describeWith } from '../../../test/servers/needs.ts';
import { addRunningTask, freshDatabase } from '../../../test/servers/postgres.ts';
import type { Frontier, Visit } from '../../model/frontier.ts';
import { openPostgres, type PostgresStore } from '../../store/postgres/postgres.ts';
import { openPostgresFrontier } from './postgres-frontier.ts';

describeWith('postgis', () => {
  let store: PostgresStore;
  let task: number;
  const join = (holder: string, leaseMs = 10_000) =>
    openPostgresFrontier(store, task, { nowMs: noon, holder, leaseMs, baseDelayMs: 2000 });
  const settle = (frontier: Frontier, visits: readonly Visit[]) =>
    store.transact((transaction) =>
      frontier.settle(
        transaction,
        visits.map((visit) => ({ visit, state: 'done', reason: null, found: 0 })),
      ),
    );
  const leaseAt = (frontier: Frontier, nowMs: number) => {
    frontier.look();
    return frontier.lease(allRoom, nowMs);
  };

  beforeEach(async () => {
    store = openPostgres(await freshDatabase());
    task = await addRunningTask(store);
    return () => store.close();
  });

  it('is not shortened by a late update of a worker', async () => {
    const [one, other] = [await join('one'), await join('other')];
    const urls = ['http://a.example/1', 'http://a.example/2', 'http://b.test/'];
    await run(
      { frontier: one, store },
      urls.map((url) => page(url)),
    );
    const [mine] = await leaseAt(other, noon);
    // It loaded something there for a page before the other worker visited the host.
    one.learn({ host: mine!.host, nextAtMs: noon + 1000 });
    other.finish(mine!, noon + 9000);
    await settle(other, [mine!]);
    await other.close();
    await settle(one, []);
    expect((await leaseAt(one, noon + 8999)).filter(({ host }) => host === mine!.host)).toEqual([]);
    expect((await leaseAt(one, noon + 9000)).filter(({ host }) => host === mine!.host)).toHaveLength(1);
  });

  it('is the current one of the host, not the one from when a worker that died leased it', async () => {
    const [one, other] = [await join('one'), await join('other')];
    await run({ frontier: one, store }, [page('http://a.example/1'), page('http://a.example/2')]);
    const [first] = await leaseAt(one, noon);
    // Its robots.txt asks for a delay of half a minute.
    one.learn({ host: first!.host, nextAtMs: noon + 1000, delayMs: 30_000 });
    one.finish(first!, noon + 1000);
    await settle(one, [first!]);
    expect(await one.lease(allRoom, noon + 1000)).toHaveLength(1);
    // The original delay would be over: the host is postponed, and doesn't block others.
    expect(await leaseAt(other, noon + 13_000)).toEqual([]);
    expect(await store.query('SELECT due_ms AS due FROM lane')).toEqual([{ due: noon + 40_000 }]);
    expect(await leaseAt(other, noon + 10_000 + 29_999)).toEqual([]);
    expect(await leaseAt(other, noon + 10_000 + 30_000)).toHaveLength(1);
  });

  it('is covered by the lease when a worker leaves during a visit', async () => {
    const [one, other] = [await join('one'), await join('other')];
    await run({ frontier: one, store }, [page('http://a.example/1'), page('http://b.test/')]);
    const [out, done] = await leaseAt(one, noon);
    one.finish(done!, noon + 2000);
    await settle(one, [done!]);
    await one.close();
    expect(await leaseAt(other, noon + 2000)).toEqual([]);
    expect(await leaseAt(other, noon + 11_999)).toEqual([]);
    expect(await leaseAt(other, noon + 12_000)).toMatchObject([{ host: out!.host }]);
  });

  it('allows no requests by a worker that was suspended past its lease', async () => {
    const one = await join('one');
    await run({ frontier: one, store }, [page('http://a.example/1')]);
    const [visit] = await leaseAt(one, noon);
    expect([one.holds(visit!, noon + 9999), one.holds(visit!, noon + 10_000)]).toEqual([true, false]);
    await one.tend(noon + 10_000);
    expect(one.holds(visit!, noon + 19_999)).toBe(true);
  });
});
