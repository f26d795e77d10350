// Hints between workers that something may be due. They hasten; what is due stands in the frontier, and any hint may be lost.

export interface Dispatcher {
  /** Hosts of the task have become due, or will soon: somebody who has room may look. */
  hint(task: number): void;
  /** Calls back on hints of others; the returned function ends it. */
  onHint(listener: (task: number) => void): () => void;
  close(): Promise<void>;
}
