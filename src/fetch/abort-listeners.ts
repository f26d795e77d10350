// Many requests wait for one signal: a crawl has a single one for all its fetches.

interface Waiter {
  /** Null once taken off: V8 may keep the waiter in an outgrown table, and with it all the callback knows. */
  callback: (() => void) | null;
}

const waitersOf = new WeakMap<AbortSignal, Set<Waiter>>();

/**
 * Calls `callback` when the signal aborts; the function that comes back takes it off again. The signal gets one listener
 * in all: with one per request, Node would look through them all at each addition, and a removed listener keeps its
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
  const tellAll = () => {
    for (const waiter of [...waiters]) waiter.callback?.();
  };
  signal.addEventListener('abort', tellAll, { once: true });
  return waiters;
}
