// The store port: the engine behind frontier and catalog, with transactions across both.

/** An open transaction. Opaque except to adapters of the same engine. */
export interface Transaction {
  readonly engine: 'sqlite' | 'postgres';
  /**
   * Calls `listener` once, right after the transaction, with whether it committed. Adapters with in-memory state change
   * it only here, so that a rollback leaves both as they were.
   */
  onEnd(listener: (committed: boolean) => void): void;
}

export interface Store {
  /** Runs `work` exclusively; commits when it resolves, rolls back when it rejects. Calls are queued. */
  transact<T>(work: (transaction: Transaction) => Promise<T>): Promise<T>;
  close(): Promise<void>;
}
