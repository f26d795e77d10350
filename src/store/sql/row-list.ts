// Many keys in one statement: a list of rows given as JSON in one value, read as a table by either engine.
import type { PerEngine } from './sql.ts';

export type AskedColumns = Readonly<Record<string, 'text' | 'number'>>;

/**
 * A statement that joins the table `asked`: its columns, and `n`, which row it is, counted from 0. Its first value is what
 * `askedRows` makes. However many rows there are it is one text, so that connections prepare it once.
 */
export function withAsked(columns: AskedColumns, text: string): PerEngine {
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

export function askedRows(rows: readonly (readonly (string | number)[])[]): string {
  return JSON.stringify(rows);
}
