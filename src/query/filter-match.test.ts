// Filter matching: three-valued logic, lists, days, LIKE against a regular expression, shapes against sampling.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { makeResource } from '../../test/conformance/made-records.ts';
import type { Filter, LikePart, Operand, Shape, SpatialRelation } from '../model/filter.ts';
import { matchesFilter } from './filter-match.ts';
import { fitsLike, readLikePattern } from './like-match.ts';
import { isRelatedToShapes } from './shape-relation.ts';

const property = (name: string): Operand => ({ is: 'property', name });
const literal = (value: string | number | boolean): Operand => ({ is: 'literal', value });
const not = (filter: Filter): Filter => ({ op: 'not', filter });
const record = makeResource('aaaa', {
  title: 'Rivières de France',
  keywords: ['eau', 'hydrographie'],
  layers: [],
  layerCount: 7,
  firstSeenMs: Date.UTC(2020, 4, 17, 12),
  extent: [170, -20, -170, -10],
  time: '2000-01-01/2010-12-31',
});

describe('matchesFilter', () => {
  it.each<[string, Filter, boolean]>([
    ['equal', { op: '=', left: property('title'), right: literal('Rivières de France') }, true],
    ['case counts', { op: '=', left: property('title'), right: literal('rivières de france') }, false],
    [
      'folded',
      {
        op: '=',
        left: { is: 'accenti', of: { is: 'casei', of: property('title') } },
        right: { is: 'accenti', of: { is: 'casei', of: literal('RIVIERES de france') } },
      },
      true,
    ],
    ['one of several', { op: '=', left: property('keywords'), right: literal('eau') }, true],
    ['none of several', { op: '<>', left: property('keywords'), right: literal('feu') }, true],
    ['a number', { op: 'between', value: property('layerCount'), low: literal(7), high: literal(9) }, true],
    ['unknown', { op: '=', left: property('license'), right: literal('CC0-1.0') }, false],
    ['not unknown', not({ op: '=', left: property('license'), right: literal('CC0-1.0') }), false],
    ['null', { op: 'isNull', value: property('license') }, true],
    ['a phrase', { op: 'text', phrase: 'rivieres  DE' }, true],
    ['before the time', { op: 'during', fromMs: null, toMs: Date.UTC(1999, 0) }, false],
    ['in the time', { op: 'during', fromMs: Date.UTC(2010, 11, 31, 23), toMs: null }, true],
  ])('%s', (_, filter, expected) => expect(matchesFilter(filter, record)).toBe(expected));

  it('treats a day as an interval', () => {
    const day = { is: 'time', fromMs: Date.UTC(2020, 4, 17), toMs: Date.UTC(2020, 4, 18) - 1 } as const;
    const holds = (['=', '<', '>', '<=', '>='] as const).map((op) =>
      matchesFilter({ op, left: property('created'), right: day }, record),
    );
    expect(holds).toEqual([true, false, false, true, true]);
  });
});

describe('LIKE', () => {
  it('agrees with a regular expression', () => {
    const part = fc.oneof(
      fc.record({ text: fc.string({ unit: fc.constantFrom('a', 'b'), minLength: 1, maxLength: 3 }) }),
      fc.record({ wild: fc.constantFrom('many' as const, 'one' as const) }),
    );
    const toRegex = (pattern: readonly LikePart[]) =>
      new RegExp(`^${pattern.map((one) => ('text' in one ? one.text : one.wild === 'many' ? '.*' : '.')).join('')}$`);
    fc.assert(
      fc.property(
        fc.array(part, { maxLength: 6 }),
        fc.string({ unit: fc.constantFrom('a', 'b'), maxLength: 12 }),
        (pattern, text) => {
          expect(fitsLike(text, pattern)).toBe(toRegex(pattern).test(text));
        },
      ),
      { numRuns: 2000 },
    );
  });

  it('reads any wildcards, unless they are escaped', () => {
    expect(readLikePattern('a*_!*', { many: '*', one: '_', escape: '!' })).toEqual([
      { text: 'a' },
      { wild: 'many' },
      { wild: 'one' },
      { text: '*' },
    ]);
  });
});

describe('shapes', () => {
  const square: Shape = {
    is: 'polygon',
    rings: [
      [
        [0, 0],
        [10, 0],
        [10, 10],
        [0, 10],
        [0, 0],
      ],
      [
        [4, 4],
        [6, 4],
        [6, 6],
        [4, 6],
        [4, 4],
      ],
    ],
  };
  it.each<[SpatialRelation, readonly [number, number, number, number], Shape, boolean]>([
    ['intersects', [170, -20, -170, -10], { is: 'point', position: [-175, -15] }, true],
    ['intersects', [170, -20, -170, -10], { is: 'point', position: [0, -15] }, false],
    ['intersects', [170, -20, -170, -10], { is: 'box', extent: [179, -30, -179, 30] }, true],
    ['within', [175, -20, -175, -10], { is: 'box', extent: [170, -30, -170, 30] }, true],
    ['contains', [170, -20, -170, -10], { is: 'box', extent: [175, -15, -175, -12] }, true],
    ['intersects', [4.5, 4.5, 5.5, 5.5], square, false],
    ['disjoint', [4.5, 4.5, 5.5, 5.5], square, true],
    ['intersects', [4.5, 4.5, 6.5, 5.5], square, true],
    ['within', [1, 1, 3, 3], square, true],
    ['within', [1, 1, 9, 9], square, false],
    ['within', [9, 9, 11, 11], square, false],
    ['contains', [0, 0, 10, 10], square, true],
    ['contains', [1, 0, 10, 10], square, false],
    [
      'intersects',
      [2, 2, 3, 3],
      {
        is: 'line',
        positions: [
          [0, 0],
          [5, 5],
        ],
      },
      true,
    ],
    [
      'intersects',
      [2, 0, 3, 1],
      {
        is: 'line',
        positions: [
          [0, 0],
          [5, 5],
        ],
      },
      false,
    ],
  ])('%s %j', (relation, extent, shape, expected) =>
    expect(isRelatedToShapes(relation, extent, [shape])).toBe(expected),
  );

  it('intersects a triangle where a grid of points does', () => {
    const at = fc.integer({ min: 0, max: 8 });
    const position = fc.tuple(at, at);
    fc.assert(
      fc.property(fc.tuple(position, position, position), fc.tuple(at, at, at, at), ([a, b, c], [x1, y1, x2, y2]) => {
        const box = [Math.min(x1, x2), Math.min(y1, y2), Math.max(x1, x2), Math.max(y1, y2)] as const;
        const shape: Shape = { is: 'polygon', rings: [[a, b, c, a]] };
        let sampled = false;
        for (let x = box[0]; x <= box[2]; x++)
          for (let y = box[1]; y <= box[3]; y++) sampled ||= isRelatedToShapes('intersects', [x, y, x, y], [shape]);
        if (sampled) expect(isRelatedToShapes('intersects', box, [shape])).toBe(true);
        if (isRelatedToShapes('within', box, [shape])) expect(sampled).toBe(true);
      }),
      { numRuns: 1000 },
    );
  });
});
