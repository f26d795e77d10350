// Result rows equal the records, and take as many statements for a hundred results as for one.
import { expect, it } from 'vitest';
import { makeLayer, makeRequest } from '../../test/conformance/made-records.ts';
import { openEmptyPostgres } from '../../test/servers/empty-postgres.ts';
import { describeWith } from '../../test/servers/needs.ts';
import type { ResultRowRequest } from '../model/catalog.ts';
import type { Layer } from '../model/resource.ts';
import type { SqlStore, Work } from '../store/sql/sql.ts';
import { openSqlite } from '../store/sqlite/sqlite.ts';
import { openSqlDuplicates } from './duplicates/sql-duplicates.ts';
import { openSqlCatalog } from './sql-catalog.ts';

interface Counting {
  readonly store: SqlStore;
  requests: number;
}

/** The same store, which counts the statements it is asked. */
function counting(store: SqlStore): Counting {
  const counted: Counting = { store: { ...store, read: (work) => store.read(() => count(work())) }, requests: 0 };
  function* count<T>(work: Work<T>): Work<T> {
    for (let step = work.next(); ; ) {
      if (step.done === true) return step.value;
      counted.requests++;
      step = work.next(yield step.value);
    }
  }
  return counted;
}

const layers: readonly Layer[] = [
  makeLayer({ name: null, title: 'A group' }),
  makeLayer({ name: 'rivers', title: 'Rivers', crs: ['EPSG:4326'], crsCount: 1, extent: [1, 2, 3, 4], parent: 0 }),
  makeLayer({
    name: 'lakes',
    title: 'Lakes',
    keywords: ['water'],
    crs: ['EPSG:4326', 'CRS:84'],
    crsCount: 2,
    parent: 0,
  }),
];

async function fill(store: SqlStore, count: number): Promise<readonly string[]> {
  const catalog = openSqlCatalog(store);
  const ids: string[] = [];
  await store.transact(async (transaction) => {
    for (let n = 0; n < count; n++) {
      const description = { title: `Service ${n}`, layers: n === 0 ? [] : layers, formats: ['image/png'] };
      const request = makeRequest({ endpoint: `https://host${n}.example/wms`, description });
      const { resource } = await catalog.record(transaction, request);
      ids.push(resource.id);
    }
    const correction = { layer: 'lakes', topic: 'inspire:hy', verdict: 'add', madeMs: 1 } as const;
    await catalog.correctTopic(transaction, ids[1]!, correction);
  });
  return ids;
}

function testLines(open: () => Promise<SqlStore>): void {
  it('equals the records; deleted ones are null', async () => {
    const store = await open();
    const catalog = openSqlCatalog(store);
    const ids = await fill(store, 3);
    const wishes: readonly ResultRowRequest[] = [
      { id: ids[1]!, layer: 2, layers: [] },
      { id: 'f'.repeat(16), layer: null, layers: [1] },
      { id: ids[2]!, layer: null, layers: [2, 7, 1] },
      { id: ids[1]!, layer: null, layers: [] },
      { id: ids[0]!, layer: 4, layers: [] },
    ];
    const [one, none, other, again, empty] = await catalog.lines(wishes);
    const record = (await catalog.get(ids[1]!))!;
    expect(one!.layer).toEqual(record.layers[2]);
    expect(one!.layer!.topics).toMatchObject([{ id: 'inspire:hy', by: 'user' }]);
    const { firstLayer, languages, ...shown } = one!.resource;
    expect(record).toMatchObject(shown);
    expect([firstLayer, languages]).toEqual(['rivers', []]);
    expect(none).toBeNull();
    expect(other!.layers).toEqual([
      { name: 'lakes', title: 'Lakes' },
      { name: 'rivers', title: 'Rivers' },
    ]);
    expect(again).toEqual({ resource: one!.resource, layer: null, layers: [] });
    expect(empty).toMatchObject({ resource: { firstLayer: null, layerCount: 0 }, layer: null, layers: [] });
    expect(await catalog.lines([])).toEqual([]);
    await store.close();
  });

  it('runs as many statements for a hundred results as for one', async () => {
    const opened = await open();
    const ids = await fill(opened, 101);
    const counted = counting(opened);
    const catalog = openSqlCatalog(counted.store);
    const duplicates = openSqlDuplicates(counted.store, catalog.get);
    while (!(await duplicates.tend(1000)));
    const asks = async (work: () => Promise<unknown>) => {
      counted.requests = 0;
      await work();
      return counted.requests;
    };
    for (const some of [ids.slice(1, 2), ids.slice(1)]) {
      const refs = some.map((id) => ({ id, layer: null }));
      expect(await asks(() => catalog.lines(refs.map((ref) => ({ ...ref, layers: [1, 2] }))))).toBe(2);
      expect(await asks(() => catalog.lines(some.map((id) => ({ id, layer: 1, layers: [] }))))).toBe(4);
      expect(await asks(() => duplicates.copies(refs))).toBe(1);
      expect(await asks(() => duplicates.distributionsOfAll(refs))).toBeLessThanOrEqual(3);
    }
    await opened.close();
  });
}

testLines(async () => openSqlite(':memory:'));
describeWith('postgis', () => testLines(() => openEmptyPostgres()));
