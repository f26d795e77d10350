// The cascade without a network: suspicions, identity, next probes, siblings and hints.
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { makeDocument } from '../base/document/document.ts';
import { kinds } from '../kinds/index.ts';
import type { ResourceKind } from '../model/kind.ts';
import type { Link } from '../model/link.ts';
import { chooseKinds } from './choose-kinds.ts';
import { hints } from './hints.ts';
import { identify } from './identify.ts';
import { nextProbe } from './next-probe.ts';
import { siblings } from './siblings.ts';
import { suspicions } from './suspicions.ts';

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
  it('are sorted best first, without zeros', () => {
    const found = suspicions(link('http://a.org/geoserver/ows'), kinds);
    expect(found[0]?.kind).toBe('wms');
    expect(found.map(({ score }) => score)).toEqual(found.map(({ score }) => score).toSorted((a, b) => b - a));
    expect(found.every(({ score }) => score > 0)).toBe(true);
    expect(suspicions(link('http://a.org/ows?service=WFS&request=GetFeature'), kinds)[0]).toEqual({
      kind: 'wfs',
      score: 1,
    });
    expect(suspicions(link('http://a.org/impressum'), kinds)).toEqual([]);
  });
});

describe('identify', () => {
  it('describes its discoveries and counts the requests', () => {
    const [discovery] = identify(fixture('1.3.0.xml', 'http://a.org/wms?SERVICE=WMS&REQUEST=GetCapabilities'), kinds);
    expect(discovery).toMatchObject({
      identity: { kind: 'wms', version: '1.3.0', endpoint: 'http://a.org/wms' },
      family: 'service',
      requests: 2,
      description: { layerCount: 5 },
    });
  });

  it('accepts a valid body with an error status, and reports it', () => {
    const [discovery] = identify(fixture('1.1.1.xml', 'http://a.org/wms', 500), kinds);
    expect(discovery?.description.problems.map(({ code }) => code)).toContain('http.error-status');
  });

  it('returns nothing for an unknown document', () => {
    expect(identify(fixture('exception.xml', 'http://a.org/wms'), kinds)).toEqual([]);
    expect(identify(page('http://a.org/', '<html></html>'), kinds)).toEqual([]);
  });

  it('prefers the first kind of the registry', () => {
    const greedy: ResourceKind = { ...kinds.find(({ id }) => id === 'wms')!, id: 'greedy' };
    expect(identify(fixture('1.3.0.xml', 'http://a.org/wms'), [greedy, ...kinds])).toHaveLength(1);
  });
});

describe('nextProbe', () => {
  it('steps through a kind, from the URL or from the last request', () => {
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

  it('is null for an unknown kind', () => {
    expect(nextProbe('nothing', 'http://a.org/', 0, kinds)).toBeNull();
  });
});

describe('siblings', () => {
  it('are other kinds at the same URL, each once', () => {
    const [discovery] = identify(
      fixture('1.3.0.xml', 'http://a.org/cgi-bin/mapserv?map=/w.map&SERVICE=WMS&REQUEST=GetCapabilities'),
      kinds,
    );
    expect(siblings(discovery!, kinds)).toEqual(
      ['wfs', 'wcs', 'sos'].map((kind) => ({
        kind,
        url: `http://a.org/cgi-bin/mapserv?map=/w.map&SERVICE=${kind.toUpperCase()}&REQUEST=GetCapabilities`,
      })),
    );
  });

  it('are overlays of tile maps, if the product creates them', () => {
    const [discovery] = identify(fixture('1.3.0.xml', 'http://a.org/wms'), kinds);
    const overlaysAt = (software: string, endpoint: string, name: string) => {
      const layers = discovery!.description.layers.slice(0, 1).map((layer) => ({ ...layer, name }));
      const description = { ...discovery!.description, software, layers };
      const tms = { ...discovery!, identity: { ...discovery!.identity, kind: 'tms', endpoint }, description };
      return siblings(tms, kinds).filter(({ kind }) => kind === 'kml');
    };
    expect(overlaysAt('MapProxy', 'http://a.org/tms/1.0.0/', 'towns/EPSG3857')).toEqual([
      { kind: 'kml', url: 'http://a.org/kml/towns/EPSG3857' },
    ]);
    expect(overlaysAt('MapCache', 'http://a.org/mapcache/tms/1.0.0', 'towns@WGS84')).toEqual([
      { kind: 'kml', url: 'http://a.org/mapcache/kml/towns@WGS84.kml' },
    ]);
    expect(overlaysAt('MapProxy', 'http://a.org/tms/1.0.0/towns/EPSG3857', 'Towns')).toEqual([]);
    expect(overlaysAt('GeoWebCache', 'http://a.org/gwc/service/tms/1.0.0', 'towns')).toEqual([]);
  });

  it('are at the usual URLs of their product', () => {
    const at = (software: string, endpoint: string, kind = 'wms') => {
      const [discovery] = identify(fixture('1.3.0.xml', endpoint), kinds);
      const identity = { ...discovery!.identity, kind };
      const described = { ...discovery!, identity, description: { ...discovery!.description, software } };
      return siblings(described, kinds).map((lead) => lead.url.replace('&REQUEST=GetCapabilities', ''));
    };
    expect(at('GeoServer 2.20', 'http://geoserver.a.org/geoserver/ne/wms')).toEqual([
      'http://geoserver.a.org/geoserver/ne/wms?SERVICE=WFS',
      'http://geoserver.a.org/geoserver/ne/wms?SERVICE=WCS',
      'http://geoserver.a.org/geoserver/ne/wms?SERVICE=WPS',
      'http://geoserver.a.org/geoserver/gwc/service/wmts?SERVICE=WMTS',
    ]);
    expect(at('MapCache', 'http://a.org/mapcache/wms')).toEqual([
      'http://a.org/mapcache/wmts?SERVICE=WMTS',
      'http://a.org/mapcache/wmts/1.0.0/WMTSCapabilities.xml',
      'http://a.org/mapcache/tms/1.0.0/',
    ]);
    expect(at('QGIS Server 3.22', 'http://a.org/qgis?map=/p.qgs').slice(2)).toEqual([
      'http://a.org/qgis?map=/p.qgs&SERVICE=WMTS',
      'http://a.org/qgis/wfs3/?map=/p.qgs',
    ]);
    expect(at('THREDDS', 'http://a.org/thredds/wms/sst.nc')).toEqual(['http://a.org/thredds/wcs/sst.nc?SERVICE=WCS']);
    expect(at('ncWMS', 'http://a.org/ncWMS/wms')).toEqual([]);
    expect(at('', 'http://a.org/maps')).toEqual(['http://a.org/maps?SERVICE=WFS']);
    expect(at('', 'http://a.org/maps', 'sos')).toEqual([]);
  });
});

describe('hints', () => {
  it('treat an exception report as a service', () => {
    const older = hints(fixture('exception.xml', 'http://a.org/cgi-bin/mapserv?map=/w.map'), kinds);
    expect(older[0]).toEqual({
      kind: 'wms',
      url: 'http://a.org/cgi-bin/mapserv?map=/w.map&SERVICE=WMS&REQUEST=GetCapabilities',
    });
    const newer = hints(fixture('exception-ows.xml', 'http://a.org/geoserver/ows'), kinds);
    expect(newer.map(({ kind }) => kind)).toEqual(['wfs', 'wms']);
  });

  it('do not repeat a refused request', () => {
    const refused = hints(fixture('exception.xml', 'http://a.org/ows?SERVICE=WMS&REQUEST=GetCapabilities'), kinds);
    expect(refused.map(({ kind }) => kind)).toEqual(['wfs']);
    const refusedMap = hints(fixture('exception.xml', 'http://a.org/ows?SERVICE=WMS&REQUEST=GetMap'), kinds);
    expect(refusedMap.map(({ kind }) => kind)).toEqual(['wms']);
  });

  it('use the product and the service named in a report', () => {
    const report = (text: string) =>
      hints(page('http://a.org/', `<?xml version="1.0"?>${text}`), kinds).map(({ kind }) => kind);
    const common = 'xmlns="http://www.opengis.net/ows/1.1"';
    expect(report(`<!-- PyWPS 4.5.2 --><ExceptionReport ${common}/>`)).toEqual(['wps']);
    expect(report(`<ExceptionReport ${common}><Exception>No CSW request</Exception></ExceptionReport>`)).toEqual([
      'csw',
    ]);
    expect(report('<ExceptionReport xmlns="http://www.opengis.net/ows/2.0"/>')).toEqual(['wcs', 'csw', 'wms']);
  });

  it('recognize front pages of common servers', () => {
    const first = (url: string, text: string) => {
      const leads = hints(page(url, text), kinds);
      return [leads[0]?.url, ...leads.map(({ kind }) => kind)];
    };
    expect(first('http://a.org/cgi-bin/mapserv', '<html>No query information to decode. QUERY_STRING is set.')).toEqual(
      ['http://a.org/cgi-bin/mapserv?SERVICE=WMS&REQUEST=GetCapabilities', ...['wms', 'wfs', 'wcs', 'sos']],
    );
    expect(first('http://a.org/geoserver/web/?wicket:x=1', '<html><head><title>GeoServer: Welcome</title>')).toEqual([
      'http://a.org/geoserver/ows?SERVICE=WMS&REQUEST=GetCapabilities',
      ...['wms', 'wfs', 'wcs', 'wps', 'wmts'],
    ]);
    expect(first('http://a.org/mapproxy/demo/', '<html><head><title>MapProxy Demo</title>')).toEqual([
      'http://a.org/mapproxy/service?SERVICE=WMS&REQUEST=GetCapabilities',
      ...['wms', 'wmts', 'wmts', 'tms'],
    ]);
    expect(first('http://a.org/mapcache', 'received wms with no service and request')).toEqual([
      'http://a.org/mapcache/?SERVICE=WMS&REQUEST=GetCapabilities',
      ...['wms', 'wmts', 'wmts', 'tms'],
    ]);
    const projects = '{"links":[{"href":"http://a.org/index.json","rel":"self","title":"Landing page as JSON"}]}';
    expect(first('http://a.org/index.json', projects)).toEqual([
      'http://a.org/?SERVICE=WMS&REQUEST=GetCapabilities',
      ...['wms', 'wfs', 'wcs', 'wmts', 'ogc-api-features'],
    ]);
    expect(first('http://a.org/', '<html><title>About GeoServer and us</title><p>We like MapProxy.</p>')).toEqual([
      undefined,
    ]);
  });
});

describe('chooseKinds', () => {
  it('returns all, some, or an error that names the unknown one', () => {
    expect(chooseKinds(kinds, null)).toBe(kinds);
    expect(chooseKinds(kinds, ['wfs']).map(({ id }) => id)).toEqual(['wfs']);
    expect(() => chooseKinds(kinds, ['wms', 'nope'])).toThrow(/nope/);
  });
});
