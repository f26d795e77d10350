// Programs elsewhere that are told of events: how far each has heard, and what could not be delivered.
import type { Transaction } from './store.ts';

export interface Webhook {
  readonly url: string;
  /** Of the last event it has been told of. */
  readonly lastNumber: number;
  /** Failed attempts in a row. */
  readonly attempts: number;
  readonly dueMs: number;
}

/** Events that were given up on. They are still in the list of events, by their numbers. */
export interface DeadLetter {
  readonly url: string;
  readonly fromNumber: number;
  readonly toNumber: number;
  readonly atMs: number;
  readonly reason: string;
}

export interface WebhookStore {
  /** The webhook of an address; one that is new hears of what comes from now on. */
  open(transaction: Transaction, url: string, nowMs: number): Promise<Webhook>;
  /** Nothing where it has heard more meanwhile, from another machine: nobody is told again. */
  save(transaction: Transaction, webhook: Webhook): Promise<void>;
  bury(transaction: Transaction, letter: DeadLetter): Promise<void>;
  /** Newest first. */
  dead(limit: number): Promise<readonly DeadLetter[]>;
}
