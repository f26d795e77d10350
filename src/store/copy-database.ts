// Copies a database to an empty one of either engine: table by table, in one transaction.
import { GeotrawlError } from '../model/errors.ts';
import type { Transaction } from '../model/store.ts';
import { copyIn } from './postgres/copy-in.ts';
import { clientOf } from './postgres/postgres.ts';
import type { SqlValue } from './sql/sql.ts';
import { insertion, type SqlStore, statement, type Work, within } from './sql/sql.ts';

export interface CopyReport {
  readonly tables: number;
  readonly rows: number;
}

/** Rows read at a time. */
const pageSize = 2000;

/** Not copied: the index, which is rebuilt from the catalog, and the current state of a cluster. */
const notCopied =
  /^(?:search_|sqlite_|spatial_ref_sys$|geotrawl_format$|lease$|duty$|turn$|worker$|render_job$|series$|replica_|url_\d)/;

/**
 * `settle` converts what the two engines store differently, before the commit. Throws `usage.bad-argument` if the
 * target isn't empty, and `store.migration` if it lacks a table or column of the source.
 */
export async function copyDatabase(
  source: SqlStore,
  target: SqlStore,
  settle: (transaction: Transaction) => Promise<void>,
): Promise<CopyReport> {
  const [from, to] = [await tablesOf(source), await tablesOf(target)];
  await requireEmpty(target, to);
  await requireTables(source, from, to);
  return target.transact(async (transaction) => {
    let rows = 0;
    let tables = 0;
    for (const [table, columns] of derivedLast(to)) {
      const known = from.get(table);
      if (known === undefined) continue;
      tables++;
      rows += await copyTable(source, transaction, { table, columns: shared(columns, known) });
    }
    await within(transaction, () => indexAgain.run());
    if (target.engine === 'postgres') await continueNumbers(transaction, to);
    await settle(transaction);
    return { tables, rows };
  });
}

/** Triggers of the target mark records as new, so the duplicate tables of the source are copied after them. */
function derivedLast(tables: ReadonlyMap<string, Columns>): readonly (readonly [string, Columns])[] {
  const isDerived = ([table]: readonly [string, Columns]) => table.startsWith('duplicate_');
  return [...tables].sort((one, other) => Number(isDerived(one)) - Number(isDerived(other)));
}

const indexAgain = statement('INSERT INTO search_pending SELECT id, 1 FROM resource');

interface ColumnRow {
  readonly table: string;
  readonly column: string;
  /** Position in the primary key, counted from 1; 0 for other columns. */
  readonly key: number;
  readonly generated: number;
}

type Columns = readonly ColumnRow[];

const allColumns = statement<ColumnRow>({
  sqlite: `SELECT t.name AS "table", c.name AS "column", c.pk AS key, 0 AS generated
    FROM sqlite_schema AS t JOIN pragma_table_info(t.name) AS c WHERE t.type = 'table' ORDER BY t.name, c.cid`,
  postgres: `SELECT c.relname AS "table", a.attname AS "column", coalesce(array_position(i.indkey::smallint[], a.attnum), -1) + 1 AS key,
      CASE a.attgenerated WHEN '' THEN 0 ELSE 1 END AS generated
    FROM pg_class AS c JOIN pg_attribute AS a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped
      LEFT JOIN pg_index AS i ON i.indrelid = c.oid AND i.indisprimary
    WHERE c.relkind IN ('r', 'p') AND c.relnamespace = current_schema()::regnamespace ORDER BY c.relname, a.attnum`,
});

async function tablesOf(store: SqlStore): Promise<ReadonlyMap<string, Columns>> {
  const rows = await store.read(() => allColumns.all());
  const tables = new Map<string, ColumnRow[]>();
  for (const row of rows) {
    if (notCopied.test(row.table) || row.generated === 1) continue;
    tables.set(row.table, [...(tables.get(row.table) ?? []), row]);
  }
  return tables;
}

function shared(columns: Columns, known: Columns): Columns {
  const names = new Set(known.map(({ column }) => column));
  return columns.filter(({ column }) => names.has(column));
}

async function requireEmpty(target: SqlStore, tables: ReadonlyMap<string, Columns>): Promise<void> {
  for (const table of tables.keys()) {
    if (!(await hasRows(target, table))) continue;
    throw new GeotrawlError(
      'usage.bad-argument',
      `The target database isn't empty: it has rows in "${table}". Choose a new one.`,
    );
  }
}

/** A table that only one engine has is an error, so that nothing is dropped silently. */
async function requireTables(
  source: SqlStore,
  from: ReadonlyMap<string, Columns>,
  to: ReadonlyMap<string, Columns>,
): Promise<void> {
  for (const table of from.keys()) {
    if (to.has(table) || !(await hasRows(source, table))) continue;
    throw new GeotrawlError(
      'store.migration',
      `The target database has no table for "${table}". Copy with the version of Geotrawl that wrote the source.`,
    );
  }
}

async function hasRows(store: SqlStore, table: string): Promise<boolean> {
  const some = statement(`SELECT 1 AS one FROM "${table}" LIMIT 1`);
  return (await store.read(() => some.get())) !== undefined;
}

interface Copied {
  readonly table: string;
  readonly columns: Columns;
}

/** Reads in primary-key order, so that tables of any size are read in pages. */
async function copyTable(source: SqlStore, transaction: Transaction, { table, columns }: Copied): Promise<number> {
  const names = columns.map(({ column }) => `"${column}"`);
  const keys = columns.filter(({ key }) => key > 0).sort((one, other) => one.key - other.key);
  const order = keys.map(({ column }) => `"${column}"`).join(', ');
  const marks = (count: number) => Array.from({ length: count }, () => '?').join(', ');
  const select = `SELECT ${names.join(', ')} FROM "${table}"`;
  const first = statement<Record<string, SqlValue>>(`${select} ORDER BY ${order} LIMIT ${pageSize}`);
  const next = statement<Record<string, SqlValue>>(
    `${select} WHERE (${order}) > (${marks(keys.length)}) ORDER BY ${order} LIMIT ${pageSize}`,
  );
  const insert = insertion(`INSERT INTO "${table}"(${names.join(', ')}) VALUES(${marks(names.length)})`);
  const store = (rows: readonly (readonly SqlValue[])[]) =>
    transaction.engine === 'postgres'
      ? copyIn(clientOf(transaction), { table: `"${table}"`, columns: names }, rows)
      : within(transaction, () => insert(rows));
  await within(transaction, () => statement(`DELETE FROM "${table}"`).run());
  let count = 0;
  for (let last: Record<string, SqlValue> | undefined; ; ) {
    const after = keys.map(({ column }) => last?.[column] ?? null);
    const rows = await source.read(() => (last === undefined ? first.all() : next.all(...after)));
    if (rows.length > 0) await store(rows.map((row) => columns.map(({ column }) => row[column]!)));
    count += rows.length;
    if (rows.length < pageSize) return count;
    last = rows.at(-1);
  }
}

/** PostgreSQL sequences continue after the copied ids. */
async function continueNumbers(transaction: Transaction, tables: ReadonlyMap<string, Columns>): Promise<void> {
  await within(transaction, function* (): Work<void> {
    for (const [table, columns] of tables) {
      const { column } = columns.find(({ key }) => key === 1)!;
      const sequence = statement<{ name: string | null }>('SELECT pg_get_serial_sequence(?, ?) AS name');
      const { name } = (yield* sequence.get(table, column))!;
      if (name === null) continue;
      yield* statement(`SELECT setval('${name}', greatest((SELECT max("${column}") FROM "${table}"), 1))`).get();
    }
  });
}
