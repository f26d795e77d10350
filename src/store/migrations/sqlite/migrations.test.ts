// Every file anyone may have opens as a file of the current format, with all that was in it.
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  firstReleasedFormat,
  fixtureFile,
  loadFixture,
  readRows,
  readSchema,
} from '../../../../test/migration-fixture.ts';
import { openSqlCatalog } from '../../../catalog/sql-catalog.ts';
import { openSqliteSearch } from '../../../search/sqlite/sqlite-search.ts';
import { systemDriver } from '../../sqlite/driver.ts';
import type { SqliteStore } from '../../sqlite/sqlite.ts';
import { openSqlite } from '../../sqlite/sqlite.ts';
import { migrations } from './index.ts';

const current = migrations.length;
const formats = Array.from({ length: current }, (_, format) => format);
const released = Array.from({ length: current - firstReleasedFormat + 1 }, (_, n) => firstReleasedFormat + n);

let folder = '';
let currentSchema: ReturnType<typeof readSchema> = [];
beforeAll(async () => {
  const store = openSqlite(':memory:');
  currentSchema = readSchema(store.database);
  await store.close();
  folder = mkdtempSync(join(tmpdir(), 'geotrawl-migrations-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

function formatOf(store: SqliteStore): number {
  return (store.database.prepare('PRAGMA user_version').get() as { user_version: number }).user_version;
}

/** A file that only the first steps were applied to. */
function makeFile(format: number, path: string): void {
  const database = systemDriver()(path);
  for (const step of migrations.slice(0, format)) database.exec(step);
  database.exec(`PRAGMA user_version = ${format}`);
  database.close();
}

describe('migrations', () => {
  it.each(formats)('bring an empty file of format %i to the current one', async (format) => {
    const path = join(folder, `empty-${format}.db`);
    makeFile(format, path);
    const store = openSqlite(path);
    expect(formatOf(store)).toBe(current);
    expect(readSchema(store.database)).toEqual(currentSchema);
    await store.close();
  });

  it('do nothing the second time', async () => {
    const path = join(folder, 'twice.db');
    await openSqlite(path).close();
    const store = openSqlite(path);
    expect(formatOf(store)).toBe(current);
    await store.close();
  });

  it('leave a file of a later format alone', () => {
    const path = join(folder, 'later.db');
    makeFile(current, path);
    const database = systemDriver()(path);
    database.exec(`PRAGMA user_version = ${current + 1}`);
    database.close();
    expect(() => openSqlite(path)).toThrow(expect.objectContaining({ code: 'store.migration' }));
  });
});

describe.each(released)('released format %i', (format) => {
  it('has a saved file to start from', () => {
    expect(existsSync(fixtureFile(format)), 'run: npx tsx scripts/save-migration-fixture.mts').toBe(true);
  });

  it('is still what its steps make: a released step is never edited', () => {
    const [saved, made] = [join(folder, `saved-${format}.db`), join(folder, `made-${format}.db`)];
    loadFixture(format, saved);
    makeFile(format, made);
    const [one, other] = [systemDriver()(saved), systemDriver()(made)];
    expect(readSchema(one)).toEqual(readSchema(other));
    one.close();
    other.close();
  });

  it('becomes the current one, and nothing in it is lost', async () => {
    const path = join(folder, `released-${format}.db`);
    loadFixture(format, path);
    const before = systemDriver()(path);
    const rowsBefore = Object.entries(readRows(before));
    before.close();
    const store = openSqlite(path);
    expect(formatOf(store)).toBe(current);
    expect(readSchema(store.database)).toEqual(currentSchema);
    const rowsAfter = readRows(store.database);
    for (const [table, rows] of rowsBefore) {
      expect(rows.length, `${table} must have rows to lose`).toBeGreaterThan(0);
      // A migration that drops or splits a table says here what became of its rows. The search is rebuilt from the catalog.
      if (table.startsWith('search_')) continue;
      expect(rowsAfter[table]?.length, `rows of ${table}`).toBe(rows.length);
    }
    await readsAsBefore(store);
    await store.close();
  });
});

async function readsAsBefore(store: SqliteStore): Promise<void> {
  const catalog = openSqlCatalog(store);
  const search = openSqliteSearch(store, { read: catalog.get });
  const forests = await catalog.get('https://geo.example/wms?map=forests');
  expect(forests).toMatchObject({ title: 'Forests of the sample province', extent: [5, 45, 10, 48] });
  expect(forests?.layers.map(({ name, title }) => [name, title])).toEqual([
    [null, 'All'],
    ['broad_leaf', 'Broadleaf forest'],
  ]);
  expect(await catalog.provenance(forests?.id ?? '')).toHaveLength(1);
  expect(await catalog.history(forests?.id ?? '')).toHaveLength(1);
  const { hits } = await search.find({ words: 'broad leaf walder', extent: [6, 46, 7, 47] });
  expect(hits).toMatchObject([{ id: forests?.id, layers: [1] }]);
  expect((await search.find({ extent: [-179, -18, -178, -17] })).total).toBe(1);
  store.database.exec(`INSERT INTO search_infix(search_infix) VALUES('integrity-check')`);
}
