// Boxes in projected systems against coordinates computed with PROJ 9.1 (cs2cs EPSG:4326 <code>).
import { statSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { coordinateSystem, coordinateSystemCodes } from './epsg.ts';
import { type Corners, hasNorthingFirst, toWgs84 } from './projection.ts';

/** Code, longitude and latitude, then what cs2cs makes of them in the axis order of the authority. */
const known: readonly (readonly [code: string, longitude: number, latitude: number, first: number, second: number])[] =
  [
    ['EPSG:27700', -1.5, 52.5, 434039.457, 289239.281],
    ['EPSG:2154', 2.5, 47, 662007.006, 6655651.149],
    ['EPSG:25832', 9.5, 51.5, 534706.272, 5705547.682],
    ['EPSG:31467', 9.2, 50.1, 5551549.473, 3514384.171],
    ['EPSG:31370', 4.5, 50.8, 159252.459, 165512.915],
    ['EPSG:28992', 5.4, 52.2, 155874.826, 467987.645],
    ['EPSG:2056', 8.2, 46.8, 2658121.836, 1183485.727],
    ['EPSG:3035', 14, 50, 2995324.594, 4607652.377],
    ['EPSG:3067', 25, 64.5, 403939.732, 7154245.921],
    ['EPSG:3006', 16, 62, 6874583.727, 552375.8],
    ['EPSG:5514', 15.5, 49.8, -670165.148, -1084718.432],
    ['EPSG:2180', 19, 52, 459309.209, 500000],
    ['EPSG:3763', -8, 39.7, 11416.222, 3532.703],
    ['EPSG:3003', 9.5, 43.5, 1540449.766, 4816478.566],
    ['EPSG:2100', 23.8, 38.5, 482410.764, 4261024.752],
    ['EPSG:2039', 35, 31.5, 200033.74, 600894.611],
    ['EPSG:32638', 44.5, 33, 453291.84, 3651397.945],
    ['EPSG:3857', 12, 45, 1335833.89, 5621521.486],
    ['EPSG:2443', 130, 32.5, -55334.314, 46983.935],
    ['EPSG:3414', 103.8, 1.35, 36901.682, 24292.015],
    ['EPSG:4499', 121, 31, 3432691.92, 21308973.125],
    ['EPSG:32643', 75, 20, 500000, 2211481.308],
    ['EPSG:28355', 147, -36, 500000, 6016051.547],
    ['EPSG:7856', 153, -28, 500000, 6902797.629],
    ['EPSG:3577', 134, -25, 199585.004, -2704133.231],
    ['EPSG:2193', 174.8, -41.2, 5437478.781, 1750927.567],
    ['EPSG:3460', 178.5, -17.8, 1973481.675, 3911452.514],
    ['EPSG:32733', 15, -22, 500000, 7567173.042],
    ['EPSG:2048', 19, -33, 0, 3652748.043],
    ['EPSG:26191', -6, 33.5, 444118.685, 322624.785],
    ['ESRI:102022', 20, 5, -519564.583, 591711.928],
    ['EPSG:2263', -73.9, 40.7, 1011978.077, 194321.166],
    ['EPSG:2227', -121.8, 37.5, 6184560.015, 2007144.912],
    ['EPSG:5070', -96, 39, 0, 1774910.114],
    ['EPSG:3347', -96, 60, 5975973.067, 2640560.489],
    ['EPSG:26918', -75, 40, 500000, 4427757.219],
    ['EPSG:6372', -102, 24, 1329420.942, 2500000],
    ['EPSG:31983', -45, -23, 500000, 7456480.236],
    ['EPSG:5880', -54, -15, 5000000, 8341010.411],
    ['EPSG:5343', -68, -38, 5786909.596, 1851399.71],
    ['EPSG:3116', -74, 4.6, 1000420.63, 1008600.537],
    ['EPSG:3031', 45, -75, 1158794.741, 1158794.741],
    ['EPSG:3413', -30, 75, 422879.131, -1578206.404],
    ['EPSG:3995', 100, 80, 1072632.372, 189134.028],
    ['EPSG:6931', 20, 70, 759856.195, -2087687.739],
    ['ESRI:54009', 30, 20, 2893309.898, 2453585.882],
    ['ESRI:54030', -60, -30, -5441866.544, -3208557.612],
    ['ESRI:102003', -100, 40, -338390.588, 287313.879],
    ['EPSG:4087', 20, 30, 2226389.816, 3339584.724],
  ];

/** Those of them whose authority puts northing first (EPSG's coordinate systems). */
const northFirst = new Set(
  '31467 3035 3006 2180 2443 3414 4499 2193 6372 5343 3116'.split(' ').map((code) => `EPSG:${code}`),
);

describe('toWgs84', () => {
  it.each(known)('converts a point in %s like PROJ', (code, longitude, latitude, first, second) => {
    expect(hasNorthingFirst(code)).toBe(northFirst.has(code));
    const [x, y] = northFirst.has(code) ? [second, first] : [first, second];
    const [west, south, east, north] = toWgs84([x - 100, y - 100, x + 100, y + 100], code)!;
    // 100 m around it, the datum shift of grids that are not shipped, and the meridians drawing together.
    const slack = 0.003 / Math.cos((latitude * Math.PI) / 180);
    expect(Math.abs((west + east) / 2 - longitude)).toBeLessThan(slack);
    expect(Math.abs((south + north) / 2 - latitude)).toBeLessThan(0.003);
    expect(east - west).toBeLessThan(4 * slack);
  });

  it('supports Web Mercator under all its codes, and degrees', () => {
    const box: Corners = [1113194.9079327357, 6446275.841017161, 1224514.398726009, 6621293.722740169];
    for (const code of ['EPSG:3857', 'EPSG:900913', 'EPSG:3785', 'ESRI:102100', 'EPSG:102100', 'ESRI:102113']) {
      expect(toWgs84(box, code)!.map((value) => Math.round(value * 1e6) / 1e6)).toEqual([10, 50, 11, 51]);
    }
    for (const code of ['EPSG:4326', 'CRS:84', 'urn:ogc:def:crs:OGC:1.3:CRS84', 'EPSG:4258']) {
      expect(toWgs84([5, 45, 10, 48], code)).toEqual([5, 45, 10, 48]);
    }
    // Degrees from Ferro (17° 40' west of Greenwich), and degrees outside the range that EPSG keeps for them.
    expect(toWgs84([33, 47, 34, 48], 'EPSG:4805')![0]).toBeCloseTo(15.333, 1);
    expect(toWgs84([140, -30, 150, -20], 'EPSG:7844')!.map(Math.round)).toEqual([140, -30, 150, -20]);
    // Another datum, some hundred meters away.
    const [west, south] = toWgs84([5, 45, 10, 48], 'EPSG:4230')!;
    expect(Math.abs(west - 5)).toBeLessThan(0.01);
    expect(Math.abs(south - 45)).toBeLessThan(0.01);
    expect(west).not.toBe(5);
  });

  it.each([
    // Bounds of 200 points on each edge, by cs2cs.
    ['EPSG:2227', [6000000, 2000000, 6200000, 2200000], [-122.45, 37.472, -121.746, 38.03]],
    ['EPSG:2056', [2485000, 1075000, 2834000, 1296000], [5.903, 45.786, 10.561, 47.815]],
    ['EPSG:2229', [6474022.25, 1748978.69, 6499010.09, 1780987.81], [-118.289, 33.798, -118.206, 33.886]],
    ['EPSG:5070', [-2000000, 0, 2000000, 3000000], [-122.705, 21.158, -69.295, 50.02]],
    ['EPSG:3035', [2500000, 1400000, 7400000, 5500000], [-35.117, 29.758, 72.906, 72.664]],
    ['EPSG:25832', [250000, 5200000, 900000, 6100000], [5.092, 46.833, 15.24, 55.047]],
  ] as const)('follows the bent edges of %s', (code, corners, expected) => {
    const extent = toWgs84(corners, code)!;
    for (const [index, value] of extent.entries()) expect(Math.abs(value - expected[index]!)).toBeLessThan(0.03);
  });

  it('detects the pole inside a polar box', () => {
    const [west, south, east, north] = toWgs84([-3000000, -3000000, 3000000, 3000000], 'EPSG:3031')!;
    expect([west, south, east]).toEqual([-180, -90, 180]);
    expect(north).toBeCloseTo(-52.3171, 3);
    const arctic = toWgs84([-2000000, -2000000, 2000000, 2000000], 'EPSG:3413')!;
    expect(arctic[3]).toBe(90);
    expect(arctic[1]).toBeCloseTo(64.3117, 3);
    // Beside the pole it is an ordinary box.
    expect(toWgs84([1000000, 1000000, 1500000, 1500000], 'EPSG:3031')![1]).toBeGreaterThan(-81);
  });

  it('crosses the antimeridian if the box does', () => {
    const fiji = toWgs84([1800000, 3800000, 2300000, 4300000], 'EPSG:3460')!;
    expect(fiji[0]).toBeGreaterThan(176);
    expect(fiji[2]).toBeLessThan(-177);
    const pacific = toWgs84([18000000, -1000000, 22000000, 1000000], 'EPSG:4087')!;
    expect(pacific[0]).toBeGreaterThan(161);
    expect(pacific[2]).toBeLessThan(-162);
    expect(toWgs84([500000, 5000000, 900000, 5100000], 'EPSG:32760')![2]).toBeLessThan(-177);
  });

  it('accepts the extent of world maps', () => {
    expect(toWgs84([-18040096, -9020048, 18040096, 9020048], 'ESRI:54009')!.map(Math.round)).toEqual([
      -180, -90, 180, 90,
    ]);
    expect(
      toWgs84([-20037508.3428, -10018754.1714, 20037508.3428, 10018754.1714], 'EPSG:4087')!.map(Math.round),
    ).toEqual([-180, -90, 180, 90]);
  });

  it('returns nothing rather than a wrong box', () => {
    const unusable: readonly (readonly [Corners, string])[] = [
      [[0, 0, 0, 0], 'EPSG:25832'],
      [[Number.NaN, 0, 1, 1], 'EPSG:25832'],
      [[Number.NEGATIVE_INFINITY, 0, 1, 1], 'EPSG:25832'],
      [
        [-1.7976931348623157e308, -1.7976931348623157e308, 1.7976931348623157e308, 1.7976931348623157e308],
        'EPSG:25832',
      ],
      [[5, 45, 10, 48], 'EPSG:999999'],
      [[5, 45, 10, 48], 'LOCAL:1'],
      [[5, 45, 10, 48], ''],
      // Degrees where meters belong lie off the coast of Africa, far from where the system is used.
      [[5, 45, 10, 48], 'EPSG:31467'],
      // Axes exchanged.
      [[5551549, 3514384, 5561549, 3524384], 'EPSG:31467'],
      [[500000, 5200000, 600000, 5300000], 'EPSG:4230'],
    ];
    for (const [corners, crs] of unusable) expect([crs, toWgs84(corners, crs)]).toEqual([crs, null]);
  });

  it("reads Esri's WKT, and PROJ strings", () => {
    const wkt =
      'PROJCS["Sample",GEOGCS["GCS_North_American_1983",DATUM["D_North_American_1983",SPHEROID["GRS_1980",6378137.0,298.257222101]],PRIMEM["Greenwich",0.0],UNIT["Degree",0.0174532925199433]],PROJECTION["Lambert_Conformal_Conic"],PARAMETER["False_Easting",19685000.0],PARAMETER["False_Northing",0.0],PARAMETER["Central_Meridian",-84.36666666666666],PARAMETER["Standard_Parallel_1",42.1],PARAMETER["Standard_Parallel_2",43.66666666666666],PARAMETER["Latitude_Of_Origin",41.5],UNIT["Foot_US",0.3048006096012192]]';
    const [west, south, east, north] = toWgs84([19600000, 400000, 19700000, 500000], wkt)!;
    // The same parameters as a PROJ string, by cs2cs.
    expect([west, south, east, north].map((value) => Math.round(value * 100) / 100)).toEqual([
      -84.68, 42.6, -84.31, 42.87,
    ]);
    expect(toWgs84([500000, 5000000, 600000, 5100000], '+proj=utm +zone=32 +datum=WGS84 +units=m')![0]).toBeCloseTo(
      9,
      3,
    );
    expect(toWgs84([0, 0, 1, 2], 'PROJCS["broken"')).toBeNull();
    expect(toWgs84([0, 0, 1, 2], 'PROJCS["no projection",GEOGCS["a"]]')).toBeNull();
  });

  it("doesn't read degrees as meters: at the origin of a polar projection they would be a garden", () => {
    expect(toWgs84([-10, 50, 10, 60], 'EPSG:3413')).toBeNull();
    expect(toWgs84([-10_000, -10_000, 10_000, 10_000], 'EPSG:3413')).not.toBeNull();
  });

  it('never throws and never leaves the earth', () => {
    const codes = fc.constantFrom(...coordinateSystemCodes().map((code) => `EPSG:${code}`));
    const corner = fc.double({ min: -3e7, max: 3e7, noNaN: true });
    fc.assert(
      fc.property(fc.tuple(corner, corner, corner, corner), codes, (corners, code) => {
        const extent = toWgs84(corners, code);
        if (extent === null) return true;
        const [west, south, east, north] = extent;
        return Math.abs(west) <= 180 && Math.abs(east) <= 180 && south >= -90 && north <= 90 && south <= north;
      }),
      { numRuns: 2000 },
    );
  });
});

describe('the table', () => {
  it('has the systems of EPSG and Esri, small enough to ship', () => {
    expect(coordinateSystemCodes().length).toBeGreaterThan(7000);
    expect(statSync(new URL('./epsg.txt', import.meta.url)).size).toBeLessThan(600_000);
    expect(coordinateSystem(1)).toBeNull();
    expect(coordinateSystem(32632)).toMatchObject({ isNorthFirst: false, area: [6, 0, 12, 84] });
  });
});
