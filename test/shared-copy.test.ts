// Threads reading one copy of the index while it grows: each search finds at least what was published before it started.
import { readdirSync } from 'node:fs';
import { expect, it } from 'vitest';
import { openSqlCatalog } from '../src/catalog/sql-catalog.ts';
import { openCatalogSearch } from '../src/open-catalog.ts';
import { openSearchThreads } from '../src/search/threads/search-pool.ts';
import { openStore } from '../src/store/open-store.ts';
import { makeRequest } from './conformance/made-records.ts';
import { describeWith } from './servers/needs.ts';
import { freshDatabase } from './servers/postgres.ts';
import { makeTestFolder } from './servers/running-server.ts';

const [rounds, atOnce] = [6, 5];

describeWith('postgis', () => {
  it('is always current, and a single file', async () => {
    const folder = await makeTestFolder('shared-copy');
    const db = await freshDatabase();
    const cacheFolder = folder.path;
    const threads = openSearchThreads(2, { db, cacheFolder, hostCountries: null, isTended: true });
    const store = openStore(db, { cacheFolder });
    const catalog = openSqlCatalog(store);
    const { search } = openCatalogSearch(store, {});
    let published = 0;
    let searches = 0;
    const ask = async () => {
      const query = { words: 'rivers', copies: true };
      for (let least = published; least < rounds * atOnce; least = published) {
        expect((await threads.find(query)).total).toBeGreaterThanOrEqual(least);
        searches++;
      }
    };
    const publish = async () => {
      for (let n = 0; n < rounds * atOnce; n += atOnce) {
        await store.transact(async (transaction) => {
          for (let m = n; m < n + atOnce; m++) {
            const request = makeRequest({
              endpoint: `https://host${m}.example/`,
              description: { title: `Rivers ${m}` },
            });
            await search.index(transaction, (await catalog.record(transaction, request)).resource);
          }
        });
        while (!(await search.tend(1000)));
        published = n + atOnce;
        // Threads that begin are slower than publishing: every state of the copy but the last is searched.
        const before = searches;
        if (published < rounds * atOnce) await expect.poll(() => searches, { timeout: 20_000 }).toBeGreaterThan(before);
      }
    };
    await Promise.all([publish(), ask(), ask()]);
    expect((await threads.find({ words: 'rivers', copies: true })).total).toBe(rounds * atOnce);
    expect(searches).toBeGreaterThanOrEqual(rounds);
    // One for all who search, one for who makes segments.
    expect(readdirSync(cacheFolder).filter((name) => name.endsWith('.db'))).toHaveLength(2);
    await threads.close();
    await store.close();
    await folder.remove();
  });
});
