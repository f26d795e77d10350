// Every dataset is one result, shown by its best matching distribution, on any sequence of pages.
import fc from 'fast-check';
import { afterEach, describe, expect, it } from 'vitest';
import { makeLayer, makeRequest } from '../../../test/conformance/made-records.ts';
import { openSqlCatalog } from '../../catalog/sql-catalog.ts';
import type { Copy } from '../../model/duplicates.ts';
import type { SearchQuery } from '../../model/search.ts';
import { openSqlite, type SqliteStore } from '../../store/sqlite/sqlite.ts';
import { openSqliteSearch } from '../sqlite/sqlite-search.ts';
import type { DuplicatesOf } from './collapse-duplicates.ts';

const open: SqliteStore[] = [];
afterEach(async () => {
  for (const store of open.splice(0)) await store.close();
});

/** Services with two layers, in several segments. */
async function fill(count: number, copies: (ids: readonly string[]) => DuplicatesOf) {
  const store = openSqlite(':memory:');
  open.push(store);
  const catalog = openSqlCatalog(store);
  const ids: string[] = [];
  const search = openSqliteSearch(store, { read: catalog.get, copies: (refs) => copies(ids)(refs) });
  for (let n = 0; n < count; n++) {
    const kind = ['wms', 'wfs', 'wmts'][n % 3]!;
    const layers = [makeLayer({ name: 'r', title: 'Rivers' }), makeLayer({ name: 'l', title: `Lakes ${n % 4}` })];
    const description = { title: `Water ${n % 7 === 0 ? 'rivers' : 'service'} ${n}`, layers };
    const request = makeRequest({ kind, endpoint: `https://h${n % 5}.example/${n}`, description });
    await store.transact(async (transaction) => {
      const { resource } = await catalog.record(transaction, request);
      ids.push(resource.id);
      await search.index(transaction, resource);
    });
    if (n % 6 === 5) while (!(await search.tend(1000)));
  }
  return { ids, search };
}

/** Groups of records by number; the grade is the number within the group, the last one best. */
function grouped(
  groups: readonly (readonly number[])[],
  layer: number | null,
): (ids: readonly string[]) => DuplicatesOf {
  return (ids) => async (refs) =>
    refs.map((ref) => {
      if (ref.layer !== layer) return [];
      const group = groups.find((numbers) => numbers.some((n) => ids[n] === ref.id)) ?? [];
      return group.map((n, grade): Copy => ({ id: ids[n]!, layer, grade })).reverse();
    });
}

describe('collapsed results', () => {
  it('show the best distribution at the rank of the first, and all with `copies`', async () => {
    const { ids, search } = await fill(6, grouped([[0, 2, 5]], null));
    const all = await search.find({ words: 'water', copies: true });
    expect(all.hits).toHaveLength(6);
    const collapsed = await search.find({ words: 'water' });
    expect(collapsed.hits).toHaveLength(4);
    expect(collapsed.hits.map(({ id }) => ids.indexOf(id)).sort()).toEqual([1, 3, 4, 5]);
    expect(collapsed.total).toBe(6);
  });

  it('show only distributions that match the query', async () => {
    const { ids, search } = await fill(6, grouped([[0, 1, 2]], null));
    const { hits } = await search.find({ words: 'water', kinds: ['wms'] });
    expect(hits.map(({ id }) => ids.indexOf(id)).sort()).toEqual([0, 3]);
  });

  it('are layers in layer mode', async () => {
    const { ids, search } = await fill(6, grouped([[0, 1, 2, 3]], 0));
    const { hits } = await search.find({ words: 'title:rivers', each: 'layer' });
    const rivers = hits.filter(({ layer }) => layer === 0).map(({ id }) => ids.indexOf(id));
    expect(rivers.sort()).toEqual([3, 4, 5]);
  });

  it('give the next offset, after the collapsed duplicates', async () => {
    const { search } = await fill(10, grouped([[0, 1, 2, 3, 4, 5]], null));
    const first = await search.find({ words: 'water', limit: 2 });
    const second = await search.find({ words: 'water', limit: 20, offset: first.nextOffset! });
    const shown = [...first.hits, ...second.hits].map(({ id }) => id);
    expect(new Set(shown).size).toBe(shown.length);
    expect(shown).toHaveLength(5);
  });

  it('list every dataset exactly once, page by page', async () => {
    const numbers = fc.shuffledSubarray(
      Array.from({ length: 24 }, (_, n) => n),
      { minLength: 12 },
    );
    const sizes = fc.array(fc.integer({ min: 2, max: 6 }), { minLength: 1, maxLength: 4 });
    await fc.assert(
      fc.asyncProperty(numbers, sizes, fc.integer({ min: 1, max: 7 }), async (order, parts, limit) => {
        const starts = parts.map((_, n) => parts.slice(0, n).reduce((sum, size) => sum + size, 0));
        const slices = parts.map((size, n) => order.slice(starts[n], starts[n]! + size));
        const groups = slices.filter((group) => group.length > 1);
        const { ids, search } = await fill(24, grouped(groups, null));
        const queries: SearchQuery[] = [{ words: 'rivers' }, { words: 'water' }, { sort: { by: 'title' } }];
        for (const query of queries) {
          const everything = await search.find({ ...query, copies: true, limit: 100 });
          const found = everything.hits.map(({ id }) => ids.indexOf(id));
          const groupOf = (n: number) => groups.findIndex((group) => group.includes(n));
          const expected = new Set(found.map((n) => (groupOf(n) < 0 ? `${n}` : `group ${groupOf(n)}`)));
          const shown = await walk(search, query, limit);
          const names = shown
            .map((id) => ids.indexOf(id))
            .map((n) => (groupOf(n) < 0 ? `${n}` : `group ${groupOf(n)}`));
          expect(names.length).toBe(expected.size);
          expect(new Set(names)).toEqual(expected);
        }
      }),
      { numRuns: 10 },
    );
  });
});

async function walk(search: ReturnType<typeof openSqliteSearch>, query: SearchQuery, limit: number): Promise<string[]> {
  const shown: string[] = [];
  for (let after: string | null | undefined; after !== null; ) {
    const page = await search.find({ ...query, limit, ...(after === undefined ? {} : { after }) });
    shown.push(...page.hits.map(({ id }) => id));
    after = page.next;
  }
  return shown;
}
