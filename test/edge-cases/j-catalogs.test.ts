// Edge cases 85 to 88: CKAN, DCAT, THREDDS and JSON-LD as found on portals.
import { afterEach, describe, expect, it } from 'vitest';
import type { Page } from '../e2e/small-web.ts';
import { wms } from '../e2e/small-web.ts';
import { closeWebs, crawlAll, probeOne, serve } from './probing.ts';
import { documentOf, findIn, kindsIn, read } from './reading.ts';

afterEach(closeWebs);

function json(content: object): Page {
  return { type: 'application/json', body: JSON.stringify(content) };
}

describe('85. CKAN metadata as publishers enter it', () => {
  const search = 'https://data.example.org/api/3/action/package_search?rows=100';
  const dataset = (name: string, more: object) => ({ name, title: `Dataset ${name}`, resources: [], ...more });
  const response = (results: readonly object[], count = results.length) => ({
    help: 'https://data.example.org/api/3/action/help_show?name=package_search',
    success: true,
    result: { count, results },
  });

  it.each(['WMS', 'OGC WMS', 'wms_srvc', 'WMS_SRVC', 'Web Map Service', 'OGC:WMS-1.3.0-http-get-map'])(
    'follows a resource of the format “%s” whose URL does not name the service',
    async (format) => {
      const web = await serve((path) => {
        if (path.startsWith('/api/3/action/package_search')) {
          return json(
            response([dataset('roads', { resources: [{ url: `${web.origin}/karten/strassen`, format, name: '' }] })]),
          );
        }
        return path.startsWith('/karten/strassen?') ? wms({ title: 'Roads of Sample' }) : null;
      });
      const { found } = await crawlAll([`${web.origin}/api/3/action/package_search?rows=100`]);
      expect(found.map(({ kind }) => kind)).toEqual(['ckan', 'wms']);
    },
  );

  it.each(['Esri REST', 'ArcGIS GeoServices REST API', 'esri_rest'])(
    'follows an ArcGIS resource of the format “%s”',
    async (format) => {
      const web = await serve((path) => {
        if (path.startsWith('/api/3/action/package_search')) {
          const url = `${web.origin}/arcgis/rest/services/Roads/MapServer/0`;
          return json(response([dataset('roads', { resources: [{ url, format, name: '' }] })]));
        }
        const service = { currentVersion: 10.8, mapName: 'Roads', layers: [{ id: 0, name: 'Roads' }] };
        return path.startsWith('/arcgis/rest/services/Roads/MapServer?') ? json(service) : null;
      });
      const { found } = await crawlAll([`${web.origin}/api/3/action/package_search?rows=100`]);
      expect(found.map(({ kind }) => kind)).toEqual(['ckan', 'arcgis-map-server']);
    },
  );

  it('omits private and deleted datasets, strips HTML and tolerates resources without a URL', () => {
    const { layers, links, codes } = read(
      response([
        dataset('a', {
          notes: '<p>All <b>roads</b> &amp; bridges</p>',
          resources: [{ url: '', format: 'WMS' }, { format: 'WMS' }, null],
        }),
        dataset('b', { private: true }),
        dataset('c', { state: 'deleted' }),
        dataset('d', { resources: [{ url: 'http://a.example/x.zip', state: 'deleted', id: 'changes' }] }),
      ]),
      search,
    );
    expect(layers.map(({ name, abstract }) => [name, abstract])).toEqual([
      ['a', 'All roads & bridges'],
      ['d', ''],
    ]);
    expect([links, codes]).toEqual([[], []]);
  });

  it('continues after a page with fewer datasets than requested', () => {
    const { links, description } = read(response([dataset('a', {}), dataset('b', {})], 250), search);
    expect(description.layerCount).toBe(250);
    expect(links).toEqual([`${search}&start=2`]);
  });

  it('ignores error responses', () => {
    expect(kindsIn({ ...response([]), success: false, error: { message: 'Not found' } }, search)).toEqual([]);
  });
});

describe('86. DCAT-US in all its forms', () => {
  const url = 'https://agency.example.gov/data.json';
  const schema = 'https://project-open-data.cio.gov/v1.1/schema';
  const dataset = (title: string, more: object = {}) => ({
    '@type': 'dcat:Dataset',
    title,
    accessLevel: 'public',
    ...more,
  });

  it('reads series, services and datasets without identifiers', () => {
    const member = dataset('Member', { identifier: 'm', distribution: [{ accessURL: 'http://a.example/m' }] });
    const service = { '@type': 'dcat:DataService', title: 'Service', endpointURL: 'http://a.example/wms' };
    const catalog = {
      conformsTo: schema,
      dataset: [dataset('Series', { seriesMember: [member] })],
      service: [service],
    };
    const { layers, links } = read(catalog, url);
    expect(layers.map(({ name, title }) => [name, title])).toEqual([
      [null, 'Series'],
      ['m', 'Member'],
      [null, 'Service'],
    ]);
    expect(links).toEqual(['http://a.example/m', 'http://a.example/wms']);
  });

  it.each([
    ['-80.5,35,-79,36.5', [-80.5, 35, -79, 36.5], []],
    [
      {
        type: 'Polygon',
        coordinates: [
          [
            [7, 50],
            [8, 50],
            [8, 51],
            [7, 50],
          ],
        ],
      },
      [7, 50, 8, 51],
      [],
    ],
    ['POLYGON((7 50, 8 50, 8 51, 7 50))', [7, 50, 8, 51], []],
    ['Sample County, somewhere nice', null, []],
    ['inf,inf,-inf,-inf', null, []],
    ['{"type": "Polygon", "coordinates": ', null, []],
    [null, null, []],
    [12, null, []],
    ['500000,5500000,600000,5600000', null, ['extent.projected']],
  ])('spatial %j', (spatial, extent, codes) => {
    const reading = read({ conformsTo: schema, dataset: [dataset('A', { spatial }), dataset('B')] }, url);
    expect(reading.layers.map((layer) => layer.extent)).toEqual([extent, null]);
    expect(reading.codes).toEqual(codes);
  });

  it('streams very large catalogs and skips invalid datasets', () => {
    const one = JSON.stringify(dataset('Dataset', { description: 'x'.repeat(5000), keyword: ['k'] }));
    const text = `{"conformsTo":"${schema}","dataset":[${`${one},`.repeat(8000)}{"title":"Broken","spatial":NaN},${one}]}`;
    expect(text.length).toBeGreaterThan(32 * 1024 * 1024);
    const { identity, description } = read(text, url);
    expect([identity.kind, identity.version, description.layerCount]).toEqual(['dcat', schema, 8001]);
  });
});

describe('87. THREDDS catalogs', () => {
  const url = 'https://thredds.example.org/thredds/catalog/model/catalog.xml';
  const space =
    'xmlns="http://www.unidata.ucar.edu/namespaces/thredds/InvCatalog/v1.0" xmlns:xlink="http://www.w3.org/1999/xlink"';
  const services = `<service name="all" serviceType="Compound" base=""><service name="odap" serviceType="OPENDAP" base="/thredds/dodsC/"/>
    <service name="inner" serviceType="compound" base=""><service name="wms" serviceType="WMS" base="/thredds/wms/"/></service></service>
    <service name="latest" serviceType="Resolver" base=""/>`;
  const catalog = (inside: string) => `<catalog name="Models" version="1.2" ${space}>${services}${inside}</catalog>`;

  it('resolves compound services, relative and remote references', () => {
    const { layers, links } = read(
      catalog(`<dataset name="Rain" ID="rain" urlPath="model/rain.nc"><serviceName>all</serviceName></dataset>
        <catalogRef xlink:href="2020/catalog.xml" xlink:title="2020" name=""/><catalogRef xlink:href="/thredds/other/catalog.xml" xlink:title="Other"/>
        <catalogRef xlink:href="https://remote.example.net/thredds/catalog.xml" xlink:title="Remote"/><catalogRef xlink:href="catalog.xml" xlink:title="Itself"/>`),
      url,
    );
    expect(layers).toMatchObject([{ name: 'rain', title: 'Rain' }]);
    expect(links).toEqual([
      'https://thredds.example.org/thredds/catalog/model/2020/catalog.xml',
      'https://thredds.example.org/thredds/other/catalog.xml',
      'https://remote.example.net/thredds/catalog.xml',
      url,
      'https://thredds.example.org/thredds/wms/model/rain.nc?service=WMS&request=GetCapabilities',
      'https://thredds.example.org/thredds/dodsC/model/rain.nc.dds',
    ]);
  });

  it('ignores resolvers, which repeat listed datasets', () => {
    const latest = '<dataset name="Latest" urlPath="latest.xml"><serviceName>latest</serviceName></dataset>';
    expect(read(catalog(latest), url).links).toEqual([]);
  });

  it.each([
    ['2020-01-01T00:00:00Z', '2020-12-31', '2020-01-01T00:00:00Z/2020-12-31'],
    ['present', '', 'present/..'],
    ['1 Jan 2020 00:00 GMT', 'present', '1 Jan 2020 00:00 GMT/present'],
  ])('keeps dates as written: %s', (start, end, time) => {
    const coverage = `<timeCoverage><start>${start}</start><end>${end}</end></timeCoverage>`;
    expect(read(catalog(`<dataset name="Rain" ID="r">${coverage}</dataset>`), url).layers[0]?.time).toBe(time);
  });

  it('requests the XML of an HTML catalog page', async () => {
    const page =
      '<html><head><title>Catalog https://thredds.example.org/thredds/catalog/catalog.html</title></head><body><h1>THREDDS Data Server</h1>';
    const web = await serve((path) => {
      if (path === '/thredds/catalog/catalog.html') return page;
      return path === '/thredds/catalog/catalog.xml'
        ? { type: 'text/xml', body: catalog('<dataset name="Rain" ID="r"/>') }
        : null;
    });
    expect(await probeOne(`${web.origin}/thredds/catalog/catalog.html`)).toMatchObject({
      kind: 'thredds',
      layerCount: 1,
    });
  });

  it('stops at loops and isolates a failing WMS', async () => {
    const of = (name: string) =>
      `<dataset name="${name}" ID="${name}" urlPath="${name}.nc"><serviceName>wms</serviceName></dataset>`;
    const web = await serve((path) => {
      const [at = ''] = path.split('?');
      if (at === '/thredds/catalog.xml')
        return {
          type: 'text/xml',
          body: catalog(`${of('good')}${of('bad')}<catalogRef xlink:href="a/catalog.xml" xlink:title="A"/>`),
        };
      if (at === '/thredds/a/catalog.xml')
        return {
          type: 'text/xml',
          body: catalog('<dataset name="A" ID="a"/><catalogRef xlink:href="../catalog.xml" xlink:title="Up"/>'),
        };
      if (at === '/thredds/wms/good.nc') return wms({ title: 'Rain of Sample' });
      return at === '/thredds/wms/bad.nc' ? { status: 500, body: 'java.lang.NullPointerException' } : null;
    });
    const { found, events, stopped } = await crawlAll([`${web.origin}/thredds/catalog.xml`]);
    expect(found.map(({ kind }) => kind).sort()).toEqual(['thredds', 'thredds', 'wms']);
    expect(events.some((event) => event.type === 'problem' && event.url.includes('/wms/bad.nc'))).toBe(true);
    expect(stopped).toBe('complete');
  });
});

describe('88. JSON-LD in pages', () => {
  const url = 'https://data.example.org/dataset/roads';
  const page = (...blocks: readonly string[]) =>
    `<!doctype html><html><head><title>Roads</title>${blocks.map((block) => `<script type="application/ld+json">${block}</script>`).join('')}</head><body></body></html>`;
  const roads = (box: string, more: object = {}) => ({
    '@type': 'Dataset',
    name: 'Roads',
    ...more,
    spatialCoverage: { '@type': 'Place', geo: { '@type': 'GeoShape', box } },
  });
  const context = 'https://schema.org/';

  it.each([
    ['one object', JSON.stringify({ '@context': context, ...roads('50 7 51 8') })],
    [
      'a list',
      JSON.stringify([
        { '@context': context, '@type': 'WebSite' },
        { '@context': context, ...roads('50 7 51 8') },
      ]),
    ],
    ['a graph', JSON.stringify({ '@context': context, '@graph': [{ '@type': 'WebPage' }, roads('50 7 51 8')] })],
    [
      'inside a catalog',
      JSON.stringify({ '@context': context, '@type': 'DataCatalog', name: 'Data', dataset: [roads('50 7 51 8')] }),
    ],
    ['commas in pairs', JSON.stringify({ '@context': context, ...roads('50,7 51,8') })],
    [
      'longitude first if the other order is impossible',
      JSON.stringify({ '@context': context, ...roads('-122 37 -121 38') }),
      [-122, 37, -121, 38],
    ],
    [
      'a trailing comma and a raw line break',
      `{"@context":"${context}","@type":"Dataset","name":"Roads","description":"a\nb","spatialCoverage":{"geo":{"box":"50 7 51 8"}},}`,
    ],
  ])('%s', (_what, block, extent = [7, 50, 8, 51]) => {
    const { identity, layers } = read(page(block), url);
    expect(identity).toMatchObject({ kind: 'schema-org', endpoint: url });
    expect(layers).toMatchObject([{ title: 'Roads', extent }]);
  });

  it('reads valid blocks beside a malformed one', () => {
    const good = JSON.stringify({ '@context': context, ...roads('50 7 51 8') });
    expect(read(page('{"@type": "Dataset", ', good), url).codes).toEqual(['jsonld.malformed']);
  });

  it('ignores spam', () => {
    const spam = JSON.stringify({
      '@context': context,
      '@type': 'Dataset',
      name: 'Buy now',
      description: 'cheap '.repeat(50),
    });
    expect(findIn(page(spam), url)).toEqual([]);
    expect(documentOf(page(spam), url).form).toBe('html');
  });
});
