// What an ordering receives from a crawl: complete links and pages, and a page before its links.
import { expect, it } from 'vitest';
import { makeDocument } from '../base/document/document.ts';
import { extractPage } from '../extract/extract.ts';
import type { Page } from '../model/document.ts';
import type { Ordering, RankOutcome } from '../model/rank.ts';
import { createCrawlRank } from './crawl-rank.ts';
import { fifoOrdering } from './fifo.ts';

const service = 'http://a.example/wms?service=WMS&request=GetCapabilities';
const html = `<title>Soils</title><p>Maps of soils</p><a href="${service}">Soils as a service</a>`;

function read(url: string): Page {
  const headers = { 'content-type': 'text/html' };
  return extractPage(makeDocument({ url, bytes: new TextEncoder().encode(html), headers }));
}

it('learns from the words of a probed link and its page after the page was released', () => {
  const outcomes: RankOutcome[] = [];
  const ordering: Ordering = {
    ...fifoOrdering(),
    score: ({ link, parent }) => link.anchor.length + (parent?.text.length ?? 0),
    learn: (outcome) => outcomes.push(outcome),
  };
  const rank = createCrawlRank(ordering);
  const url = 'http://a.example/';
  const page = read(url);
  const parent = rank.pageOf({ page, url, platform: null });
  const common = { suspicion: 0.9, depth: 1, inScope: true, parent };
  for (const link of page.links) rank.classOf({ ...common, link, pool: 'probe' }, link.url);
  rank.release(parent);
  rank.learn({ url: service, found: 1, page: null, failed: false, costMs: 1 });
  expect(outcomes[0]?.link.link.anchor).toBe('Soils as a service');
  expect(outcomes[0]?.link.parent?.text).toContain('Maps of soils');
});

it('keeps the default classes of probes and seeds', () => {
  const rank = createCrawlRank({ ...fifoOrdering(), score: () => -1000 });
  const link = { url: service, foundBy: 'link', anchor: '', window: '', nofollow: false } as const;
  const common = { link, inScope: true, parent: null } as const;
  expect(rank.classOf({ ...common, pool: 'probe', suspicion: 0.9, depth: 1 }, service)).toBe(0);
  expect(rank.classOf({ ...common, pool: 'page', suspicion: 0, depth: 0 }, service)).toBe(2);
});

it('scores a page once for all spellings of its URL, and keeps no password', () => {
  const requested: string[] = [];
  const ordering: Ordering = {
    ...fifoOrdering(),
    score: ({ link }) => requested.push(link.url),
  };
  const rank = createCrawlRank(ordering);
  const visited = 'http://a.example/b';
  const classes = ['http://user:secret@a.example/b', 'http://A.example/b#1', 'http://a.example:80/b#2'].map((url) => {
    const link = { url, foundBy: 'link', anchor: '', window: '', nofollow: false } as const;
    return rank.classOf({ link, pool: 'page', suspicion: 0, depth: 1, inScope: true, parent: null }, visited);
  });
  expect(requested).toEqual([visited]);
  expect(new Set(classes).size).toBe(1);
});
