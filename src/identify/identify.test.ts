// The cascade without a network: suspicions, identity, next probes, siblings and hints.
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { makeDocument } from '../base/document.ts';
import { owsUrl, readOwsQuery } from '../base/ows-url.ts';
import { kinds as registry } from '../kinds/index.ts';
import type { ResourceKind } from '../model/kind.ts';
import type { Link } from '../model/link.ts';
import { chooseKinds } from './choose-kinds.ts';
import { hints } from './hints.ts';
import { identify } from './identify.ts';
import { nextProbe } from './next-probe.ts';
import { siblings } from './siblings.ts';
import { suspicions } from './suspicions.ts';

/** A second service, so that kinds can compete before there is another real one. */
const features: ResourceKind = {
  id: 'features',
  title: 'Features for tests',
  family: 'service',
  specification: 'none',
  suspect: ({ url }) => (readOwsQuery(url)?.service === 'WFS' ? 1 : url.endsWith('/ows') ? 0.6 : 0),
  probe: (url) => [{ url: owsUrl(url, { service: 'WFS', request: 'GetCapabilities' }) }],
  identify: () => [],
  describe: () => {
    throw new Error('never identified');
  },
};
const kinds = [...registry, features];

function link(url: string): Link {
  return { url, foundBy: 'link', anchor: '', window: '', nofollow: false };
}

function fixture(name: string, url: string, status = 200) {
  return makeDocument({
    url,
    status,
    requests: 2,
    bytes: readFileSync(new URL(`../../fixtures/wms/${name}`, import.meta.url)),
  });
}

function page(url: string, html: string) {
  return makeDocument({ url, headers: { 'content-type': 'text/html' }, bytes: Buffer.from(html) });
}

describe('suspicions', () => {
  it('come best first and without the zeros', () => {
    expect(suspicions(link('http://a.org/geoserver/ows'), kinds).map(({ kind }) => kind)).toEqual(['wms', 'features']);
    expect(suspicions(link('http://a.org/ows?service=WFS&request=GetFeature'), kinds)[0]).toEqual({
      kind: 'features',
      score: 1,
    });
    expect(suspicions(link('http://a.org/impressum'), kinds)).toEqual([]);
  });
});

describe('identify', () => {
  it('describes what it finds and counts the requests', () => {
    const [finding] = identify(fixture('1.3.0.xml', 'http://a.org/wms?SERVICE=WMS&REQUEST=GetCapabilities'), kinds);
    expect(finding).toMatchObject({
      identity: { kind: 'wms', version: '1.3.0', endpoint: 'http://a.org/wms' },
      family: 'service',
      requests: 2,
      description: { layerCount: 5 },
    });
  });

  it('takes a good body under an error status, and says so', () => {
    const [finding] = identify(fixture('1.1.1.xml', 'http://a.org/wms', 500), kinds);
    expect(finding?.description.problems.map(({ code }) => code)).toContain('http.error-status');
  });

  it('gives nothing for what is nothing', () => {
    expect(identify(fixture('exception.xml', 'http://a.org/wms'), kinds)).toEqual([]);
    expect(identify(page('http://a.org/', '<html></html>'), kinds)).toEqual([]);
  });

  it('lets the first kind of the registry win', () => {
    const greedy: ResourceKind = { ...registry[0]!, id: 'greedy' };
    expect(identify(fixture('1.3.0.xml', 'http://a.org/wms'), [greedy, ...kinds])).toHaveLength(1);
  });
});

describe('nextProbe', () => {
  it('walks through a kind step by step, from the address or from the last request', () => {
    const steps: string[] = [];
    let url = 'http://a.org/wms';
    for (let step = 0; step < 10; step++) {
      const request = nextProbe('wms', url, step, kinds);
      if (request === null) break;
      steps.push(request.url);
      url = request.url;
    }
    expect(steps).toHaveLength(3);
    expect(new Set(steps).size).toBe(3);
  });

  it('is null for a kind there is none of', () => {
    expect(nextProbe('nothing', 'http://a.org/', 0, kinds)).toBeNull();
  });
});

describe('siblings', () => {
  it('are other kinds at the same address, each once', () => {
    const [finding] = identify(
      fixture('1.3.0.xml', 'http://a.org/cgi-bin/mapserv?map=/w.map&SERVICE=WMS&REQUEST=GetCapabilities'),
      kinds,
    );
    expect(siblings(finding!, kinds)).toEqual([
      { kind: 'features', url: 'http://a.org/cgi-bin/mapserv?map=/w.map&SERVICE=WFS&REQUEST=GetCapabilities' },
    ]);
    expect(siblings(finding!, registry)).toEqual([]);
  });
});

describe('hints', () => {
  it('read an exception report as a sign of life', () => {
    const older = hints(fixture('exception.xml', 'http://a.org/cgi-bin/mapserv?map=/w.map'), kinds);
    expect(older[0]).toEqual({
      kind: 'wms',
      url: 'http://a.org/cgi-bin/mapserv?map=/w.map&SERVICE=WMS&REQUEST=GetCapabilities',
    });
    const newer = hints(fixture('exception-ows.xml', 'http://a.org/geoserver/ows'), kinds);
    expect(newer.map(({ kind }) => kind)).toEqual(['features', 'wms']);
  });

  it('do not ask again for what was just refused', () => {
    const refused = hints(fixture('exception.xml', 'http://a.org/ows?SERVICE=WMS&REQUEST=GetCapabilities'), kinds);
    expect(refused.map(({ kind }) => kind)).toEqual(['features']);
    const refusedMap = hints(fixture('exception.xml', 'http://a.org/ows?SERVICE=WMS&REQUEST=GetMap'), kinds);
    expect(refusedMap.map(({ kind }) => kind)).toEqual(['wms']);
  });

  it('know the front pages of common servers', () => {
    const urls = (url: string, html: string) => hints(page(url, html), registry).map((lead) => lead.url);
    expect(
      urls('http://a.org/cgi-bin/mapserv', '<html>No query information to decode. QUERY_STRING is set, but empty.'),
    ).toEqual(['http://a.org/cgi-bin/mapserv?SERVICE=WMS&REQUEST=GetCapabilities']);
    expect(urls('http://a.org/geoserver/web/?wicket:x=1', '<html><head><title>GeoServer: Welcome</title>')).toEqual([
      'http://a.org/geoserver/ows?SERVICE=WMS&REQUEST=GetCapabilities',
    ]);
    expect(urls('http://a.org/mapproxy/demo/', '<html><head><title>MapProxy Demo</title>')).toEqual([
      'http://a.org/mapproxy/service?SERVICE=WMS&REQUEST=GetCapabilities',
    ]);
    expect(urls('http://a.org/', '<html><title>About GeoServer and us</title><p>We like MapProxy.</p>')).toEqual([]);
  });
});

describe('chooseKinds', () => {
  it('gives all, some, or an error that names the odd one', () => {
    expect(chooseKinds(kinds, null)).toBe(kinds);
    expect(chooseKinds(kinds, ['features'])).toEqual([features]);
    expect(() => chooseKinds(kinds, ['wms', 'nope'])).toThrow(/nope/);
  });
});
