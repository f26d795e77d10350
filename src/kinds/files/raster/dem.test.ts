// Elevation grids: three formats.
import { expect, it } from 'vitest';
import { fixtureDocument, linkTo, readDocument, readFixture, rounded } from '../../../../test/read-fixture.ts';
import { makeDocument } from '../../../base/document/document.ts';
import { dem } from './dem.ts';

it('reads an ASCII grid, and its system from the .prj file', () => {
  const grid = fixtureDocument('dem/height.asc');
  const [identity] = dem.identify(grid);
  expect(readDocument(dem, grid).problems).toEqual(['crs.missing']);
  const request = dem.more?.(grid, identity!);
  expect(request?.url).toBe('http://files.example.org/dem/height.prj');
  const wkt = Buffer.from('PROJCS["ETRS_1989_UTM_Zone_32N",GEOGCS["GCS_ETRS_1989"]]');
  const complete = { ...grid, parts: [makeDocument({ url: request!.url, bytes: wkt })] };
  expect(rounded(dem.describe(complete, identity!).extent)).toEqual([10.3366, 47.8454, 10.3474, 47.851]);
});

it('recognizes SRTM tiles by name and size', () => {
  const tile = (name: string, size: number) =>
    makeDocument({ url: `http://a.org/${name}`, bytes: Buffer.alloc(size, 1) });
  expect(readDocument(dem, tile('S12W077.hgt', 2 * 1201 * 1201)).description.extent).toEqual([-77, -12, -76, -11]);
  expect(dem.identify(tile('S12W077.hgt', 1000))).toEqual([]);
  expect(dem.suspect(linkTo('http://a.org/N46E007.hgt'))).toBe(0.95);
});

it('reads a USGS DEM as GDAL writes it', () => {
  const { description, problems } = readFixture(dem, 'dem/usgs.dem');
  expect(rounded(description.extent)).toEqual([10.3372, 47.8456, 10.3467, 47.8504]);
  expect(problems).toEqual([]);
});
