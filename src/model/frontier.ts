// The frontier port: which URL next.
import type { ErrorCode } from './errors.ts';
import type { FoundBy } from './link.ts';
import type { Transaction } from './store.ts';

/** Pages and probes are two worker pools over one frontier ([ATF]'s two worker groups). */
export type Pool = 'page' | 'probe';

/** A URL proposed for visiting. */
export interface Offer {
  /** Canonical fetch form (base/url.ts `fetchKey`). */
  readonly url: string;
  readonly pool: Pool;
  /** For probes: the kind, and the index of its request. */
  readonly kind: string | null;
  readonly step: number;
  /** 0 (first) … 7 (last); the fraction orders within a class and host. */
  readonly cls: number;
  readonly depth: number;
  readonly foundBy: FoundBy;
  readonly anchor: string;
  /** The visit that discovered it; null for seeds. */
  readonly via: VisitRef | null;
}

/** Identifies a URL row: host and host-local fingerprint. */
export interface VisitRef {
  readonly host: number;
  readonly fingerprint: number;
}

/** A URL handed to a worker. The host isn't leased again until the visit is finished or released. */
export interface Visit extends VisitRef {
  readonly url: string;
  readonly hostKey: string;
  readonly pool: Pool;
  readonly kind: string | null;
  readonly step: number;
  readonly depth: number;
  readonly foundBy: FoundBy;
  readonly anchor: string;
  readonly via: VisitRef | null;
  readonly tries: number;
}

export type VisitState = 'done' | 'failed' | 'refused' | 'retry';

/** The outcome of a visit, written in the same transaction as its effects. */
export interface Outcome {
  readonly visit: Visit;
  readonly state: VisitState;
  /** Why it failed, was refused or must be retried; null on success. */
  readonly reason: ErrorCode | null;
  /** Resources confirmed by the visit: they extend the host's page budget. */
  readonly found: number;
}

/** Politeness state of a host after a request; effective at once and stored with the next commit. */
export interface HostUpdate {
  readonly host: number;
  /** Earliest time of the next request to the host. */
  readonly nextAtMs: number;
  readonly delayMs?: number;
  readonly latencyEwmaMs?: number;
  /** 429 and 503 responses that still count, and when they expire. */
  readonly strikes?: number;
  readonly forgiveAtMs?: number;
  /** Consecutive connection failures and 403 responses. */
  readonly failures?: number;
  readonly address?: string;
  readonly robots?: RobotsRecord;
  /** Set while the host is deferred or parked; null clears it. Shown by `explain-host`. */
  readonly why?: ErrorCode | null;
}

export interface RobotsRecord {
  /** HTTP status, or 0 without a response. */
  readonly status: number;
  readonly body: string;
  readonly fetchedAtMs: number;
  readonly expiresAtMs: number;
}

/** Stored state of a host. */
export interface HostState {
  readonly host: number;
  readonly key: string;
  readonly site: string;
  readonly address: string | null;
  readonly nextAtMs: number;
  readonly delayMs: number | null;
  readonly latencyEwmaMs: number | null;
  /** 429 and 503 responses that still count, and when they expire (0 if there are none). */
  readonly strikes: number;
  readonly forgiveAtMs: number;
  /** Consecutive connection failures and 403 responses. */
  readonly failures: number;
  readonly robots: RobotsRecord | null;
  readonly why: ErrorCode | null;
  readonly pending: number;
  readonly spent: number;
  readonly budget: number;
  /** Services found on the host or through its links. */
  readonly services: number;
  /** A visit is in progress. */
  readonly isOut?: boolean;
  /** Due, but its site has reached its limit of concurrent hosts. */
  readonly isHeldBySite?: boolean;
}

export interface OfferResult {
  readonly added: number;
  readonly known: number;
  /** Rejected offers by reason (`policy.budget`, `policy.trap`). */
  readonly refused: Readonly<Partial<Record<ErrorCode, number>>>;
}

export interface Capacity {
  readonly page: number;
  readonly probe: number;
}

/** A page limit shared by several workers. */
export interface PageAllowance {
  /** Reserves page visits; returns how many were available. */
  take(count: number): Promise<number>;
  /** Returns reservations of finished visits, some of which count; inside the transaction that stores their results. */
  settle(transaction: Transaction, visits: { readonly ended: number; readonly counted: number }): Promise<void>;
  /** Returns reservations of visits that weren't made or don't count. */
  giveUp(count: number): Promise<void>;
  refresh(): Promise<void>;
  /** The limit has been reached, as far as known. */
  isUsedUp(): boolean;
}

export interface FrontierCounts {
  /** URLs still to be visited. */
  readonly pending: number;
  /** Pages beyond their host's budget; visited only if the budget grows. */
  readonly held: number;
  readonly done: number;
  readonly failed: number;
  readonly refused: number;
  readonly hosts: number;
}

/**
 * One crawl task's view of the frontier. A URL stays pending until the transaction that settles it, so there is nothing
 * to replay after a crash. At most one visit per host is out at a time; at most 2 hosts per site and 4 per address, and
 * requests to one address are at least 250 ms apart (`addressSpacingMs`).
 */
export interface Frontier {
  /** Adds new URLs. A known pending URL keeps the smaller depth and class. */
  offer(transaction: Transaction, offers: readonly Offer[]): Promise<OfferResult>;
  /** Leases due URLs, at most one per host, best class first. Writes nothing. */
  lease(room: Capacity, nowMs: number): Promise<readonly Visit[]>;
  /**
   * Releases a visit without settling it; its host is free again from `nextAtMs` (robots.txt first, address busy, …).
   */
  release(visit: Visit, nextAtMs: number): void;
  /** Updates the politeness state of a host; effective at once, stored by the next `settle`. */
  learn(news: HostUpdate): void;
  /** True if a request to this address may start now; it is then counted and must be `left`. */
  enter(host: number, address: string, nowMs: number): Promise<boolean>;
  /** After `enter` returned false: when to try again. */
  addressFreeAtMs(address: string, nowMs: number): number;
  leave(host: number, address: string): Promise<void>;
  /**
   * Settles finished visits and stores host updates, inside the caller's transaction. In-memory state follows the
   * commit; after a rollback the visits can be settled again. A final call without outcomes stores late updates. Throws
   * `crawl.lease-lost` with the fact `hosts` if other workers took over some hosts: their visits are void, and the
   * transaction must be rolled back.
   */
  settle(transaction: Transaction, outcomes: readonly Outcome[]): Promise<void>;
  /** Whether the visit's lease is certainly still held: checked after a suspension, before any request. */
  holds(visit: Visit, nowMs: number): boolean;
  /** Throws `crawl.lease-lost` if another worker took over the visit's host: for writes before settling. */
  confirm(transaction: Transaction, visit: Visit): Promise<void>;
  /**
   * Frees the host of a finished visit from `nextAtMs` on, before its outcome is committed; the URL isn't leased again.
   */
  finish(visit: Visit, nextAtMs: number): void;
  hostState(host: number): Promise<HostState | null>;
  hostByKey(key: string): Promise<HostState | null>;
  /** URLs from the seed to this visit, seed first; read inside the transaction if one is given. */
  chain(visit: VisitRef, transaction?: Transaction): Promise<readonly string[]>;
  /**
   * When the next host with pending URLs becomes due; null if there is none or all are leased. With `room`, hosts
   * already due count only if their pool has capacity; otherwise a full pool would look like pending work.
   */
  nextDueMs(room?: Capacity): number | null;
  counts(): Promise<FrontierCounts>;
  /** Renews leases; call every few seconds while visits are in progress. */
  tend(nowMs: number): Promise<void>;
  /** Others may have changed what is due: the next `lease` reads again. */
  look(): void;
  /** Releases leases without visits in progress. */
  close(): Promise<void>;
}
