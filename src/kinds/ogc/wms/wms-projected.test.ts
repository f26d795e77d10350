// WMS layers whose only box is in meters or feet.
import { describe, expect, it } from 'vitest';
import { makeDocument } from '../../../base/document/document.ts';
import { wms } from './wms.ts';

function layerOf(version: string, boxes: string) {
  const crs = version === '1.3.0' ? 'CRS' : 'SRS';
  const root = version === '1.3.0' ? 'WMS_Capabilities xmlns="http://www.opengis.net/wms"' : 'WMT_MS_Capabilities';
  const layer = `<Layer><Name>a</Name><Title>A</Title>${boxes.replaceAll('CRS=', `${crs}=`)}</Layer>`;
  const text = `<${root} version="${version}"><Capability>${layer}</Capability></${root.split(' ')[0]}>`;
  const document = makeDocument({ url: 'https://a.example/wms', bytes: Buffer.from(text) });
  const [identity] = wms.identify(document);
  const { layers, problems } = wms.describe(document, identity!);
  const extent = layers[0]?.extent?.map((value) => Math.round(value * 10) / 10) ?? null;
  return { extent, codes: problems.map(({ code }) => code).filter((code) => code.startsWith('extent.')) };
}

const box = (crs: string, minx: number, miny: number, maxx: number, maxy: number) =>
  `<BoundingBox CRS="${crs}" minx="${minx}" miny="${miny}" maxx="${maxx}" maxy="${maxy}"/>`;

describe('a box in a projected system', () => {
  it('is converted to degrees', () => {
    expect(layerOf('1.1.1', box('EPSG:25832', 250000, 5200000, 900000, 6100000))).toEqual({
      extent: [5.1, 46.8, 15.2, 55],
      codes: [],
    });
  });

  it('has northing first in 1.3.0 if EPSG says so, and not before', () => {
    const expected = { extent: [4.9, 47.3, 16, 55.5], codes: [] };
    expect(layerOf('1.3.0', box('EPSG:3035', 2700000, 4000000, 3600000, 4700000))).toEqual(expected);
    expect(layerOf('1.1.1', box('EPSG:3035', 4000000, 2700000, 4700000, 3600000))).toEqual(expected);
  });

  it('is swapped if only that makes sense, with a problem (edge case 48)', () => {
    const right = layerOf('1.3.0', box('EPSG:31467', 5500000, 3500000, 5600000, 3600000));
    const wrong = layerOf('1.3.0', box('EPSG:31467', 3500000, 5500000, 3600000, 5600000));
    expect(right.codes).toEqual([]);
    expect(wrong).toEqual({ extent: right.extent, codes: ['extent.swapped'] });
  });

  it('is not used if there is one in degrees, or if the system is unknown', () => {
    const degrees = box('CRS:84', 5, 45, 6, 46);
    expect(layerOf('1.3.0', `${box('EPSG:25832', 250000, 5200000, 900000, 6100000)}${degrees}`).extent).toEqual([
      5, 45, 6, 46,
    ]);
    expect(layerOf('1.1.1', box('LOCAL:1', 1, 2, 3, 4))).toEqual({
      extent: null,
      codes: ['extent.projected', 'extent.missing'],
    });
    expect(
      layerOf('1.1.1', `${box('LOCAL:1', 1, 2, 3, 4)}${box('EPSG:25832', 250000, 5200000, 900000, 6100000)}`).extent,
    ).toEqual([5.1, 46.8, 15.2, 55]);
  });
});
