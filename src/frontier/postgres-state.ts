// What one worker keeps in memory of a task whose frontier is in PostgreSQL: the hosts it has leased, and what is due elsewhere.
import { seededRandom } from '../base/random/seeded-random.ts';
import type { HostNews } from '../model/frontier.ts';
import type { PostgresStore } from '../store/postgres/postgres.ts';
import { type BoundedMap, makeBoundedMap } from './bounded-map.ts';
import { type Budgets, defaultBudgets } from './budgets.ts';
import { defaultChoice, makeClassChoice } from './class-choice.ts';
import { type FrontierOptions, hasVisit } from './frontier-state.ts';
import { HostClock } from './host-clock.ts';
import { Lanes, sparseIndex } from './host-slots.ts';
import type { HandingOut, TakenUrl } from './lease-visits.ts';
import { type LoadedQueues, makeLoadedQueues } from './postgres/loaded-queues.ts';
import type { Places } from './postgres/queue-positions.ts';
import { type KnownCache, makeKnownCache } from './sqlite/known-cache.ts';

/** How a worker shares a frontier with others. */
export interface SharingOptions {
  /** Names the worker; no other may use it. */
  readonly holder: string;
  /** How long hosts stay with a worker that says nothing more. */
  readonly leaseMs?: number;
  /** Least time between two looks for due hosts. */
  readonly lookEveryMs?: number;
  /** How old the counts may be that are shown. */
  readonly countEveryMs?: number;
}

/** A host this worker has. */
export interface HeldHost {
  readonly key: string;
  /** Of its lease: whoever has the host later has a greater one. */
  readonly epoch: number;
  readonly sinceMs: number;
  untilMs: number;
  visits: number;
  /** It has gone to another worker; visits to it are void. */
  isLost: boolean;
}

export interface PostgresState extends HandingOut {
  readonly store: PostgresStore;
  readonly task: number;
  readonly sharing: Required<SharingOptions>;
  readonly budgets: Budgets;
  readonly hostsPerSite: number;
  readonly baseDelayMs: number;
  readonly queues: LoadedQueues;
  readonly known: KnownCache;
  /** Ids of hosts, once committed. */
  readonly ids: BoundedMap<string, number>;
  readonly news: Map<number, HostNews>;
  readonly held: Map<number, HeldHost>;
  /** Finished visits whose hosts were lost before they were settled: their fingerprints and hosts. */
  readonly voided: Map<number, number>;
  /** Hosts of ours whose queue has changed. */
  readonly dirty: Set<number>;
  /** Sites of hosts that are due and wait because as many of their site are out as may be. */
  readonly fullSites: Set<number>;
  /** When a host that nobody has is due, by pool. */
  readonly dueMs: [page: number, probe: number];
  /** Something has changed since the last look. */
  isStale: boolean;
  lookedMs: number;
  /** Others have hosts of this task: what they find may become due at any time. */
  areOthersBusy: boolean;
  /** The latest moment anybody told. */
  nowMs: number;
  readonly places: Places;
}

export function makePostgresState(
  store: PostgresStore,
  task: number,
  options: FrontierOptions & SharingOptions,
): PostgresState {
  const budgets = { ...defaultBudgets, ...options.budgets };
  const lanes = new Lanes(sparseIndex());
  const held = new Map<number, HeldHost>();
  const hostsPerSite = options.hostsPerSite ?? 2;
  const { holder, leaseMs = 60_000, lookEveryMs = 0, countEveryMs = 0 } = options;
  return {
    ...{ store, task, budgets, lanes, held, hostsPerSite },
    sharing: { holder, leaseMs, lookEveryMs, countEveryMs },
    baseDelayMs: options.baseDelayMs ?? 2000,
    clock: new HostClock(lanes, { hostsPerSite, hasWork: (lane, pool) => hasVisit(lanes, budgets, lane, pool) }),
    choice: makeClassChoice({ ...defaultChoice, ...options.choice }, seededRandom(options.seed ?? 1)),
    hosts: { keyOf: (host) => held.get(host)!.key },
    queues: makeLoadedQueues(),
    known: makeKnownCache(options.knownUrls ?? 1_000_000),
    ids: makeBoundedMap(100_000),
    taken: new Map<number, TakenUrl>(),
    news: new Map(),
    voided: new Map(),
    dirty: new Set(),
    fullSites: new Set(),
    dueMs: [0, 0],
    isStale: true,
    lookedMs: Number.NEGATIVE_INFINITY,
    areOthersBusy: false,
    nowMs: options.nowMs,
    places: { next: 0, end: 0 },
  };
}

/** Nothing of the host is out, or finished and not yet settled. */
export function isIdle({ lanes, clock }: PostgresState, lane: number): boolean {
  return !clock.isOut(lane) && lanes.taken[2 * lane] === 0 && lanes.taken[2 * lane + 1] === 0;
}

/** The host is no longer with this worker. */
export function forgetHost(state: PostgresState, host: number): void {
  const lane = state.lanes.laneOf(host);
  state.held.delete(host);
  state.dirty.delete(host);
  if (lane < 0) return;
  state.clock.forget(lane);
  state.queues.forget(2 * lane);
  state.queues.forget(2 * lane + 1);
  state.lanes.remove(lane);
}

/** Another worker has the host: nothing more of it is handed out, and it goes when the last visit is back. */
export function loseHost(state: PostgresState, host: number): void {
  const held = state.held.get(host);
  if (held === undefined) return;
  held.isLost = true;
  state.isStale = true;
  state.news.delete(host);
  const { lanes, clock } = state;
  const lane = lanes.laneOf(host);
  for (const slot of [2 * lane, 2 * lane + 1]) {
    state.queues.load(slot, []);
    lanes.pending[slot] = lanes.taken[slot]!;
  }
  for (const [fp, { slot, isFinished }] of state.taken) {
    if (slot >> 1 !== lane || !isFinished) continue;
    state.taken.delete(fp);
    state.voided.set(fp, host);
    lanes.taken[slot]!--;
    lanes.pending[slot]!--;
  }
  if (isIdle(state, lane)) forgetHost(state, host);
  else clock.place(lane);
}
