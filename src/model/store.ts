// The engine behind frontier and catalog: one place where what belongs together commits together.

/** An open transaction. Adapters of the same engine know what is inside; nobody else looks. */
export interface Transaction {
  readonly engine: 'sqlite' | 'postgres';
  /**
   * Calls `listener` once, right after the transaction is over, with whether it committed. Adapters that keep memory
   * beside their tables change it here and nowhere else, so that a rollback leaves both as they were.
   */
  onEnd(listener: (committed: boolean) => void): void;
}

export interface Store {
  /** Runs `work` alone; commits when it resolves, rolls back when it rejects. Calls queue behind each other. */
  transact<T>(work: (transaction: Transaction) => Promise<T>): Promise<T>;
  close(): Promise<void>;
}
