// Edge cases 18 to 28: addresses as people and servers write them.
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { endpointKey, endpointUrl } from '../../src/base/url/url.ts';
import { linksTo, type Page } from '../e2e/small-web.ts';
import { ask, crawlFrom } from './asking.ts';
import { read } from './reading.ts';
import { exceptionText, wmsAt, wmsText } from './wms-text.ts';

const wmsPage: Page = { type: 'text/xml', body: wmsText() };
const refusal: Page = { type: 'text/xml', body: exceptionText };
const json = (value: unknown): Page => ({ type: 'application/json', body: JSON.stringify(value) });
const parametersOf = (path: string) => [...new URL(path, 'http://x.example').searchParams.keys()];
const fixture = (path: string) => readFileSync(new URL(`../../fixtures/${path}`, import.meta.url), 'utf8');

describe('18. Case of parameter names and values', () => {
  it.each([
    ['names in upper case', '/wms', /[?&]SERVICE=WMS\b.*REQUEST=GetCapabilities/],
    ['names in lower case', '/wms', /[?&]service=WMS\b.*request=GetCapabilities/],
    ['names in lower case, as given', '/wms?service=wms&request=getcapabilities', /[?&]service=wms\b/],
    ['values spelled exactly', '/wms?service=wms&request=getcapabilities', /SERVICE=WMS&REQUEST=GetCapabilities/],
  ])('a server that takes only %s', async (_what, given, taken) => {
    const { kinds } = await ask(given, (path) => (taken.test(path) ? wmsPage : refusal));
    expect(kinds).toEqual(['wms']);
  });
});

describe('19. Parameters of the vendor and of OGC', () => {
  it.each(['map=/srv/a.map', 'language=ger', 'workspace=water', 'key=alpine', 'CONFIG=main'])(
    '%s stays, what was asked goes',
    async (vendor) => {
      const requested = 'LAYERS=a&STYLES=&SRS=EPSG:4326&CRS=x&BBOX=1,2,3,4&FORMAT=image/png&WIDTH=9&HEIGHT=9';
      const given = `/cgi-bin/wms?${vendor}&SERVICE=WMS&VERSION=1.1.1&REQUEST=GetMap&${requested}`;
      const outcome = await ask(given, (path) => (path.includes(vendor) ? wmsPage : refusal));
      expect(outcome.found.endpoint).toMatch(new RegExp(`wms\\?${vendor.split('=')[0]}=`));
      expect(parametersOf(outcome.requested[0]!)).toEqual([vendor.split('=')[0], 'SERVICE', 'REQUEST']);
    },
  );

  it('a namespace is the vendor’s, unless it declares prefixes to a CSW', () => {
    expect(endpointUrl('http://a.example/wms?namespace=water')).toBe('http://a.example/wms?namespace=water');
    expect(endpointUrl('http://a.example/csw?NAMESPACE=xmlns(csw%3Dhttp%3A%2F%2Fb.example)')).toBe(
      'http://a.example/csw',
    );
  });
});

describe('20. Servers that refuse repeated parameters', () => {
  it.each(['/wms?SERVICE=WMS&service=wms', '/wms?service=WMS&Request=GetCapabilities&REQUEST=GetCapabilities'])(
    '%s',
    async (given) => {
      const { found } = await ask(given, (path) => {
        const names = parametersOf(path).map((name) => name.toLowerCase());
        return new Set(names).size === names.length ? wmsPage : { status: 400, body: 'repeated' };
      });
      expect(found.kind).toBe('wms');
    },
  );
});

describe('21. Endings', () => {
  it.each(['?', '&', '?&', '??', '&&', '?map=a&', '?map=a&&', '?map=a?', '?map=a&amp;'])('/wms%s', async (ending) => {
    const { found } = await ask(`/wms${ending}`, (path) =>
      /^\/wms\?(?:map=a&)?SERVICE=WMS&REQUEST=GetCapabilities$/.test(path) ? wmsPage : { status: 400, body: 'no' },
    );
    expect(found.endpoint).toMatch(ending.includes('map') ? /\/wms\?map=a$/ : /\/wms$/);
  });
});

describe('22. Odd names in paths', () => {
  it.each([
    ['/arcgis/rest/services/Water/Rivers East/MapServer', 'Rivers%20East'],
    ['/arcgis/rest/services/Water/Rivers%20East/MapServer', 'Rivers%20East'],
    ['/arcgis/rest/services/2020_Census/MapServer', '2020_Census'],
  ])('%s', async (path, name) => {
    const { found, requested } = await ask(path, () => json({ currentVersion: 10.9, mapName: 'x', layers: [] }));
    expect(found.kind).toBe('arcgis-map-server');
    expect([found.endpoint, requested[0]].every((url) => url?.includes(`/${name}/MapServer`))).toBe(true);
  });

  it('collections whose ids are URIs or hold dots and colons', () => {
    const ids = ['http://data.example.org/id/rivers', 'ns:rivers.2020', '0_7', 'Fl\u00fcsse und Seen'];
    const links = [{ rel: 'items', href: 'items' }];
    const collections = ids.map((id) => ({ id, title: id, links, extent: {} }));
    const { layers, identity } = read({ collections, links: [] }, 'http://a.example/api/collections');
    expect([identity.kind, layers.map(({ name }) => name)]).toEqual(['ogc-api-features', ids]);
  });
});

describe('23. Slashes at the end', () => {
  it('that matter to a landing page', async () => {
    const landing = {
      title: 'Data',
      links: [
        { rel: 'conformance', href: 'conformance', type: 'application/json' },
        { rel: 'data', href: 'collections', type: 'application/json' },
      ],
    };
    const conformsTo = ['http://www.opengis.net/spec/ogcapi-features-1/1.0/conf/core'];
    const { found } = await ask('/ogc/api/', (path) => {
      const [address] = path.split('?');
      if (address === '/ogc/api/') return json(landing);
      if (address === '/ogc/api/conformance') return json({ conformsTo });
      return address === '/ogc/api/collections'
        ? json({ links: [], collections: [{ id: 'a', links: [{ rel: 'items', href: 'items' }] }] })
        : null;
    });
    expect([found.kind, found.layers.map(({ name }) => name)]).toEqual(['ogc-api-features', ['a']]);
  });

  it('that an ArcGIS layer refuses', async () => {
    const service = { currentVersion: 10.9, mapName: 'x', layers: [{ id: 0, name: 'Wells' }] };
    const { found } = await ask('/arcgis/rest/services/a/MapServer/', (path) =>
      path.split('?')[0]?.endsWith('/') ? { status: 400, body: 'no' } : json(service),
    );
    expect([found.kind, found.layerCount]).toEqual(['arcgis-map-server', 1]);
  });
});

describe('24. Something else given as the service', () => {
  it('a GetMap URL', async () => {
    const given = '/wms?service=WMS&version=1.1.1&request=GetMap&layers=a&bbox=0,0,1,1&width=9&height=9&srs=EPSG:4326';
    const { found, requested } = await ask(given, (path) => (path.includes('GetMap') ? null : wmsPage));
    expect([found.kind, requested.length]).toEqual(['wms', 1]);
  });

  it('an ArcGIS layer', async () => {
    const layer = {
      currentVersion: 10.9,
      id: 3,
      name: 'Wells',
      type: 'Feature Layer',
      geometryType: 'esriGeometryPoint',
    };
    const { found } = await ask('/arcgis/rest/services/a/FeatureServer/3', (path) =>
      path.includes('/3') ? json(layer) : json({ currentVersion: 10.9, layers: [{ id: 3, name: 'Wells' }] }),
    );
    expect(found.kind).toMatch(/^arcgis-/);
    expect(found.layers.map(({ title }) => title)).toContain('Wells');
  });

  it('WMTSCapabilities.xml', async () => {
    const { found, requested } = await ask('/tiles/1.0.0/WMTSCapabilities.xml', () => ({
      body: fixture('wmts/restful.xml'),
    }));
    expect([found.kind, requested.length]).toEqual(['wmts', 1]);
  });

  it.each(['wms', 'url', 'service_url'])('a viewer that is told the service as %s', async (name) => {
    const { found } = await crawlFrom((path, { headers }) => {
      const service = encodeURIComponent(`http://${headers.host}/geo/wms?`);
      if (path === '/') return linksTo(`/viewer.html?lang=en&amp;${name}=${service}`);
      return path.startsWith('/geo/wms') ? wmsPage : '<title>Viewer</title>';
    });
    expect(found.map(({ kind }) => kind)).toEqual(['wms']);
  });

  it('a page about it: nothing by itself, found by a crawl from there', async () => {
    const page = (path: string) => (path.startsWith('/wms') ? wmsPage : linksTo('/wms'));
    expect((await ask('/about.html', page)).reason.code).toBe('not-a-resource');
    expect((await crawlFrom((path) => (path === '/robots.txt' ? null : page(path)))).found).toHaveLength(1);
  });
});

describe('25. OGC faces of ArcGIS services', () => {
  it.each([
    ['/arcgis/services/a/MapServer/WMSServer', 'WMS', wmsPage.body, 'wms'],
    ['/arcgis/services/a/MapServer/WFSServer', 'WFS', fixture('wfs/2.0.0.xml'), 'wfs'],
    ['/arcgis/services/a/MapServer/WCSServer', 'WCS', fixture('wcs/2.0.1.xml'), 'wcs'],
  ])('%s is OGC, not REST', async (path, service, body, kind) => {
    const { found, requested } = await ask(path, (one) => (one.includes(`SERVICE=${service}`) ? { body } : null));
    expect([found.kind, found.endpoint.endsWith(path)]).toEqual([kind, true]);
    expect(requested[0]).toContain(`${path}?SERVICE=${service}`);
  });

  it('are followed from the service that has them', () => {
    const service = {
      currentVersion: 10.9,
      mapName: 'x',
      layers: [],
      supportedExtensions: 'WMSServer, WFSServer, KmlServer',
    };
    const { links } = read(service, 'http://a.example/arcgis/rest/services/b/MapServer?f=json');
    expect(links.filter((url) => /WMSServer|WFSServer|Kml/i.test(url))).toHaveLength(3);
    expect(links.some((url) => url.startsWith('http://a.example/arcgis/services/b/MapServer/WMSServer'))).toBe(true);
  });
});

describe('26. Several endpoints of one server', () => {
  it('are each known by an address of their own, whatever is asked of them', async () => {
    const paths = ['/geoserver/ows', '/geoserver/wms', '/geoserver/water/ows', '/geoserver/water/rivers/wms'];
    const { found } = await crawlFrom((path) => {
      if (path === '/') return linksTo(...paths, ...paths.map((one) => `${one}?service=WMS&amp;request=GetMap`));
      return paths.includes(path.split('?')[0]!) && /service=wms/i.test(path) ? wmsPage : null;
    });
    expect(found.map(({ endpoint }) => new URL(endpoint).pathname).sort()).toEqual(paths.sort());
  });
});

describe('27. Addresses a service claims for itself', () => {
  const url = 'https://maps.example.org/county/wms?map=a';
  it.each([
    ['an internal one', 'http://localhost:8080/geoserver/wms?', 'http://localhost:8080/geoserver/wms?', true],
    ['an internal name', 'http://gis-prod-1/wms', 'http://gis-prod-1/wms', true],
    ['http for https', 'http://maps.example.org/county/wms?', 'http://maps.example.org/county/wms?', false],
    ['a relative one', '/county/wms?', 'https://maps.example.org/county/wms?', false],
    ['an empty one', '', null, true],
    [
      'one in another language',
      'https://maps.example.org/county/wms?language=fr&amp;',
      expect.stringContaining('language=fr'),
      false,
    ],
    ['no web address', 'file:///srv/maps', null, true],
  ])('%s is kept apart from the one that answered', (_what, claimed, reported, isOdd) => {
    const { identity, description, codes } = read(wmsAt(claimed), url);
    expect(identity.endpoint).toBe('https://maps.example.org/county/wms?map=a');
    expect(description.claimedUrl).toEqual(reported);
    expect(codes.includes('wms.online-resource-odd')).toBe(isOdd);
  });

  it('maps come from the address of GetMap, not from the home page in <Service>', () => {
    const home = `<Title>T</Title><OnlineResource xmlns:xlink="http://www.w3.org/1999/xlink" xlink:href="http://www.example.org/about"/>`;
    expect(read(wmsAt('http://maps.example.org/wms?', home), url).description.claimedUrl).toBe(
      'http://maps.example.org/wms?',
    );
    const without = wmsText({ service: home, request: '<GetMap><Format>image/png</Format></GetMap>' });
    expect(read(without, url).description.claimedUrl).toBe('http://www.example.org/about');
  });
});

describe('28. Services behind a proxy', () => {
  it('that write the address of the machine behind it', async () => {
    const { found } = await ask('/public/wms', () => ({ body: wmsAt('http://10.0.0.7:8080/geoserver/wms?') }));
    expect(found.endpoint).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/public\/wms$/);
    expect(found.problems.map(({ code }) => code)).toContain('wms.online-resource-odd');
  });

  it('an OGC API too', () => {
    const links = ['self', 'conformance', 'data'].map((rel) => ({ rel, href: `http://internal:5000/${rel}` }));
    const { identity } = read({ title: 'x', links }, 'https://api.example.org/ogc/');
    expect(identity.endpoint).toMatch(/^https:\/\/api\.example\.org\/ogc\/?$/);
  });

  it('a proxy that is told the service stands for it', () => {
    const inner = 'http://maps.example.org/wms?map=a';
    const proxied = `https://viewer.example.org/proxy?url=${encodeURIComponent(inner)}`;
    expect(endpointKey(proxied)).toBe(endpointKey(inner));
    expect(endpointUrl(inner)).toBe(inner);
  });
});
