// The subscription port: what users follow, and how they are notified.

import type { Transaction } from './store.ts';
import type { DeadLetter } from './webhook.ts';

/** The operator of the machine, in place of an account number. */
export const operator = 0;

/** A user's webhook for followed resources. */
export interface AccountWebhook {
  readonly number: number;
  readonly person: number;
  readonly url: string;
  readonly secret: string;
}

export interface FollowerStore {
  /** False if it was already followed. */
  follow(transaction: Transaction, person: number, id: string, nowMs: number): Promise<boolean>;
  unfollow(transaction: Transaction, person: number, id: string): Promise<{ readonly isFollowedByOthers: boolean }>;
  followed(person: number): Promise<ReadonlySet<string>>;
  /** Null if the account already has this URL. */
  addWebhook(transaction: Transaction, webhook: Omit<AccountWebhook, 'number'>, nowMs: number): Promise<number | null>;
  /** False if the account has no webhook with this number. */
  removeWebhook(transaction: Transaction, person: number, number: number): Promise<boolean>;
  /** Of one account, or of all. */
  webhooks(person: number | null): Promise<readonly AccountWebhook[]>;
}

export type MailScope = 'followed' | 'others';

/** One type of mail to one address. */
export interface MailSubscription {
  readonly person: number;
  readonly address: string;
  readonly scope: MailScope;
  /** Minimum interval between mails. */
  readonly everyMs: number;
  /** Number of the last event sent. */
  readonly lastNumber: number;
  /** Consecutive failed attempts. */
  readonly attempts: number;
  readonly dueMs: number;
  /** Confirmation code for the address; null once confirmed. */
  readonly code: string | null;
}

export interface MailStore {
  /** New subscriptions receive events from now on; an existing one only changes its interval. */
  subscribe(transaction: Transaction, subscription: Omit<MailSubscription, 'lastNumber' | 'attempts'>): Promise<void>;
  /** Deletes all of an account, except for one address. */
  unsubscribe(transaction: Transaction, person: number, exceptAddress: string | null): Promise<void>;
  /** Whether this was the code of the account's address; it receives events from then on. */
  confirm(transaction: Transaction, person: number, code: string, nowMs: number): Promise<boolean>;
  /** Of one account, or of all. */
  subscriptions(person: number | null): Promise<readonly MailSubscription[]>;
  /** No-op if another machine has advanced it further, so that no event is sent twice. */
  save(transaction: Transaction, subscription: MailSubscription): Promise<void>;
  bury(transaction: Transaction, letter: DeadLetter): Promise<void>;
  /** Newest first; `url` is mailto:. */
  dead(limit: number): Promise<readonly DeadLetter[]>;
}
