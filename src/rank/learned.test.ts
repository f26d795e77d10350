import { expect, test } from 'vitest';
import type { RankedLink, RankedPage } from '../model/rank.ts';
import { learned } from './learned.ts';

const page = (url: string): RankedPage => ({ url, title: '', text: '', links: [], platform: null });
const linkOf = (url: string, from: string): RankedLink => ({
  link: { url, foundBy: 'link', anchor: '', window: '', nofollow: false },
  pool: 'page',
  suspicion: 0,
  depth: 1,
  inScope: true,
  parent: page(from),
});
const visit = (link: RankedLink, found: number) =>
  ({ link, found, page: found > 0 ? null : page(link.link.url), failed: false, costMs: 0 }) as const;

const service = 'http://gis.lake.example/wms?request=GetCapabilities';

test('a resource cited by another site raises the pages of its own site, until one of them lists some', () => {
  const ordering = learned({ seed: 1 });
  const site = (): number => ordering.hostScore!('www.lake.example');
  const before = site();
  ordering.learn(visit(linkOf(service, 'http://www.news.example/a'), 1));
  const cited = site();
  expect(cited).toBeGreaterThan(before + 1);
  expect(ordering.explain(linkOf('http://www.lake.example/b', 'http://www.lake.example/')).join(' ')).toContain(
    'other sites link to 1 resource of it',
  );
  ordering.learn(visit(linkOf(`${service}&layers=2`, 'http://www.lake.example/maps'), 1));
  expect(site()).toBeLessThan(cited - 1);
});

test('pages of large sites score lower, and the last unread pages higher', () => {
  const ordering = learned({ seed: 1 });
  const site = (): number => ordering.hostScore!('www.lake.example');
  const pageOf = (number: number): RankedLink =>
    linkOf(`http://www.lake.example/p${number}`, 'http://www.lake.example/');
  for (let number = 0; number < 3; number++) ordering.score(pageOf(number));
  const small = site();
  for (let number = 3; number < 40; number++) ordering.score(pageOf(number));
  const large = site();
  expect(large).toBeLessThan(small - 1);
  ordering.learn(visit(linkOf(service, 'http://www.news.example/a'), 1));
  const cited = site();
  for (let number = 0; number < 30; number++) ordering.learn(visit(pageOf(number), 0));
  expect(site()).toBeGreaterThan(cited);
});

test('pages about maps and the environment are evidence for their site, pages about cooking against it', () => {
  const scoreAfter = (text: string): number => {
    const ordering = learned({ seed: 1 });
    for (const number of [1, 2, 3]) {
      const link = linkOf(`http://www.lake.example/${number}`, 'http://www.lake.example/');
      ordering.learn({ link, found: 0, page: { ...page(link.link.url), text }, failed: false, costMs: 0 });
    }
    return ordering.hostScore!('www.lake.example');
  };
  const geospatial = scoreAfter('environment monitoring of water quality, habitat maps, spatial data and soil surveys');
  expect(geospatial).toBeGreaterThan(scoreAfter('') + 0.3);
  expect(scoreAfter('recipe butter sugar oven minutes sauce cheese chicken garlic dinner')).toBeLessThan(
    geospatial - 0.5,
  );
});

test('statistics of sites are saved with the ordering', () => {
  const ordering = learned({ seed: 1 });
  ordering.learn(visit(linkOf(service, 'http://www.news.example/a'), 1));
  const again = learned({ seed: 1, state: ordering.save() });
  expect(again.hostScore!('www.lake.example')).toBeCloseTo(ordering.hostScore!('www.lake.example'), 5);
});
