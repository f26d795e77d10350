// Edge cases 56 and 57: WMTS documents and servers.
import { describe, expect, it } from 'vitest';
import { ask } from './asking.ts';
import { read, rounded } from './reading.ts';

const url = 'http://found.example.net/wmts';
const mercator = 'urn:ogc:def:crs:EPSG::3857';

interface WmtsParts {
  readonly head?: string;
  /** What stands inside the layer, behind its name. */
  readonly layer?: string;
  /** What stands behind the layers. */
  readonly sets?: string;
}

const box =
  '<ows:WGS84BoundingBox><ows:LowerCorner>5 47</ows:LowerCorner><ows:UpperCorner>15 55</ows:UpperCorner></ows:WGS84BoundingBox>';
const setLink = '<TileMatrixSetLink><TileMatrixSet>web</TileMatrixSet></TileMatrixSetLink>';
const matrix = (id: number) =>
  `<TileMatrix><ows:Identifier>${id}</ows:Identifier><ScaleDenominator>${559_082_264 / 2 ** id}</ScaleDenominator></TileMatrix>`;
const webSet = (...ids: number[]) =>
  `<TileMatrixSet><ows:Identifier>web</ows:Identifier><ows:SupportedCRS>${mercator}</ows:SupportedCRS>${ids.map(matrix).join('')}</TileMatrixSet>`;
const title = '<ows:ServiceIdentification><ows:Title>Streets of the county</ows:Title></ows:ServiceIdentification>';
const operation =
  '<ows:OperationsMetadata><ows:Operation name="GetTile"><ows:DCP><ows:HTTP><ows:Get xlink:href="http://t.example.org/wmts?"/></ows:HTTP></ows:DCP></ows:Operation></ows:OperationsMetadata>';
const template = (address: string) => `<ResourceURL format="image/png" resourceType="tile" template="${address}"/>`;
const tiles = 'http://t.example.org/{TileMatrixSet}/{TileMatrix}/{TileRow}/{TileCol}.png';

function wmtsText({ head = title + operation, layer = box + setLink, sets = webSet(0, 1, 2) }: WmtsParts = {}): string {
  return `<?xml version="1.0"?><Capabilities version="1.0.0" xmlns="http://www.opengis.net/wmts/1.0" xmlns:ows="http://www.opengis.net/ows/1.1" xmlns:xlink="http://www.w3.org/1999/xlink">${head}
<Contents><Layer><ows:Title>Streets</ows:Title><ows:Identifier>streets</ows:Identifier><Format>image/png</Format>${layer}</Layer>${sets}</Contents></Capabilities>`;
}

describe('56. RESTful, by key-value pairs, or both', () => {
  it.each([
    ['without operations', title, template(tiles), []],
    ['without operations and templates', title, '', ['wmts.no-tile-address']],
    ['with both', title + operation, template(tiles), []],
  ])('a document %s', (_what, head, templates, codes) => {
    const reading = read(wmtsText({ head, layer: box + setLink + templates }), url);
    expect([reading.identity.kind, reading.layers.map(({ name }) => name)]).toEqual(['wmts', ['streets']]);
    expect(reading.codes).toEqual(codes);
  });

  it.each([
    ['RESTful only', /^\/tiles\/wmts\/1\.0\.0\/WMTSCapabilities\.xml$/],
    ['key-value pairs only', /^\/tiles\/wmts\?SERVICE=WMTS&REQUEST=GetCapabilities/],
  ])('a server that answers %s is found from its bare address', async (_what, taken) => {
    const { found } = await ask('/tiles/wmts', (path) =>
      taken.test(path) ? { body: wmtsText() } : { status: 400, body: 'no' },
    );
    expect([found.kind, found.layerCount]).toEqual(['wmts', 1]);
  });

  it('the URL of the RESTful document leads to a server that accepts key-value pairs only', async () => {
    const { found } = await ask('/tiles/1.0.0/WMTSCapabilities.xml', (path) =>
      path.startsWith('/tiles?SERVICE=WMTS') ? { body: wmtsText() } : { status: 500, body: 'no' },
    );
    expect(found.kind).toBe('wmts');
  });
});

describe('57. What WMTS documents leave out or get wrong', () => {
  const native = (crs: string, low: string, high: string) =>
    `<ows:BoundingBox crs="${crs}"><ows:LowerCorner>${low}</ows:LowerCorner><ows:UpperCorner>${high}</ows:UpperCorner></ows:BoundingBox>`;
  const wgs84 = (low: string, high: string) =>
    `<ows:WGS84BoundingBox><ows:LowerCorner>${low}</ows:LowerCorner><ows:UpperCorner>${high}</ows:UpperCorner></ows:WGS84BoundingBox>`;

  it.each<[string, WmtsParts, string[], string[]]>([
    ['no provider', {}, ['EPSG:3857'], []],
    ['no definition of its set', { sets: '' }, [], ['wmts.no-matrix-set']],
    ['no link to a set', { layer: box }, [], ['wmts.no-matrix-set']],
    ['a set that is not defined', { sets: webSet(0).replace('>web<', '>other<') }, [], ['wmts.no-matrix-set']],
    ['matrices that are not sorted', { sets: webSet(2, 0, 1) }, ['EPSG:3857'], []],
    ['a set without matrices', { sets: webSet() }, ['EPSG:3857'], []],
    [
      'limits that are empty',
      {
        layer: `${box}<TileMatrixSetLink><TileMatrixSet>web</TileMatrixSet><TileMatrixSetLimits/></TileMatrixSetLink>`,
      },
      ['EPSG:3857'],
      [],
    ],
    [
      'a template with holes',
      { layer: box + setLink + template('http://t.example.org/{TileMatrix}/{}/{TileRow}') },
      ['EPSG:3857'],
      ['wmts.template-odd'],
    ],
    [
      'several addresses',
      { layer: box + setLink + ['a', 'b', 'c'].map((host) => template(tiles.replace('//t.', `//${host}.`))).join('') },
      ['EPSG:3857'],
      [],
    ],
    ['no title', { head: operation }, ['EPSG:3857'], ['ows.title-missing']],
  ])('%s', (_what, parts, crs, codes) => {
    const reading = read(wmtsText(parts), url);
    expect(reading.layers).toMatchObject([{ name: 'streets', title: 'Streets', crs, extent: [5, 47, 15, 55] }]);
    expect(reading.codes).toEqual(codes);
  });

  it.each([
    ['none', '', null, []],
    ['in its own system only', native(mercator, '556597 5942074', '1669792 7361866'), [5, 47, 15, 55], []],
    [
      'in degrees, latitude first as EPSG has it',
      native('urn:ogc:def:crs:EPSG::4326', '47 5', '55 15'),
      [5, 47, 15, 55],
      [],
    ],
    ['meters where degrees belong', wgs84('556597 5942074', '1669792 7361866'), null, ['extent.projected']],
    ['axes exchanged so that it shows', wgs84('-40 100', '-10 150'), [100, -40, 150, -10], ['extent.swapped']],
    [
      'meters where degrees belong, and its own box',
      wgs84('556597 5942074', '1669792 7361866') + native(mercator, '556597 5942074', '1669792 7361866'),
      [5, 47, 15, 55],
      ['extent.projected'],
    ],
  ])('a box %s', (_what, written, expected, codes) => {
    const reading = read(wmtsText({ layer: written + setLink }), url);
    expect(rounded(reading.layers[0]?.extent)).toEqual(expected);
    expect(reading.codes).toEqual(codes);
  });

  it.each([
    ['<Style isDefault="true"><ows:Identifier>default</ows:Identifier></Style>', ['default']],
    ['<Style isDefault="true"><ows:Identifier></ows:Identifier></Style>', []],
    ['<Style/>', []],
    ['', []],
  ])('styles: %s', (style, styles) => {
    expect(read(wmtsText({ layer: box + setLink + style }), url).layers).toMatchObject([{ name: 'streets', styles }]);
  });
});
