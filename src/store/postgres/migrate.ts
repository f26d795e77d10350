// Migrates a PostgreSQL database to the current format: each step once, even with several processes.
import type pg from 'pg';
import { GeotrawlError } from '../../model/errors.ts';
import { postgresMigrations } from '../migrations/postgres/index.ts';
import { openFailed } from './errors.ts';

/** Key of the advisory lock held during migrations. */
const migrationLock = 7_367_001;

/** Each step commits by itself, so that a failure doesn't undo the steps before it. */
export async function migratePostgres(
  client: pg.ClientBase,
  database: string,
  migrations: readonly string[] = postgresMigrations,
): Promise<void> {
  if ((await readFormat(client)) === migrations.length) return;
  await client.query('SELECT pg_advisory_lock($1)', [migrationLock]);
  try {
    await requirePostgis(client, database);
    await client.query('CREATE TABLE IF NOT EXISTS geotrawl_format(version integer NOT NULL)');
    for (let version = (await readFormat(client)) ?? 0; version !== migrations.length; version++) {
      if (version > migrations.length) throw newerFormat(database, version, migrations.length);
      await step(client, version, migrations[version]!);
    }
  } finally {
    await client.query('SELECT pg_advisory_unlock($1)', [migrationLock]);
  }
}

async function step(client: pg.ClientBase, version: number, sql: string): Promise<void> {
  const count =
    version === 0 ? 'INSERT INTO geotrawl_format VALUES(1)' : 'UPDATE geotrawl_format SET version = version + 1';
  // Several statements in one query form one transaction (manual, 55.2.2.1).
  await client.query(`BEGIN; ${sql}; ${count}; COMMIT`).catch(async (error: unknown) => {
    await client.query('ROLLBACK');
    throw error;
  });
}

/** Null for a database without our tables. */
async function readFormat(client: pg.ClientBase): Promise<number | null> {
  const { rows: found } = await client.query(`SELECT to_regclass('geotrawl_format') IS NOT NULL AS "exists"`);
  if (!(found[0] as { exists: boolean }).exists) return null;
  const { rows } = await client.query('SELECT version FROM geotrawl_format');
  return (rows[0] as { version: number } | undefined)?.version ?? null;
}

async function requirePostgis(client: pg.ClientBase, database: string): Promise<void> {
  await client.query('CREATE EXTENSION IF NOT EXISTS postgis').catch((error: unknown) => {
    const failure = openFailed(database, error);
    if (!(failure instanceof GeotrawlError)) throw error;
    throw new GeotrawlError(
      'store.open',
      `The database ${database} has no PostGIS, and it could not be added: ${(error as Error).message}. Have an administrator run CREATE EXTENSION postgis in it.`,
      { cause: error, facts: { database } },
    );
  });
}

function newerFormat(database: string, version: number, known: number): GeotrawlError {
  return new GeotrawlError(
    'store.migration',
    `The database ${database} was written by a newer geotrawl (format ${version}, this one knows ${known}). Update geotrawl.`,
    { facts: { database, version } },
  );
}
