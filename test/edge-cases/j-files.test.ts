// Edge cases 80 to 84: folders, archives, JSON and images as found on the web.
import { readFileSync } from 'node:fs';
import { afterEach, describe, expect, it } from 'vitest';
import { makeBigTiff, wholeFile } from '../range/make-files.ts';
import { makeZip64, type Stored } from '../range/make-zip.ts';
import { closeWebs, crawlAll, probeAll, probeOne, serve } from './probing.ts';
import { findIn, kindsIn, read } from './reading.ts';

afterEach(closeWebs);

function fixture(path: string): Buffer {
  return readFileSync(new URL(`../../fixtures/${path}`, import.meta.url));
}

const record =
  '<gmd:MD_Metadata xmlns:gmd="http://www.isotc211.org/2005/gmd" xmlns:gco="http://www.isotc211.org/2005/gco"><gmd:identificationInfo/></gmd:MD_Metadata>';

describe('80. Folder listings of every server', () => {
  const url = 'http://files.example.org/waf/';
  const apache = (
    date: string,
  ) => `<!DOCTYPE HTML PUBLIC "-//W3C//DTD HTML 3.2 Final//EN"><html><head><title>Index of /waf</title></head><body><h1>Index of /waf</h1><table>
    <tr><th><a href="?C=N;O=D">Name</a></th><th><a href="?C=M;O=A">Last modified</a></th></tr>
    <tr><td><a href="/">Parent Directory</a></td></tr><tr><td><a href="a.xml">a.xml</a></td><td>${date}</td></tr>
    <tr><td><a href="b.xml">b.xml</a></td><td>${date}</td></tr><tr><td><a href="old/">old/</a></td><td>${date}</td></tr></table></body></html>`;
  it.each([
    ['Apache', apache('2020-01-31 12:00')],
    ['Apache, months by name', apache('31-Jan-2020 12:00')],
    ['Apache, long dates', apache('Friday, January 31, 2020 12:00:00 PM UTC')],
    [
      'Apache, preformatted',
      '<html><head><title>Index of /waf</title></head><body><h1>Index of /waf</h1><pre><a href="?C=N;O=D">Name</a> <a href="../">Parent Directory</a>\n<a href="a.xml">a.xml</a> 31-Jan-2020 12:00 4k\n<a href="b.xml">b.xml</a>\n<a href="old/">old/</a></pre>',
    ],
    [
      'nginx',
      '<html>\r\n<head><title>Index of /waf/</title></head>\r\n<body><h1>Index of /waf/</h1><hr><pre><a href="../">../</a>\r\n<a href="old/">old/</a>  31-Jan-2020 12:00  -\r\n<a href="a.xml">a.xml</a> 31-Jan-2020 12:00 4096\r\n<a href="b.xml">b.xml</a></pre>',
    ],
    [
      'IIS',
      '<html><head><title>files.example.org - /waf/</title></head><body><H1>files.example.org - /waf/</H1><hr><pre><A HREF="/">[To Parent Directory]</A><br><br> 1/31/2020 12:00 PM &lt;dir&gt; <A HREF="/waf/old/">old</A><br> 1/31/2020 12:00 PM 4096 <A HREF="/waf/a.xml">a.xml</A><br> Friday, January 31, 2020 12:00 PM 4096 <A HREF="/waf/b.xml">b.xml</A><br></pre>',
    ],
    [
      'a custom script',
      '<html><head><title>Directory listing for /waf/</title></head><body><ul><li><a href="old/">old/</a></li><li><a href="./a.xml">First record</a></li><li><a href="b.xml">Second record</a></li></ul>',
    ],
  ])('%s', (_server, html) => {
    const { identity, layers, links } = read(html, url);
    expect(identity).toMatchObject({ kind: 'waf', endpoint: url });
    expect(layers.map(({ name }) => name)).toEqual(['a.xml', 'b.xml']);
    expect([...links].sort()).toEqual([`${url}a.xml`, `${url}b.xml`, `${url}old/`]);
  });

  it('are crawled down to their records, each once, ignoring sort and parent links', async () => {
    const listing = (path: string, ...names: readonly string[]) =>
      `<html><head><title>Index of ${path}</title></head><body><a href="?C=N;O=D">Name</a><a href="../">Parent</a>${names.map((name) => `<a href="${name}">${name}</a>`).join('')}`;
    const web = await serve((path) => {
      if (path === '/waf/') return listing(path, 'a.xml', 'deep/');
      if (path === '/waf/deep/') return listing(path, 'b.xml', '../deep/');
      return path.endsWith('.xml') ? { type: 'text/xml', body: record } : null;
    });
    const { found } = await crawlAll([`${web.origin}/waf/`]);
    expect(found.map(({ kind, url: at }) => `${kind} ${new URL(at).pathname}`).sort()).toEqual([
      'iso19139 /waf/a.xml',
      'iso19139 /waf/deep/b.xml',
      'waf /waf/',
      'waf /waf/deep/',
    ]);
    expect(web.requested.filter((path) => path.includes('C=N'))).toEqual([]);
  });
});

describe('81. KML served as something else', () => {
  const placemark = '<Placemark><name>P</name><Point><coordinates>7,50</coordinates></Point></Placemark>';
  const kml = (inside: string) =>
    `<kml xmlns="http://www.opengis.net/kml/2.2"><Document><name>Places</name>${inside}</Document></kml>`;
  const zip = (text: string) => wholeFile(makeZip64([{ name: 'doc.kml', content: Buffer.from(text) }]));

  it.each([
    ['a ZIP', zip(kml(placemark)), 'application/vnd.google-earth.kml+xml', 'kmz', []],
    ['text/html', kml(placemark), 'text/html', 'kml', []],
    ['text/plain with a BOM', `\ufeff${kml(placemark)}`, 'text/plain', 'kml', []],
    ['empty', '<kml xmlns="http://www.opengis.net/kml/2.2"/>', 'text/xml', 'kml', ['file.empty']],
  ])('%s', (_what, content, type, kind, codes) => {
    const reading = read(content, { url: 'http://a.example/places.kml', headers: { 'content-type': type } });
    expect([reading.identity.kind, reading.codes]).toEqual([kind, codes]);
  });

  it.each(['', '<html><title>404 Not Found</title>', '<?xml version="1.0"?><ServiceExceptionReport/>'])(
    'ignores error responses with its file name: %s',
    (text) => expect(kindsIn(text, 'http://a.example/places.kml')).toEqual([]),
  );

  it('follows network links, also from archives', async () => {
    const link = (href: string) => `<NetworkLink><name>N</name><Link><href>${href}</href></Link></NetworkLink>`;
    const web = await serve((path) => {
      if (path === '/start.kmz') return { type: 'application/vnd.google-earth.kmz', body: zip(kml(link('next.kml'))) };
      if (path === '/next.kml') return { type: 'text/html', body: kml(link('start.kmz') + placemark) };
      return null;
    });
    const { found, stopped } = await crawlAll([`${web.origin}/start.kmz`]);
    expect([found.map(({ kind }) => kind), stopped]).toEqual([['kmz', 'kml'], 'complete']);
  });
});

/** The header of a point shapefile with this bounding box. */
function shp(west: number, south: number, east: number, north: number): Buffer {
  const bytes = Buffer.alloc(100);
  bytes.writeInt32BE(9994, 0);
  bytes.writeInt32BE(50, 24);
  bytes.writeInt32LE(1000, 28);
  bytes.writeInt32LE(1, 32);
  for (const [index, value] of [west, south, east, north].entries()) bytes.writeDoubleLE(value, 36 + index * 8);
  return bytes;
}

describe('82. Shapefiles in archives', () => {
  const wgs84 = Buffer.from(
    'GEOGCS["GCS_WGS_1984",DATUM["D_WGS_1984",SPHEROID["WGS_1984",6378137,298.257223563]],PRIMEM["Greenwich",0],UNIT["Degree",0.0174532925199433]]',
  );
  const files = (name: string, ...more: readonly Stored[]): Stored[] => [
    ...[
      { name: `${name}.shp`, content: shp(7, 50, 8, 51) },
      { name: `${name}.dbf`, content: Buffer.alloc(32) },
      ...more,
    ],
  ];
  const prj = (name: string): Stored => ({ name, content: wgs84 });
  it.each([
    ['one', files('roads', prj('roads.prj')), [['roads', [7, 50, 8, 51]]], []],
    [
      'many in folders',
      [...files('a/roads', prj('a/roads.prj')), ...files('b/lakes', prj('b/lakes.prj'))],
      [
        ['roads', [7, 50, 8, 51]],
        ['lakes', [7, 50, 8, 51]],
      ],
      [],
    ],
    [
      'upper case',
      [{ name: 'ROADS.SHP', content: shp(7, 50, 8, 51) }, prj('ROADS.PRJ')],
      [['ROADS', [7, 50, 8, 51]]],
      [],
    ],
    ['no .prj', files('roads'), [['roads', null]], ['crs.missing']],
    [
      '.cpg',
      files('roads', prj('roads.prj'), { name: 'roads.cpg', content: Buffer.from('ISO-8859-1') }),
      [['roads', [7, 50, 8, 51]]],
      [],
    ],
    [
      'archives inside',
      [...files('roads', prj('roads.prj')), { name: 'more.ZIP', content: Buffer.from('PK') }],
      [['roads', [7, 50, 8, 51]]],
      ['file.nested-archive'],
    ],
  ])('%s', (_what, content, layers, codes) => {
    const reading = read(wholeFile(makeZip64(content)), 'http://a.example/roads-of-sample.zip');
    expect(reading.layers.map(({ name, extent }) => [name, extent])).toEqual(layers);
    expect(reading.codes).toEqual(codes);
  });

  it('opens up to two nested archives', () => {
    const inner = (name: string) => ({ name, content: wholeFile(makeZip64(files('roads', prj('roads.prj')))) });
    const outer = wholeFile(makeZip64([inner('north.zip'), inner('south.zip'), inner('west.zip')]));
    const { identity, layers, codes } = read(outer, 'http://a.example/roads-of-sample.zip');
    expect([identity.kind, layers.map(({ name }) => name)]).toEqual(['shapefile', ['roads', 'roads']]);
    expect([layers[0]?.extent, codes]).toEqual([[7, 50, 8, 51], ['file.nested-archive']]);
    const others = wholeFile(makeZip64([{ name: 'pictures.zip', content: Buffer.from('PK') }]));
    expect(findIn(others, 'http://a.example/all.zip')).toEqual([]);
  });

  it('reads only the directory of archives over ten megabytes', async () => {
    const archive = wholeFile(
      makeZip64([...files('roads', prj('roads.prj')), { name: 'big.sbn', content: 12_000_000 }]),
    );
    let sent = 0;
    const web = await serve((_path, { headers }) => {
      const [first, last] = (/bytes=(\d+)-(\d+)/.exec(headers.range ?? '')?.slice(1) ?? []).map(Number);
      const body = first === undefined || last === undefined ? archive : archive.subarray(first, last + 1);
      sent += body.length;
      const range = { 'content-range': `bytes ${first}-${Math.min(last ?? 0, archive.length - 1)}/${archive.length}` };
      return first === undefined ? { body } : { status: 206, type: 'application/zip', headers: range, body };
    });
    expect(await probeOne(`${web.origin}/roads.zip`)).toMatchObject({ kind: 'shapefile', extent: [7, 50, 8, 51] });
    expect(sent).toBeLessThan(256 * 1024);
  });
});

describe('83. JSON formats with the same extension', () => {
  const point = { type: 'Point', coordinates: [7, 50] };
  const feature = { type: 'Feature', geometry: point, properties: {} };
  const features = { type: 'FeatureCollection', features: [feature] };
  const ring = [
    [
      [7, 50],
      [8, 50],
      [8, 51],
      [7, 50],
    ],
  ];
  it.each<[string, string, string | null]>([
    ['GeoJSON', JSON.stringify(features), 'geojson'],
    [
      'GeoJSON with a CRS',
      JSON.stringify({
        ...features,
        crs: { type: 'name', properties: { name: 'urn:ogc:def:crs:EPSG::25832' } },
        features: [{ ...feature, geometry: { type: 'Point', coordinates: [500_000, 5_500_000] } }],
      }),
      'geojson',
    ],
    ['GeoJSON with a BOM', `\ufeff${JSON.stringify(features)}`, 'geojson'],
    ['NDJSON', `${JSON.stringify(feature)}\n${JSON.stringify(feature)}\n`, 'geojson-seq'],
    [
      'TopoJSON',
      JSON.stringify({
        type: 'Topology',
        objects: { a: { type: 'GeometryCollection', geometries: [] } },
        arcs: [],
        bbox: [7, 50, 8, 51],
      }),
      'topojson',
    ],
    [
      'Esri JSON',
      JSON.stringify({
        geometryType: 'esriGeometryPolygon',
        spatialReference: { wkid: 4326 },
        features: [{ attributes: {}, geometry: { rings: ring } }],
      }),
      'esri-json',
    ],
    [
      'TileJSON',
      JSON.stringify({ tilejson: '2.2.0', tiles: ['http://t.example/{z}/{x}/{y}.png'], bounds: [7, 50, 8, 51] }),
      'tilejson',
    ],
    [
      'STAC',
      JSON.stringify({ stac_version: '1.0.0', type: 'Catalog', id: 'x', links: [{ rel: 'child', href: 'a.json' }] }),
      'stac-catalog',
    ],
    [
      'a STAC item, which is GeoJSON',
      JSON.stringify({ ...feature, stac_version: '1.0.0', id: 'i', links: [], assets: {} }),
      'stac-item',
    ],
    [
      '3D Tiles',
      JSON.stringify({
        asset: { version: '1.0' },
        geometricError: 10,
        root: { boundingVolume: { region: [0.12, 0.87, 0.14, 0.89, 0, 1] }, geometricError: 1 },
      }),
      '3d-tiles',
    ],
    ['an ArcGIS error', JSON.stringify({ error: { code: 400, message: 'Invalid URL', details: [] } }), null],
    ['other JSON', JSON.stringify({ name: 'left-pad', version: '1.3.0' }), null],
    ['a single bracket', '{', null],
  ])('%s', (_what, text, kind) => {
    expect(kindsIn(text, 'http://a.example/data.json')[0] ?? null).toBe(kind);
  });

  it('converts GeoJSON in another CRS to degrees', () => {
    const named = { type: 'name', properties: { name: 'EPSG:25832' } };
    const there = { ...feature, geometry: { type: 'Point', coordinates: [500_000, 5_500_000] } };
    const { layers } = read({ ...features, crs: named, features: [there] }, 'http://a.example/data.json');
    expect(layers[0]?.extent?.map((value) => Math.round(value * 10) / 10)).toEqual([9, 49.7, 9, 49.7]);
  });
});

describe('84. TIFF with and without georeference', () => {
  it.each([
    ['plain image', 'exception-plain.tif', null, ''],
    ['strips', 'll.tif', 'geotiff', 'image/tiff; application=geotiff'],
    ['cloud optimized', 'cog.tif', 'geotiff', 'image/tiff; application=geotiff; profile=cloud-optimized'],
    ['BigTIFF', 'big.tif', 'geotiff', 'image/tiff; application=geotiff'],
    ['BigTIFF with its tags at the end', 'big-end.tif', 'geotiff', 'image/tiff; application=geotiff'],
  ])('%s', (_what, name, kind, format) => {
    const [discovery] = findIn(fixture(`geotiff/${name}`), `http://a.example/${name}`);
    expect([discovery?.identity.kind ?? null, discovery?.description.formats[0] ?? '']).toEqual([kind, format]);
  });

  it.each([
    ['ignored', 200],
    ['rejected with 416', 416],
    ['rejected with 400', 400],
    ['not implemented', 501],
  ])('range requests %s: uses the start of the file', async (_how, status) => {
    const image = fixture('geotiff/cog.tif');
    const web = await serve((_path, { headers }) =>
      headers.range !== undefined && status !== 200
        ? { status, type: 'text/plain', body: 'no' }
        : { type: 'image/tiff', body: image },
    );
    expect(await probeOne(`${web.origin}/cog.tif`)).toMatchObject({ kind: 'geotiff', problems: [] });
  });

  it('does not identify a file whose tags are out of reach', async () => {
    const { pieces } = makeBigTiff(5_000_000_000);
    const head = Buffer.alloc(200_000);
    head.set(pieces[0]?.[1] ?? []);
    const web = await serve(() => ({ type: 'image/tiff', body: head }));
    expect(await probeAll(`${web.origin}/big.tif`)).toMatchObject([{ kind: null, reason: { code: 'not-a-resource' } }]);
  });
});
