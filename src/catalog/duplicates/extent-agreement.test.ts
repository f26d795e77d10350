// When extents indicate the same dataset, and when they don't.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Extent } from '../../model/extent.ts';
import { compareExtents, isPrecise } from './extent-agreement.ts';

const city: Extent = [7.4312, 47.0128, 7.9873, 47.3391];

describe('compareExtents', () => {
  it.each<[string, Extent | null, Extent | null]>([
    ['equal', city, [7.4311, 47.0127, 7.9874, 47.3392]],
    ['close', city, [7.42, 47.01, 7.99, 47.35]],
    ['apart', city, [7.4312, 47.0128, 7.9873, 48.9]],
    ['apart', city, [-3.1, 40.2, -2.9, 40.4]],
    ['unknown', city, null],
    ['unknown', city, [-180, -90, 180, 90]],
    ['equal', [177.1, -20.2, -178.3, -15.4], [177.1, -20.2, -178.3, -15.4]],
    ['apart', [177.1, -20.2, -178.3, -15.4], [-179.9, -20.2, -178.3, -15.4]],
  ])('%s', (agreement, a, b) => {
    expect(compareExtents(a, b)).toBe(agreement);
  });

  it('is symmetric, and finds every extent equal to itself', () => {
    const side = fc.double({ min: -90, max: 90, noNaN: true });
    const extent = fc.tuple(side, side, side, side).map((sides) => sides as unknown as Extent);
    fc.assert(
      fc.property(extent, extent, (a, b) => {
        expect(['equal', 'unknown']).toContain(compareExtents(a, a));
        expect(compareExtents(a, b) === 'apart').toBe(compareExtents(b, a) === 'apart');
        expect(compareExtents(a, b)).toBe(compareExtents(b, a));
      }),
    );
  });
});

it('distinguishes hand-drawn boxes from computed ones', () => {
  expect([isPrecise(city), isPrecise([6, 49, 8, 51]), isPrecise([6.5, 49.5, 8, 51]), isPrecise(null)]).toEqual([
    ...[true, false, false, false],
  ]);
});
