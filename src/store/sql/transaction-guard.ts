// Detects reads outside of the current transaction: on PostgreSQL they don't see its writes, and a nested transaction would
// deadlock. SQLite, with its single connection, would hide the former.
import { AsyncLocalStorage } from 'node:async_hooks';

/** An open transaction and the one around it, which may belong to another store. */
interface Inside {
  readonly store: object;
  readonly outer: Inside | undefined;
  /** Anything started inside that outlives the transaction (a timer, a connection) no longer counts as inside. */
  isOver: boolean;
}

/** Null: disabled. Async tracking costs CPU time, so only tests enable it (test/watch-transactions.ts). */
let current: AsyncLocalStorage<Inside> | null = null;

/** Enables the check for this process: a violation throws a plain Error. */
export function watchTransactions(): void {
  current ??= new AsyncLocalStorage();
}

/** Runs the body of a transaction. `store` identifies the engine. */
export async function insideTransaction<T>(store: object, work: () => Promise<T>): Promise<T> {
  if (current === null) return work();
  const inside: Inside = { store, outer: current.getStore(), isOver: false };
  try {
    return await current.run(inside, work);
  } finally {
    inside.isOver = true;
  }
}

/** For code that runs on SQLite only: with one connection a read always sees the transaction's writes. */
export function onOneConnection<T>(work: () => T): T {
  return current === null ? work() : current.exit(work);
}

/** Throws if the caller is inside a transaction of this store. */
export function requireOutsideTransaction(store: object, what: string): void {
  for (let inside = current?.getStore(); inside !== undefined; inside = inside.outer)
    if (inside.store === store && !inside.isOver)
      throw new Error(`${what} was requested inside a transaction of the same store: use within(transaction, …)`);
}
