// Runs `Work` on PostgreSQL: every query is a prepared statement of the connection.
import { createHash } from 'node:crypto';
import type pg from 'pg';
import type { SqlQuery, SqlResult, SqlValue, Work } from '../sql/sql.ts';

/** PostgreSQL limits a statement to 2¹⁶ − 1 parameters. */
const maxValues = 65_535;

export async function runPostgres<T>(client: pg.ClientBase, work: Work<T>): Promise<T> {
  for (let step = work.next(); ; ) {
    if (step.done === true) return step.value;
    step = await resume(client, step.value, work);
  }
}

/** Query errors are thrown inside the work, as on SQLite. */
async function resume<T>(client: pg.ClientBase, query: SqlQuery, work: Work<T>) {
  let result: SqlResult;
  try {
    result = await execute(client, query);
  } catch (error) {
    return work.throw(error);
  }
  return work.next(result);
}

async function execute(client: pg.ClientBase, { text, values, rows }: SqlQuery): Promise<SqlResult> {
  const own = typeof text === 'string' ? text : text.postgres;
  if (own === '') return { rows: [], changes: 0 };
  if (rows !== undefined) return insertRows(client, own, rows);
  const { rows: found, rowCount } = await client.query({ ...statementFor(own), values: [...values] });
  return { rows: found, changes: rowCount ?? 0 };
}

interface NamedStatement {
  readonly text: string;
  readonly name: string;
}

const statements = new Map<string, NamedStatement>();

/** Named by its text: each connection parses and plans it once. */
function statementFor(text: string): NamedStatement {
  const known = statements.get(text);
  if (known !== undefined) return known;
  const made = { text: numbered(text), name: createHash('sha256').update(text).digest('hex').slice(0, 40) };
  statements.set(text, made);
  return made;
}

/** `?` outside of quotes → `$1`, `$2` … */
function numbered(text: string): string {
  let count = 0;
  return text.replace(/'[^']*'|"[^"]*"|\?/g, (part) => (part === '?' ? `$${++count}` : part));
}

async function insertRows(
  client: pg.ClientBase,
  text: string,
  rows: readonly (readonly SqlValue[])[],
): Promise<SqlResult> {
  const width = rows[0]!.length;
  const atOnce = Math.floor(maxValues / width);
  for (let first = 0; first < rows.length; first += atOnce) {
    const some = rows.slice(first, first + atOnce);
    await client.query(repeated(text, width, some.length), some.flat());
  }
  return { rows: [], changes: rows.length };
}

function repeated(text: string, width: number, times: number): string {
  const row = /\(\?(?:, \?)*\)/.exec(text);
  if (row === null) throw new Error(`no row of values to repeat in: ${text}`);
  const tuples = Array.from({ length: times }, (_, n) => {
    const parameters = Array.from({ length: width }, (_each, m) => `$${n * width + m + 1}`);
    return `(${parameters.join(', ')})`;
  });
  return `${text.slice(0, row.index)}${tuples.join(', ')}${text.slice(row.index + row[0].length)}`;
}
