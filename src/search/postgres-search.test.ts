// What one process publishes of the search index, another one finds: new, changed and removed records.
import { expect, it } from 'vitest';
import { makeResource } from '../../test/conformance/made-records.ts';
import { openEmptyPostgres } from '../../test/servers/empty-postgres.ts';
import { describeWith } from '../../test/servers/needs.ts';
import type { Resource } from '../model/resource.ts';
import { openSqlite } from '../store/sqlite.ts';
import { openPostgresSearch } from './postgres-search.ts';

const inMemory = { shared: () => openSqlite(':memory:'), own: () => openSqlite(':memory:') };

describeWith('postgis', () => {
  it('is the same for every process', async () => {
    const store = await openEmptyPostgres();
    const stored = new Map<string, Resource>();
    const read = async (id: string) => stored.get(id) ?? null;
    const [maker, reader] = [1, 2].map(() => openPostgresSearch(store, inMemory, { read }));
    const put = async (resource: Resource) => {
      stored.set(resource.id, resource);
      await store.transact((transaction) => maker!.index(transaction, resource));
      while (!(await maker!.tend(1000)));
    };
    const found = async (words: string) => (await reader!.find({ words })).hits.map(({ id }) => id);
    await put(makeResource('id-1', { title: 'Rivers' }));
    await put(makeResource('id-2', { title: 'Lakes' }));
    expect(await found('rivers')).toEqual(['id-1']);
    await put(makeResource('id-1', { title: 'Forests' }));
    expect(await found('rivers')).toEqual([]);
    expect(await found('forests')).toEqual(['id-1']);
    await store.close();
  });
});
