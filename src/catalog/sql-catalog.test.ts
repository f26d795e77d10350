// The catalog on both engines against the conformance suite, and tests of SQLite alone.
import { describe, expect, it } from 'vitest';
import { testCatalog } from '../../test/conformance/catalog.ts';
import { makeLayer, makeRequest } from '../../test/conformance/made-records.ts';
import { openEmptyPostgres } from '../../test/servers/empty-postgres.ts';
import { describeWith } from '../../test/servers/needs.ts';
import { openSqlite } from '../store/sqlite/sqlite.ts';
import { openProblemRows } from './problem-rows.ts';
import { openSqlCatalog } from './sql-catalog.ts';

testCatalog('SQLite', async () => {
  const store = openSqlite(':memory:');
  return { store, catalog: openSqlCatalog(store) };
});

describeWith('postgis', () => {
  testCatalog('PostgreSQL', async () => {
    const store = await openEmptyPostgres();
    return { store, catalog: openSqlCatalog(store) };
  });
});

describe('catalog on SQLite, inside', () => {
  it('keeps the newest token privately, for fetching', async () => {
    const store = openSqlite(':memory:');
    const catalog = openSqlCatalog(store);
    for (const token of ['old111', 'new222']) {
      const request = makeRequest({ endpoint: `https://geo.example/wms?token=${token}` });
      await store.transact((transaction) => catalog.record(transaction, request));
    }
    const row = store.database.prepare('SELECT endpoint, private_endpoint FROM resource').get();
    expect({ ...(row as object) }).toEqual({
      endpoint: 'https://geo.example/wms?token=***',
      private_endpoint: 'https://geo.example/wms?token=new222',
    });
    await store.close();
  });

  it('keeps the latest problems of URLs when there are too many', async () => {
    const store = openSqlite(':memory:');
    const problems = openProblemRows(100);
    for (let n = 0; n < 250; n++) {
      const problem = {
        url: `https://geo.example/${n}`,
        code: 'fetch.dns',
        message: 'No such host.',
        lastMs: n,
      } as const;
      await store.transact((transaction) => store.within(transaction, () => problems.count(problem)));
    }
    const kept = (await store.read(() => problems.latest(1000))).map(({ lastMs }) => lastMs);
    expect(kept.length).toBeLessThanOrEqual(100);
    expect(kept.length).toBeGreaterThanOrEqual(90);
    expect(kept).toEqual(Array.from(kept, (_, n) => 249 - n));
    await store.close();
  });

  it('rejects a transaction of another store', async () => {
    const [one, other] = [openSqlite(':memory:'), openSqlite(':memory:')];
    const catalog = openSqlCatalog(one);
    const mixed = other.transact((transaction) => catalog.record(transaction, makeRequest()));
    await expect(mixed).rejects.toThrow('another store');
    await Promise.all([one.close(), other.close()]);
  });

  it('fails with store.closed after closing', async () => {
    const store = openSqlite(':memory:');
    const catalog = openSqlCatalog(store);
    const request = makeRequest({ description: { layers: [makeLayer()] } });
    const { resource } = await store.transact((transaction) => catalog.record(transaction, request));
    await store.close();
    await expect(catalog.get(resource.id)).rejects.toMatchObject({ code: 'store.closed' });
    const again = store.transact((transaction) => catalog.record(transaction, request));
    await expect(again).rejects.toMatchObject({ code: 'store.closed' });
  });

  it('fails with a code if the file cannot be read', async () => {
    const store = openSqlite(':memory:');
    const catalog = openSqlCatalog(store);
    store.database.exec('DROP TABLE layer');
    await store.transact(async () => {
      store.database.exec(`INSERT INTO resource(id, kind, family, endpoint_key, endpoint, url, private_endpoint, private_url,
        title, abstract, layer_count, content_hash, layers_hash, first_seen_ms, last_seen_ms)
        VALUES('abcdabcdabcdabcd', 'wms', 'service', 'k', 'e', 'u', 'e', 'u', '', '', 0, '', '', 0, 0)`);
    });
    await expect(catalog.get('abcd')).rejects.toMatchObject({ code: 'store.read' });
    await store.close();
  });
});
