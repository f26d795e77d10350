// What every order of visits must hold: repeatable, finite, bounded, explained, and able to go on where it stopped.
import { describe, expect, it } from 'vitest';
import { seededRandom } from '../../src/base/random/seeded-random.ts';
import {
  type Ordering,
  type OrderingFactory,
  orderingNames,
  type RankedLink,
  type RankedPage,
  type RankOutcome,
} from '../../src/model/rank.ts';
import { createOrderedQueue } from '../../src/rank/ordered-queue.ts';
import { orderings } from '../../src/rank/orderings.ts';

const topics = ['map server wms layers geodata', 'course exam student notes', 'news contact about imprint'];

function pageOf(number: number): RankedPage {
  const url = `http://h${number % 40}.example/p${number}/maps.html`;
  const text = `${topics[number % 3]} word${number} `.repeat(3);
  return {
    url,
    title: topics[number % 3]!,
    text,
    links: [`${url}?a`, `${url}?b`],
    platform: number % 7 === 0 ? 'ckan' : null,
  };
}

function linkOf(number: number): RankedLink {
  const parent = number % 11 === 0 ? null : pageOf(number >> 2);
  const isService = number % 5 === 0;
  const url = isService
    ? `http://h${number % 40}.example/geoserver/w${number}?service=WMS&request=GetCapabilities`
    : `http://h${number % 40}.example/p${number}/maps.html`;
  const link = {
    url,
    foundBy: 'link',
    anchor: topics[number % 3]!,
    window: `near ${topics[number % 2]}`,
    nofollow: false,
  } as const;
  const pool = isService ? 'probe' : 'page';
  return { link, pool, suspicion: isService ? 0.9 : 0, depth: number % 6, inScope: true, parent };
}

function outcomeOf(number: number): RankOutcome {
  const link = linkOf(number);
  const isService = number % 5 === 0;
  const page = isService ? null : pageOf(number);
  return { link, found: isService ? 1 : 0, page, failed: number % 17 === 0, costMs: number % 300 };
}

function taught(ordering: Ordering, from: number, to: number): Ordering {
  for (let number = from; number < to; number++) ordering.learn(outcomeOf(number));
  return ordering;
}

function scores(ordering: Ordering): number[] {
  return Array.from({ length: 60 }, (_, index) => {
    const link = linkOf(10_000 + index);
    const page = link.parent === null ? 0 : (ordering.pageScore?.(link.parent.url) ?? 0);
    return ordering.score(link) + page + (ordering.hostScore?.(`h${index % 40}.example`) ?? 0);
  });
}

/** The same shape, every number a large negative one. */
function damage(state: unknown): unknown {
  if (typeof state === 'number') return -1e6;
  if (Array.isArray(state)) return state.map(damage);
  if (typeof state !== 'object' || state === null) return state;
  return Object.fromEntries(Object.entries(state).map(([name, value]) => [name, damage(value)]));
}

const odd: readonly Partial<RankedLink['link']>[] = [
  { url: 'http://x' },
  { url: `http://x.example/${'a/'.repeat(4000)}` },
  { url: 'http://x.example/?%%%&=&&=#' },
  { url: 'http://äöü.example/地図/サービス', anchor: '地図サービス', window: '\u0000\ud800' },
  { anchor: 'x'.repeat(100_000), window: ' '.repeat(100_000) },
];

describe.each(orderingNames)('%s', (name) => {
  const create: OrderingFactory = orderings[name];

  it('gives the same scores to the same calls', () => {
    expect(create({ seed: 3 }).name).toBe(name);
    expect(scores(taught(create({ seed: 3 }), 0, 300))).toEqual(scores(taught(create({ seed: 3 }), 0, 300)));
  });

  it('never gives anything but finite numbers', () => {
    const ordering = taught(create({ seed: 3 }), 0, 200);
    for (const change of odd) {
      const link = { ...linkOf(7), link: { ...linkOf(7).link, ...change } };
      expect(Number.isFinite(ordering.score(link))).toBe(true);
      ordering.learn({ ...outcomeOf(7), link, costMs: 0 });
    }
    for (const score of scores(ordering)) expect(Number.isFinite(score)).toBe(true);
  });

  it('explains its scores', () => {
    for (const ordering of [create({ seed: 3 }), taught(create({ seed: 3 }), 0, 100)]) {
      for (const number of [1, 5, 11]) {
        const reasons = ordering.explain(linkOf(number));
        expect(reasons.length).toBeGreaterThan(0);
        for (const reason of reasons) expect(reason).toMatch(/^[A-Z0-9].*\.$/);
      }
    }
  });

  it('resumes from its saved state', () => {
    const ordering = taught(create({ seed: 3 }), 0, 300);
    const state: unknown = JSON.parse(JSON.stringify(ordering.save()));
    const other = create({ seed: 3, state });
    // Once each: an order may count the links it is asked about.
    const again = scores(other);
    for (const [index, score] of scores(ordering).entries()) expect(again[index]).toBeCloseTo(score, 2);
    for (const wrong of [null, 7, 'x', [], { model: 5, terms: [[1]], rows: {}, agents: [{}], topic: 'x' }])
      expect(Number.isFinite(create({ seed: 3, state: wrong }).score(linkOf(1)))).toBe(true);
  });

  it('gives finite scores for any saved state', () => {
    const damaged = damage(JSON.parse(JSON.stringify(taught(create({ seed: 3 }), 0, 300).save())));
    const ordering = taught(create({ seed: 3, state: damaged }), 300, 320);
    for (const score of scores(ordering)) expect(Number.isFinite(score)).toBe(true);
    expect(ordering.explain(linkOf(5)).length).toBeGreaterThan(0);
  });

  it('saves no more after a long crawl than a crawl can store', () => {
    const ordering = taught(create({ seed: 3 }), 0, 4000);
    expect(JSON.stringify(ordering.save()).length).toBeLessThan(4_000_000);
  });
});

it('takes links in the order of their scores, equal ones as they came', () => {
  const random = seededRandom(5);
  const byDepth: Ordering = { ...orderings.fifo(), score: ({ depth }) => -(depth % 3) };
  const queue = createOrderedQueue(byDepth);
  const links = Array.from({ length: 500 }, () => linkOf(random.below(10_000)));
  for (const link of links) queue.push(link);
  const expected = links
    .map((link, index) => ({ link, index }))
    .sort((one, other) => (one.link.depth % 3) - (other.link.depth % 3) || one.index - other.index);
  expect(links.map(() => queue.take())).toEqual(expected.map(({ link }) => link));
  expect(queue.take()).toBeUndefined();
});

it('moves waiting links up when their host or page proves better', () => {
  const bonus = new Map<string, number>();
  const ordering: Ordering = {
    ...orderings.fifo(),
    learn: ({ link }) => bonus.set(link.parent!.url, 5),
    pageScore: (page) => bonus.get(page) ?? 0,
  };
  const queue = createOrderedQueue(ordering);
  const [poor, rich] = [pageOf(1), pageOf(2)];
  const on = (parent: RankedPage, number: number): RankedLink => ({ ...linkOf(number), parent });
  const links = [on(poor, 21), on(poor, 22), on(rich, 23)];
  for (const link of links) queue.push(link);
  queue.settle({ link: on(rich, 24), found: 1, page: null, failed: false, costMs: 0 });
  expect([queue.take(), queue.take(), queue.take()]).toEqual([links[2], links[0], links[1]]);
});
