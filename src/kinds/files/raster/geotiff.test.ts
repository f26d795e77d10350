// GeoTIFF in all layouts, written by GDAL; images that are not on the earth (edge case 84).
import { expect, it } from 'vitest';
import { fixtureDocument, readDocument, readFixture, rounded } from '../../../../test/read-fixture.ts';
import { geotiff } from './geotiff.ts';

const place = [10.3366, 47.8454, 10.3474, 47.851];

it.each(['height.tif', 'be.tif', 'big.tif', 'cog.tif'])('reads %s', (name) => {
  const { description, problems } = readFixture(geotiff, `geotiff/${name}`);
  expect(rounded(description.extent)).toEqual(place);
  expect(description.layers).toMatchObject([{ crs: ['EPSG:25832'], crsCount: 1 }]);
  expect(problems).toEqual([]);
});

it('flags cloud-optimized files', () => {
  const format = (name: string) => readFixture(geotiff, `geotiff/${name}`).description.formats[0];
  expect(format('cog.tif')).toBe('image/tiff; application=geotiff; profile=cloud-optimized');
  expect(format('height.tif')).toBe('image/tiff; application=geotiff');
});

it('reads the revision of the keys and degrees', () => {
  const { identity, description } = readFixture(geotiff, 'geotiff/ll.tif');
  expect(identity?.version).toBe('1.0');
  expect(rounded(description.extent)?.slice(0, 2)).toEqual([10.3366, 47.845]);
});

it('ignores plain TIFF', () => {
  expect(geotiff.identify(fixtureDocument('geotiff/exception-plain.tif'))).toEqual([]);
});

it('requests the directory at its offset, and values far from it', () => {
  const whole = fixtureDocument('geotiff/big-end.tif');
  const head = {
    ...whole,
    bytes: whole.bytes.subarray(0, 20),
    partial: 'range' as const,
    status: 206,
    headers: { 'content-range': `bytes 0-19/${whole.bytes.length}` },
  };
  expect(geotiff.identify(head)).toEqual([]);
  expect(geotiff.more?.(head, { kind: 'geotiff', version: null, endpoint: head.url })?.range).toEqual([
    32,
    whole.bytes.length - 1,
  ]);
  expect(readDocument(geotiff, whole).description.extent).not.toBeNull();
});
