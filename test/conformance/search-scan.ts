// Index result = scan result: what a search finds is what reading every record would find.
import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { Extent } from '../../src/model/extent.ts';
import type { Resource } from '../../src/model/resource.ts';
import type { FacetCount } from '../../src/model/search.ts';
import { makeLayer, makeResource } from './made-records.ts';
import type { WithRecords } from './search.ts';

/** Words as a reader without an index would compare them: plain ones, so that nothing needs splitting or folding. */
const vocabulary = ['forest', 'forests', 'for', 'fo', 'river', 'rivers', 'lake', 'sea', 'seaside', 'ice', 'de', '7'];
const anyWords = fc.array(fc.constantFrom(...vocabulary), { maxLength: 4 });
const longitude = fc.oneof(
  fc.integer({ min: -180, max: 180 }),
  fc.integer({ min: -1800, max: 1800 }).map((n) => n / 10),
);
const latitude = fc.oneof(
  fc.integer({ min: -90, max: 90 }),
  fc.integer({ min: -900, max: 900 }).map((n) => n / 10),
);
const anyExtent = fc
  .tuple(longitude, latitude, longitude, latitude)
  .map(([west, a, east, b]): Extent => [west, Math.min(a, b), east, Math.max(a, b)]);

const anyRecord = fc.record({
  title: anyWords,
  abstract: anyWords,
  layers: fc.array(anyWords, { maxLength: 3 }),
  extent: fc.option(anyExtent, { nil: null }),
});

export function testSearchAgainstScan(withRecords: WithRecords, share: number): void {
  it('finds by words exactly what reading every record would find', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(anyRecord, { maxLength: 30 }), fc.array(anyWords, { maxLength: 8 }), (made, queries) =>
        withRecords(made.map(toResource), async (search) => {
          for (const query of queries.filter((words) => words.length > 0)) {
            const withAll = made.map((record) =>
              textsOf(record).some((text) => query.every((word) => hasWord(text, word))),
            );
            const withAny = made.map((record) =>
              textsOf(record).some((text) => query.some((word) => hasWord(text, word))),
            );
            const expected = withAll.some(Boolean) ? withAll : withAny;
            const { total, hits } = await search.find({ words: query.join(' '), limit: 100, expand: false });
            expect(hits.map((hit) => hit.id).toSorted()).toEqual(idsWhere(expected));
            expect(total).toBe(hits.length);
          }
        }),
      ),
      { numRuns: Math.ceil(60 * share) },
    );
  });

  it('finds layer by layer exactly what has the words, the phrases, and none of what is excluded, and counts it', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(anyRecord, { maxLength: 12 }),
        fc.array(fc.array(anyClause, { minLength: 1, maxLength: 3 }), { maxLength: 8 }),
        (made, queries) =>
          withRecords(made.map(toResource), async (search) => {
            for (const clauses of queries) {
              const requested = clauses.filter(({ isNegated }) => !isNegated);
              const documents = made.flatMap((record, n) => documentsOf(record, n));
              const fits = (fields: Fields, expected: (clause: Clause) => boolean) =>
                clauses.every((clause) => (clause.isNegated ? !hasClause(fields, clause) : expected(clause)));
              const all = documents.filter(({ fields }) => fits(fields, (clause) => hasClause(fields, clause)));
              const some = documents.filter(
                ({ fields }) => fits(fields, () => true) && requested.some((clause) => hasClause(fields, clause)),
              );
              const expected = all.length > 0 || requested.length < 2 ? all : some;
              const words = clauses.map(typedClause).join(' ');
              const query = { words, limit: 1000, expand: false, facets: ['kind', 'crs'], spread: false };
              const each = await search.find({ ...query, each: 'layer' });
              expect(each.hits.map(({ id, layer }) => `${id} ${layer}`).toSorted()).toEqual(
                expected.map(({ name }) => name).toSorted(),
              );
              const records = new Set(expected.map(({ name }) => name.split(' ')[0]));
              const whole = await search.find(query);
              expect(new Set(whole.hits.map(({ id }) => id))).toEqual(records);
              expect([whole.total, each.total]).toEqual([records.size, expected.length]);
              expect(whole.facets.kind).toEqual(records.size === 0 ? [] : [{ value: 'wms', count: records.size }]);
              expect(whole.facets.crs).toEqual(countCrs(expected.map(({ name }) => name)));
              expect(each.facets.crs).toEqual(countCrs(expected.map(({ name }) => name)));
            }
          }),
      ),
      { numRuns: Math.ceil(60 * share) },
    );
  });

  it('finds by extent exactly what comparing every record would find', async () => {
    const relations = ['intersects', 'within', 'contains'] as const;
    await fc.assert(
      fc.asyncProperty(
        fc.array(anyRecord, { maxLength: 40 }),
        fc.array(fc.tuple(anyExtent, fc.constantFrom(...relations)), { maxLength: 8 }),
        (made, queries) =>
          withRecords(made.map(toResource), async (search) => {
            for (const [extent, relation] of queries) {
              const expected = made.map((record) => record.extent !== null && relate[relation](record.extent, extent));
              const { total, hits } = await search.find({ extent, relation, limit: 100 });
              expect(hits.map((hit) => hit.id).toSorted()).toEqual(idsWhere(expected));
              expect(total).toBe(hits.length);
            }
          }),
      ),
      { numRuns: Math.ceil(200 * share) },
    );
  });
}

interface Clause {
  readonly words: readonly string[];
  readonly isQuoted: boolean;
  readonly isNegated: boolean;
}

const anyClause: fc.Arbitrary<Clause> = fc.oneof(
  fc.record({
    words: fc.tuple(fc.constantFrom(...vocabulary)),
    isQuoted: fc.boolean(),
    isNegated: fc.constantFrom(false, false, true),
  }),
  fc.record({
    words: fc.tuple(fc.constantFrom(...vocabulary), fc.constantFrom(...vocabulary)),
    isQuoted: fc.constant(true),
    isNegated: fc.boolean(),
  }),
);

/** A record has a value once, and each of its documents has another one: counting either is the same. */
function countCrs(names: readonly string[]): readonly FacetCount[] {
  const counts = new Map<string, number>();
  for (const name of names) {
    const layer = name.split(' ')[1];
    const value = layer === 'null' ? 'EPSG:9' : `EPSG:${layer}`;
    counts.set(value, (counts.get(value) ?? 0) + 1);
  }
  return [...counts]
    .map(([value, count]) => ({ value, count }))
    .sort((one, other) => other.count - one.count || (one.value < other.value ? -1 : 1));
}

function typedClause({ words, isQuoted, isNegated }: Clause): string {
  const text = words.join(' ');
  return `${isNegated ? '-' : ''}${isQuoted ? `"${text}"` : text}`;
}

/** Texts that are read each by itself: no phrase goes from one into the next. */
type Fields = readonly (readonly string[])[];

/** The service and its layers, each with what the service says of all of them. */
function documentsOf(
  { title, abstract, layers }: Made,
  n: number,
): readonly { readonly name: string; readonly fields: Fields }[] {
  const service = [['record', ...title], abstract];
  return [
    { name: `id-${n} null`, fields: service },
    ...layers.map((layer, k) => ({ name: `id-${n} ${k}`, fields: [layer, ...service] })),
  ];
}

function hasClause(fields: Fields, { words, isQuoted }: Clause): boolean {
  if (!isQuoted) return words.every((word) => fields.some((text) => hasWord(text, word)));
  return fields.some((text) => text.some((_, start) => words.every((word, k) => text[start + k] === word)));
}

type Made = typeof anyRecord extends fc.Arbitrary<infer T> ? T : never;

function toResource(made: Made, n: number): Resource {
  return makeResource(`id-${n}`, {
    // One address for all: words of it must not make a difference.
    title: `record ${made.title.join(' ')}`,
    endpoint: 'https://geo.example/wms',
    abstract: made.abstract.join(' '),
    crs: ['EPSG:9'],
    layers: made.layers.map((words, k) => makeLayer({ name: null, title: words.join(' '), crs: [`EPSG:${k}`] })),
    extent: made.extent,
  });
}

function idsWhere(expected: readonly boolean[]): readonly string[] {
  return expected.flatMap((isExpected, n) => (isExpected ? [`id-${n}`] : [])).toSorted();
}

/** The service, and each layer with what the service says of all of them. */
function textsOf({ title, abstract, layers }: Made): readonly (readonly string[])[] {
  const service = [...title, ...abstract];
  return [service, ...layers.map((layer) => [...layer, ...service])];
}

function hasWord(text: readonly string[], word: string): boolean {
  return text.some((own) => (word.length < 3 ? own === word : own.startsWith(word)));
}

/** Meridians that decide how two extents lie: their ends, the ends of the map, and one between each two. */
function criticalMeridians(a: Extent, b: Extent): readonly number[] {
  const ends = [-180, a[0], a[2], b[0], b[2], 180].toSorted((one, other) => one - other);
  return ends.flatMap((end, n) => [end, (end + (ends[n + 1] ?? end)) / 2]);
}

function crosses([west, , east]: Extent, meridian: number): boolean {
  return west <= east ? west <= meridian && meridian <= east : meridian >= west || meridian <= east;
}

function isInside(inner: Extent, outer: Extent): boolean {
  const across = criticalMeridians(inner, outer).every(
    (meridian) => !crosses(inner, meridian) || crosses(outer, meridian),
  );
  return across && outer[1] <= inner[1] && outer[3] >= inner[3];
}

const relate = {
  within: isInside,
  contains: (resource: Extent, area: Extent) => isInside(area, resource),
  intersects: (a: Extent, b: Extent) => {
    const across = criticalMeridians(a, b).some((meridian) => crosses(a, meridian) && crosses(b, meridian));
    return across && a[1] <= b[3] && a[3] >= b[1];
  },
};
