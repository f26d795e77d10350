// One listener per abort signal, however many requests wait for it: a crawl has a single signal for all its fetches.

interface Waiter {
  /** Null once removed: V8 may keep the waiter in an outgrown table, and with it everything the callback references. */
  callback: (() => void) | null;
}

const waitersOf = new WeakMap<AbortSignal, Set<Waiter>>();

/**
 * Calls `callback` when the signal aborts; the returned function removes it. The signal gets only one listener:
 * with one per request, Node would scan them all at each addition, and a removed listener keeps its
 * neighbors, and so their documents, in memory until the next full collection.
 */
export function onAbort(signal: AbortSignal, callback: () => void): () => void {
  const waiters = waitersOf.get(signal) ?? listen(signal);
  const waiter: Waiter = { callback };
  waiters.add(waiter);
  return () => {
    waiters.delete(waiter);
    waiter.callback = null;
  };
}

function listen(signal: AbortSignal): Set<Waiter> {
  const waiters = new Set<Waiter>();
  waitersOf.set(signal, waiters);
  const notifyAll = () => {
    for (const waiter of [...waiters]) waiter.callback?.();
  };
  signal.addEventListener('abort', notifyAll, { once: true });
  return waiters;
}
