// Joins many keys in one statement: a list of rows passed as one JSON value and read as a table by either engine.
import type { PerEngine } from './sql.ts';

export type ListedColumns = Readonly<Record<string, 'text' | 'number'>>;

/**
 * A statement that joins the table `asked`: its columns, and `n`, the 0-based row number. Its first value comes from
 * `rowList`. The text is the same for any number of rows, so that connections prepare it once.
 */
export function withRequested(columns: ListedColumns, text: string): PerEngine {
  const names = Object.entries(columns);
  const sqlite = names.map(([name], at) => `value ->> ${at} AS ${name}`).join(', ');
  const postgres = names
    .map(([name, type], at) => `${type === 'text' ? `value ->> ${at}` : `(value ->> ${at})::bigint`} AS ${name}`)
    .join(', ');
  return {
    sqlite: `WITH asked AS (SELECT key AS n, ${sqlite} FROM json_each(?)) ${text}`,
    postgres: `WITH asked AS (SELECT key - 1 AS n, ${postgres}
      FROM json_array_elements(?::json) WITH ORDINALITY AS given(value, key)) ${text}`,
  };
}

export function rowList(rows: readonly (readonly (string | number)[])[]): string {
  return JSON.stringify(rows);
}
