// Databases of earlier formats as readable SQL: written once when a format is released, loaded by the migration tests.
import { readFileSync } from 'node:fs';
import type { SqlDatabase } from '../src/store/sqlite/driver.ts';
import { systemDriver } from '../src/store/sqlite/driver.ts';

/** The first format that left the house; every later one has a dump too. */
export const firstReleasedFormat = 3;

export function fixtureFile(format: number): URL {
  return new URL(`../fixtures/migrations/format-${format}.sql`, import.meta.url);
}

export function loadFixture(format: number, path: string): void {
  const database = systemDriver()(path);
  database.exec(readFileSync(fixtureFile(format), 'utf8'));
  database.close();
}

interface SchemaEntry {
  readonly name: string;
  readonly type: string;
  readonly sql: string;
}

/** What was created, in order, without the tables that virtual tables keep for themselves. */
export function readSchema(database: SqlDatabase): readonly SchemaEntry[] {
  const all = database
    .prepare(`SELECT name, type, sql FROM sqlite_schema WHERE sql IS NOT NULL ORDER BY rowid`)
    .all() as SchemaEntry[];
  const virtual = all.filter(isVirtual).map(({ name }) => `${name}_`);
  return all
    .filter(({ name }) => !virtual.some((prefix) => name.startsWith(prefix)) && !name.startsWith('sqlite_'))
    .map(({ name, type, sql }) => ({ name, type, sql }));
}

/** Rows of every ordinary table, in key order, each as the SQL that inserts it. */
export function readRows(database: SqlDatabase): Readonly<Record<string, readonly string[]>> {
  const tables = readSchema(database).filter((entry) => entry.type === 'table' && !isVirtual(entry));
  return Object.fromEntries(tables.map(({ name }) => [name, insertsOf(database, name)]));
}

/** SQL that makes the database again. The text index is rebuilt from its content table, boxes are inserted. */
export function dumpDatabase(database: SqlDatabase): string {
  const schema = readSchema(database);
  const { user_version: format } = database.prepare('PRAGMA user_version').get() as { user_version: number };
  const virtual = schema.filter(isVirtual);
  const content = [
    ...Object.values(readRows(database)).flat(),
    ...virtual.flatMap(({ name, sql }) =>
      /using fts5/i.test(sql) ? [`INSERT INTO ${name}(${name}) VALUES('rebuild')`] : insertsOf(database, name),
    ),
  ];
  const statements = [...schema.map(({ sql }) => sql), ...content, `PRAGMA user_version = ${format}`];
  return `${statements.join(';\n')};\n`;
}

/** Puts one made-up row into every ordinary table that has none, so that a migration has something to lose. */
export function fillEmptyTables(database: SqlDatabase): void {
  for (const [name, rows] of Object.entries(readRows(database))) {
    if (rows.length > 0) continue;
    const values = columnsOf(database, name).map(({ type }) => madeUpValues[type] ?? "'sample'");
    database.exec(`INSERT INTO ${name} VALUES(${values.join(', ')})`);
  }
}

const madeUpValues: Readonly<Record<string, string>> = { INTEGER: '1', REAL: '1.5', BLOB: "X'01'" };

function insertsOf(database: SqlDatabase, table: string): readonly string[] {
  const quoted = columnsOf(database, table).map(({ name }) => `quote(${name})`);
  const rows = database.prepare(`SELECT ${quoted.join(" || ', ' || ")} AS "values" FROM ${table} ORDER BY 1`).all();
  // Triggers have their say while a dump is loaded: what they write is written again.
  return (rows as { values: string }[]).map(({ values }) => `INSERT OR REPLACE INTO ${table} VALUES(${values})`);
}

function columnsOf(database: SqlDatabase, table: string): readonly { readonly name: string; readonly type: string }[] {
  return database.prepare(`SELECT name, type FROM pragma_table_info('${table}')`).all() as {
    name: string;
    type: string;
  }[];
}

function isVirtual({ sql }: SchemaEntry): boolean {
  return /^create virtual/i.test(sql);
}
