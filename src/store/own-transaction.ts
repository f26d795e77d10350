// Tells when work inside a transaction asks its store from outside of it: on PostgreSQL that does not see the transaction's own
// writes, and a transaction inside another waits for itself for ever. SQLite, with its one connection, would not show the first.
import { AsyncLocalStorage } from 'node:async_hooks';

/** A transaction somebody is inside of, and the one around it, which may be of another store. */
interface Inside {
  readonly store: object;
  readonly outer: Inside | undefined;
  /** What was started inside and outlives it (a timer, a connection) is inside no more. */
  isOver: boolean;
}

/**
 * Null: nobody looks. Following every promise costs a crawl processor time, so only the tests look, all of them
 * (test/watch-transactions.ts); what they run is what is known to be clean.
 */
let current: AsyncLocalStorage<Inside> | null = null;

/** From now on, in this process: a breach is a plain Error. */
export function watchTransactions(): void {
  current ??= new AsyncLocalStorage();
}

/** Runs what a transaction of the store consists of. `store` is whatever the engine is known by. */
export async function insideTransaction<T>(store: object, work: () => Promise<T>): Promise<T> {
  if (current === null) return work();
  const inside: Inside = { store, outer: current.getStore(), isOver: false };
  try {
    return await current.run(inside, work);
  } finally {
    inside.isOver = true;
  }
}

/** For what runs on SQLite alone: on its one connection a read sees what the transaction wrote, wherever it comes from. */
export function onOneConnection<T>(work: () => T): T {
  return current === null ? work() : current.exit(work);
}

/** Throws where the caller is inside a transaction of this store. */
export function requireOutside(store: object, what: string): void {
  for (let inside = current?.getStore(); inside !== undefined; inside = inside.outer)
    if (inside.store === store && !inside.isOver)
      throw new Error(`${what} was asked for inside a transaction of the same store: use within(transaction, …)`);
}
