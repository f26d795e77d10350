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

it('keeps the name of what has no code, and reads nothing into other text', () => {
  expect(readWktCrs('PROJCS["Town grid",GEOGCS["x",AUTHORITY["EPSG","4326"]]]')).toEqual({
    code: null,
    name: 'Town grid',
  });
  expect(readWktCrs('<html>404</html>')).toBeNull();
});
