// Edge cases 41 to 55: what capabilities of WMS servers contain. One odd layer never costs the others.
import { describe, expect, it } from 'vitest';
import { contentHash } from '../../src/catalog/content-hash.ts';
import { ask } from './asking.ts';
import { checkOf, read, rounded } from './reading.ts';
import { latLonBox, oneLayer, wmsText } from './wms-text.ts';

const url = 'http://found.example.net/wms';
const readLayers = (layers: string, version = '1.3.0') => read(wmsText({ version, layers }), url);
const layer = (name: string, inside = '') => `<Layer><Name>${name}</Name><Title>T ${name}</Title>${inside}</Layer>`;
const group = (title: string, inside: string) => `<Layer><Title>${title}</Title>${inside}</Layer>`;
const geographicBox = (west: unknown, south: unknown, east: unknown, north: unknown) =>
  `<EX_GeographicBoundingBox><westBoundLongitude>${west}</westBoundLongitude><eastBoundLongitude>${east}</eastBoundLongitude><southBoundLatitude>${south}</southBoundLatitude><northBoundLatitude>${north}</northBoundLatitude></EX_GeographicBoundingBox>`;
const boundingBox = (crs: string, corners: readonly number[], name = 'CRS') =>
  `<BoundingBox ${name}="${crs}" minx="${corners[0]}" miny="${corners[1]}" maxx="${corners[2]}" maxy="${corners[3]}"/>`;

describe('41. Trees of layers', () => {
  it.each([
    ['no layer at all', '', [], [], 'wms.no-layers'],
    ['several roots', layer('a') + layer('b'), ['a', 'b'], [null, null], null],
    ['unnamed groups', group('G', group('H', layer('a'))), [null, null, 'a'], [null, 0, 1], null],
    [
      'groups of equal names',
      group('G', layer('a')) + group('G', layer('b')),
      [null, 'a', null, 'b'],
      [null, 0, null, 2],
      null,
    ],
    ['a named group in one of the same name', layer('a', layer('a')), ['a', 'a'], [null, 0], 'wms.layer-name-repeated'],
    ['a layer without a name', layer('a') + group('lost', ''), ['a', null], [null, null], 'wms.layer-unnamed'],
  ])('%s', (_what, layers, names, parents, code) => {
    const reading = readLayers(layers);
    expect(reading.identity.kind).toBe('wms');
    expect(reading.layers.map(({ name }) => name)).toEqual(names);
    expect(reading.layers.map(({ parent }) => parent)).toEqual(parents);
    if (code !== null) expect(reading.codes).toContain(code);
  });
});

describe('42. Layer names used twice', () => {
  it('all are kept, and it is told', () => {
    const { layers, codes } = readLayers(group('G', layer('a') + layer('b') + layer('a')));
    expect(layers.map(({ name }) => name)).toEqual([null, 'a', 'b', 'a']);
    expect(codes).toContain('wms.layer-name-repeated');
  });
});

describe('43. What layers inherit', () => {
  it('CRS and styles add up; extent and time are taken over, or replaced', () => {
    const styles = (name: string) => `<Style><Name>${name}</Name><Title>S</Title></Style>`;
    const time = '<Dimension name="time" units="ISO8601">2000-01-01</Dimension>';
    const own = `<CRS>EPSG:25832</CRS>${geographicBox(8, 50, 9, 51)}${styles('own')}`;
    const { layers } = readLayers(
      `<Layer queryable="1"><Title>G</Title><CRS>CRS:84</CRS>${geographicBox(5, 47, 15, 55)}${time}${styles('all')}${layer('a')}${layer('b', own)}</Layer>`,
    );
    expect(layers.slice(1)).toMatchObject([
      { name: 'a', crs: ['CRS:84'], styles: ['all'], extent: [5, 47, 15, 55], time: '2000-01-01', queryable: true },
      { name: 'b', crs: ['EPSG:25832', 'CRS:84'], styles: ['own', 'all'], extent: [8, 50, 9, 51], time: '2000-01-01' },
    ]);
  });

  it('time as 1.1.1 and as 1.3.0 write it', () => {
    const old = '<Dimension name="time" units="ISO8601"/><Extent name="time" default="2001">2000/2001/P1Y</Extent>';
    expect(readLayers(layer('a', old), '1.1.1').layers[0]?.time).toBe('2000/2001/P1Y');
    const now = '<Dimension name="time" units="ISO8601">2000/2001/P1Y</Dimension>';
    expect(readLayers(layer('a', now)).layers[0]?.time).toBe('2000/2001/P1Y');
  });
});

describe('44. Parts that are missing or empty', () => {
  it.each([
    ['a layer without a title', '<Layer><Name>a</Name></Layer>'],
    ['a style without name and title', layer('a', '<Style/>')],
    ['a style without a name', layer('a', '<Style><Title>S</Title></Style>')],
    [
      'a legend without an address',
      layer('a', '<Style><Name>s</Name><LegendURL width="9" height="9"><Format>image/png</Format></LegendURL></Style>'),
    ],
    ['an empty DataURL', layer('a', '<DataURL/>')],
    ['a DataURL without an address', layer('a', '<DataURL><Format>text/html</Format></DataURL>')],
    ['a MetadataURL without type, format and address', layer('a', '<MetadataURL/>')],
    ['an empty attribution', layer('a', '<Attribution/>')],
    ['an attribution without an address', layer('a', '<Attribution><Title>Amt</Title><LogoURL/></Attribution>')],
  ])('%s costs no layer', (_what, odd) => {
    expect(readLayers(odd + oneLayer).layers.map(({ name }) => name)).toEqual(['a', 'rivers']);
  });

  it('a metadata address is followed without type and format', () => {
    const link = '<MetadataURL><OnlineResource xlink:href="/md/7.xml"/></MetadataURL>';
    expect(readLayers(layer('a', link)).links).toContain('http://found.example.net/md/7.xml');
  });

  it('a missing title is told', () => {
    expect(readLayers('<Layer><Name>a</Name></Layer>').codes).toContain('wms.title-missing');
  });
});

describe('45. Flags', () => {
  it.each([
    ['queryable="1"', true],
    ['queryable="true"', true],
    ['queryable="0"', false],
    ['queryable="false"', false],
    ['queryable=""', false],
    ['queryable="1" opaque="yes" cascaded="many" noSubsets="?"', true],
  ])('%s', (flags, isQueryable) => {
    expect(readLayers(`<Layer ${flags}><Name>a</Name></Layer>`).layers).toMatchObject([
      { name: 'a', queryable: isQueryable },
    ]);
  });
});

describe('46. Spellings of coordinate systems', () => {
  it.each([
    ['epsg:4326', 'EPSG:4326'],
    ['CRS:84', 'CRS:84'],
    ['crs:84', 'CRS:84'],
    ['AUTO2:42001,1,9,50', 'AUTO2:42001,1,9,50'],
    ['urn:ogc:def:crs:EPSG::25832', 'EPSG:25832'],
    ['urn:ogc:def:crs:EPSG:6.9:4326', 'EPSG:4326'],
    ['urn:ogc:def:crs:OGC:1.3:CRS84', 'CRS:84'],
    ['urn:x-ogc:def:crs:EPSG:4326', 'EPSG:4326'],
    ['http://www.opengis.net/def/crs/EPSG/0/3857', 'EPSG:3857'],
    ['http://www.opengis.net/def/crs/OGC/1.3/CRS84', 'CRS:84'],
    ['http://www.opengis.net/gml/srs/epsg.xml#4326', 'EPSG:4326'],
    ['EPSG:900913', 'EPSG:900913'],
    ['EPSG:102100', 'EPSG:102100'],
    ['EPSG:3785', 'EPSG:3785'],
    ['+proj=utm +zone=32 +ellps=GRS80', '+proj=utm +zone=32 +ellps=GRS80'],
  ])('%s', (written, expected) => {
    expect(readLayers(layer('a', `<CRS>${written}</CRS>`)).layers[0]?.crs).toEqual([expected]);
  });

  it.each(['EPSG:900913', 'EPSG:102100', 'EPSG:3785', 'EPSG:3857'])('%s is Web Mercator', (crs) => {
    const { layers } = readLayers(layer('a', boundingBox(crs, [556_597, 5_942_074, 1_669_792, 7_361_866])));
    expect(rounded(layers[0]?.extent)).toEqual([5, 47, 15, 55]);
  });

  it('a list joined by spaces', () => {
    expect(readLayers(layer('a', '<SRS>EPSG:4326 EPSG:3857\n EPSG:25832</SRS>'), '1.1.0').layers[0]?.crs).toEqual([
      'EPSG:4326',
      'EPSG:3857',
      'EPSG:25832',
    ]);
  });

  it('3,000 of them: a hundred are kept, all are counted', () => {
    const all = Array.from({ length: 3000 }, (_, n) => `<CRS>EPSG:${20_000 + n}</CRS>`).join('');
    const { layers } = readLayers(group('G', all + layer('a') + layer('b')));
    expect(layers.map(({ crs, crsCount }) => [crs.length, crsCount])).toEqual([
      [100, 3000],
      [100, 3000],
      [100, 3000],
    ]);
  });
});

describe('47. Formats of maps', () => {
  const formats = (...all: string[]) => `<GetMap>${all.map((one) => `<Format>${one}</Format>`).join('')}</GetMap>`;
  it.each([
    ['none', [], 'image/png'],
    ['JPEG only', ['image/jpeg'], 'image/jpeg'],
    ['TIFF only', ['image/tiff'], 'image/tiff'],
    ['PNG with a parameter', ['image/gif', 'image/png; mode=8bit'], 'image/png; mode=8bit'],
  ])('%s', (_what, given, requested) => {
    const reading = read(wmsText({ request: formats(...given) }), url);
    expect(reading.description.formats).toEqual(given);
    expect(reading.codes.includes('wms.no-map-format')).toBe(given.length === 0);
    expect(new URL(checkOf(reading)[0]!.url).searchParams.get('FORMAT')).toBe(requested);
  });
});

describe('48. Order of axes', () => {
  it.each([
    ['1.3.0, right', '1.3.0', 'CRS', 'EPSG:4326', [47, 5, 55, 15], [5, 47, 15, 55]],
    ['1.3.0 with CRS:84', '1.3.0', 'CRS', 'CRS:84', [5, 47, 15, 55], [5, 47, 15, 55]],
    ['1.1.1, right', '1.1.1', 'SRS', 'EPSG:4326', [5, 47, 15, 55], [5, 47, 15, 55]],
    ['1.3.0, wrong so that it shows', '1.3.0', 'CRS', 'EPSG:4326', [100, -40, 150, -10], [100, -40, 150, -10]],
    [
      '1.3.0, northing first',
      '1.3.0',
      'CRS',
      'EPSG:31467',
      [5_530_000, 3_480_000, 5_560_000, 3_520_000],
      [9, 50, 9, 50],
    ],
    [
      '1.3.0, easting first where northing belongs',
      '1.3.0',
      'CRS',
      'EPSG:31467',
      [3_480_000, 5_530_000, 3_520_000, 5_560_000],
      [9, 50, 9, 50],
    ],
  ])('%s', (_what, version, name, crs, corners, expected) => {
    const { layers } = readLayers(layer('a', boundingBox(crs, corners, name)), version);
    expect(rounded(layers[0]?.extent)).toEqual(expected);
  });

  it('a polar system, and right and wrong boxes beside each other: the box in degrees decides', () => {
    const polar = boundingBox('EPSG:32661', [-1_000_000, -1_000_000, 5_000_000, 5_000_000]);
    const wrong = boundingBox('EPSG:4326', [5, 47, 15, 55]);
    expect(readLayers(layer('a', geographicBox(5, 47, 15, 55) + polar + wrong)).layers[0]?.extent).toEqual([
      5, 47, 15, 55,
    ]);
    const [only] = readLayers(layer('a', polar)).layers;
    expect(only?.name).toBe('a');
    expect((only?.extent?.[3] ?? 90) > 60).toBe(true);
  });

  it('a health check writes latitude first only if 1.3.0 requires it', () => {
    const box = (version: string) =>
      new URL(
        checkOf(readLayers(layer('a', geographicBox(5, 47, 15, 55) + latLonBox(5, 47, 15, 55)), version))[0]!.url,
      ).searchParams.get('BBOX');
    // A part in the middle: four by five degrees, the same in both.
    expect([box('1.3.0'), box('1.1.1')]).toEqual(['49,7.5,53,12.5', '7.5,49,12.5,53']);
  });
});

describe('49. Boxes', () => {
  it.each([
    ['inf', ['-inf', '-inf', 'inf', 'inf'], null, 'extent.invalid'],
    ['nan', ['nan', 'NaN', 'nan', 'NaN'], null, 'extent.invalid'],
    ['empty', ['', '', '', ''], null, 'extent.invalid'],
    ['a decimal comma', ['5,5', '47,25', '15,5', '55,75'], [5.5, 47.25, 15.5, 55.75], null],
    ['south above north', [5, 55, 15, 47], [5, 47, 15, 55], 'extent.swapped'],
    ['both reversed', [15, 55, 5, 47], [5, 47, 15, 55], 'extent.swapped'],
    ['west of more than east, the long way', [15, 47, 5, 55], [5, 47, 15, 55], 'extent.swapped'],
    ['no area: a point', [9, 50, 9, 50], [9, 50, 9, 50], null],
    ['no area: a line', [9, 50, 10, 50], [9, 50, 10, 50], null],
    ['no area: all zero', [0, 0, 0, 0], null, 'extent.invalid'],
    ['a little outside', [-181, -91, 181, 91], [-180, -90, 180, 90], 'extent.out-of-range'],
    ['meters', [3_280_000, 5_200_000, 3_930_000, 6_100_000], null, 'extent.projected'],
    ['the whole world', [-180, -90, 180, 90], [-180, -90, 180, 90], null],
    ['across the antimeridian, west of more than east', [170, -25, -175, -10], [170, -25, -175, -10], null],
    ['across the antimeridian, beyond 180', [170, -25, 185, -10], [170, -25, -175, -10], 'extent.out-of-range'],
    ['a placeholder', [-999, -999, 999, 999], null, 'extent.invalid'],
  ])('%s: the layer stays', (_what, [west, south, east, north], expected, code) => {
    for (const [version, box] of [
      ['1.3.0', geographicBox(west, south, east, north)],
      ['1.1.1', latLonBox(west, south, east, north)],
    ] as const) {
      const { layers, codes } = readLayers(layer('a', box) + oneLayer, version);
      expect(layers.map(({ name }) => name)).toEqual(['a', 'rivers']);
      expect(layers[0]?.extent).toEqual(expected);
      expect(codes.filter((one) => /^extent\.(?!missing)/.test(one))).toEqual(code === null ? [] : [code]);
    }
  });

  it('no usable one in degrees, but one in a known system', () => {
    const boxes =
      geographicBox('inf', 'inf', '-inf', '-inf') + boundingBox('EPSG:25832', [500_000, 5_500_000, 600_000, 5_600_000]);
    expect(rounded(readLayers(layer('a', boxes)).layers[0]?.extent)).toEqual([9, 50, 10, 51]);
  });
});

describe('50. Time', () => {
  it.each([
    ['a list', '2000-01-01,2001-01-01,2002-01-01', false],
    ['start, end and period', '2000-01-01/2010-01-01/P1D', false],
    ['several intervals', '2000-01-01/2001-01-01/P1D,2005-01-01/2006-01-01/PT6H', false],
    ['no period', '2000-01-01/2010-01-01', false],
    ['current', '2000-01-01T00:00:00Z/current/PT1H', false],
    ['a regular expression', '[0-9]{4}-[0-9]{2}-[0-9]{2}', true],
    ['periods of months and years', '2000-01/2010-01/P1M,1900/2000/P10Y', false],
    ['leap seconds', '2016-12-31T23:59:60Z', false],
    ['ends exchanged', '2010-01-01/2000-01-01/P1D', true],
    ['the future', '2300-01-01', false],
    ['words', 'last Tuesday', true],
  ])('%s', (_what, text, isOdd) => {
    const time = `<Dimension name="time" units="ISO8601">${text}</Dimension>`;
    const { layers, codes } = readLayers(layer('a', time) + oneLayer);
    expect([layers.length, layers[0]?.time]).toEqual([2, text]);
    expect(codes.includes('wms.time-odd')).toBe(isOdd);
  });

  it('100,000 values are shortened to the first and the last', () => {
    const startMs = Date.parse('2000-01-01T00:00:00Z');
    const values = Array.from({ length: 100_000 }, (_, n) => new Date(startMs + n * 3_600_000).toISOString());
    const { layers } = readLayers(layer('a', `<Dimension name="time">${values.join(',')}</Dimension>`));
    expect(layers[0]?.time).toBe(`${values[0]}/${values.at(-1)}`);
  });
});

describe('51. Layers that are listed but not served', () => {
  it('a health check requests one small map of a listed layer and detects its refusal', () => {
    const query = new URL(checkOf(readLayers(group('G', oneLayer)))[0]!.url).searchParams;
    expect([query.get('REQUEST'), query.get('LAYERS'), query.get('WIDTH')]).toEqual(['GetMap', 'rivers', '64']);
  });
});

describe('52. Layers that are served but not listed', () => {
  it('a link to a map of one still leads to the service', async () => {
    const given = '/wms?SERVICE=WMS&VERSION=1.1.1&REQUEST=GetMap&LAYERS=hidden&SRS=EPSG:4326&BBOX=5,47,6,48';
    const { found } = await ask(given, () => ({ body: wmsText() }));
    expect([found.kind, found.layers.map(({ name }) => name)]).toEqual(['wms', ['rivers']]);
  });
});

describe('53. Errors drawn as pictures', () => {
  it('a picture in response to a request for capabilities is not a service', async () => {
    const { kinds, reason } = await ask('/wms', () => ({
      type: 'image/png',
      body: Buffer.from('89504e470d0a1a0a', 'hex'),
    }));
    expect([kinds, reason.code]).toEqual([[null], 'not-a-resource']);
    expect(reason.message).toContain('image/png');
  });

  it('health checks never request errors as images', () => {
    const forms = checkOf(readLayers(oneLayer)).map(({ url }) => new URL(url).searchParams.get('EXCEPTIONS'));
    expect(new Set(forms)).toEqual(new Set(['XML']));
  });
});

describe('54. Numbers of layers that come to mean something else', () => {
  it('number and title are both kept, so that the change shows', () => {
    const service = (...names: string[]) =>
      read(
        { currentVersion: 10.9, mapName: 'x', layers: names.map((name, id) => ({ id, name })) },
        'http://a.example/arcgis/rest/services/b/MapServer?f=json',
      ).description;
    const before = service('Wells', 'Springs');
    expect(before.layers).toMatchObject([
      { name: '0', title: 'Wells' },
      { name: '1', title: 'Springs' },
    ]);
    expect(contentHash(service('Springs', 'Wells'))).not.toBe(contentHash(before));
  });
});

describe('55. ncWMS and demo data', () => {
  it('extensions of ncWMS are read as the WMS they extend', () => {
    const extended = `<Extended xmlns="http://ncwms"><colorScaleRange>auto</colorScaleRange></Extended>`;
    const request = '<GetMap><Format>image/png</Format></GetMap><GetMetadata><Format>text/json</Format></GetMetadata>';
    const text = wmsText({ request, layers: layer('sst/temp', extended) });
    const { identity, layers } = read(
      text,
      'http://found.example.net/ncWMS/wms?COLORSCALERANGE=1,9&NUMCOLORBANDS=20&DATASET=sst',
    );
    expect([identity.endpoint, layers[0]?.name]).toEqual([
      'http://found.example.net/ncWMS/wms?DATASET=sst',
      'sst/temp',
    ]);
  });

  it('layers that come with GeoServer are marked, and those of the publisher are not', () => {
    const demo = ['topp:states', 'tiger:poi', 'nurc:Img_Sample', 'sf:roads', 'topp:tasmania_roads'];
    const { layers, codes } = read(
      wmsText({ layers: [...demo, 'water:rivers'].map((name) => layer(name)).join('') }),
      'http://a.example/geoserver/wms',
    );
    expect(layers.map(({ isDemo }) => isDemo === true)).toEqual([true, true, true, true, true, false]);
    expect(codes).toContain('layer.demo');
  });
});
