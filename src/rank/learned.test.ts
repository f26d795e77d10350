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

test('a resource cited by another site lifts the pages of its own site, until one of them lists some', () => {
  const ordering = learned({ seed: 1 });
  const site = (): number => ordering.hostScore!('www.lake.example');
  const before = site();
  ordering.learn(visit(linkOf(service, 'http://www.news.example/a'), 1));
  const cited = site();
  expect(cited).toBeGreaterThan(before + 1);
  expect(ordering.explain(linkOf('http://www.lake.example/b', 'http://www.lake.example/')).join(' ')).toContain(
    'Other sites link to 1 resources of its site',
  );
  ordering.learn(visit(linkOf(`${service}&layers=2`, 'http://www.lake.example/maps'), 1));
  expect(site()).toBeLessThan(cited - 1);
});

test('what is known of sites is saved with the order', () => {
  const ordering = learned({ seed: 1 });
  ordering.learn(visit(linkOf(service, 'http://www.news.example/a'), 1));
  const again = learned({ seed: 1, state: ordering.save() });
  expect(again.hostScore!('www.lake.example')).toBeCloseTo(ordering.hostScore!('www.lake.example'), 5);
});
