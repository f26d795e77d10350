// Edge cases 68 to 74: ArcGIS servers, portals and hubs as they answer.
import { afterEach, describe, expect, it } from 'vitest';
import type { Page } from '../e2e/small-web.ts';
import { closeWebs, crawlAll, probeOne, serve } from './probing.ts';
import { checkOf, kindsIn, read, rounded } from './reading.ts';

const site = 'https://gis.example.org/arcgis/rest/services';

afterEach(closeWebs);

function json(content: object, status = 200): Page {
  return { status, type: 'application/json', body: JSON.stringify(content) };
}

/** The smallest map service. */
function mapService(more: object = {}): object {
  return { currentVersion: 10.81, mapName: 'Layers', layers: [{ id: 0, name: 'Roads' }], ...more };
}

function rasterService(): object {
  return { currentVersion: 10.81, name: 'Relief', pixelSizeX: 1, pixelSizeY: 1, bandCount: 3 };
}

describe('68. Folders that fail beside folders that work', () => {
  const stopped = { error: { code: 500, message: 'Service Stopped/MapServer not started', details: [] } };
  const pages: Record<string, Page> = {
    '': json({
      currentVersion: 10.81,
      folders: ['Bad', 'Locked', 'Good'],
      services: [{ name: 'Stopped', type: 'MapServer' }, null, { name: 'Odd' }],
    }),
    '/Bad': json({ message: 'boom' }, 500),
    '/Locked': json({ error: { code: 499, message: 'Token Required' } }),
    '/Good': json({
      currentVersion: 10.81,
      folders: [],
      services: ['MapServer', 'ImageServer'].map((type) => ({ name: 'Good/Relief', type })),
    }),
    '/Stopped/MapServer': json(stopped),
    '/Good/Relief/MapServer': json(mapService()),
    '/Good/Relief/ImageServer': json(rasterService()),
  };

  it('affect only themselves, and each has a reason', async () => {
    const root = '/arcgis/rest/services';
    const web = await serve((path) => {
      const [address = ''] = path.split('?');
      return path.includes('f=json') && address.startsWith(root) ? (pages[address.slice(root.length)] ?? null) : null;
    });
    const { found, events, stopped: why } = await crawlAll([`${web.origin}${root}`]);
    expect(found.map(({ kind, endpoint }) => [kind, endpoint.slice(web.origin.length + root.length)]).sort()).toEqual([
      ['arcgis-catalog', ''],
      ['arcgis-catalog', '/Good'],
      ['arcgis-image-server', '/Good/Relief/ImageServer'],
      ['arcgis-map-server', '/Good/Relief/MapServer'],
    ]);
    const failed = events.flatMap((event) =>
      event.type === 'problem' && event.url.includes('f=json') ? [`${event.code} ${new URL(event.url).pathname}`] : [],
    );
    expect(failed.sort()).toEqual([
      `crawl.not-confirmed ${root}/Locked`,
      `crawl.not-confirmed ${root}/Stopped/MapServer`,
      `fetch.status ${root}/Bad`,
    ]);
    expect(why).toBe('complete');
  });
});

describe('69. ArcGIS extents', () => {
  const box = (west: unknown, south: unknown, east: unknown, north: unknown, spatialReference: unknown) => ({
    xmin: west,
    ymin: south,
    xmax: east,
    ymax: north,
    spatialReference,
  });
  const wkt =
    'PROJCS["WGS_1984_Web_Mercator_Auxiliary_Sphere",GEOGCS["GCS_WGS_1984",DATUM["D_WGS_1984",SPHEROID["WGS_1984",6378137.0,298.257223563]],PRIMEM["Greenwich",0.0],UNIT["Degree",0.0174532925199433]],PROJECTION["Mercator_Auxiliary_Sphere"],PARAMETER["False_Easting",0.0],PARAMETER["False_Northing",0.0],PARAMETER["Central_Meridian",0.0],PARAMETER["Standard_Parallel_1",0.0],PARAMETER["Auxiliary_Sphere_Type",0.0],UNIT["Meter",1.0]]';
  const germany = [668_000, 6_000_000, 1_670_000, 7_360_000] as const;
  it.each([
    ['in degrees', JSON.stringify(box(6, 47, 15, 55, { wkid: 4326 })), [6, 47, 15, 55], []],
    ['bare NaN', '{"xmin":NaN,"ymin":NaN,"xmax":NaN,"ymax":NaN}', null, ['extent.invalid']],
    ['the word NaN', JSON.stringify(box('NaN', 'NaN', 'NaN', 'NaN', { wkid: 4326 })), null, ['extent.invalid']],
    ['absent', 'null', null, []],
    ['WKT', JSON.stringify(box(...germany, { wkt })), [6, 47, 15, 55], []],
    ['latestWkid', JSON.stringify(box(...germany, { wkid: 102_100, latestWkid: 3857 })), [6, 47, 15, 55], []],
    ['an Esri number', JSON.stringify(box(...germany, { wkid: 102_100 })), [6, 47, 15, 55], []],
    ['a number of its own', JSON.stringify(box(...germany, { wkid: 999_999 })), null, ['extent.projected']],
    ['out of range', JSON.stringify(box(-2e8, -2e8, 2e8, 2e8, { wkid: 102_100 })), null, ['extent.projected']],
  ])('%s', (_what, extent, expected, codes) => {
    const text = `{"mapName":"M","layers":[{"id":0,"name":"Roads"}],"fullExtent":${extent}}`;
    const reading = read(text, `${site}/Roads/MapServer?f=json`);
    expect([rounded(reading.description.extent), reading.codes]).toEqual([expected, codes]);
    expect(reading.layers).toMatchObject([{ name: '0', title: 'Roads' }]);
  });
});

describe('70. Layers of all sorts, and services of tiles alone', () => {
  const entry = (id: number, name: string, type: string, more: object = {}) => ({ id, name, type, ...more });
  it('keeps groups, rasters, annotations, sub-layers and tables; a scale of 0 is none', () => {
    const layers = [
      entry(0, 'Transport', 'Group Layer', { subLayerIds: [1, 2], minScale: 0, maxScale: 0 }),
      entry(1, 'Roads', 'Feature Layer', { parentLayerId: 0, maxScale: 0 }),
      entry(2, 'Names', 'Annotation Layer', { parentLayerId: 0 }),
      entry(3, 'Relief', 'Raster Layer'),
      entry(4, 'Without legend', 'Feature Layer', { legendGroups: null, drawingInfo: null }),
    ];
    const tables = [entry(5, 'Codes', 'Table')];
    const reading = read(mapService({ layers, tables }), `${site}/Traffic/MapServer?f=json`);
    expect(reading.layers.map(({ name, title, parent }) => [name, title, parent])).toEqual([
      ['0', 'Transport', null],
      ['1', 'Roads', 0],
      ['2', 'Names', 0],
      ['3', 'Relief', null],
      ['4', 'Without legend', null],
      ['5', 'Codes', null],
    ]);
    expect(reading.codes).toEqual([]);
  });

  it('a fused cache is also a WMTS', () => {
    const tiles = { singleFusedMapCache: true, capabilities: 'Map,Tilemap', tileInfo: { format: 'PNG' } };
    const { identity, links, description } = read(mapService({ ...tiles, layers: [] }), `${site}/Base/MapServer`);
    expect([identity.kind, description.layerCount]).toEqual(['arcgis-map-server', 0]);
    expect(links).toContain(`${site}/Base/MapServer/WMTS/1.0.0/WMTSCapabilities.xml`);
  });

  it('a service of tiles only has no layer to query', () => {
    const tiles = { singleFusedMapCache: true, capabilities: 'TilesOnly', tileInfo: { format: 'PNG' } };
    const { identity, layers } = read(mapService(tiles), `${site}/Base/MapServer`);
    expect([identity.kind, layers]).toMatchObject(['arcgis-map-server', [{ title: 'Roads', queryable: false }]]);
  });
});

describe('71. HTML in texts, underscores in names', () => {
  it('are read as plain text', () => {
    const texts = {
      serviceDescription:
        '<div style="x">Roads &amp; <b>bridges</b><br/>of <i>Sample</i></div><script>alert(1)</script>',
      copyrightText: '<p>City of <a href="http://a.example">Sample</a></p>',
    };
    const { description } = read(mapService(texts), `${site}/Traffic/Road_network_2020/MapServer`);
    expect(description.abstract).toBe('Roads & bridges of Sample');
    expect(description.accessConstraints).toBe('City of Sample');
    const unnamed = read({ layers: [{ id: 0, name: 'a' }] }, `${site}/Traffic/Road_network_2020/FeatureServer?f=json`);
    expect(unnamed.description.title).toBe('Road network 2020');
  });
});

describe('72. Queries a server may not know', () => {
  const feature = { hasVersionedData: false, supportedQueryFormats: 'JSON', capabilities: 'Query' };
  it('are not sent: one feature, no ids, no statistics, no paging', () => {
    const service = { ...feature, maxRecordCount: 1, layers: [{ id: 3, name: 'Roads' }], tables: [] };
    const reading = read(service, `${site}/Roads/FeatureServer?f=json`);
    expect(reading.identity.kind).toBe('arcgis-feature-server');
    const [request] = checkOf(reading);
    expect(request?.url).toContain('/FeatureServer/3/query?where=1%3D1');
    expect(request?.url).toContain('resultRecordCount=1');
    expect(request?.url).not.toMatch(/returnIdsOnly|outStatistics|resultOffset/);
  });
});

describe('73. JSON under any name, type and callback', () => {
  const body = JSON.stringify(mapService());
  it.each([
    ['f=pjson', `${site}/Roads/MapServer?f=pjson`, 'application/json', JSON.stringify(mapService(), null, 2)],
    ['text/plain', `${site}/Roads/MapServer?f=json`, 'text/plain;charset=utf-8', body],
    ['text/html', `${site}/Roads/MapServer?f=json`, 'text/html', body],
    ['JSONP', `${site}/Roads/MapServer?f=json&callback=dojo.cb`, 'text/javascript', `dojo.cb(${body});`],
  ])('%s', (_what, url, type, text) => {
    const { identity } = read(text, { url, headers: { 'content-type': type } });
    expect(identity).toMatchObject({ kind: 'arcgis-map-server', endpoint: `${site}/Roads/MapServer` });
  });

  it.each(['arcgis', 'server', 'ags', 'gis', 'arcgis1', 'hosting/v2'])('the site may be called /%s', async (name) => {
    const path = `/${name}/rest/services`;
    const web = await serve((requested) =>
      requested === `${path}?f=json` ? json({ currentVersion: 11, folders: [], services: [] }) : null,
    );
    const { kind, endpoint, requests } = await probeOne(`${web.origin}${path}/`);
    expect([kind, endpoint, requests]).toEqual(['arcgis-catalog', `${web.origin}${path}`, 1]);
  });
});

describe('74. Portals and hubs', () => {
  const id = (digit: string) => digit.repeat(32);
  const item = (digit: string, url: string | null) => ({
    id: id(digit),
    owner: 'o',
    title: `Item ${digit}`,
    type: 'Feature Service',
    typeKeywords: [],
    url,
    tags: [],
    extent: [],
  });
  const search = (results: readonly object[], more: object) => ({
    query: 'roads',
    total: 12_345,
    start: 1,
    num: 100,
    nextStart: 101,
    results,
    ...more,
  });
  const sharing = 'https://portal.example.org/portal/sharing/rest';
  const roads = 'https://gis.example.org/arcgis/rest/services/Roads/FeatureServer';

  it('several items of one service lead to it once', () => {
    const { layers, links, description } = read(
      search([item('a', roads), item('b', roads), item('c', null), item('d', '')], {}),
      `${sharing}/search?q=roads&f=json`,
    );
    expect([layers.length, description.layerCount]).toEqual([4, 12_345]);
    expect(links.filter((link) => link === roads)).toHaveLength(1);
  });

  it.each([
    [101, '101'],
    [9901, '9901'],
    [10_001, null],
    [-1, null],
  ])('a search continues from %i, but not beyond ten thousand', (nextStart, start) => {
    const { links } = read(search([item('a', roads)], { nextStart }), `${sharing}/search?q=roads&f=json`);
    const pages = links.filter((link) => link.includes('/search?'));
    expect(pages.map((link) => new URL(link).searchParams.get('start'))).toEqual(start === null ? [] : [start]);
  });

  it('an item is identified by its URL, and its service by the service’s', () => {
    const { identity, links } = read(item('e', roads), `${sharing}/content/items/${id('e')}?f=json`);
    expect(identity).toMatchObject({ kind: 'arcgis-portal', endpoint: `${sharing}/content/items/${id('e')}` });
    expect(links).toEqual([roads]);
  });

  it('a record of a hub leads to its service once, whichever of its layers it names', () => {
    const record = (digit: string, layer: number) => ({
      type: 'dataset',
      id: `${id(digit)}_${layer}`,
      attributes: { name: `Layer ${layer}`, url: `${roads}/${layer}`, hubType: 'Feature Layer' },
    });
    const url = 'https://data.example.org/api/v3/datasets';
    const { layers, links } = read({ data: [record('a', 0), record('a', 1), record('a', 0)] }, url);
    expect(kindsIn({ data: [record('a', 0)] }, url)).toEqual(['arcgis-hub']);
    expect(layers.map(({ name }) => name)).toEqual([`${id('a')}_0`, `${id('a')}_1`]);
    expect(links).toEqual([`${roads}/0`, `${roads}/1`]);
  });
});
