// PostgreSQL stores for tests that want many, one after the other: a database is emptied and given out again.
import { openPostgres, type PostgresOptions, type PostgresStore } from '../../src/store/postgres/postgres.ts';
import { freshDatabase } from './postgres.ts';

/** Databases of this test file whose last store was closed. */
const free: string[] = [];

/** A store with tables and nothing in them. */
export async function openEmptyPostgres(options: PostgresOptions = {}): Promise<PostgresStore> {
  const known = free.pop();
  const address = known ?? (await freshDatabase());
  const store = openPostgres(address, options);
  if (known !== undefined) await emptyTables(store);
  return {
    ...store,
    close: async () => {
      await store.close();
      free.push(address);
    },
  };
}

/** Deleting rows is quicker than TRUNCATE, which makes every file of every index anew. */
async function emptyTables(store: PostgresStore): Promise<void> {
  const tables = await store.query<{ name: string }>(
    `SELECT tablename AS name FROM pg_tables WHERE schemaname = 'public'
     AND tablename NOT IN ('spatial_ref_sys', 'geotrawl_format', 'search_state')`,
  );
  // Triggers write down what is deleted: that goes last.
  const names = tables.map(({ name }) => name).sort((one) => (one.startsWith('duplicate_') ? 1 : -1));
  await store.query(names.map((name) => `DELETE FROM ${name}`).join('; '));
  await store.query('UPDATE search_state SET last_segment = 0, version = version + 1');
  await store.query(
    "SELECT setval(oid::regclass, 1, false) FROM pg_class WHERE relkind = 'S' AND relnamespace = 'public'::regnamespace",
  );
}
