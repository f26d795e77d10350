// Hints between machines that work may be due. The database is authoritative; hints only reduce latency and may be lost.

/**
 * The subject of a hint. `visit`: hosts of a crawl have become due. `render`: a page is waiting for a browser. `check`:
 * a resource was found or should be checked now.
 */
export type HintQueue = 'visit' | 'render' | 'check';

export const hintQueues = ['visit', 'render', 'check'] as const satisfies readonly HintQueue[];

export interface Dispatcher {
  /** Suggests that an idle worker look for work. `task`: the crawl concerned, 0 for none. */
  hint(queue: HintQueue, task: number): void;
  /** Subscribes to hints of others; the returned function unsubscribes. Only subscribed queues are received. */
  onHint(queue: HintQueue, listener: (task: number) => void): () => void;
  close(): Promise<void>;
}
