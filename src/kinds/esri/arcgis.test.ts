// Directories, services and layers of ArcGIS servers on hand-made documents, with the flaws seen on the web.
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { makeDocument } from '../../base/document/document.ts';
import type { ResourceKind } from '../../model/kind.ts';
import type { Link } from '../../model/link.ts';
import type { Description, Identity, Resource } from '../../model/resource.ts';
import { arcgisUnder, readArcgisAddress } from './arcgis-address.ts';
import { arcgisCatalog } from './arcgis-catalog.ts';
import { arcgisLayer } from './arcgis-layer.ts';
import { arcgisSceneServer } from './arcgis-scene-server.ts';
import {
  arcgisFeatureServer,
  arcgisGeocodeServer,
  arcgisGpServer,
  arcgisImageServer,
  arcgisMapServer,
  arcgisVectorTileServer,
} from './arcgis-services.ts';

const site = 'https://gis.example.org/arcgis/rest/services';

function read(kind: ResourceKind, name: string, url: string): { identity: Identity; description: Description } {
  return readText(kind, readFileSync(new URL(`../../../fixtures/${kind.id}/${name}`, import.meta.url), 'utf8'), url);
}

function readText(kind: ResourceKind, text: string, url: string) {
  const document = makeDocument({ url, bytes: Buffer.from(text) });
  const [identity] = kind.identify(document);
  if (identity === undefined) throw new Error('not identified');
  return { identity, description: kind.describe(document, identity) };
}

function link(url: string): Link {
  return { url, foundBy: 'link', anchor: '', window: '', nofollow: false };
}

const rounded = (extent: readonly number[] | null) => extent?.map((value) => Math.round(value * 100) / 100) ?? null;
const linksOf = ({ links }: Description) => links.map(({ url }) => url);

describe('arcgis-map-server', () => {
  const { identity, description } = read(
    arcgisMapServer,
    'rivers.json',
    `${site}/Water/Rivers/MapServer?f=pjson&token=abc`,
  );

  it('reads version, texts and rights', () => {
    expect(identity).toEqual({
      kind: 'arcgis-map-server',
      version: '10.81',
      endpoint: `${site}/Water/Rivers/MapServer?token=abc`,
    });
    expect(description).toMatchObject({
      title: 'Rivers of Sample County',
      abstract: 'Rivers & lakes of the sample county.',
      keywords: ['water', 'rivers', 'lakes'],
      provider: { organization: 'Water Office' },
      accessConstraints: 'Sample County, 2020',
      software: 'ArcGIS Server 10.81',
      problems: [],
    });
    expect(description.formats).toEqual(['PNG32', 'PNG24', 'PNG', 'JPG', 'JSON', 'geoJSON', 'PBF', 'PNG8']);
  });

  it('reads the extent by the latest number of its system', () => {
    // Feet of California zone 3 (EPSG:2227), by cs2cs.
    expect(rounded(description.extent)).toEqual([-122.45, 37.47, -121.75, 38.03]);
  });

  it('keeps groups, tables and what layers inherit', () => {
    expect(description.layerCount).toBe(5);
    expect(description.layers.map(({ name, title, parent, queryable }) => [name, title, parent, queryable])).toEqual([
      ['0', 'Water', null, false],
      ['1', 'Rivers', 0, true],
      ['2', 'Lakes', 0, true],
      ['7', 'Relief', null, true],
      ['8', 'Gauges', null, true],
    ]);
    expect(description.layers[1]).toMatchObject({
      extent: description.extent,
      crs: ['EPSG:2227'],
      time: '2000-01-01T00:00:00Z/2020-01-01T00:00:00Z',
    });
  });

  it('links to its other endpoints, its folder and the directory', () => {
    expect(linksOf(description)).toEqual([
      'https://gis.example.org/arcgis/services/Water/Rivers/MapServer/WMSServer?token=abc&SERVICE=WMS&REQUEST=GetCapabilities',
      'https://gis.example.org/arcgis/services/Water/Rivers/MapServer/WFSServer?token=abc&SERVICE=WFS&REQUEST=GetCapabilities',
      'https://gis.example.org/arcgis/services/Water/Rivers/MapServer/WCSServer?token=abc&SERVICE=WCS&REQUEST=GetCapabilities',
      'https://gis.example.org/arcgis/services/Water/Rivers/MapServer/KmlServer?token=abc',
      `${site}/Water/Rivers/FeatureServer?token=abc`,
      `${site}/Water/Rivers/MapServer/WMTS/1.0.0/WMTSCapabilities.xml?token=abc`,
      `${site}?token=abc`,
      `${site}/Water?token=abc`,
    ]);
  });

  it('reads extents and descriptions of layers from their details', () => {
    const bytes = readFileSync(new URL('../../../fixtures/arcgis-map-server/rivers.json', import.meta.url));
    const document = makeDocument({ url: `${site}/Water/Rivers/MapServer?f=json`, bytes });
    const [own] = arcgisMapServer.identify(document);
    const more = arcgisMapServer.more!(document, own!);
    expect(more).toEqual({ url: `${site}/Water/Rivers/MapServer/layers?f=json` });
    const lakes = {
      id: 2,
      name: 'Lakes',
      type: 'Feature Layer',
      description: 'Standing water',
      capabilities: 'Map',
      extent: { xmin: -122, ymin: 37.5, xmax: -121.9, ymax: 37.6, spatialReference: { wkid: 4326 } },
    };
    const part = makeDocument({ url: more!.url, bytes: Buffer.from(JSON.stringify({ layers: [lakes], tables: [] })) });
    const whole = { ...document, parts: [part] };
    expect(arcgisMapServer.more!(whole, own!)).toBeNull();
    expect(arcgisMapServer.describe(whole, own!).layers[2]).toMatchObject({
      abstract: 'Standing water',
      extent: [-122, 37.5, -121.9, 37.6],
      parent: 0,
      queryable: false,
    });
  });

  it('reports NaN as number and as string (edge case 69)', () => {
    const odd = read(arcgisMapServer, 'nan-extent.json', `${site}/Empty/MapServer`).description;
    expect(odd.extent).toBeNull();
    expect(odd.problems.map(({ code }) => code)).toEqual(['extent.invalid']);
    expect(odd.layerCount).toBe(1);
  });

  it('reads JSONP and a system given as WKT only (edge cases 69, 73)', () => {
    const old = read(arcgisMapServer, 'jsonp.json', `${site}/Wells/MapServer?f=json&callback=dojo`);
    expect(old.identity.version).toBe('9.31');
    expect(rounded(old.description.extent)).toEqual([-91.27, 44.25, -88.73, 45.15]);
    expect(old.description.layers[0]?.crs).toEqual(['Sample_TM']);
  });

  it("reports an extent that can't be determined", () => {
    const custom = JSON.stringify({
      mapName: 'Custom',
      layers: [],
      spatialReference: { wkid: 999999 },
      fullExtent: { xmin: 5000, ymin: 5000, xmax: 6000, ymax: 7000, spatialReference: { wkid: 999999 } },
    });
    const { description: odd } = readText(arcgisMapServer, custom, `${site}/Custom/MapServer`);
    expect(odd.extent).toBeNull();
    expect(odd.problems.map(({ code }) => code)).toEqual(['extent.projected']);
  });

  it('is checked with a small map', () => {
    const resource = { ...description, endpoint: `${site}/Water/Rivers/MapServer` } as Resource;
    expect(arcgisMapServer.check!(resource)[0]?.url).toMatch(
      /\/MapServer\/export\?bbox=-122\.[\d.,-]+&bboxSR=4326&size=64,64/,
    );
  });
});

describe('arcgis-feature-server', () => {
  it('reads layers and tables, and the item that describes it', () => {
    const url = 'https://services1.arcgis.com/AbC/arcgis/rest/services/Trails_2020/FeatureServer/?f=json';
    const { identity, description } = read(arcgisFeatureServer, 'trails.json', url);
    expect(identity.endpoint).toBe('https://services1.arcgis.com/AbC/arcgis/rest/services/Trails_2020/FeatureServer');
    expect(description).toMatchObject({ title: 'Trails 2020', software: 'ArcGIS Online 11.2', layerCount: 2 });
    expect(rounded(description.extent)).toEqual([10, 50, 11, 51]);
    expect(description.layers.map(({ name, title, crs }) => [name, title, crs])).toEqual([
      ['0', 'Trails', ['EPSG:3857']],
      ['1', 'Signs', ['EPSG:3857']],
    ]);
  });

  it('trusts the URL if version 10.0 has little content', () => {
    const text = '{"serviceDescription":"","layers":[{"id":0,"name":"Wells"}]}';
    expect(readText(arcgisFeatureServer, text, `${site}/Wells/FeatureServer?f=json`).description.layerCount).toBe(1);
    const elsewhere = makeDocument({ url: 'https://a.example/x.json', bytes: Buffer.from(text) });
    expect(arcgisFeatureServer.identify(elsewhere)).toEqual([]);
  });
});

describe('other services', () => {
  it('reads rasters', () => {
    const { identity, description } = read(
      arcgisImageServer,
      'relief.json',
      `${site}/Elevation/Relief/ImageServer?f=json`,
    );
    expect(identity.version).toBe('10.91');
    // By cs2cs, as below.
    expect(rounded(description.extent)).toEqual([5.9, 45.79, 10.56, 47.81]);
    expect(description).toMatchObject({ title: 'Elevation/Relief', abstract: 'Relief', layerCount: 1 });
    expect(description.layers[0]).toMatchObject({ crs: ['EPSG:2056'], time: null });
  });

  it('reads vector tiles and links to their style', () => {
    const { description } = read(arcgisVectorTileServer, 'streets.json', `${site}/Streets/VectorTileServer?f=json`);
    expect(description.title).toBe('Streets');
    expect(linksOf(description)).toContain(`${site}/Streets/VectorTileServer/resources/styles/root.json?f=json`);
    expect(rounded(description.extent)).toEqual([-180, -85.05, 180, 85.05]);
  });

  it('reads scenes and links to their layers', () => {
    const { description } = read(arcgisSceneServer, 'town.json', `${site}/Hosted/Town/SceneServer?f=json`);
    expect(description).toMatchObject({ title: 'Town', layerCount: 1, extent: [8.5, 47.3, 8.6, 47.4] });
    expect(linksOf(description)).toContain(`${site}/Hosted/Town/SceneServer/layers/0?f=json`);
  });

  it('reads tasks and locators', () => {
    const tools = read(arcgisGpServer, 'tools.json', `${site}/Tools/GPServer?f=json`).description;
    expect(tools.layers.map(({ name, title }) => [name, title])).toEqual([
      ['Viewshed', 'Viewshed'],
      ['Line_of_Sight', 'Line of Sight'],
    ]);
    const places = read(arcgisGeocodeServer, 'addresses.json', `${site}/Addresses/GeocodeServer?f=json`).description;
    expect(places).toMatchObject({ title: 'Addresses', layerCount: 2 });
  });
});

describe('arcgis-catalog', () => {
  it('lists services and links to them and to folders', () => {
    const { identity, description } = read(arcgisCatalog, 'root.json', `${site}?f=pjson`);
    expect(identity).toEqual({ kind: 'arcgis-catalog', version: '10.91', endpoint: site });
    expect(description).toMatchObject({ title: 'gis.example.org', layerCount: 4 });
    // A name may be two services (edge case 68); types without a kind aren't followed.
    expect(linksOf(description)).toEqual([
      `${site}/Water`,
      `${site}/Old%20Maps`,
      `${site}/Utilities`,
      `${site}/Basemap/MapServer`,
      `${site}/Basemap/ImageServer`,
      `${site}/Parks_and_Trails/FeatureServer`,
    ]);
    expect(description.links.every(({ foundBy }) => foundBy === 'catalog')).toBe(true);
  });

  it('reads folders whose names have spaces, and services hosted elsewhere (edge case 22)', () => {
    const { identity, description } = read(arcgisCatalog, 'folder.json', `${site}/Old%20Maps/?f=json`);
    expect(identity.endpoint).toBe(`${site}/Old%20Maps`);
    expect(description.title).toBe('Old Maps');
    expect(linksOf(description)).toEqual([
      `${site}/Old%20Maps/Town%20plan%201890/MapServer`,
      'https://hosted.example.org/arcgis/rest/services/Hosted/FeatureServer',
    ]);
  });

  it('rejects errors with status 200, and lists of other services', () => {
    for (const text of [
      '{"error":{"code":499,"message":"Token Required","details":[]}}',
      '{"status":"error","messages":["Unauthorized"],"services":[]}',
      '{"services":[]}',
      '{"services":[{"name":"mail","type":"smtp"}]}',
    ]) {
      const document = makeDocument({ url: `${site}?f=json`, bytes: Buffer.from(text) });
      expect(arcgisCatalog.identify(document)).toEqual([]);
    }
  });
});

describe('arcgis-layer', () => {
  it('links to its service', () => {
    const { identity, description } = read(arcgisLayer, 'parcels.json', `${site}/Cadastre/MapServer/3?f=json`);
    expect(identity).toEqual({ kind: 'arcgis-layer', version: '10.0', endpoint: `${site}/Cadastre/MapServer/3` });
    expect(description).toMatchObject({ title: 'Parcels', abstract: 'Parcels & owners', layerCount: 1 });
    expect(rounded(description.extent)).toEqual([-118.29, 33.8, -118.21, 33.89]);
    expect(linksOf(description)).toEqual([`${site}/Cadastre/MapServer`, site]);
  });
});

describe('addresses', () => {
  it.each([
    [
      'https://a.example/server/rest/services/X/MapServer/3',
      'https://a.example/server/rest/services',
      'X',
      'MapServer',
      '3',
    ],
    [
      'https://a.example/ags/rest/services/F/X/mapserver/export?bbox=1',
      'https://a.example/ags/rest/services',
      'F/X',
      'MapServer',
      'export',
    ],
    [
      'https://a.example/arcgis/services/X/MapServer?wsdl',
      'https://a.example/arcgis/rest/services',
      'X',
      'MapServer',
      '',
    ],
    ['https://a.example/ArcGIS/REST/services/', 'https://a.example/ArcGIS/REST/services', '', null, ''],
  ])('are read: %s', (url, root, path, type, tail) => {
    expect(readArcgisAddress(url)).toMatchObject({ root, path, type, tail });
  });

  it.each([
    'https://a.example/arcgis/services/X/MapServer/WMSServer?request=GetCapabilities',
    'https://a.example/arcgis/rest/services/X/MapServer/WMTS/1.0.0/WMTSCapabilities.xml',
    'https://github.com/MapServer/MapServer/issues/1',
    'https://a.example/services/mapping',
    'mailto:gis@a.example',
  ])('are rejected: %s', (url) => {
    expect(readArcgisAddress(url)).toBeNull();
  });

  it('keep names with a stray per cent sign', () => {
    expect(arcgisUnder(readArcgisAddress(site)!, '100% Water', 'MapServer')).toBe(`${site}/100%25%20Water/MapServer`);
  });

  it('are suspected by the kind that can read them, and requested as JSON', () => {
    const layer = `${site}/Water/Rivers/MapServer/3?token=abc`;
    expect(arcgisMapServer.suspect(link(layer))).toBeGreaterThan(0.9);
    expect(arcgisFeatureServer.suspect(link(layer))).toBe(0);
    expect(arcgisLayer.suspect(link(layer))).toBeLessThan(0.5);
    expect(arcgisMapServer.probe(layer)).toEqual([{ url: `${site}/Water/Rivers/MapServer?token=abc&f=json` }]);
    expect(arcgisCatalog.suspect(link(`${site}/Water`))).toBeGreaterThan(0.9);
    expect(arcgisCatalog.probe(`${site}/?f=html`)).toEqual([{ url: `${site}?f=json` }]);
    expect(arcgisCatalog.probe('https://a.example/arcgis/')).toEqual([
      { url: 'https://a.example/arcgis/rest/services?f=json' },
    ]);
    // A template isn't a URL.
    expect(arcgisMapServer.suspect(link('https://a.example/arcgis/rest/services/{name}/MapServer'))).toBe(0);
  });
});
