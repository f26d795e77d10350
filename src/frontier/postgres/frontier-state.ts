// What one worker keeps in memory of a task in PostgreSQL: the hosts it has leased, and when others are due.
import { LRUCache } from 'lru-cache';
import { seededRandom } from '../../base/random/seeded-random.ts';
import type { HostUpdate } from '../../model/frontier.ts';
import type { PostgresStore } from '../../store/postgres/postgres.ts';
import { type Budgets, defaultBudgets } from '../budgets.ts';
import { defaultChoice, makeClassChoice } from '../class-choice.ts';
import { HostClock } from '../host-clock.ts';
import { HostSlots, sparseIndex } from '../host-slots.ts';
import { type FrontierOptions, hasVisit } from '../sqlite/frontier-state.ts';
import { type KnownCache, makeKnownCache } from '../sqlite/known-cache.ts';
import type { LeasedUrl, VisitLeasing } from '../sqlite/lease-visits.ts';
import { type LoadedQueues, makeLoadedQueues } from './loaded-queues.ts';
import type { QueuePositions } from './queue-positions.ts';

/** How a worker shares a frontier with others. */
export interface SharingOptions {
  /** The worker's name, which must be unique. */
  readonly holder: string;
  /** How long a host stays leased to a worker that doesn't renew. */
  readonly leaseMs?: number;
  /** Minimum time between two queries for due hosts. */
  readonly lookEveryMs?: number;
  /** Maximum age of the displayed counts. */
  readonly countEveryMs?: number;
}

/** A host leased by this worker. */
export interface HeldHost {
  readonly key: string;
  /** Epoch of its lease: every later lease of the host has a greater one. */
  readonly epoch: number;
  readonly sinceMs: number;
  untilMs: number;
  visits: number;
  /** It was leased to another worker; visits to it are void. */
  isLost: boolean;
}

export interface PostgresState extends VisitLeasing {
  readonly store: PostgresStore;
  readonly task: number;
  readonly sharing: Required<SharingOptions>;
  readonly budgets: Budgets;
  readonly hostsPerSite: number;
  readonly baseDelayMs: number;
  readonly queues: LoadedQueues;
  readonly known: KnownCache;
  /** Ids of hosts, once committed. */
  readonly ids: LRUCache<string, number>;
  readonly news: Map<number, HostUpdate>;
  readonly held: Map<number, HeldHost>;
  /** Finished visits whose hosts were lost before they were settled: their fingerprints and hosts. */
  readonly voided: Map<number, number>;
  /** Our hosts whose queue has changed. */
  readonly dirty: Set<number>;
  /** Sites of due hosts that wait because their site is at its limit of hosts being visited. */
  readonly fullSites: Set<number>;
  /** When an unleased host is due, by pool. */
  readonly dueMs: [page: number, probe: number];
  /** Something has changed since the last query. */
  isStale: boolean;
  lookedMs: number;
  /** Others have hosts of this task: their discoveries may become due at any time. */
  areOthersBusy: boolean;
  /** The latest known time. */
  nowMs: number;
  readonly positions: QueuePositions;
}

export function makePostgresState(
  store: PostgresStore,
  task: number,
  options: FrontierOptions & SharingOptions,
): PostgresState {
  const budgets = { ...defaultBudgets, ...options.budgets };
  const slots = new HostSlots(sparseIndex());
  const held = new Map<number, HeldHost>();
  const hostsPerSite = options.hostsPerSite ?? 2;
  const { holder, leaseMs = 60_000, lookEveryMs = 0, countEveryMs = 0 } = options;
  return {
    store,
    task,
    budgets,
    slots,
    held,
    hostsPerSite,
    sharing: { holder, leaseMs, lookEveryMs, countEveryMs },
    baseDelayMs: options.baseDelayMs ?? 2000,
    clock: new HostClock(slots, { hostsPerSite, hasWork: (slot, pool) => hasVisit(slots, budgets, slot, pool) }),
    choice: makeClassChoice({ ...defaultChoice, ...options.choice }, seededRandom(options.seed ?? 1)),
    hosts: { keyOf: (host) => held.get(host)!.key },
    queues: makeLoadedQueues(),
    known: makeKnownCache(options.knownUrls ?? 1_000_000),
    ids: new LRUCache({ max: 100_000 }),
    taken: new Map<number, LeasedUrl>(),
    news: new Map(),
    voided: new Map(),
    dirty: new Set(),
    fullSites: new Set(),
    dueMs: [0, 0],
    isStale: true,
    lookedMs: Number.NEGATIVE_INFINITY,
    areOthersBusy: false,
    nowMs: options.nowMs,
    positions: { next: 0, end: 0 },
  };
}

/** No URL of the host is out, or finished and not yet settled. */
export function isIdle({ slots, clock }: PostgresState, slot: number): boolean {
  return !clock.isOut(slot) && slots.taken[2 * slot] === 0 && slots.taken[2 * slot + 1] === 0;
}

/** The host is no longer leased to this worker. */
export function forgetHost(state: PostgresState, host: number): void {
  const slot = state.slots.slotOf(host);
  state.held.delete(host);
  state.dirty.delete(host);
  if (slot < 0) return;
  state.clock.forget(slot);
  state.queues.forget(2 * slot);
  state.queues.forget(2 * slot + 1);
  state.slots.remove(slot);
}

/** Another worker has the host: no more of its URLs are handed out, and it is removed after the last visit. */
export function loseHost(state: PostgresState, host: number): void {
  const held = state.held.get(host);
  if (held === undefined) return;
  held.isLost = true;
  state.isStale = true;
  state.news.delete(host);
  const { slots, clock } = state;
  const slot = slots.slotOf(host);
  for (const queue of [2 * slot, 2 * slot + 1]) {
    state.queues.load(queue, []);
    slots.pending[queue] = slots.taken[queue]!;
  }
  for (const [fp, { slot: queue, isFinished }] of state.taken) {
    if (queue >> 1 !== slot || !isFinished) continue;
    state.taken.delete(fp);
    state.voided.set(fp, host);
    slots.taken[queue]!--;
    slots.pending[queue]!--;
  }
  if (isIdle(state, slot)) forgetHost(state, host);
  else clock.place(slot);
}
