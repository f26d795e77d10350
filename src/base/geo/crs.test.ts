// Spellings of coordinate reference systems.
import { describe, expect, it } from 'vitest';
import { hasLatitudeFirst, isGeographic, isWebMercator, readCrs, readCrsList } from './crs.ts';

describe('readCrs', () => {
  const cases: readonly (readonly [raw: string, crs: string | null])[] = [
    ['EPSG:4326', 'EPSG:4326'],
    [' epsg:4326 ', 'EPSG:4326'],
    ['urn:ogc:def:crs:EPSG::25833', 'EPSG:25833'],
    ['urn:ogc:def:crs:EPSG:6.9:4326', 'EPSG:4326'],
    ['urn:x-ogc:def:crs:EPSG:3857', 'EPSG:3857'],
    ['http://www.opengis.net/def/crs/EPSG/0/3067', 'EPSG:3067'],
    ['http://www.opengis.net/gml/srs/epsg.xml#4326', 'EPSG:4326'],
    ['CRS:84', 'CRS:84'],
    ['crs84', 'crs84'],
    ['OGC:CRS84', 'CRS:84'],
    ['urn:ogc:def:crs:OGC:1.3:CRS84', 'CRS:84'],
    ['urn:ogc:def:crs:OGC::CRS84', 'CRS:84'],
    ['http://www.opengis.net/def/crs/OGC/1.3/CRS84', 'CRS:84'],
    ['auto2:42001,1,-100,45', 'AUTO2:42001,1,-100,45'],
    ['IGNF:LAMB93', 'IGNF:LAMB93'],
    ['+proj=longlat +datum=WGS84', '+proj=longlat +datum=WGS84'],
    ['', null],
  ];
  it.each(cases)('%s', (raw, crs) => {
    expect(readCrs(raw)).toBe(crs);
  });
});

it('readCrsList splits lists but not PROJ strings and AUTO parameters', () => {
  expect(readCrsList('EPSG:4326 epsg:3857\n EPSG:25833')).toEqual(['EPSG:4326', 'EPSG:3857', 'EPSG:25833']);
  expect(readCrsList('EPSG:4326,EPSG:3857')).toEqual(['EPSG:4326', 'EPSG:3857']);
  expect(readCrsList('+proj=utm +zone=33')).toEqual(['+proj=utm +zone=33']);
  expect(readCrsList('AUTO:42001,9001,0,0')).toEqual(['AUTO:42001,9001,0,0']);
  expect(readCrsList('')).toEqual([]);
});

it('knows geographic and Web Mercator systems, and which axis comes first', () => {
  expect(isGeographic('EPSG:4258')).toBe(true);
  expect(isGeographic('CRS:84')).toBe(true);
  expect(isGeographic('EPSG:25833')).toBe(false);
  // Meters with the zone in front, degrees from Ferro, and degrees again.
  expect(isGeographic('EPSG:4647')).toBe(false);
  expect(isGeographic('EPSG:4805')).toBe(false);
  expect(isGeographic('EPSG:4823')).toBe(true);
  expect(isWebMercator('EPSG:900913')).toBe(true);
  expect(hasLatitudeFirst('EPSG:4326', '1.3.0')).toBe(true);
  expect(hasLatitudeFirst('EPSG:4326', '1.1.1')).toBe(false);
  expect(hasLatitudeFirst('CRS:84', '1.3.0')).toBe(false);
});
