// Hints between machines that something may be due. They hasten; what is due stands in the database, and any hint may be lost.

/**
 * What a hint is for. `visit`: hosts of a crawl have become due, the first time when it begins. `render`: a page waits for a
 * browser. `check`: a resource was found, or is to be looked at now.
 */
export type HintQueue = 'visit' | 'render' | 'check';

export const hintQueues = ['visit', 'render', 'check'] as const satisfies readonly HintQueue[];

export interface Dispatcher {
  /** Somebody who does such work and has room may look. `task`: the crawl it is for, 0 for none. */
  hint(queue: HintQueue, task: number): void;
  /** Calls back on hints of others; the returned function ends it. Only queues somebody listens to are heard at all. */
  onHint(queue: HintQueue, listener: (task: number) => void): () => void;
  close(): Promise<void>;
}
