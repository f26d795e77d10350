import { describe, expect, it } from 'vitest';
import type { Link } from '../model/link.ts';
import { createOfferMaker, type OfferRules } from './offers.ts';

const rules: OfferRules = {
  maxDepth: 3,
  inScope: (url) => new URL(url).hostname.endsWith('.example'),
  isFollowable: (url) => !url.endsWith('.pdf'),
  suspicions: (link) =>
    link.url.includes('/wms') ? [{ kind: 'wms', score: link.anchor === 'map server' ? 0.9 : 0.6 }] : [],
  firstProbe: (kind, url) => `${url.split('?')[0]}?SERVICE=${kind.toUpperCase()}&REQUEST=GetCapabilities`,
  rank: { name: 'test', classOf: ({ pool, suspicion }) => (pool === 'page' ? 4 : suspicion >= 0.8 ? 0 : 1) },
};

function link(url: string, more: Partial<Link> = {}): Link {
  return { url, foundBy: 'link', anchor: '', window: '', nofollow: false, ...more };
}

function offersOf(links: readonly Link[], depth = 1): string[] {
  return createOfferMaker(rules)(links, { via: null, depth }).map(({ pool, url, cls }) => `${pool} ${cls} ${url}`);
}

describe('offers of links', () => {
  it('make pages of what is in scope, within depth and worth reading', () => {
    expect(offersOf([link('http://a.example/x#top'), link('http://b.test/'), link('http://a.example/y.pdf')])).toEqual([
      'page 4 http://a.example/x',
    ]);
    expect(offersOf([link('http://a.example/x')], 4)).toEqual([]);
  });

  it('skip nofollow links and addresses that are not on the web', () => {
    expect(
      offersOf([
        link('http://a.example/x', { nofollow: true }),
        link('javascript:void(0)'),
        link('mailto:a@a.example'),
      ]),
    ).toEqual([]);
  });

  it('probe what looks like a service, wherever it is and however deep', () => {
    const probe = 'http://maps.test/wms?REQUEST=GetCapabilities&SERVICE=WMS';
    expect(offersOf([link('http://maps.test/wms')], 9)).toEqual([`probe 1 ${probe}`]);
    expect(offersOf([link('http://maps.test/wms', { anchor: 'map server' })])).toEqual([`probe 0 ${probe}`]);
  });

  it('never make a page of a request that costs the server work', () => {
    expect(offersOf([link('http://a.example/ows?service=WFS&request=GetFeature&typename=t')])).toEqual([]);
  });

  it('drop a link met before, unless it is now nearer to a seed', () => {
    const offersFrom = createOfferMaker(rules);
    const at = (depth: number) => offersFrom([link('http://a.example/x')], { via: null, depth }).length;
    expect([at(2), at(2), at(3), at(1), at(1)]).toEqual([1, 0, 0, 1, 0]);
  });

  it('carry the path to the seed and the words of the link', () => {
    const via = { host: 1, fingerprint: 2 };
    const [offer] = createOfferMaker(rules)([link('http://a.example/x', { anchor: 'maps', foundBy: 'text' })], {
      via,
      depth: 2,
    });
    expect(offer).toMatchObject({ via, depth: 2, anchor: 'maps', foundBy: 'text', kind: null });
  });
});
