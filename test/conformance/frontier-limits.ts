// Sites, addresses, budgets and traps: what keeps a crawl polite and bounded.
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { FrontierOptions } from '../../src/frontier/sqlite/sqlite-frontier.ts';
import type { Visit } from '../../src/model/frontier.ts';
import {
  allRoom,
  type FrontierPlace,
  noon,
  type OpenFrontier,
  offerOf,
  offerOf as page,
  run,
} from './frontier-tools.ts';

export function describeFrontierLimits(make: () => Promise<FrontierPlace>): void {
  let place: FrontierPlace;
  beforeEach(async () => {
    place = await make();
  });
  afterEach(async () => {
    await place.remove();
  });
  const open = (options: Partial<FrontierOptions> = {}): Promise<OpenFrontier> =>
    place.open({ nowMs: noon, choice: { explore: 0, quotaEvery: 0 }, ...options });

  it('visits at most two hosts of a site at a time', async () => {
    const opened = await open();
    const { frontier } = opened;
    await run(
      opened,
      ['a', 'b', 'c', 'd'].flatMap((name) => [1, 2].map((n) => page(`http://${name}.city.example/${n}`))),
    );
    await run(opened, [page('http://other.test/')]);
    const visits = await frontier.lease(allRoom, noon);
    expect(visits.map((visit) => visit.hostKey)).toEqual([
      'http://a.city.example',
      'http://b.city.example',
      'http://other.test',
    ]);
    expect(frontier.nextDueMs()).toBeNull();
    const held = (await frontier.hostByKey('http://c.city.example'))!;
    expect(held.isHeldBySite).toBe(true);
    frontier.finish(visits[0]!, noon + 60_000);
    expect((await frontier.lease(allRoom, noon)).map((visit) => visit.hostKey)).toEqual(['http://c.city.example']);
    frontier.release(visits[1]!, noon + 60_000);
    expect((await frontier.lease(allRoom, noon)).map((visit) => visit.hostKey)).toEqual(['http://d.city.example']);
    expect(await frontier.lease(allRoom, noon)).toEqual([]);
  });

  it('lets a held host go when the one before it gives up its turn', async () => {
    const opened = await open({ hostsPerSite: 1 });
    const { frontier } = opened;
    await run(
      opened,
      ['a', 'b', 'c', 'd', 'e'].map((name) => page(`http://${name}.city.example/`)),
    );
    const [first] = await frontier.lease(allRoom, noon);
    expect(await frontier.lease(allRoom, noon)).toEqual([]);
    frontier.finish(first!, noon + 1000);
    for (const name of ['b', 'c', 'd']) {
      frontier.learn({ host: (await frontier.hostByKey(`http://${name}.city.example`))!.host, nextAtMs: noon + 9000 });
    }
    expect(await frontier.lease(allRoom, noon)).toMatchObject([{ hostKey: 'http://e.city.example' }]);
  });

  it('limits and spaces requests to one address', async () => {
    const { frontier } = await open({ requestsPerAddress: 2, addressSpacingMs: 250 });
    expect(await frontier.enter(1, '192.0.2.1', noon)).toBe(true);
    expect(await frontier.enter(2, '192.0.2.1', noon + 249)).toBe(false);
    expect(frontier.addressFreeAtMs('192.0.2.1', noon + 249)).toBe(noon + 250);
    expect(await frontier.enter(2, '192.0.2.1', noon + 250)).toBe(true);
    expect(await frontier.enter(3, '192.0.2.1', noon + 900)).toBe(false);
    expect(frontier.addressFreeAtMs('192.0.2.1', noon + 900)).toBeGreaterThan(noon + 900);
    expect(await frontier.enter(3, '192.0.2.2', noon + 900)).toBe(true);
    await frontier.leave(1, '192.0.2.1');
    expect(await frontier.enter(3, '192.0.2.1', noon + 900)).toBe(true);
    await frontier.leave(2, '192.0.2.1');
    await frontier.leave(3, '192.0.2.1');
    await expect(frontier.leave(3, '192.0.2.1')).rejects.toThrow();
  });

  const settleDone = ({ frontier, store }: OpenFrontier, visits: readonly Visit[], found = 0): Promise<void> => {
    for (const visit of visits) frontier.finish(visit, noon);
    const outcomes = visits.map((visit) => ({ visit, state: 'done', reason: null, found }) as const);
    return store.transact((transaction) => frontier.settle(transaction, outcomes));
  };
  const visitAll = async (opened: OpenFrontier): Promise<number> => {
    let count = 0;
    for (
      let visits = await opened.frontier.lease(allRoom, noon);
      visits.length > 0;
      visits = await opened.frontier.lease(allRoom, noon)
    ) {
      count += visits.length;
      await settleDone(opened, visits);
    }
    return count;
  };
  const words = ['ant', 'bee', 'cat', 'dog', 'elk', 'fox', 'gnu', 'hen', 'ibis', 'jay', 'kite', 'lynx'];

  it('spends a page budget per host, which grows with services; probes are free', async () => {
    const budgets = { pagesPerHost: 3, pagesPerService: 2, queueFactor: 3 };
    const opened = await open({ budgets });
    const pages = words.map((word) => page(`http://a.example/${word}`));
    expect(await run(opened, pages)).toEqual({ added: 9, known: 0, refused: { 'policy.budget': 3 } });
    expect(await visitAll(opened)).toBe(3);
    expect(opened.frontier.nextDueMs()).toBeNull();
    expect(await opened.frontier.counts()).toMatchObject({ pending: 0, held: 6, done: 3 });
    await run(opened, [offerOf('http://a.example/wms', { pool: 'probe', kind: 'wms' })]);
    const probes = await opened.frontier.lease(allRoom, noon);
    expect(probes).toHaveLength(1);
    await settleDone(opened, probes, 1);
    expect(await opened.frontier.hostByKey('http://a.example')).toMatchObject({ budget: 5, spent: 3, services: 1 });
    expect(await opened.frontier.counts()).toMatchObject({ pending: 2, held: 4 });
    const again = await place.reopen({ nowMs: noon, budgets });
    expect(await visitAll(again)).toBe(2);
    expect(await run(again, pages)).toEqual({ added: 3, known: 9, refused: {} });
  });

  it('credits the host whose link led to a service', async () => {
    const opened = await open();
    await run(opened, [page('http://portal.example/')]);
    const [portal] = await opened.frontier.lease(allRoom, noon);
    await settleDone(opened, [portal!]);
    await run(opened, [offerOf('http://maps.test/wms', { pool: 'probe', kind: 'wms', via: portal! })]);
    await settleDone(opened, await opened.frontier.lease(allRoom, noon), 1);
    expect(await opened.frontier.hostByKey('http://portal.example')).toMatchObject({ services: 1 });
    expect(await opened.frontier.hostByKey('http://maps.test')).toMatchObject({ services: 1 });
  });

  it('stops series of machine-made URLs, and still does after a restart', async () => {
    const budgets = { urlsPerTemplate: 5, urlsPerDryTemplate: 2, dryAfter: 4, templateUrlsPerService: 0 };
    const opened = await open({ budgets });
    const items = Array.from({ length: 8 }, (_, n) => page(`http://a.example/item/${n}`));
    expect(await run(opened, items)).toEqual({ added: 5, known: 0, refused: { 'policy.trap': 3 } });
    expect(await run(opened, items)).toEqual({ added: 0, known: 5, refused: { 'policy.trap': 3 } });
    expect(await run(opened, [page('http://b.test/item/1'), page('http://a.example/other/1')])).toMatchObject({
      added: 2,
    });
    const again = await place.reopen({ nowMs: noon, budgets });
    expect(await run(again, items)).toEqual({ added: 0, known: 5, refused: { 'policy.trap': 3 } });
    // Five fruitless pages: series not yet begun get little.
    await visitAll(again);
    const news = Array.from({ length: 4 }, (_, n) => page(`http://a.example/news/${n}`));
    expect(await run(again, news)).toEqual({ added: 2, known: 0, refused: { 'policy.trap': 2 } });
  });

  it('takes every service a catalog lists, however alike their addresses', async () => {
    const opened = await open({ budgets: { urlsPerTemplate: 5 } });
    const probes = (foundBy: 'catalog' | 'link') =>
      Array.from({ length: 8 }, (_, n) =>
        offerOf(`http://${foundBy}.example/wms?map=${n}`, { pool: 'probe', kind: 'wms', foundBy }),
      );
    expect(await run(opened, probes('catalog'))).toMatchObject({ added: 8 });
    expect(await run(opened, probes('link'))).toMatchObject({ added: 5, refused: { 'policy.trap': 3 } });
  });

  it('counts series anew after a rollback', async () => {
    const opened = await open({ budgets: { urlsPerTemplate: 3 } });
    const items = [1, 2, 3, 4].map((n) => page(`http://a.example/item/${n}`));
    const failing = opened.store.transact(async (transaction) => {
      await opened.frontier.offer(transaction, items);
      throw new Error('abandon');
    });
    await expect(failing).rejects.toThrow('abandon');
    expect(await run(opened, items)).toMatchObject({ added: 3, refused: { 'policy.trap': 1 } });
  });

  it.each([
    [
      'too deep',
      `http://a.example/${words.slice(0, 11).join('/')}/${words
        .slice(0, 11)
        .map((word) => `x${word}`)
        .join('/')}`,
    ],
    ['going in circles', 'http://a.example/x/en/y/en/z/en/w/en'],
    ['too long', `http://a.example/${'x'.repeat(2048)}`],
  ])('turns away a URL that is %s', async (_, url) => {
    const opened = await open();
    expect(await run(opened, [page(url), offerOf(`${url}/`, { pool: 'probe', kind: 'wms' })])).toEqual({
      added: 0,
      known: 0,
      refused: { 'policy.trap': 2 },
    });
  });

  it('takes only so many links from one page', async () => {
    const opened = await open({ budgets: { linksPerPage: 5 } });
    const via = { host: 1, fingerprint: 1 };
    const links = words.map((word) => page(`http://a.example/${word}`, { via }));
    expect(await run(opened, links)).toMatchObject({ added: 5, refused: { 'policy.trap': 7 } });
  });

  it('starves no class, and repeats its choices for the same seed', async () => {
    const order = async (seed: number): Promise<string[]> => {
      const fresh = await make();
      const opened = await fresh.open({ nowMs: noon, seed, hostsPerSite: 1000 });
      await run(
        opened,
        Array.from({ length: 60 }, (_, n) => page(`http://h${n}.example/`, { cls: n < 50 ? 0 : n % 8 })),
      );
      const visits = await opened.frontier.lease({ page: 30, probe: 0 }, noon);
      await fresh.remove();
      return visits.map((visit) => visit.hostKey);
    };
    const first = await order(1);
    expect(await order(1)).toEqual(first);
    expect(first.some((key) => Number(/\d+/.exec(key)![0]) >= 50)).toBe(true);
    expect(first.filter((key) => Number(/\d+/.exec(key)![0]) < 50).length).toBeGreaterThan(20);
  });
}
