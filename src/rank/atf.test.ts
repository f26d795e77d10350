// The worked example of [ATF], and the parts of a priority.
import { expect, it } from 'vitest';
import type { RankedLink, RankedPage } from '../model/rank.ts';
import { atf, isStatic, urlTerms } from './atf.ts';
import { createTermList } from './term-list.ts';

const paperUrl = 'http://hazards.example/wmsconnector/wmsconnector/Servlet/NFHL?request=GetCapabilities&service=WMS';
const paperList: readonly (readonly [string, number])[] = [
  ['request=getcapabilities', 20],
  ['service=wms', 16],
  ['version=1.1.0', 10],
  ['cgi-bin', 3],
  ['servlet', 3],
];

function linkTo(url: string, text?: string): RankedLink {
  const parent: RankedPage | null =
    text === undefined ? null : { url: 'http://a.example/', title: '', text, links: [], platform: null };
  const link = { url, foundBy: 'link', anchor: '', window: '', nofollow: false } as const;
  return { link, pool: 'page', suspicion: 0, depth: 1, inScope: true, parent };
}

function confirmed(link: RankedLink) {
  return { link, found: 1, page: null, failed: false, costMs: 0 };
}

it('reproduces the priorities of the worked example, before and after confirmation', () => {
  const ordering = atf({ seed: 1, state: { services: 50, terms: paperList } });
  expect(ordering.priority(linkTo(paperUrl)).url).toBe(0);
  ordering.learn(confirmed(linkTo(paperUrl)));
  const terms = createTermList((ordering.save() as { terms: typeof paperList }).terms);
  expect(terms.entries()).toEqual([
    ['request=getcapabilities', 21],
    ['service=wms', 17],
    ['version=1.1.0', 10],
    ['servlet', 4],
    ['cgi-bin', 3],
    ['wmsconnector', 2],
    ['nfhl', 1],
  ]);
  expect(terms.entries().map(([term]) => terms.priority(term))).toEqual([0, 0, 0, 1, 1, 2, 2]);
});

it('divides the list into three equal parts', () => {
  const list = createTermList(paperList);
  expect(paperList.map(([term]) => list.priority(term))).toEqual([0, 0, 1, 1, 2]);
  expect(list.priority('never met')).toBe(2);
});

it('keeps the list sorted for any order of terms', () => {
  const list = createTermList();
  const counts = new Map<string, number>();
  let state = 7;
  for (let index = 0; index < 3000; index++) {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    const term = `t${(state >>> 8) % ((state >>> 20) % 40 || 1)}`;
    counts.set(term, (counts.get(term) ?? 0) + 1);
    list.count(term);
  }
  const entries = list.entries();
  expect(new Map(entries)).toEqual(counts);
  for (let at = 1; at < entries.length; at++) expect(entries[at - 1]![1]).toBeGreaterThanOrEqual(entries[at]![1]);
});

it('uses the list once there are fifty services', () => {
  const ordering = atf({ seed: 1 });
  const service = linkTo('http://a.example/cgi-bin/mapserv?service=WMS');
  for (let index = 0; index < 49; index++) ordering.learn(confirmed(service));
  expect(ordering.priority(service).url).toBe(2);
  ordering.learn(confirmed(service));
  expect(ordering.priority(service).url).toBe(0);
});

it.each([
  ['an introduction to the Web Map Service', 0],
  ['our WMS service', 1],
  ['our WMS server', 2],
  ['our server', 3],
])('reads the page: %s', (text, expected) => {
  expect(atf({ seed: 1 }).priority(linkTo('http://a.example/x.php?y=1', text)).page).toBe(expected);
});

it('orders by URL priority, then by page priority', () => {
  const ordering = atf({ seed: 1, state: { services: 50, terms: paperList } });
  const goodUrl = ordering.score(linkTo('http://b.example/?service=WMS'));
  const goodPage = ordering.score(linkTo('http://b.example/x.php?y=1', 'Web Map Service'));
  const page = ordering.score(linkTo('http://b.example/x.html', 'Web Map Service'));
  expect(goodUrl).toBeGreaterThan(goodPage);
  expect(goodPage).toBeGreaterThan(page);
});

it('recognizes static pages', () => {
  expect(['http://a.example', 'http://a.example/x/', 'http://a.example/x.HTML'].every(isStatic)).toBe(true);
  expect(['http://a.example/x.php', 'http://a.example/cgi-bin/x', paperUrl].some(isStatic)).toBe(false);
});

it('extracts path segments and pairs as terms', () => {
  expect(urlTerms('http://a.example:80/B/c.cgi?X=1&y#z')).toEqual(['b', 'c.cgi', 'x=1', 'y']);
  expect(urlTerms('http://a.example')).toEqual([]);
});
