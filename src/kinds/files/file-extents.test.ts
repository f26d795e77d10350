// Extents that files and services state falsely, or not at all: the right box, or none and a problem.
import { expect, it } from 'vitest';
import { makeDocument } from '../../base/document/document.ts';
import type { ResourceKind } from '../../model/kind.ts';
import { arcgisMapServer } from '../esri/arcgis-services.ts';
import { wcs } from '../ogc/wcs/wcs.ts';
import { thredds } from '../science/thredds.ts';
import { geojson } from './vector/geojson.ts';
import { kml } from './vector/kml.ts';

function read(kind: ResourceKind, text: string, url = 'https://maps.example.org/data') {
  const document = makeDocument({ url, bytes: new TextEncoder().encode(text) });
  const [identity] = kind.identify(document);
  const { extent, layers, problems } = kind.describe(document, identity!);
  return { extent, layers: layers.map((layer) => layer.extent), codes: problems.map(({ code }) => code), problems };
}

const point = (x: number, y: number) => ({
  type: 'Feature',
  properties: {},
  geometry: { type: 'Point', coordinates: [x, y] },
});

it('prefers coordinates over a bbox that does not contain them', () => {
  const features = [point(100, 50), point(101, 51)];
  const { extent, codes } = read(geojson, JSON.stringify({ type: 'FeatureCollection', bbox: [0, 0, 1, 1], features }));
  expect(extent).toEqual([100, 50, 101, 51]);
  expect(codes).toContain('extent.invalid');
});

it('reports meters in place of degrees', () => {
  const features = [point(500_000, 5_200_000), point(600_000, 5_300_000)];
  const { extent, problems } = read(geojson, JSON.stringify({ type: 'FeatureCollection', features }));
  expect(extent).toBeNull();
  expect(problems).toMatchObject([{ code: 'extent.projected', message: expect.stringContaining("aren't degrees") }]);
});

it("isn't affected by a stray point", () => {
  const marks = ['7,46', '8,47', '8,120'].map(
    (at) => `<Placemark><Point><coordinates>${at}</coordinates></Point></Placemark>`,
  );
  const text = `<kml xmlns="http://www.opengis.net/kml/2.2"><Document>${marks.join('')}</Document></kml>`;
  expect(read(kml, text)).toMatchObject({ extent: null, codes: ['extent.out-of-range'] });
});

it('uses the regions of network links if nothing else has an extent', () => {
  const box = '<LatLonAltBox><north>50</north><south>40</south><east>10</east><west>0</west></LatLonAltBox>';
  const link = `<NetworkLink><Region>${box}</Region><Link><href>1.kml</href></Link></NetworkLink>`;
  const text = `<kml xmlns="http://www.opengis.net/kml/2.2"><Document>${link}</Document></kml>`;
  expect(read(kml, text)).toMatchObject({ extent: [0, 40, 10, 50] });
});

it("doesn't treat a box without a system as degrees", () => {
  const box =
    '<ows:BoundingBox><ows:LowerCorner>5 55</ows:LowerCorner><ows:UpperCorner>6 56</ows:UpperCorner></ows:BoundingBox>';
  const text =
    '<wcs:Capabilities xmlns:wcs="http://www.opengis.net/wcs/2.0" xmlns:ows="http://www.opengis.net/ows/2.0" version="2.0.1">' +
    `<wcs:Contents><wcs:CoverageSummary><wcs:CoverageId>a</wcs:CoverageId>${box}</wcs:CoverageSummary></wcs:Contents></wcs:Capabilities>`;
  const { extent, codes } = read(wcs, text);
  expect(extent).toBeNull();
  expect(codes).toContain('extent.projected');
});

it('reports the initial view as the full extent, and gives tables none', () => {
  const view = { xmin: 7, ymin: 46, xmax: 8, ymax: 47, spatialReference: { wkid: 4326 } };
  const service = {
    currentVersion: 10.3,
    mapName: 'Rivers',
    layers: [{ id: 0, name: 'Rivers' }],
    tables: [{ id: 1, name: 'Gauges' }],
    fullExtent: { xmin: 'NaN', ymin: 'NaN', xmax: 'NaN', ymax: 'NaN' },
    initialExtent: view,
  };
  const url = 'https://maps.example.org/arcgis/rest/services/Rivers/MapServer?f=json';
  const { layers, codes } = read(arcgisMapServer, JSON.stringify(service), url);
  expect(layers).toEqual([[7, 46, 8, 47], null]);
  expect(codes).toContain('extent.invalid');
});

it('reads starts beyond 180 in THREDDS', () => {
  const sides =
    '<northsouth><start>40</start><size>10</size></northsouth><eastwest><start>350</start><size>20</size></eastwest>';
  const text =
    '<catalog xmlns="http://www.unidata.ucar.edu/namespaces/thredds/InvCatalog/v1.0" version="1.2"><dataset name="Top">' +
    `<metadata inherited="true"><geospatialCoverage>${sides}</geospatialCoverage></metadata>` +
    '<dataset name="a" urlPath="a.nc"/></dataset></catalog>';
  expect(read(thredds, text).extent).toEqual([-10, 40, 10, 50]);
});
