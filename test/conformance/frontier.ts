// What every frontier must do, whatever engine holds it.
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { FrontierOptions } from '../../src/frontier/sqlite/sqlite-frontier.ts';
import { describeFrontierLimits } from './frontier-limits.ts';
import { describeFrontierModel } from './frontier-model.ts';
import { allRoom, type FrontierPlace, noon, type OpenFrontier, offerOf as page, run } from './frontier-tools.ts';

/** Runs the suite; `make` gives an empty task on a fresh engine. `runs`: how often it is compared with a model. */
export function describeFrontier(name: string, make: () => Promise<FrontierPlace>, runs = 100): void {
  describe(`${name}: basics`, () => describeBasics(make));
  describe(`${name}: transactions and crashes`, () => describeTransactions(make));
  describe(`${name}: limits`, () => describeFrontierLimits(make));
  describe(`${name}: against a model`, () => describeFrontierModel(make, runs));
}

function useFrontier(make: () => Promise<FrontierPlace>, options: Partial<FrontierOptions> = {}) {
  const used: { place: FrontierPlace; open: OpenFrontier } = {} as never;
  beforeEach(async () => {
    used.place = await make();
    used.open = await used.place.open({ nowMs: noon, choice: { explore: 0, quotaEvery: 0 }, ...options });
  });
  afterEach(async () => {
    await used.place.remove();
  });
  return used;
}

function describeBasics(make: () => Promise<FrontierPlace>): void {
  const used = useFrontier(make);

  it('adds what is new and knows what is not', async () => {
    const first = await run(used.open, [
      page('http://a.example/1'),
      page('http://a.example/2'),
      page('http://a.example/1'),
    ]);
    expect(first).toEqual({ added: 2, known: 1, refused: {} });
    expect(await run(used.open, [page('http://a.example/2'), page('http://b.example/2')])).toEqual({
      added: 1,
      known: 1,
      refused: {},
    });
    expect(await used.open.frontier.counts()).toEqual({
      pending: 3,
      held: 0,
      done: 0,
      failed: 0,
      refused: 0,
      hosts: 2,
    });
  });

  it('hands out one visit per host, and no URL twice', async () => {
    const { frontier, store } = used.open;
    await run(
      used.open,
      [1, 2, 3].flatMap((n) => [page(`http://a.example/${n}`), page(`http://b.test/${n}`)]),
    );
    const seen: string[] = [];
    for (let round = 0; round < 3; round++) {
      const visits = await frontier.lease(allRoom, noon);
      expect(visits.map((visit) => visit.hostKey).sort()).toEqual(['http://a.example', 'http://b.test']);
      expect(await frontier.lease(allRoom, noon)).toEqual([]);
      for (const visit of visits) {
        seen.push(visit.url);
        frontier.finish(visit, noon);
      }
      // Settled only every other round: finished URLs must not come back meanwhile.
      if (round === 1)
        await store.transact((transaction) =>
          frontier.settle(
            transaction,
            visits.map((visit) => ({ visit, state: 'done', reason: null, found: 0 })),
          ),
        );
    }
    expect(new Set(seen).size).toBe(6);
    expect(await frontier.lease(allRoom, noon)).toEqual([]);
  });

  it('keeps the delay of a host', async () => {
    const { frontier } = used.open;
    await run(used.open, [page('http://a.example/1'), page('http://a.example/2')]);
    const [visit] = await frontier.lease(allRoom, noon);
    expect(frontier.nextDueMs()).toBeNull();
    frontier.finish(visit!, noon + 2000);
    expect(frontier.nextDueMs()).toBe(noon + 2000);
    expect(await frontier.lease(allRoom, noon + 1999)).toEqual([]);
    expect(await frontier.lease(allRoom, noon + 2000)).toHaveLength(1);
  });

  it('hands out by class, and first come first served within it', async () => {
    const { frontier } = used.open;
    const classes = [5, 2, 7, 2, 0, 5];
    await run(
      used.open,
      classes.map((cls, n) => page(`http://a.example/${'abcdef'[n]}`, { cls })),
    );
    const order: string[] = [];
    for (
      let visits = await frontier.lease(allRoom, noon);
      visits.length > 0;
      visits = await frontier.lease(allRoom, noon)
    ) {
      order.push(visits[0]!.url.at(-1)!);
      frontier.finish(visits[0]!, noon);
    }
    expect(order.join('')).toBe('ebdafc');
  });

  it('serves the host with the better class first', async () => {
    const { frontier } = used.open;
    await run(used.open, [
      page('http://a.example/', { cls: 6 }),
      page('http://b.test/', { cls: 3 }),
      page('http://c.invalid/', { cls: 4 }),
    ]);
    const visits = await frontier.lease({ page: 2, probe: 0 }, noon);
    expect(visits.map((visit) => visit.hostKey)).toEqual(['http://b.test', 'http://c.invalid']);
  });

  it('lets a better offer overtake URLs that were read ahead', async () => {
    const { frontier } = used.open;
    await run(
      used.open,
      ['a', 'b', 'c'].map((name) => page(`http://a.example/${name}`, { cls: 5 })),
    );
    const [first] = await frontier.lease(allRoom, noon);
    frontier.finish(first!, noon);
    await run(used.open, [page('http://a.example/new', { cls: 1 }), page('http://a.example/c', { cls: 2 })]);
    const order: string[] = [];
    for (let n = 0; n < 3; n++) {
      const [visit] = await frontier.lease(allRoom, noon);
      order.push(visit!.url);
      frontier.finish(visit!, noon);
    }
    expect(order).toEqual(['http://a.example/new', 'http://a.example/c', 'http://a.example/b']);
  });

  it('keeps pages and probes apart', async () => {
    const { frontier } = used.open;
    await run(used.open, [
      page('http://a.example/page'),
      page('http://a.example/wms', { pool: 'probe', kind: 'wms', step: 2 }),
      page('http://b.test/'),
    ]);
    const [probe, ...none] = await frontier.lease({ page: 0, probe: 9 }, noon);
    expect(none).toEqual([]);
    expect(probe).toMatchObject({ pool: 'probe', kind: 'wms', step: 2, url: 'http://a.example/wms' });
    // b.test is due, but there is no capacity for pages, so it doesn't count.
    expect(frontier.nextDueMs({ page: 0, probe: 9 })).toBeNull();
    expect(frontier.nextDueMs({ page: 1, probe: 9 })).not.toBeNull();
    expect(await frontier.lease(allRoom, noon)).toHaveLength(1);
  });

  it('gives a waiting URL the smaller depth and class, with its way back to the seed', async () => {
    const { frontier, store } = used.open;
    await run(used.open, [page('http://a.example/', { foundBy: 'seed', depth: 0 })]);
    const [seed] = await frontier.lease(allRoom, noon);
    frontier.finish(seed!, noon);
    await run(used.open, [page('http://a.example/mid', { depth: 1, via: seed! })]);
    const [mid] = await frontier.lease(allRoom, noon);
    frontier.finish(mid!, noon);
    await run(used.open, [page('http://b.test/x', { depth: 2, via: mid!, anchor: 'long way', cls: 5 })]);
    await run(used.open, [page('http://b.test/x', { depth: 1, via: seed!, anchor: 'short', cls: 6 })]);
    await run(used.open, [page('http://b.test/x', { depth: 3, via: mid!, anchor: 'longer', cls: 4 })]);
    await store.transact((transaction) =>
      frontier.settle(
        transaction,
        [seed!, mid!].map((visit) => ({ visit, state: 'done', reason: null, found: 0 })),
      ),
    );
    const [visit] = await frontier.lease(allRoom, noon);
    expect(visit).toMatchObject({
      depth: 1,
      anchor: 'short',
      via: { host: seed!.host, fingerprint: seed!.fingerprint },
    });
    expect(await frontier.chain(visit!)).toEqual(['http://a.example/', 'http://b.test/x']);
    expect(await frontier.chain(mid!)).toEqual(['http://a.example/', 'http://a.example/mid']);
  });

  it('carries what the offer said, with long anchors cut', async () => {
    const { frontier } = used.open;
    await run(used.open, [
      page('http://a.example:8080/p?q=1', { depth: 3, foundBy: 'script', anchor: 'x'.repeat(999) }),
    ]);
    const [visit] = await frontier.lease(allRoom, noon);
    expect(visit).toMatchObject({
      url: 'http://a.example:8080/p?q=1',
      hostKey: 'http://a.example:8080',
      depth: 3,
      foundBy: 'script',
      tries: 0,
      kind: null,
      via: null,
    });
    expect(visit!.anchor).toHaveLength(200);
  });

  it('takes a released visit back as it was', async () => {
    const { frontier } = used.open;
    await run(used.open, [page('http://a.example/1'), page('http://a.example/2')]);
    const [visit] = await frontier.lease(allRoom, noon);
    frontier.release(visit!, noon + 500);
    expect(await frontier.lease(allRoom, noon + 499)).toEqual([]);
    expect((await frontier.lease(allRoom, noon + 500))[0]).toEqual(visit);
  });

  it('puts a retry behind its class and counts the try', async () => {
    const { frontier, store } = used.open;
    await run(used.open, [page('http://a.example/1'), page('http://a.example/2')]);
    const [visit] = await frontier.lease(allRoom, noon);
    frontier.finish(visit!, noon);
    await store.transact((transaction) =>
      frontier.settle(transaction, [{ visit: visit!, state: 'retry', reason: 'fetch.timeout', found: 0 }]),
    );
    const [second] = await frontier.lease(allRoom, noon);
    expect(second!.url).toBe('http://a.example/2');
    frontier.finish(second!, noon);
    expect(await frontier.lease(allRoom, noon)).toMatchObject([{ url: 'http://a.example/1', tries: 1 }]);
  });

  it('remembers what it learned of a host', async () => {
    const { frontier, store, place } = { ...used.open, place: used.place };
    await run(used.open, [page('http://a.example/1')]);
    const known = (await frontier.hostByKey('http://a.example'))!;
    expect(await frontier.hostByKey('http://nowhere.example')).toBeNull();
    const robots = { status: 200, body: 'User-agent: *', fetchedAtMs: noon, expiresAtMs: noon + 1000 };
    frontier.learn({
      host: known.host,
      nextAtMs: noon + 300.4,
      delayMs: 100,
      latencyEwmaMs: 12.5,
      strikes: 2,
      failures: 1,
      address: '192.0.2.1',
      robots,
      why: 'policy.backoff',
    });
    expect(await frontier.lease(allRoom, noon + 300)).toEqual([]);
    const expected = {
      nextAtMs: noon + 300.4,
      delayMs: 100,
      latencyEwmaMs: 12.5,
      strikes: 2,
      failures: 1,
      address: '192.0.2.1',
      robots,
      why: 'policy.backoff',
      pending: 1,
      site: 'a.example',
    };
    expect(await frontier.hostState(known.host)).toMatchObject(expected);
    await store.transact((transaction) => frontier.settle(transaction, []));
    frontier.learn({ host: known.host, nextAtMs: noon + 300.4, why: null });
    await store.transact((transaction) => frontier.settle(transaction, []));
    const again = await place.reopen({ nowMs: noon });
    expect(await again.frontier.hostState(known.host)).toMatchObject({ ...expected, nextAtMs: noon + 301, why: null });
  });

  it('refuses to settle what is not finished', async () => {
    const { frontier, store } = used.open;
    await run(used.open, [page('http://a.example/1')]);
    const [visit] = await frontier.lease(allRoom, noon);
    const outcome = { visit: visit!, state: 'done', reason: null, found: 0 } as const;
    await expect(store.transact((transaction) => frontier.settle(transaction, [outcome]))).rejects.toThrow(
      'was settled but not finished',
    );
    frontier.finish(visit!, noon);
    await store.transact((transaction) => frontier.settle(transaction, [outcome]));
    await expect(store.transact((transaction) => frontier.settle(transaction, [outcome]))).rejects.toThrow();
  });
}

function describeTransactions(make: () => Promise<FrontierPlace>): void {
  const used = useFrontier(make);
  const abandon = new Error('abandon');

  it('is as before after a rolled back offer, also of a new host', async () => {
    const { frontier, store } = used.open;
    await run(used.open, [page('http://a.example/1', { cls: 5 })]);
    const lost = [
      page('http://a.example/2', { cls: 1 }),
      page('http://b.test/'),
      page('http://a.example/1', { cls: 0, depth: 0 }),
    ];
    const failing = store.transact(async (transaction) => {
      expect((await frontier.offer(transaction, lost)).added).toBe(2);
      throw abandon;
    });
    await expect(failing).rejects.toBe(abandon);
    expect(await frontier.counts()).toMatchObject({ pending: 1, hosts: 1 });
    expect(await frontier.hostByKey('http://b.test')).toBeNull();
    // The id that b.test had for a moment may go to another host now.
    expect(await run(used.open, [page('http://c.invalid/')])).toMatchObject({ added: 1 });
    expect(await run(used.open, lost)).toMatchObject({ added: 2, known: 1 });
    const urls = (await frontier.lease(allRoom, noon)).map((visit) => visit.url);
    expect(urls).toEqual(['http://a.example/1', 'http://c.invalid/', 'http://b.test/']);
  });

  it('can settle again after a rolled back settle, and hands nothing out twice meanwhile', async () => {
    const { frontier, store } = used.open;
    await run(used.open, [page('http://a.example/1'), page('http://a.example/2')]);
    const [visit] = await frontier.lease(allRoom, noon);
    frontier.finish(visit!, noon);
    const outcome = { visit: visit!, state: 'done', reason: null, found: 3 } as const;
    const failing = store.transact(async (transaction) => {
      await frontier.settle(transaction, [outcome]);
      throw abandon;
    });
    await expect(failing).rejects.toBe(abandon);
    expect(await frontier.counts()).toMatchObject({ pending: 2, done: 0 });
    expect(await frontier.hostByKey('http://a.example')).toMatchObject({ spent: 0, services: 0, pending: 2 });
    expect(await frontier.lease(allRoom, noon)).toMatchObject([{ url: 'http://a.example/2' }]);
    await store.transact((transaction) => frontier.settle(transaction, [outcome]));
    expect(await frontier.counts()).toMatchObject({ pending: 1, done: 1 });
    expect(await frontier.hostByKey('http://a.example')).toMatchObject({ spent: 1, services: 3, pending: 1 });
  });

  it('does not hand out what an open transaction has offered', async () => {
    const { frontier, store } = used.open;
    await run(used.open, [page('http://a.example/1', { cls: 5 })]);
    let [offered, leased]: (() => void)[] = [];
    const isOffered = new Promise<void>((resolve) => {
      offered = resolve;
    });
    const isLeased = new Promise<void>((resolve) => {
      leased = resolve;
    });
    const transacting = store.transact(async (transaction) => {
      await frontier.offer(transaction, [page('http://a.example/2', { cls: 0 }), page('http://b.test/')]);
      offered!();
      await isLeased;
    });
    await isOffered;
    const visits = await frontier.lease(allRoom, noon);
    expect(visits.map((visit) => visit.url)).toEqual(['http://a.example/1']);
    leased!();
    await transacting;
    expect(await frontier.lease(allRoom, noon)).toMatchObject([{ url: 'http://b.test/' }]);
  });

  it('has the same waiting after a crash, and lets each host rest first', async () => {
    const { frontier, store } = used.open;
    await run(
      used.open,
      ['a.example', 'b.test'].flatMap((host) => [1, 2, 3].map((n) => page(`http://${host}/${n}`, { depth: n }))),
    );
    const visits = await frontier.lease(allRoom, noon);
    for (const visit of visits) frontier.finish(visit, noon + 10);
    frontier.learn({ host: visits[0]!.host, nextAtMs: noon + 10, delayMs: 7000 });
    const outcome = { visit: visits[0]!, state: 'done', reason: null, found: 0 } as const;
    await store.transact((transaction) => frontier.settle(transaction, [outcome]));
    await frontier.lease(allRoom, noon + 10);
    const again = await used.place.reopen({ nowMs: noon + 100, unclean: true, baseDelayMs: 2000 });
    expect(await again.frontier.counts()).toMatchObject({ pending: 5, done: 1, hosts: 2 });
    expect(again.frontier.nextDueMs()).toBe(noon + 2100);
    expect(await again.frontier.lease(allRoom, noon + 2099)).toEqual([]);
    expect(await again.frontier.lease(allRoom, noon + 2100)).toMatchObject([{ url: 'http://b.test/1', depth: 1 }]);
    expect(await again.frontier.lease(allRoom, noon + 7099)).toEqual([]);
    expect(await again.frontier.lease(allRoom, noon + 7100)).toMatchObject([{ url: 'http://a.example/2' }]);
    expect(await run(again, [page('http://a.example/1'), page('http://a.example/4')])).toMatchObject({
      added: 1,
      known: 1,
    });
  });

  it('keeps order and delays over a clean stop', async () => {
    const { frontier, store } = used.open;
    await run(used.open, [page('http://a.example/1'), page('http://a.example/2')]);
    const [visit] = await frontier.lease(allRoom, noon);
    frontier.release(visit!, noon);
    frontier.learn({ host: visit!.host, nextAtMs: noon + 5000 });
    await store.transact((transaction) => frontier.settle(transaction, []));
    const again = await used.place.reopen({ nowMs: noon });
    await run(again, [page('http://a.example/3')]);
    expect(again.frontier.nextDueMs()).toBe(noon + 5000);
    const order: string[] = [];
    for (let n = 0; n < 3; n++) {
      const [next] = await again.frontier.lease(allRoom, noon + 5000);
      order.push(next!.url.at(-1)!);
      again.frontier.finish(next!, noon);
    }
    expect(order).toEqual(['1', '2', '3']);
  });
}
