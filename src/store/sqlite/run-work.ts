// Runs `Work` on SQLite, synchronously.
import type { SqlQuery, SqlResult, Work } from '../sql/sql.ts';
import type { SqlDatabase, SqlStatement } from './driver.ts';

export type RunWork = <T>(work: Work<T>) => T;

/** Statements are prepared once per database. */
export function sqliteWork(database: SqlDatabase): RunWork {
  const prepared = new Map<string, Prepared>();
  const statementOf = (text: string): Prepared => {
    const known = prepared.get(text);
    if (known !== undefined) return known;
    const made = { statement: database.prepare(text), returnsRows: returnsRows(text) };
    prepared.set(text, made);
    return made;
  };
  const execute = (query: SqlQuery): SqlResult => {
    const text = typeof query.text === 'string' ? query.text : query.text.sqlite;
    return text === '' ? { rows: [], changes: 0 } : run(statementOf(text), query);
  };
  return (work) => {
    for (let step = work.next(); ; ) {
      if (step.done === true) return step.value;
      step = work.next(execute(step.value));
    }
  };
}

interface Prepared {
  readonly statement: SqlStatement;
  readonly returnsRows: boolean;
}

function run({ statement, returnsRows: hasRows }: Prepared, { values, rows }: SqlQuery): SqlResult {
  if (rows !== undefined) {
    for (const row of rows) statement.run(...row);
    return { rows: [], changes: rows.length };
  }
  if (!hasRows) return { rows: [], changes: Number(statement.run(...values).changes) };
  const found = statement.all(...values);
  return { rows: found, changes: found.length };
}

function returnsRows(text: string): boolean {
  return /^\s*(?:SELECT|WITH|PRAGMA)\b/i.test(text) || /\bRETURNING\b/i.test(text);
}
