// Databases of older versions: opened with all their data, upgraded while others use them, rejected if they are newer.
import { readFileSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import { expect, it } from 'vitest';
import { makeRequest } from '../../../test/conformance/made-records.ts';
import { describeWith } from '../../../test/servers/needs.ts';
import { freshDatabase } from '../../../test/servers/postgres.ts';
import { openSqlCatalog } from '../../catalog/sql-catalog.ts';
import { operator } from '../../model/subscription.ts';
import { openSqlFollowers } from '../../monitor/notify/sql-subscriptions.ts';
import { openSqlChecks } from '../../monitor/tables/sql-checks.ts';
import { listAccounts } from '../../serve/auth/account-table.ts';
import { listOwnedTasks } from '../../serve/crawls/task-rows.ts';
import { postgresMigrations } from '../migrations/postgres/index.ts';
import { openPostgres, type PostgresStore } from './postgres.ts';

/** Made by pg_dump of a database that the last version with this format had filled. */
const fixture = new URL('../../../fixtures/postgres-migrations/format-5.sql', import.meta.url);
const [oldFormat, records] = [5, 8];

async function loadFixture(): Promise<string> {
  const address = await freshDatabase();
  const client = new pg.Client({ connectionString: address });
  await client.connect();
  await client.query(readFileSync(fixture, 'utf8'));
  await client.end();
  return address;
}

const openOld = (address: string) => openPostgres(address, { migrations: postgresMigrations.slice(0, oldFormat) });
const formatOf = async (store: PostgresStore) =>
  (await store.query<{ version: number }>('SELECT version FROM geotrawl_format'))[0]!.version;
const columnsOf = (store: PostgresStore) =>
  store.query(`SELECT table_name, column_name, data_type, is_nullable FROM information_schema.columns
    WHERE table_schema = 'public' AND table_name NOT LIKE 'geo%' AND table_name NOT LIKE 'raster%' ORDER BY 1, 2`);

describeWith('postgis', () => {
  it('opens a database of an older format with all its data', async () => {
    const address = await loadFixture();
    const [store, fresh] = [openPostgres(address), openPostgres(await freshDatabase())];
    expect(await columnsOf(store)).toEqual(await columnsOf(fresh));
    expect(await formatOf(store)).toBe(postgresMigrations.length);
    const catalog = openSqlCatalog(store);
    expect((await catalog.counts()).resources).toBe(records);
    const [found] = await store.query<{ id: string }>(`SELECT id FROM resource WHERE title LIKE '%province 1'`);
    expect(await catalog.get(found!.id)).toMatchObject({ title: 'Forests of province 1', layerCount: 1 });
    expect((await openSqlChecks(store).counts(Date.now())).monitored).toBe(records);
    // Who followed a service before following had people.
    expect([...(await openSqlFollowers(store).followed(operator))]).toEqual([found!.id]);
    expect((await store.read(listAccounts)).map(({ name, role }) => [name, role])).toEqual([['Ada', 'admin']]);
    expect((await store.read(listOwnedTasks)).map(({ name, owner }) => [name, owner?.name])).toEqual([
      ['sample', 'Ada'],
    ]);
    await Promise.all([store.close(), fresh.close()]);
  });

  it('upgrades once while an older version keeps writing, and loses nothing', async () => {
    const address = await loadFixture();
    const old = openOld(address);
    const [catalog, checks] = [openSqlCatalog(old), openSqlChecks(old)];
    let written = 0;
    let isOver = false;
    const write = async () => {
      for (; !isOver; written++) {
        const request = makeRequest({ endpoint: `https://late.example/${written}` });
        await old.transact(async (transaction) => {
          const { resource } = await catalog.record(transaction, request);
          const enrollment = { id: resource.id, hostKey: 'https://late.example', nowMs: 1, dueMs: 1 };
          await checks.enroll(transaction, enrollment);
        });
      }
    };
    const read = async () => {
      while (!isOver) expect((await catalog.counts()).resources).toBeGreaterThanOrEqual(records);
    };
    const working = Promise.all([write(), read()]);
    while (written < 3) await wait(5);
    expect(await formatOf(old)).toBe(oldFormat);
    const upgraded = Array.from({ length: 3 }, () => openPostgres(address));
    await Promise.all(upgraded.map((store) => store.ready()));
    const before = written;
    while (written < before + 3) await wait(5);
    isOver = true;
    await working;
    const [store] = upgraded;
    expect(await formatOf(store!)).toBe(postgresMigrations.length);
    expect((await openSqlCatalog(store!).counts()).resources).toBe(records + written);
    expect((await openSqlChecks(store!).counts(Date.now())).monitored).toBe(records + written);
    // One that starts after the upgrade is told.
    const late = openOld(address);
    await expect(late.ready()).rejects.toMatchObject({
      code: 'store.migration',
      message: expect.stringMatching(/newer geotrawl/),
    });
    await Promise.all([old, late, ...upgraded].map((one) => one.close()));
  }, 60_000);

  it('reports an upgrade by another process', async () => {
    const store = openPostgres(await freshDatabase());
    const catalog = openSqlCatalog(store);
    await store.query('ALTER TABLE resource RENAME TO resource_of_tomorrow');
    await expect(catalog.get('abcdabcdabcdabcd')).rejects.toMatchObject({ code: 'store.migration' });
    const writing = store.transact((transaction) => catalog.record(transaction, makeRequest()));
    await expect(writing).rejects.toMatchObject({ code: 'store.migration' });
    await store.close();
  });

  it('keeps the previous format if a step fails, and reports it', async () => {
    const address = await loadFixture();
    const broken = openPostgres(address, {
      migrations: [...postgresMigrations.slice(0, oldFormat), 'CREATE TABLE half(x int); SELEC'],
    });
    await expect(broken.ready()).rejects.toMatchObject({ code: 'store.open' });
    const old = openOld(address);
    expect(await formatOf(old)).toBe(oldFormat);
    expect(await old.query(`SELECT to_regclass('half') AS half`)).toEqual([{ half: null }]);
    await Promise.all([broken, old].map((one) => one.close()));
  });
});
