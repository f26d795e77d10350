// Extents as the web publishes them.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Extent } from '../../model/extent.ts';
import { intersects, type RawExtent, readExtent, readMercatorExtent, unionExtents } from './extent.ts';

describe('readExtent', () => {
  const cases: readonly (readonly [name: string, raw: RawExtent, extent: Extent | null, problem: string | null])[] = [
    ['a good one', ['5.9', '47.3', '15', '55'], [5.9, 47.3, 15, 55], null],
    ['a point', ['5', '47', '5', '47'], [5, 47, 5, 47], null],
    ['decimal commas', ['5,9', '47,3', '15', '55,0'], [5.9, 47.3, 15, 55], null],
    ['exponents and spaces', [' 1e1 ', '-2.5E+0', '11', '3'], [10, -2.5, 11, 3], null],
    ['rounding beyond the poles', ['-180.0000001', '-90.0000001', '180', '90'], [-180, -90, 180, 90], null],
    ['the antimeridian, west of east', ['170', '-20', '-170', '-10'], [170, -20, -170, -10], null],
    ['the antimeridian, beyond 180', ['170', '-20', '190', '-10'], [170, -20, -170, -10], 'extent.out-of-range'],
    ['longitudes from 0 to 360', ['0', '-90', '360', '90'], [-180, -90, 180, 90], 'extent.out-of-range'],
    ['latitudes a little too far', ['-180', '-91', '180', '95'], [-180, -90, 180, 90], 'extent.out-of-range'],
    ['corners exchanged', ['15', '55', '5.9', '47.3'], [5.9, 47.3, 15, 55], 'extent.swapped'],
    ['only south and north exchanged', ['5', '55', '15', '47'], [5, 47, 15, 55], 'extent.swapped'],
    ['west and east exchanged', ['20', '0', '-10', '5'], [-10, 0, 20, 5], 'extent.swapped'],
    ['the world back to front', ['180', '90', '-180', '-90'], [-180, -90, 180, 90], 'extent.swapped'],
    ['axes exchanged', ['10', '100', '20', '110'], [100, 10, 110, 20], 'extent.swapped'],
    ['the world with axes exchanged', ['-90', '-180', '90', '180'], [-180, -90, 180, 90], 'extent.swapped'],
    ['meters', ['500000', '5200000', '600000', '5300000'], null, 'extent.projected'],
    ['inf', ['inf', '-inf', 'inf', 'inf'], null, 'extent.invalid'],
    ['Infinity', ['-Infinity', '-90', 'Infinity', '90'], null, 'extent.invalid'],
    ['nan', ['nan', 'NaN', '1', '2'], null, 'extent.invalid'],
    ['nothing', ['', null, '1', '2'], null, 'extent.invalid'],
    ['words', ['west', 'south', 'east', 'north'], null, 'extent.invalid'],
    ['zeros', ['0', '0', '0.0', '0'], null, 'extent.invalid'],
    ['an empty layer of MapServer', ['-1', '-1', '-1', '-1'], null, 'extent.invalid'],
    ['a placeholder', ['-999', '-999', '999', '999'], null, 'extent.invalid'],
    [
      'the largest doubles',
      ['1.79769e+308', '1.79769e+308', '-1.79769e+308', '-1.79769e+308'],
      null,
      'extent.projected',
    ],
  ];
  it.each(cases)('reads %s', (_name, raw, extent, problem) => {
    expect(readExtent(raw)).toEqual({ extent, problem });
  });

  it('returns a valid extent or none for any input', () => {
    const value = fc.oneof(
      fc.double().map(String),
      fc.double({ min: -400, max: 400 }).map(String),
      fc.string(),
      fc.constant(null),
    );
    fc.assert(
      fc.property(fc.tuple(value, value, value, value), (raw) => {
        const { extent, problem } = readExtent(raw);
        if (extent === null) return problem !== null;
        const [west, south, east, north] = extent;
        return [west, east].every((x) => Math.abs(x) <= 180) && south <= north && south >= -90 && north <= 90;
      }),
      { numRuns: 3000 },
    );
  });
});

it('readMercatorExtent converts meters to degrees', () => {
  const { extent, problem } = readMercatorExtent(['-20037508.34', '-20037508.34', '20037508.34', '20037508.34']);
  expect(problem).toBeNull();
  expect(extent?.map((value) => Math.round(value * 1000) / 1000)).toEqual([-180, -85.051, 180, 85.051]);
});

it("readMercatorExtent doesn't read degrees as meters", () => {
  expect(readMercatorExtent(['9.5', '47.7', '19.1', '57.3'])).toEqual({ extent: null, problem: 'extent.invalid' });
  expect(readMercatorExtent(['-200', '-50', '200', '50']).extent).not.toBeNull();
});

it('rejects a box entirely beyond a pole', () => {
  expect(readExtent(['-100', '-100', '-99', '-99'])).toEqual({ extent: null, problem: 'extent.invalid' });
  expect(readExtent(['-100', '-92', '-99', '-80'])).toMatchObject({ extent: [-100, -90, -99, -80] });
});

it("swaps axes only if both latitudes require it and the format doesn't name them", () => {
  expect(readExtent(['7', '46', '8', '120'])).toEqual({ extent: null, problem: 'extent.out-of-range' });
  expect(readExtent(['46', '100', '47', '120']).extent).toEqual([100, 46, 120, 47]);
  expect(readExtent(['46', '100', '47', '120'], true)).toEqual({ extent: null, problem: 'extent.invalid' });
});

it('rejects a point at the corner of the world', () => {
  expect(readExtent(['-180', '-90', '-180', '-90'])).toEqual({ extent: null, problem: 'extent.invalid' });
});

describe('unionExtents', () => {
  it('is null for none', () => {
    expect(unionExtents([])).toBeNull();
  });

  it('crosses the antimeridian only if a member does', () => {
    expect(
      unionExtents([
        [-10, 0, 5, 10],
        [20, -5, 30, 5],
      ]),
    ).toEqual([-10, -5, 30, 10]);
    expect(
      unionExtents([
        [170, 0, -170, 10],
        [160, -5, 165, 5],
      ]),
    ).toEqual([160, -5, -170, 10]);
    expect(
      unionExtents([
        [170, 0, -170, 10],
        [-180, 0, 180, 10],
      ]),
    ).toEqual([-180, 0, 180, 10]);
  });

  it('contains every point of its members, and intersects them (against brute force)', () => {
    const longitude = fc.integer({ min: -180, max: 180 });
    const latitudes = fc.tuple(fc.integer({ min: -90, max: 90 }), fc.integer({ min: -90, max: 90 }));
    const extent = fc
      .tuple(longitude, longitude, latitudes)
      .map(([west, east, [a, b]]): Extent => [west, Math.min(a, b), east, Math.max(a, b)]);
    const holds = ([west, south, east, north]: Extent, x: number, y: number) =>
      y >= south && y <= north && (west <= east ? x >= west && x <= east : x >= west || x <= east);
    fc.assert(
      fc.property(
        fc.array(extent, { minLength: 1, maxLength: 6 }),
        longitude,
        fc.integer({ min: -90, max: 90 }),
        (all, x, y) => {
          const union = unionExtents(all)!;
          const inMember = all.some((member) => holds(member, x, y));
          return (!inMember || holds(union, x, y)) && all.every((member) => intersects(member, union));
        },
      ),
    );
  });
});

it('intersects handles the antimeridian', () => {
  expect(intersects([170, 0, -170, 10], [-175, 5, -160, 20])).toBe(true);
  expect(intersects([170, 0, -170, 10], [0, 0, 100, 10])).toBe(false);
  expect(intersects([0, 0, 10, 10], [10, 10, 20, 20])).toBe(true);
  expect(intersects([0, 0, 10, 10], [0, 11, 10, 20])).toBe(false);
});
