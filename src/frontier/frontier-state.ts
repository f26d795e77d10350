// Everything the SQLite frontier holds open: its tables, and what it keeps in memory beside them.
import { fingerprint } from '../base/fingerprint.ts';
import { seededRandom } from '../base/seeded-random.ts';
import type { HostNews } from '../model/frontier.ts';
import type { SqliteStore } from '../store/sqlite.ts';
import { readSqlite } from '../store/sqlite-read.ts';
import { type Budgets, defaultBudgets, pageBudget } from './budgets.ts';
import { type ChoiceOptions, type ClassChoice, defaultChoice, makeClassChoice } from './class-choice.ts';
import type { Draft } from './draft.ts';
import { type HostClock, makeHostClock } from './host-clock.ts';
import { type HostTable, makeHostTable } from './host-table.ts';
import { type KnownCache, makeKnownCache } from './known-cache.ts';
import { type Lanes, makeLanes, pools } from './lanes.ts';
import { makeQueueCache, type QueueCache } from './queue-cache.ts';
import { makeTemplateCounts, type TemplateCounts } from './template-counts.ts';
import { classOf, makeUrlTable, type QueuedUrl, type UrlTable } from './url-table.ts';

export interface FrontierOptions {
  readonly nowMs: number;
  /** The last run of the task ended without saying so: its last requests may be unrecorded (`claimTask` tells). */
  readonly unclean?: boolean;
  /** Pause for hosts that have none of their own yet. */
  readonly baseDelayMs?: number;
  readonly hostsPerSite?: number;
  readonly requestsPerAddress?: number;
  readonly addressSpacingMs?: number;
  readonly budgets?: Partial<Budgets>;
  readonly choice?: Partial<ChoiceOptions>;
  readonly seed?: number;
  /** URLs remembered in memory as known; 11 bytes each. */
  readonly knownUrls?: number;
}

/** A URL that is with a worker, or finished and waiting for its transaction. */
export interface TakenUrl {
  readonly slot: number;
  readonly url: QueuedUrl;
  isFinished: boolean;
}

export interface TaskCounts {
  hosts: number;
  done: number;
  failed: number;
  refused: number;
}

export interface FrontierState {
  readonly task: number;
  readonly budgets: Budgets;
  readonly lanes: Lanes;
  readonly clock: HostClock;
  readonly choice: ClassChoice;
  readonly hosts: HostTable;
  readonly urls: UrlTable;
  readonly queues: QueueCache;
  readonly known: KnownCache;
  readonly templates: TemplateCounts;
  readonly taken: Map<number, TakenUrl>;
  /** News not yet stored, one per host. */
  readonly news: Map<number, HostNews>;
  readonly counts: TaskCounts;
  /** Last sequence number given out. */
  sequence: number;
  draft: Draft | null;
}

export function openState(store: SqliteStore, task: number, options: FrontierOptions): FrontierState {
  const { database } = store;
  const budgets = { ...defaultBudgets, ...options.budgets };
  const lanes = makeLanes();
  const hosts = makeHostTable(database, task);
  const urls = makeUrlTable(database, task);
  const taken = new Map<number, TakenUrl>();
  const hasWork = (lane: number, pool: number): boolean => {
    const slot = 2 * lane + pool;
    if (lanes.pending[slot]! <= lanes.taken[slot]!) return false;
    return pool === 1 || lanes.spent[lane]! + lanes.taken[slot]! < pageBudget(budgets, lanes.services[lane]!);
  };
  const clock = makeHostClock(lanes, { hostsPerSite: options.hostsPerSite ?? 2, hasWork });
  // A read during an open transaction also sees URLs that may yet be rolled back: they are not handed out.
  const queues = makeQueueCache({
    read: (slot, limit) => readSqlite(() => urls.queue(lanes.host[slot >> 1]!, pools[slot & 1]!, limit)),
    isTaken: (fp) => taken.has(fp) || state.draft?.addedPrints.has(fp) === true,
    taken: (slot) =>
      lanes.taken[slot]! + (state.draft?.addedPerQueue.get(2 * lanes.host[slot >> 1]! + (slot & 1)) ?? 0),
    hosts: () => lanes.count,
  });
  const state: FrontierState = {
    task,
    budgets,
    lanes,
    clock,
    choice: makeClassChoice({ ...defaultChoice, ...options.choice }, seededRandom(options.seed ?? 1)),
    hosts,
    urls,
    queues,
    known: makeKnownCache(options.knownUrls ?? 1_000_000),
    templates: makeTemplateCounts(),
    taken,
    news: new Map(),
    ...readTask(store, task),
    draft: null,
  };
  openLanes(state, options);
  return state;
}

function readTask(store: SqliteStore, task: number): Pick<FrontierState, 'counts' | 'sequence'> {
  const row = store.database.prepare('SELECT seq, hosts, done, failed, refused FROM task WHERE task_id = ?').get(task);
  if (row === undefined) throw new Error(`task ${task} is not in this database`);
  const { seq, ...counts } = row as TaskCounts & { seq: number };
  return { counts, sequence: seq };
}

/** Brings the hosts that have something waiting into memory. After an unclean stop each waits its delay from now on. */
function openLanes(state: FrontierState, options: FrontierOptions): void {
  const { lanes, hosts } = state;
  for (const { host, pool, count, bestOrd } of readSqlite(() => [...state.urls.queueSizes()])) {
    let lane = lanes.laneOf(host);
    if (lane < 0) {
      const row = hosts.row(host);
      if (row === null) throw new Error(`host ${host} has URLs but no row`);
      const safeMs = options.unclean === true ? options.nowMs + (row.delayMs ?? options.baseDelayMs ?? 2000) : 0;
      const nextAtMs = Math.max(row.nextAtMs, safeMs);
      lane = lanes.add({ host, site: fingerprint(row.site), nextAtMs, ...hosts.account(host) });
    }
    lanes.pending[2 * lane + pool] = count;
    lanes.cls[2 * lane + pool] = classOf(bestOrd);
  }
  for (let lane = 0; lane < lanes.count; lane++) state.clock.place(lane);
}
