// The URLs of leased hosts, as loaded with the lease; nothing more is read behind them.
import type { VisitQueues } from '../sqlite/queue-cache.ts';
import { classOf, type QueuedUrl } from '../url-row.ts';

export interface LoadedQueues extends VisitQueues {
  /** Replaces the content of a queue; in order. */
  load(slot: number, urls: readonly QueuedUrl[]): void;
  forget(slot: number): void;
}

export function makeLoadedQueues(): LoadedQueues {
  const queues = new Map<number, QueuedUrl[]>();
  return {
    head: (slot) => queues.get(slot)?.[0] ?? null,
    takeHead: (slot) => {
      queues.get(slot)?.shift();
    },
    knownClass: (slot) => {
      const first = queues.get(slot)?.[0];
      return first === undefined ? null : classOf(first.ord);
    },
    putBack: (slot, url) => {
      const urls = queues.get(slot) ?? [];
      const at = urls.findIndex(({ ord }) => ord > url.ord);
      urls.splice(at < 0 ? urls.length : at, 0, url);
      queues.set(slot, urls);
    },
    load: (slot, urls) => {
      queues.set(slot, [...urls]);
    },
    forget: (slot) => {
      queues.delete(slot);
    },
  };
}
