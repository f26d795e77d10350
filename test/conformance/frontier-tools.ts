// Short ways to offer and open, for the frontier's conformance suite.
import type { FrontierOptions } from '../../src/frontier/sqlite/sqlite-frontier.ts';
import type { Frontier, Offer, OfferResult } from '../../src/model/frontier.ts';
import type { Store } from '../../src/model/store.ts';

export interface OpenFrontier {
  readonly frontier: Frontier;
  readonly store: Store;
}

/** One task on one engine, opened and opened again. */
export interface FrontierPlace {
  open(options: FrontierOptions): Promise<OpenFrontier>;
  /** Closes without a word, as a crash would, and opens what is left. */
  reopen(options: FrontierOptions): Promise<OpenFrontier>;
  remove(): Promise<void>;
}

export const noon = Date.UTC(2024, 5, 1, 12);
export const allRoom = { page: 1000, probe: 1000 };

export function offerOf(url: string, more: Partial<Offer> = {}): Offer {
  const plain = {
    pool: 'page',
    kind: null,
    step: 0,
    cls: 4,
    depth: 1,
    foundBy: 'link',
    anchor: '',
    via: null,
  } as const;
  return { url, ...plain, ...more };
}

/** Offers in a transaction of its own. */
export function run({ frontier, store }: OpenFrontier, offers: readonly Offer[]): Promise<OfferResult> {
  return store.transact((transaction) => frontier.offer(transaction, offers));
}
