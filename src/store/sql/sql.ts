// The seam between tables and engines: work that asks questions in SQL and goes on with the answers, written once for both.
import type { Store, Transaction } from '../../model/store.ts';
import type { SqlValue } from '../sqlite/driver.ts';

/** One statement. Its text is the same for both engines, or given for each where their languages differ. */
export interface Question {
  readonly text: string | PerEngine;
  readonly values: readonly SqlValue[];
  /** Many rows for one INSERT, whose last row of question marks is repeated. */
  readonly rows?: readonly (readonly SqlValue[])[];
}

export interface PerEngine {
  readonly sqlite: string;
  readonly postgres: string;
}

export interface Answer {
  readonly rows: readonly unknown[];
  readonly changes: number;
}

/**
 * Work on tables: `yield*` it inside other work. SQLite does all of it at once, so that nothing comes between two
 * statements; PostgreSQL asks over the network, in one snapshot or transaction.
 */
export type Work<T> = Generator<Question, T, Answer>;

export interface SqlStore extends Store {
  readonly engine: Transaction['engine'];
  /** Reads outside a transaction, all of it from one state of the database. Throws `store.read`. */
  read<T>(work: () => Work<T>): Promise<T>;
  /** Works inside a transaction of this store. */
  within<T>(transaction: Transaction, work: () => Work<T>): Promise<T>;
  /** The same as `read` without waiting; null where that is not possible. */
  readonly readNow: (<T>(work: () => Work<T>) => T) | null;
}

/** Reads inside the transaction where there is one, which sees what it has written; outside of any else. */
export function readIn<T>(store: SqlStore, transaction: Transaction | undefined, work: () => Work<T>): Promise<T> {
  return transaction === undefined ? store.read(work) : store.within(transaction, work);
}

/** What a transaction of either engine can do. */
export interface SqlTransaction extends Transaction {
  run<T>(work: () => Work<T>): Promise<T>;
}

/** Works inside a transaction, of whatever store it is. */
export function within<T>(transaction: Transaction, work: () => Work<T>): Promise<T> {
  return (transaction as SqlTransaction).run(work);
}

export interface Statement<Row> {
  get(...values: readonly SqlValue[]): Work<Row | undefined>;
  all(...values: readonly SqlValue[]): Work<Row[]>;
  /** How many rows it changed. */
  run(...values: readonly SqlValue[]): Work<number>;
}

/** Question marks stand for values, in their order. */
export function statement<Row = unknown>(text: string | PerEngine): Statement<Row> {
  return {
    *get(...values) {
      const { rows } = yield { text, values };
      return rows[0] as Row | undefined;
    },
    *all(...values) {
      const { rows } = yield { text, values };
      return rows as Row[];
    },
    *run(...values) {
      const { changes } = yield { text, values };
      return changes;
    },
  };
}

/** As many question marks, for `IN (…)`. */
export function placesFor(count: number): string {
  return Array(count).fill('?').join(', ');
}

/** Rows for an `INSERT INTO … VALUES(?, …)`: one after the other on SQLite, many at once over the network. */
export function insertion(text: string): (rows: readonly (readonly SqlValue[])[]) => Work<void> {
  return function* (rows) {
    if (rows.length > 0) yield { text, values: [], rows };
  };
}

/**
 * Whoever comes later with the same name waits until the transaction is over. SQLite has one writer at a time anyway.
 * For what is read, judged and written: between the two another process must not do the same.
 */
export function* holdAlone(name: string): Work<void> {
  yield { text: { sqlite: '', postgres: 'SELECT pg_advisory_xact_lock(hashtextextended(?, 7367))' }, values: [name] };
}
