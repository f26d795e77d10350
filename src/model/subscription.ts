// People who want to hear of resources: what they follow, and how they are told.

import type { Transaction } from './store.ts';
import type { DeadLetter } from './webhook.ts';

/** Stands for whoever runs the machine, where people have numbers. */
export const operator = 0;

/** A webhook somebody has set up for what they follow. */
export interface PersonWebhook {
  readonly number: number;
  readonly person: number;
  readonly url: string;
  readonly secret: string;
}

export interface FollowerStore {
  /** False where it was followed already. */
  follow(transaction: Transaction, person: number, id: string, nowMs: number): Promise<boolean>;
  unfollow(transaction: Transaction, person: number, id: string): Promise<{ readonly isFollowedByOthers: boolean }>;
  followed(person: number): Promise<ReadonlySet<string>>;
  /** Null where the person has this address already. */
  addWebhook(transaction: Transaction, webhook: Omit<PersonWebhook, 'number'>, nowMs: number): Promise<number | null>;
  /** False where the person has none of this number. */
  removeWebhook(transaction: Transaction, person: number, number: number): Promise<boolean>;
  /** Of one person, or of all. */
  webhooks(person: number | null): Promise<readonly PersonWebhook[]>;
}

export type MailScope = 'followed' | 'others';

/** One sort of mail to one address. */
export interface MailSubscription {
  readonly person: number;
  readonly address: string;
  readonly scope: MailScope;
  /** At most one mail in this time. */
  readonly everyMs: number;
  /** Of the last event it has been told of. */
  readonly lastNumber: number;
  /** Failed attempts in a row. */
  readonly attempts: number;
  readonly dueMs: number;
  /** To be sent back by whoever reads the mail of this address; null once it was. */
  readonly code: string | null;
}

export interface MailStore {
  /** New ones hear of what comes from now on; one that is there keeps everything but how often. */
  subscribe(transaction: Transaction, wish: Omit<MailSubscription, 'lastNumber' | 'attempts'>): Promise<void>;
  /** All of a person, but for one address. */
  unsubscribe(transaction: Transaction, person: number, exceptAddress: string | null): Promise<void>;
  /** Whether this was the code of the person's address; it hears of what happens from then on. */
  confirm(transaction: Transaction, person: number, code: string, nowMs: number): Promise<boolean>;
  /** Of one person, or of all. */
  subscriptions(person: number | null): Promise<readonly MailSubscription[]>;
  /** Nothing where it has heard more meanwhile, from another machine: nobody is told again. */
  save(transaction: Transaction, subscription: MailSubscription): Promise<void>;
  bury(transaction: Transaction, letter: DeadLetter): Promise<void>;
  /** Newest first; `url` is mailto:. */
  dead(limit: number): Promise<readonly DeadLetter[]>;
}
