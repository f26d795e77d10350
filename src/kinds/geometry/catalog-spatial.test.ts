// Geometries of records in WKT: systems, axis order, heights.
import { expect, it } from 'vitest';
import { ProblemTally } from '../../describe/problem-tally.ts';
import { readSpatialText } from './catalog-spatial.ts';

function read(text: string) {
  const problems = new ProblemTally();
  return { extent: readSpatialText(text, problems), codes: problems.list().map(({ code }) => code) };
}

const epsg = 'http://www.opengis.net/def/crs/EPSG/0';

it.each([
  ['POLYGON((7 46,8 46,8 47,7 46))'],
  [`<${epsg}/4326> POLYGON((46 7,46 8,47 8,46 7))`],
  ['<http://www.opengis.net/def/crs/OGC/1.3/CRS84> POLYGON((7 46,8 46,8 47,7 46))'],
  ['SRID=4326;POLYGON((7 46,8 46,8 47,7 46))'],
  ['POLYGONZ((7 46 400,8 46 400,8 47 500,7 46 400))'],
  ['POLYGON Z ((7 46 400, 8 46 400, 8 47 500, 7 46 400))'],
  ['MULTIPOLYGON ZM (((7 46 4 1, 8 46 4 1, 8 47 5 1, 7 46 4 1)))'],
])('%s', (text) => {
  expect(read(text)).toEqual({ extent: [7, 46, 8, 47], codes: [] });
});

it('converts projected systems, and rejects unknown ones', () => {
  const { extent } = read('SRID=32632;POLYGON((500000 5200000,600000 5200000,600000 5300000,500000 5200000))');
  expect(extent?.map(Math.round)).toEqual([9, 47, 10, 48]);
  expect(read('SRID=999999;POINT(7 46)')).toEqual({ extent: null, codes: ['extent.projected'] });
});

it('reads long geometries to their end', () => {
  const positions = Array.from({ length: 15_000 }, (_, at) => `${(at / 1000).toFixed(3)} 1`);
  expect(read(`LINESTRING(${positions.join(',')})`).extent?.[2]).toBe(14.999);
  const coordinates = Array.from({ length: 21_000 }, (_, at) => [at / 1000, 1]);
  expect(read(JSON.stringify({ type: 'LineString', coordinates })).extent?.[2]).toBe(20.999);
});
