// Results don't depend on how records are divided into segments, or where indexing was interrupted.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { makeLayer, makeResource } from '../../../test/conformance/made-records.ts';
import type { Resource } from '../../model/resource.ts';
import type { Search } from '../../model/search.ts';
import { openSqlite, type SqliteStore } from '../../store/sqlite/sqlite.ts';
import { openSqliteSearch } from '../sqlite/sqlite-search.ts';
import { openSearchIndex } from './search-index.ts';

interface Opened {
  readonly store: SqliteStore;
  readonly search: Search;
  readonly read: (id: string) => Promise<Resource | null>;
  put(resources: readonly Resource[]): Promise<void>;
  forget(id: string): Promise<void>;
}

function open(): Opened {
  const stored = new Map<string, Resource>();
  const store = openSqlite(':memory:');
  const read = async (id: string) => stored.get(id) ?? null;
  const search = openSqliteSearch(store, { read });
  const put = (resources: readonly Resource[]) =>
    store.transact(async (transaction) => {
      for (const resource of resources) {
        stored.set(resource.id, resource);
        await search.index(transaction, resource);
      }
    });
  const forget = async (id: string) => {
    const resource = stored.get(id)!;
    stored.delete(id);
    await store.transact((transaction) => search.index(transaction, resource));
  };
  return { store, search, read, put, forget };
}

const words = ['forest', 'forests', 'river', 'road', 'lake'];
const anyResource = fc
  .record({
    n: fc.integer({ min: 0, max: 30 }),
    title: fc.subarray(words),
    layers: fc.array(fc.subarray(words), { maxLength: 3 }),
    west: fc.integer({ min: -10, max: 10 }),
  })
  .map(({ n, title, layers, west }) =>
    makeResource(`id-${n}`, {
      title: `record ${title.join(' ')}`,
      extent: [west, 0, west + 5, 5],
      layers: layers.map((own, k) =>
        makeLayer({ name: `l${k}`, title: own.join(' '), extent: [west + k, 0, west + k, 1] }),
      ),
    }),
  );

const queries = [
  { words: 'forest' },
  { words: 'river road' },
  { words: '"forest road"' },
  { words: 'lake', each: 'layer', extent: [0, 0, 3, 3] },
  { extent: [2, 0, 3, 3], facets: ['kind', 'host', 'crs'] },
  { facets: ['quality'] },
] as const;

/** Without scores: replaced documents affect them until they are merged away. */
async function resultsOf(search: Search) {
  return Promise.all(
    queries.map(async (query) => {
      const { total, hits, facets } = await search.find({ ...query, limit: 100 });
      return { total, facets, ids: hits.map(({ id, layer }) => `${id} ${layer}`).toSorted() };
    }),
  );
}

describe('the search index', () => {
  it('gives the same results however records were added: at once, in batches, replaced, merged', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.array(anyResource, { maxLength: 4 }), { maxLength: 24 }), async (batches) => {
        const last = new Map(batches.flat().map((resource) => [resource.id, resource]));
        const [atOnce, inBatches] = [open(), open()];
        await atOnce.put([...last.values()]);
        for (const batch of batches) {
          await inBatches.put(batch);
          await inBatches.search.find({ words: 'forest' });
        }
        const expected = await resultsOf(atOnce.search);
        expect(await resultsOf(inBatches.search)).toEqual(expected);
        while (!(await inBatches.search.tend(1000)));
        expect(await resultsOf(inBatches.search)).toEqual(expected);
        await atOnce.store.close();
        await inBatches.store.close();
      }),
      { numRuns: 25 },
    );
  });

  it('recovers from interruption after any step, and never shows unfinished segments', async () => {
    const resources = Array.from({ length: 12 }, (_, n) => makeResource(`id-${n}`, { title: `Forest ${n}` }));
    for (let steps = 0; steps < 40; steps += 3) {
      const { store, search, read, put } = open();
      await put(resources.slice(0, 4));
      expect((await search.find({ words: 'forest' })).total).toBe(4);
      await put(resources.slice(4));
      const work = openSearchIndex(store.database, { read }).nextIndexing()!;
      await store.transact(async () => {
        for (let n = 0; n < steps; n++) await work.next();
      });
      expect((await search.find({ words: 'forest' })).total).toBe(12);
      expect((await search.find({ words: 'forest', expand: false, facets: ['kind'] })).facets).toEqual({
        kind: [{ value: 'wms', count: 12 }],
      });
      await store.close();
    }
  });

  it('indexes every record once when two programs do it concurrently', async () => {
    const { store, search, read, put } = open();
    await put(Array.from({ length: 5 }, (_, n) => makeResource(`id-${n}`, { title: 'Forest' })));
    const [one, other] = [0, 1].map(() => openSearchIndex(store.database, { read }).nextIndexing()!);
    await store.transact(async () => {
      for (let isDone: boolean | undefined = false; !isDone; ) {
        const steps = [await one!.next(), await other!.next()];
        isDone = steps.every(({ done }) => done);
      }
    });
    expect((await search.find({ words: 'forest' })).total).toBe(5);
    await store.close();
  });

  it('drops deleted records', async () => {
    const { store, search, put, forget } = open();
    await put([makeResource('a', { title: 'Forest' }), makeResource('b', { title: 'Forest' })]);
    expect((await search.find({ words: 'forest' })).total).toBe(2);
    await forget('a');
    expect((await search.find({ words: 'forest' })).total).toBe(1);
    await store.close();
  });

  it('returns partial results after a large import, with the number of pending records, and continues with the next search', async () => {
    const { store, search, put } = open();
    const stored = 4500;
    await put(Array.from({ length: stored }, (_, n) => makeResource(`id-${n}`, { title: 'Forest' })));
    const first = await search.find({ words: 'forest', limit: 1 });
    expect(first.total).toBeGreaterThanOrEqual(4000);
    expect(first.total + first.waiting).toBe(stored);
    let last = first;
    while (last.waiting > 0) last = await search.find({ words: 'forest', limit: 1 });
    expect(last.total).toBe(stored);
    await store.close();
  });

  it('indexes 20,000 layers in short slices', async () => {
    const { store, search, put } = open();
    const layers = Array.from({ length: 20_000 }, (_, n) =>
      makeLayer({ name: `layer_${n}`, title: `Layer ${n} of many` }),
    );
    await put([makeResource('large', { layers })]);
    let slices = 0;
    let timers = 0;
    const timer = setInterval(() => timers++, 0);
    while (!(await search.tend(1))) slices++;
    clearInterval(timer);
    // Independent of speed: there are points to stop at, and timers run there.
    expect(slices).toBeGreaterThan(20);
    expect(timers).toBeGreaterThan(10);
    expect((await search.find({ words: 'layer_12345', expand: false })).hits[0]?.layers).toEqual([12_345]);
    await store.close();
  });
});
