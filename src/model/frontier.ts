// Which URL next: the port in front of the per-host queues.
import type { ErrorCode } from './errors.ts';
import type { FoundBy } from './link.ts';
import type { Transaction } from './store.ts';

/** Pages and probes are two pools of workers over one frontier ([ATF]'s two worker groups). */
export type Pool = 'page' | 'probe';

/** A URL put forward for visiting. */
export interface Offer {
  /** Canonical fetch form (base/url.ts `fetchKey`). */
  readonly url: string;
  readonly pool: Pool;
  /** For probes: which kind's probe this is, and which of its requests. */
  readonly kind: string | null;
  readonly step: number;
  /** 0 (first) … 7 (last); the fraction orders within a class and host. */
  readonly cls: number;
  readonly depth: number;
  readonly foundBy: FoundBy;
  readonly anchor: string;
  /** The visit it was found on; null for seeds. */
  readonly via: VisitRef | null;
}

/** Names a URL row: host and host-local fingerprint. */
export interface VisitRef {
  readonly host: number;
  readonly fingerprint: number;
}

/** A URL handed to a worker. The host is not handed out again until the visit is finished or released. */
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

/** How a visit ended, to be written in the transaction that also writes its effects. */
export interface Outcome {
  readonly visit: Visit;
  readonly state: VisitState;
  /** Why it failed, was refused or must be retried; null when done. */
  readonly reason: ErrorCode | null;
  /** Resources confirmed here: the host's page budget grows with them. */
  readonly found: number;
}

/** What the crawler learned about a host's pace; applied to the clock at once and stored with the next commit. */
export interface HostNews {
  readonly host: number;
  /** No request to the host before this moment. */
  readonly nextAtMs: number;
  readonly delayMs?: number;
  readonly latencyEwmaMs?: number;
  /** 429 and 503 answers that still count, and the moment they are forgiven. */
  readonly strikes?: number;
  readonly forgiveAtMs?: number;
  /** Connection failures and 403 answers in a row. */
  readonly failures?: number;
  readonly address?: string;
  readonly robots?: RobotsRecord;
  /** Set while the host is deferred or parked; null clears it. Shown by `explain-host`. */
  readonly why?: ErrorCode | null;
}

export interface RobotsRecord {
  /** HTTP status, or 0 where no answer came. */
  readonly status: number;
  readonly body: string;
  readonly fetchedAtMs: number;
  readonly expiresAtMs: number;
}

/** What the frontier knows of a host. */
export interface HostState {
  readonly host: number;
  readonly key: string;
  readonly site: string;
  readonly address: string | null;
  readonly nextAtMs: number;
  readonly delayMs: number | null;
  readonly latencyEwmaMs: number | null;
  /** 429 and 503 answers that still count, and the moment they are forgiven (0 where there are none). */
  readonly strikes: number;
  readonly forgiveAtMs: number;
  /** Connection failures and 403 answers in a row. */
  readonly failures: number;
  readonly robots: RobotsRecord | null;
  readonly why: ErrorCode | null;
  readonly pending: number;
  readonly spent: number;
  readonly budget: number;
  /** Services found on the host or through its links. */
  readonly services: number;
  /** A visit to it is under way. */
  readonly isOut?: boolean;
  /** It is due, but as many hosts of its site are out as may be. */
  readonly isHeldBySite?: boolean;
}

export interface OfferResult {
  readonly added: number;
  readonly known: number;
  /** Turned away, by reason (`policy.budget`, `policy.trap`). */
  readonly refused: Readonly<Partial<Record<ErrorCode, number>>>;
}

export interface Room {
  readonly page: number;
  readonly probe: number;
}

/** A limit on pages that several workers share. */
export interface PageAllowance {
  /** Takes places for page visits; answers how many there were. */
  take(count: number): Promise<number>;
  /** Gives places of visits back that have ended, of which some count; inside the transaction that stores what they brought. */
  settle(transaction: Transaction, visits: { readonly ended: number; readonly counted: number }): Promise<void>;
  /** Gives places back of visits that were not made, or do not count. */
  giveUp(count: number): Promise<void>;
  refresh(): Promise<void>;
  /** As many pages as may be have been visited, as far as was heard. */
  isUsedUp(): boolean;
}

export interface FrontierCounts {
  /** URLs that are still to be visited. */
  readonly pending: number;
  /** Pages that wait beyond their host's budget; visited only when the host proves worth more. */
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
  /** Adds what is new. A known URL that is still pending takes the smaller depth and class. */
  offer(transaction: Transaction, offers: readonly Offer[]): Promise<OfferResult>;
  /** Hands out due URLs, at most one per host, best class first. Writes nothing. */
  lease(room: Room, nowMs: number): Promise<readonly Visit[]>;
  /** Gives a visit back unsettled and its host free again from `nextAtMs` (robots to fetch first, address busy, …). */
  release(visit: Visit, nextAtMs: number): void;
  /** Tells the clock about a host; effective at once, stored by the next `settle`. */
  learn(news: HostNews): void;
  /** True when a request to this address may start now; then it is counted and must be `left`. */
  enter(host: number, address: string, nowMs: number): Promise<boolean>;
  /** When `enter` said no: the earliest moment worth asking again. */
  addressFreeAtMs(address: string, nowMs: number): number;
  leave(host: number, address: string): Promise<void>;
  /**
   * Settles finished visits and stores host news, inside the caller's transaction. Memory follows when it commits; after
   * a rollback the visits are still finished and can be settled again. A last call without outcomes stores late news.
   * Throws `crawl.lease-lost` with the fact `hosts` where some have gone to another worker meanwhile: their visits are
   * void, and nothing of the transaction may be stored.
   */
  settle(transaction: Transaction, outcomes: readonly Outcome[]): Promise<void>;
  /** Whether the visit's host is surely still ours at this moment: one who slept looks before it asks the host anything. */
  holds(visit: Visit, nowMs: number): boolean;
  /** Throws `crawl.lease-lost` where the visit's host has gone to another worker: for what is stored before it is settled. */
  confirm(transaction: Transaction, visit: Visit): Promise<void>;
  /** Frees the host of a finished visit for `nextAtMs` on, before its outcome is committed; the URL is not leased again. */
  finish(visit: Visit, nextAtMs: number): void;
  hostState(host: number): Promise<HostState | null>;
  hostByKey(key: string): Promise<HostState | null>;
  /** URLs from the seed down to this visit, seed first; as the transaction has them where one is given. */
  chain(visit: VisitRef, transaction?: Transaction): Promise<readonly string[]>;
  /**
   * Earliest moment a host with URLs to visit becomes due; null when there is none or they are all out. With `room`, hosts
   * that are due already count only where their pool has room: otherwise a full pool would look like work to do.
   */
  nextDueMs(room?: Room): number | null;
  counts(): Promise<FrontierCounts>;
  /** Keeps what was leased; to be called every few seconds while visits are under way. */
  tend(nowMs: number): Promise<void>;
  /** Others may have changed what is due: the next `lease` looks. */
  look(): void;
  /** Gives back what is leased and not out. */
  close(): Promise<void>;
}
