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
    const made = { statement: database.prepare(text), gives: givesRows(text) };
    prepared.set(text, made);
    return made;
  };
  const answer = (question: SqlQuery): SqlResult => {
    const text = typeof question.text === 'string' ? question.text : question.text.sqlite;
    return text === '' ? nothing : ask(statementOf(text), question);
  };
  return (work) => {
    for (let step = work.next(); ; ) {
      if (step.done === true) return step.value;
      step = work.next(answer(step.value));
    }
  };
}

interface Prepared {
  readonly statement: SqlStatement;
  readonly gives: boolean;
}

const nothing: SqlResult = { rows: [], changes: 0 };

function ask({ statement, gives }: Prepared, { values, rows }: SqlQuery): SqlResult {
  if (rows !== undefined) {
    for (const row of rows) statement.run(...row);
    return { rows: [], changes: rows.length };
  }
  if (!gives) return { rows: [], changes: Number(statement.run(...values).changes) };
  const found = statement.all(...values);
  return { rows: found, changes: found.length };
}

function givesRows(text: string): boolean {
  return /^\s*(?:SELECT|WITH|PRAGMA)\b/i.test(text) || /\bRETURNING\b/i.test(text);
}
