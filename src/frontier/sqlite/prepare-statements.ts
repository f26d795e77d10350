// Prepares a table's statements, under the names of their SQL.
import type { SqlDatabase, SqlStatement } from '../../store/sqlite/driver.ts';

export function prepareAll<Name extends string>(
  database: SqlDatabase,
  sql: Readonly<Record<Name, string>>,
): Readonly<Record<Name, SqlStatement>> {
  const prepared = Object.entries<string>(sql).map(([name, text]) => [name, database.prepare(text)]);
  return Object.fromEntries(prepared);
}
