// Records by month against the dates they were made with; replaced records count once.
import { expect, it } from 'vitest';
import { makeResource } from '../../../test/conformance/made-records.ts';
import { openSqlite } from '../../store/sqlite/sqlite.ts';
import { openSqliteSearch } from '../sqlite/sqlite-search.ts';

it('counts records in the month they were first seen, in UTC', async () => {
  const dates = ['2026-01-31T23:59:59Z', '2025-12-31T23:00:00Z', '2026-01-01T00:00:00Z', '2026-03-05T00:00:00Z'];
  const records = dates.map((date, n) => makeResource(`${n}`.padStart(16, '0'), { firstSeenMs: Date.parse(date) }));
  const store = openSqlite(':memory:');
  const search = openSqliteSearch(store, { read: async (id) => records.find((record) => record.id === id) ?? null });
  for (const changed of [records, records.slice(1, 3)]) {
    await store.transact(async (transaction) => {
      for (const record of changed) await search.index(transaction, record);
    });
    while (!(await search.tend(1000)));
  }
  expect(await search.growth()).toEqual([
    { month: '2025-12', count: 1 },
    { month: '2026-01', count: 2 },
    { month: '2026-03', count: 1 },
  ]);
  await store.close();
});
