// Units and planets in WKT, tested by conversions.
import { expect, it } from 'vitest';
import { toWgs84 } from './projection.ts';
import { readWktDefinition } from './wkt-definition.ts';

const clarke = 'DATUM["D_NTF",SPHEROID["Clarke_1880_IGN",6378249.2,293.46602]]';
const grads = 'UNIT["Grad",0.01570796326794897]';

it('reads coordinates in grads from Paris, with any spelling of its longitude', () => {
  for (const meridian of ['2.5969213', '2.337229166666667']) {
    const wkt = `GEOGCS["NTF (Paris)",${clarke},PRIMEM["Paris",${meridian}],${grads}]`;
    const [west, south, east, north] = toWgs84([0, 50, 1, 51], wkt) ?? [];
    expect(west).toBeCloseTo(2.3372, 2);
    expect(south).toBeCloseTo(45, 2);
    expect(east).toBeCloseTo(3.2372, 2);
    expect(north).toBeCloseTo(45.9, 2);
  }
});

it('reads parameters in grads', () => {
  const wkt =
    `PROJCS["Lambert II",GEOGCS["GCS_NTF_Paris",${clarke},PRIMEM["Paris",2.337229166666667],${grads}],` +
    'PROJECTION["Lambert_Conformal_Conic"],PARAMETER["False_Easting",600000.0],PARAMETER["False_Northing",2200000.0],' +
    'PARAMETER["Central_Meridian",0.0],PARAMETER["Standard_Parallel_1",50.99879884],' +
    'PARAMETER["Standard_Parallel_2",52.99557167],PARAMETER["Latitude_Of_Origin",52.0],UNIT["Meter",1.0]]';
  const known = toWgs84([500_000, 2_000_000, 700_000, 2_400_000], 'EPSG:27572') ?? [];
  const own = toWgs84([500_000, 2_000_000, 700_000, 2_400_000], wkt) ?? [];
  expect(own).toHaveLength(4);
  own.forEach((degrees, at) => {
    expect(degrees).toBeCloseTo(known[at]!, 2);
  });
});

it('reads radians', () => {
  const wkt = 'GEOGCS["X",DATUM["D_WGS_1984",SPHEROID["WGS_1984",6378137.0,298.257223563]],UNIT["Radian",1.0]]';
  expect(toWgs84([0, 0.5, 0.1, 0.6], wkt)?.map((degrees) => Math.round(degrees * 1000) / 1000)).toEqual([
    0, 28.648, 5.73, 34.377,
  ]);
});

it.each([
  ['the moon', 'GEOGCS["GCS_Moon_2000",DATUM["D",SPHEROID["Moon",1737400.0,0.0]],UNIT["Degree",0.0174532925199433]]'],
  ['WKT 2 in grads', `GEOGCRS["x",DATUM["D",ELLIPSOID["W",6378137,298.25]],ANGLEUNIT["grad",0.0157079632679489]]`],
  ['grads from elsewhere', `GEOGCS["x",${clarke},PRIMEM["Somewhere",17],${grads}]`],
  ['brackets that stay open', 'GEOGCS["x",DATUM["D"'],
])('refuses %s', (_, wkt) => {
  expect(readWktDefinition(wkt)).toBeNull();
  expect(toWgs84([1, 2, 3, 4], wkt)).toBeNull();
});
