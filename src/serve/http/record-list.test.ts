// Filters run on the index find what a scan of all records finds.
import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type OpenApis, openApis } from '../../../test/apis/open-server.ts';
import type { Filter, Operand } from '../../model/filter.ts';
import { type OpenCatalog, openCatalog } from '../../open-catalog.ts';
import { matchesFilter } from '../../query/filter-match.ts';
import { openRecordList, type RecordList } from './record-list.ts';

let apis: OpenApis;
let catalog: OpenCatalog;
let list: RecordList;
beforeAll(async () => {
  apis = await openApis();
  catalog = openCatalog({ db: apis.db });
  list = openRecordList(catalog);
});
afterAll(async () => {
  await catalog.close();
  await apis.close();
});

const property = (name: string): Operand => ({ is: 'property', name });
const literal = (value: string | number): Operand => ({ is: 'literal', value });
const values: Readonly<Record<string, readonly string[]>> = {
  type: ['service', 'dataset', 'catalog'],
  kind: ['wms', 'wfs', 'csw', 'none'],
  state: ['up', 'down'],
  host: ['host1.example', 'host2.example'],
  license: ['CC-BY-4.0', 'CC0-1.0'],
  title: ['Rivers of region 1', 'x'],
  keywords: ['rivers', 'région'],
};
const dayAfterFirst = (n: number): Operand => {
  const fromMs = Date.UTC(2024, 0, 1 + n);
  return { is: 'time', fromMs, toMs: fromMs + 86_399_999 };
};
const condition: fc.Arbitrary<Filter> = fc.oneof(
  fc.constantFrom(...Object.keys(values)).chain((name) =>
    fc.record({
      op: fc.constantFrom('=' as const, '<>' as const),
      left: fc.constant(property(name)),
      right: fc.constantFrom(...values[name]!).map(literal),
    }),
  ),
  fc
    .constantFrom('license', 'organization', 'geometry', 'time', 'score', 'state', 'description')
    .map((name): Filter => ({ op: 'isNull', value: property(name) })),
  fc.record({
    op: fc.constantFrom('<' as const, '>=' as const),
    left: fc.constantFrom('updated', 'created').map(property),
    right: fc.integer({ min: -1, max: 61 }).map(dayAfterFirst),
  }),
  fc.record({
    op: fc.constantFrom('=' as const, '>' as const),
    left: fc.constantFrom('layerCount', 'score').map(property),
    right: fc.nat(4).map(literal),
  }),
  fc.record({
    op: fc.constant('like' as const),
    value: fc.constantFrom('kind', 'title', 'endpoint', 'description').map(property),
    pattern: fc.constant([{ text: 'w' }, { wild: 'many' as const }]),
  }),
  fc.record({ op: fc.constant('text' as const), phrase: fc.constantFrom('river', 'of region 1', 'FORETS') }),
  fc.record({
    op: fc.constant('spatial' as const),
    relation: fc.constantFrom('intersects' as const, 'within' as const, 'contains' as const, 'disjoint' as const),
    shapes: fc
      .tuple(
        fc.integer({ min: -180, max: 170 }),
        fc.integer({ min: -90, max: 60 }),
        fc.integer({ min: -180, max: 180 }),
        fc.nat(30),
      )
      .map(([west, south, east, height]) => [
        { is: 'box' as const, extent: [west, south, east, south + height] as const },
      ]),
  }),
  fc.record({
    op: fc.constant('>' as const),
    left: fc.constant(property('layerCount')),
    right: fc.nat(3).map(literal),
  }),
);
const filters: fc.Arbitrary<Filter> = fc.letrec<{ filter: Filter }>((tie) => ({
  filter: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    condition,
    fc.record({
      op: fc.constantFrom('and' as const, 'or' as const),
      filters: fc.array(tie('filter'), { minLength: 2, maxLength: 3 }),
    }),
    fc.record({ op: fc.constant('not' as const), filter: tie('filter') }),
  ),
})).filter;

it('finds what a scan of all records finds, and pages without loss', () =>
  fc.assert(
    fc.asyncProperty(filters, async (filter) => {
      const expected = apis.records.filter((record) => matchesFilter(filter, record)).map(({ id }) => id);
      const found: string[] = [];
      for (let offset = 0; ; offset += 25) {
        const { total, records } = await list.find({ filter, offset, limit: 25 });
        expect(total).toBe(expected.length);
        found.push(...records.map(({ id }) => id));
        if (records.length < 25) break;
      }
      expect(found.toSorted()).toEqual(expected);
    }),
    { numRuns: 150 },
  ));
