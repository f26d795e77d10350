// The webhook port: delivery state of each webhook, and failed deliveries.
import type { Transaction } from './store.ts';

export interface Webhook {
  readonly url: string;
  /** Number of the last delivered event. */
  readonly lastNumber: number;
  /** Consecutive failed attempts. */
  readonly attempts: number;
  readonly dueMs: number;
}

/** Events whose delivery was given up. They are still in the event list, by number. */
export interface DeadLetter {
  readonly url: string;
  readonly fromNumber: number;
  readonly toNumber: number;
  readonly atMs: number;
  readonly reason: string;
}

export interface WebhookStore {
  /** The webhook of a URL; a new one receives events from now on. */
  open(transaction: Transaction, url: string, nowMs: number): Promise<Webhook>;
  /** No-op if another machine has advanced it further, so that no event is delivered twice. */
  save(transaction: Transaction, webhook: Webhook): Promise<void>;
  bury(transaction: Transaction, letter: DeadLetter): Promise<void>;
  /** Newest first. */
  dead(limit: number): Promise<readonly DeadLetter[]>;
}
