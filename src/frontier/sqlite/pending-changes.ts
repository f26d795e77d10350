// What an open transaction will change in memory: collected while it runs, applied on commit, dropped on rollback.
import type { HostUpdate, Outcome } from '../../model/frontier.ts';
import type { HostSlotStart } from '../host-slots.ts';
import type { Account } from './host-table.ts';

/** A URL that joined the queue of a host, or moved up in it. */
export interface Joined {
  readonly host: number;
  readonly pool: 0 | 1;
  readonly ord: number;
}

export interface KnownUrl {
  readonly fp: number;
  readonly depth: number;
  readonly cls: number;
}

export interface PendingChanges {
  /** Hosts and slots that did not exist before. */
  readonly hosts: Map<string, number>;
  readonly slots: Map<number, HostSlotStart>;
  readonly added: Joined[];
  readonly addedPrints: Set<number>;
  /** How many of `added` per queue (2 × host + pool). */
  readonly addedPerQueue: Map<number, number>;
  readonly moved: Joined[];
  readonly known: KnownUrl[];
  /** New URLs per template, and the host it belongs to. */
  readonly templates: Map<number, { readonly host: number; count: number }>;
  readonly settled: { readonly outcome: Outcome; readonly retryOrd: number | null }[];
  readonly charges: { readonly host: number; readonly change: Account }[];
  readonly stored: HostUpdate[];
  /** Hosts that got their first URL of this task. */
  newHosts: number;
}

export function createPendingChanges(): PendingChanges {
  return {
    hosts: new Map(),
    slots: new Map(),
    added: [],
    addedPrints: new Set(),
    addedPerQueue: new Map(),
    moved: [],
    known: [],
    templates: new Map(),
    settled: [],
    charges: [],
    stored: [],
    newHosts: 0,
  };
}
