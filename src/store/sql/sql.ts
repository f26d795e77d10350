// SQL work independent of the engine: generators that yield queries and receive results, run by SQLite and PostgreSQL.
import type { Store, Transaction } from '../../model/store.ts';

/** A value bound to or read from a statement. */
export type SqlValue = string | number | bigint | null | Uint8Array;

/** One statement. The text is the same for both engines, or given per engine where their SQL differs. */
export interface SqlQuery {
  readonly text: string | PerEngine;
  readonly values: readonly SqlValue[];
  /** Rows for one INSERT; its last parameter tuple is repeated for each. */
  readonly rows?: readonly (readonly SqlValue[])[];
}

export interface PerEngine {
  readonly sqlite: string;
  readonly postgres: string;
}

export interface SqlResult {
  readonly rows: readonly unknown[];
  readonly changes: number;
}

/**
 * Database work, composed with `yield*`. SQLite runs it synchronously, so nothing happens between two statements;
 * PostgreSQL runs it over the network, in one snapshot or transaction.
 */
export type Work<T> = Generator<SqlQuery, T, SqlResult>;

export interface SqlStore extends Store {
  readonly engine: Transaction['engine'];
  /** Reads outside a transaction, from one consistent state. Throws `store.read`. */
  read<T>(work: () => Work<T>): Promise<T>;
  /** Runs inside a transaction of this store. */
  within<T>(transaction: Transaction, work: () => Work<T>): Promise<T>;
  /** A synchronous `read`; null if the engine can't. */
  readonly readNow: (<T>(work: () => Work<T>) => T) | null;
}

/** Reads inside the transaction if there is one, and sees its writes; otherwise outside of any. */
export function readIn<T>(store: SqlStore, transaction: Transaction | undefined, work: () => Work<T>): Promise<T> {
  return transaction === undefined ? store.read(work) : store.within(transaction, work);
}

/** A transaction of either engine. */
export interface SqlTransaction extends Transaction {
  run<T>(work: () => Work<T>): Promise<T>;
}

/** Runs inside a transaction of any store. */
export function within<T>(transaction: Transaction, work: () => Work<T>): Promise<T> {
  return (transaction as SqlTransaction).run(work);
}

export interface Statement<Row> {
  get(...values: readonly SqlValue[]): Work<Row | undefined>;
  all(...values: readonly SqlValue[]): Work<Row[]>;
  /** Returns the number of changed rows. */
  run(...values: readonly SqlValue[]): Work<number>;
}

/** `?` stands for a parameter, in order. */
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

/** A list of `?`, for `IN (…)`. */
export function placeholders(count: number): string {
  return Array(count).fill('?').join(', ');
}

/** Rows for an `INSERT INTO … VALUES(?, …)`: one by one on SQLite, many at once over the network. */
export function insertion(text: string): (rows: readonly (readonly SqlValue[])[]) => Work<void> {
  return function* (rows) {
    if (rows.length > 0) yield { text, values: [], rows };
  };
}

/**
 * Blocks others with the same name until the end of the transaction, for read–decide–write sequences that must not
 * interleave between processes. SQLite has a single writer anyway.
 */
export function* lockByName(name: string): Work<void> {
  yield { text: { sqlite: '', postgres: 'SELECT pg_advisory_xact_lock(hashtextextended(?, 7367))' }, values: [name] };
}
