// Filters are never ignored: with one, a search finds exactly what it would find without, less what does not fit.
import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { Extent } from '../../src/model/extent.ts';
import type { Filter, Operand } from '../../src/model/filter.ts';
import type { Resource } from '../../src/model/resource.ts';
import { matchesFilter } from '../../src/query/filter-match.ts';
import { recordProperties } from '../../src/query/record-properties.ts';
import { makeLayer, makeResource } from './made-records.ts';
import type { WithRecords } from './search.ts';

const property = (name: string): Operand => ({ is: 'property', name });
const literal = (value: string | number): Operand => ({ is: 'literal', value });

/** Some the index can answer, some only the record. */
const values: Readonly<Record<string, readonly (string | number)[]>> = {
  kind: ['wms', 'wfs', 'wcs'],
  type: ['service', 'dataset'],
  host: ['a.example', 'b.example', 'nowhere.example'],
  title: ['Forest', 'Roads'],
  license: ['CC-BY-4.0', 'CC0-1.0'],
  topics: ['inspire:hy', 'inspire:tn'],
  language: ['en', 'de'],
  layerCount: [0, 1, 2],
};
const comparison = fc
  .constantFrom(...Object.keys(values))
  .chain((name) => fc.tuple(fc.constant(name), fc.constantFrom(...values[name]!)))
  .chain(([name, value]) =>
    fc.constantFrom<Filter>(
      { op: '=', left: property(name), right: literal(value) },
      { op: '<>', left: property(name), right: literal(value) },
      { op: '<=', left: property(name), right: literal(value) },
      { op: 'in', value: property(name), list: [literal(value), literal('other')] },
      { op: 'like', value: property(name), pattern: [{ wild: 'many' }, { text: String(value).slice(-3) }] },
      { op: 'isNull', value: property(name) },
    ),
  );
const degrees = fc.integer({ min: -170, max: 170 });
const anyExtent = fc
  .tuple(degrees, fc.integer({ min: -80, max: 80 }), degrees, fc.integer({ min: -80, max: 80 }))
  .map(([west, a, east, b]): Extent => [west, Math.min(a, b), east, Math.max(a, b)]);
const spatial = fc
  .tuple(fc.constantFrom('intersects', 'within', 'contains', 'disjoint'), anyExtent)
  .map(([relation, extent]): Filter => ({ op: 'spatial', relation, shapes: [{ is: 'box', extent }] }) as Filter);
/** Whole words, parts of one, phrases whose ends are parts, and what is in the address or a layer only. */
const text: fc.Arbitrary<Filter> = fc
  .constantFrom('forest', 'oad', 'est roa', 'forest ro', 'roads forest', 'a lay', 'l1', 'example', 'b.exam', 'st', '-')
  .map((phrase): Filter => ({ op: 'text', phrase }));
/** Whatever a filter may name. */
const unsaid = fc
  .constantFrom(...recordProperties)
  .map(({ name }): Filter => ({ op: 'isNull', value: property(name) }));
const leaf = fc.oneof(comparison, comparison, spatial, text, unsaid);
const anyFilter: fc.Arbitrary<Filter> = fc.letrec<{ filter: Filter }>((tie) => ({
  filter: fc.oneof(
    { maxDepth: 3 },
    leaf,
    fc
      .tuple(fc.constantFrom('and', 'or'), fc.array(tie('filter'), { minLength: 1, maxLength: 3 }))
      .map(([op, filters]) => ({ op, filters }) as Filter),
    tie('filter').map((filter): Filter => ({ op: 'not', filter })),
  ),
})).filter;

const anyRecord = fc.record({
  title: fc.constantFrom('Forest', 'Roads', 'Forest roads'),
  kind: fc.constantFrom('wms', 'wfs'),
  host: fc.constantFrom('a.example', 'b.example'),
  license: fc.constantFrom('CC-BY-4.0', null),
  topic: fc.constantFrom('inspire:hy', null),
  languages: fc.subarray(['en', 'de']),
  layers: fc.integer({ min: 0, max: 2 }),
  family: fc.constantFrom('service', 'file', 'catalog'),
  extent: fc.option(anyExtent),
});
type Made = typeof anyRecord extends fc.Arbitrary<infer T> ? T : never;

function toResource(
  { title, kind, family, host, license, topic, languages, layers, extent }: Made,
  n: number,
): Resource {
  return makeResource(`id-${n}`, {
    title,
    kind,
    family,
    languages,
    extent,
    endpoint: `https://${host}/${n}`,
    license: license === null ? null : { id: license, url: null, open: null, fees: null, constraints: null },
    topics: topic === null ? [] : [{ id: topic, confidence: 1, words: [] }],
    layers: Array.from({ length: layers }, (_, k) => makeLayer({ name: `l${k}`, title: 'A layer' })),
  });
}

export function testFilters(withRecords: WithRecords, share: number): void {
  it('finds with a filter exactly what fits it, counted right, with words and area or without', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(anyRecord, { maxLength: 20 }),
        fc.array(anyFilter, { minLength: 1, maxLength: 6 }),
        (made, filters) => {
          const records = made.map(toResource);
          return withRecords(records, async (search) => {
            for (const filter of filters) {
              const fitting = records.filter((record) => matchesFilter(filter, record));
              const found = await search.find({ filter, limit: 100, facets: ['kind'] });
              expect(found.hits.map(({ id }) => id).toSorted()).toEqual(fitting.map(({ id }) => id).toSorted());
              expect(found.total).toBe(fitting.length);
              expect(found.facets.kind!.reduce((sum, { count }) => sum + count, 0)).toBe(fitting.length);
              const inWords = await search.find({ words: 'forest', expand: false, filter, limit: 100 });
              const forests = fitting.filter(({ title }) => title.includes('Forest'));
              expect(inWords.total).toBe(forests.length);
            }
          });
        },
      ),
      { numRuns: Math.ceil(60 * share) },
    );
  });

  it('puts what says a phrase of the filter in its title before what says it elsewhere', () =>
    withRecords(
      [
        makeResource('id-1', { title: 'Roads', abstract: 'In the forest, with much else that is said of them.' }),
        makeResource('id-2', { title: 'Lakes', layers: [makeLayer({ name: 'f', title: 'Forest' })] }),
        makeResource('id-3', { title: 'Forest', abstract: '' }),
      ],
      async (search) => {
        const { hits } = await search.find({ filter: { op: 'text', phrase: 'forest' } });
        expect(hits.map(({ id }) => id)).toEqual(['id-3', 'id-1', 'id-2']);
      },
    ));

  it('reads a record again after it was seen again: what changed since counts', () => {
    const record = makeResource('a', { title: 'Forest', lastSeenMs: 1000 });
    return withRecords([record], async (search, put) => {
      const filter: Filter = { op: '>', left: property('updated'), right: { is: 'time', fromMs: 5000, toMs: 5000 } };
      expect((await search.find({ filter })).total).toBe(0);
      await put([{ ...record, lastSeenMs: 9000 }]);
      expect((await search.find({ filter })).total).toBe(1);
    });
  });
}
