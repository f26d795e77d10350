// Names and codes in WKT of several dialects.
import { expect, it } from 'vitest';
import { readWktCrs } from './wkt-crs.ts';

it.each([
  ['GEOGCS["GCS_WGS_1984",DATUM["D_WGS_1984"]]', 'EPSG:4326'],
  ['PROJCS["WGS_1984_UTM_Zone_33S",GEOGCS["GCS_WGS_1984"]]', 'EPSG:32733'],
  ['PROJCS["ETRS89 / UTM zone 32N",GEOGCS["ETRS89"]]', 'EPSG:25832'],
  ['PROJCS["CH1903+_LV95",GEOGCS["x"]]', 'EPSG:2056'],
  ['PROJCS["GDA_1994_MGA_Zone_55",GEOGCS["x"]]', 'EPSG:28355'],
  ['PROJCS["DHDN_3_Degree_Gauss_Zone_3",GEOGCS["x"]]', 'EPSG:31467'],
  ['PROJCS["anything",GEOGCS["x",AUTHORITY["EPSG","4326"]],\n AUTHORITY["EPSG","31287"]]\n', 'EPSG:31287'],
  ['PROJCRS["x",BASEGEOGCRS["y"],ID["EPSG",3035]]', 'EPSG:3035'],
])('%s', (wkt, code) => {
  expect(readWktCrs(wkt)?.code).toBe(code);
});

it('keeps the name of a system without code, and ignores other text', () => {
  expect(readWktCrs('PROJCS["Town grid",GEOGCS["x",AUTHORITY["EPSG","4326"]]]')).toEqual({
    code: null,
    name: 'Town grid',
  });
  expect(readWktCrs('<html>404</html>')).toBeNull();
});

const nad83 =
  'GEOGCS["GCS_North_American_1983",DATUM["D_North_American_1983",SPHEROID["GRS_1980",6378137.0,298.257222101]],' +
  'PRIMEM["Greenwich",0.0],UNIT["Degree",0.0174532925199433]]';

function albers(meridian: number, [first, second]: readonly [number, number], origin: number): string {
  return (
    `PROJCS["NAD_1983_Albers",${nad83},PROJECTION["Albers"],PARAMETER["False_Easting",0],PARAMETER["False_Northing",0],` +
    `PARAMETER["Central_Meridian",${meridian}],PARAMETER["Standard_Parallel_1",${first}],` +
    `PARAMETER["Standard_Parallel_2",${second}],PARAMETER["Latitude_Of_Origin",${origin}],UNIT["Meter",1.0]]`
  );
}

it('accepts a name only with the parameters of that system', () => {
  expect(readWktCrs(albers(-96, [29.5, 45.5], 23))?.code).toBe('EPSG:5070');
  expect(readWktCrs(albers(-126, [50, 58.5], 45))).toEqual({ code: null, name: 'NAD_1983_Albers' });
});

it.each([
  ['grads', 'GEOGCS["GCS_WGS_1984",DATUM["D",SPHEROID["W",6378137,298.257223563]],UNIT["Grad",0.01570796326794897]]'],
  ['Paris', 'GEOGCS["GCS_WGS_1984",DATUM["D",SPHEROID["W",6378137,298.26]],PRIMEM["Paris",2.337229166666667]]'],
  ['Mars', 'GEOGCS["GCS_WGS_1984",DATUM["D",SPHEROID["Mars_2000",3396190.0,169.8944472236118]]]'],
])('rejects the name of %s', (_, wkt) => {
  expect(readWktCrs(wkt)?.code).toBeNull();
});
