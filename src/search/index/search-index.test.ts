// The index in pieces: whatever segments records lie in, whenever the work was broken off, the answers are the same.
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

/** Without scores: replaced documents count in them until they are merged away. */
async function answers(search: Search) {
  return Promise.all(
    queries.map(async (query) => {
      const { total, hits, facets } = await search.find({ ...query, limit: 100 });
      return { total, facets, ids: hits.map(({ id, layer }) => `${id} ${layer}`).toSorted() };
    }),
  );
}

describe('the search index', () => {
  it('answers the same however records came: at once, in pieces, replaced, merged', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.array(anyResource, { maxLength: 4 }), { maxLength: 24 }), async (batches) => {
        const last = new Map(batches.flat().map((resource) => [resource.id, resource]));
        const [atOnce, inPieces] = [open(), open()];
        await atOnce.put([...last.values()]);
        for (const batch of batches) {
          await inPieces.put(batch);
          await inPieces.search.find({ words: 'forest' });
        }
        const expected = await answers(atOnce.search);
        expect(await answers(inPieces.search)).toEqual(expected);
        while (!(await inPieces.search.tend(1000)));
        expect(await answers(inPieces.search)).toEqual(expected);
        await atOnce.store.close();
        await inPieces.store.close();
      }),
      { numRuns: 25 },
    );
  });

  it('goes on where work was broken off after any step, and shows nothing half done', async () => {
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

  it('does the same work twice without harm, when two programs do it at a time', async () => {
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

  it('forgets what the catalog has no more', async () => {
    const { store, search, put, forget } = open();
    await put([makeResource('a', { title: 'Forest' }), makeResource('b', { title: 'Forest' })]);
    expect((await search.find({ words: 'forest' })).total).toBe(2);
    await forget('a');
    expect((await search.find({ words: 'forest' })).total).toBe(1);
    await store.close();
  });

  it('answers before everything is indexed after much was stored, says how much is missing, and goes on with the next search', async () => {
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

  it('works on 20,000 layers in short turns', async () => {
    const { store, search, put } = open();
    const layers = Array.from({ length: 20_000 }, (_, n) =>
      makeLayer({ name: `layer_${n}`, title: `Layer ${n} of many` }),
    );
    await put([makeResource('large', { layers })]);
    let turns = 0;
    let others = 0;
    const other = setInterval(() => others++, 0);
    while (!(await search.tend(1))) turns++;
    clearInterval(other);
    // Timings decide nothing here: what counts is that there are places to stop at, and that others come to their turn there.
    expect(turns).toBeGreaterThan(20);
    expect(others).toBeGreaterThan(10);
    expect((await search.find({ words: 'layer_12345', expand: false })).hits[0]?.layers).toEqual([12_345]);
    await store.close();
  });
});
