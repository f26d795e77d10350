// Everything the SQLite frontier holds open: its tables, and what it keeps in memory beside them.
import { seededRandom } from '../base/random/seeded-random.ts';
import type { HostNews } from '../model/frontier.ts';
import { readSqlite } from '../store/sqlite/read.ts';
import type { SqliteStore } from '../store/sqlite/sqlite.ts';
import type { AddressLimits } from './address-limits.ts';
import { type Budgets, defaultBudgets, pageBudget } from './budgets.ts';
import { type ChoiceOptions, defaultChoice, makeClassChoice } from './class-choice.ts';
import { HostClock } from './host-clock.ts';
import { Lanes, pools } from './host-slots.ts';
import type { HandingOut, TakenUrl } from './lease-visits.ts';
import { HostTable } from './sqlite/host-table.ts';
import { type KnownCache, makeKnownCache } from './sqlite/known-cache.ts';
import type { Draft } from './sqlite/pending-changes.ts';
import { QueueCache, type QueueSource } from './sqlite/queue-cache.ts';
import { UrlTable } from './sqlite/url-table.ts';
import { makeTemplateCounts, type TemplateCounts } from './template-counts.ts';

export interface FrontierOptions {
  readonly nowMs: number;
  /** The last run of the task ended without saying so: its last requests may be unrecorded (`claimTask` tells). */
  readonly unclean?: boolean;
  /** Pause for hosts that have none of their own yet. */
  readonly baseDelayMs?: number;
  readonly hostsPerSite?: number;
  readonly requestsPerAddress?: number;
  readonly addressSpacingMs?: number;
  /** Those of crawls that run side by side, instead of the two above. */
  readonly addresses?: AddressLimits;
  readonly budgets?: Partial<Budgets>;
  readonly choice?: Partial<ChoiceOptions>;
  readonly seed?: number;
  /** URLs remembered in memory as known; 11 bytes each. */
  readonly knownUrls?: number;
}

export interface TaskCounts {
  hosts: number;
  done: number;
  failed: number;
  refused: number;
}

export interface FrontierState extends HandingOut {
  readonly task: number;
  readonly budgets: Budgets;
  readonly hosts: HostTable;
  readonly urls: UrlTable;
  readonly queues: QueueCache;
  readonly known: KnownCache;
  readonly templates: TemplateCounts;
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
  const lanes = new Lanes();
  const urls = new UrlTable(database, task);
  const memory = { taken: new Map<number, TakenUrl>(), draft: null as Draft | null };
  const hasWork = (lane: number, pool: number): boolean => hasVisit(lanes, budgets, lane, pool);
  return Object.assign(memory, {
    task,
    budgets,
    lanes,
    clock: new HostClock(lanes, { hostsPerSite: options.hostsPerSite ?? 2, hasWork }),
    choice: makeClassChoice({ ...defaultChoice, ...options.choice }, seededRandom(options.seed ?? 1)),
    hosts: new HostTable(database, task),
    urls,
    queues: new QueueCache(queueSource(lanes, urls, memory)),
    known: makeKnownCache(options.knownUrls ?? 1_000_000),
    templates: makeTemplateCounts(),
    news: new Map<number, HostNews>(),
    ...readTask(store, task),
  });
}

/** Pages count against the budget from the moment they are handed out. */
export function hasVisit(lanes: Lanes, budgets: Budgets, lane: number, pool: number): boolean {
  const slot = 2 * lane + pool;
  if (lanes.pending[slot]! <= lanes.taken[slot]!) return false;
  return pool === 1 || lanes.spent[lane]! + lanes.taken[slot]! < pageBudget(budgets, lanes.services[lane]!);
}

/** A read during an open transaction also sees URLs that may yet be rolled back: they are not handed out. */
function queueSource(lanes: Lanes, urls: UrlTable, memory: Pick<FrontierState, 'taken' | 'draft'>): QueueSource {
  return {
    read: (slot, limit) => readSqlite(() => urls.queue(lanes.host[slot >> 1]!, pools[slot & 1]!, limit)),
    isTaken: (fp) => memory.taken.has(fp) || memory.draft?.addedPrints.has(fp) === true,
    taken: (slot) => {
      const added = memory.draft?.addedPerQueue.get(2 * lanes.host[slot >> 1]! + (slot & 1)) ?? 0;
      return lanes.taken[slot]! + added;
    },
    hosts: () => lanes.count,
  };
}

function readTask(store: SqliteStore, task: number): Pick<FrontierState, 'counts' | 'sequence'> {
  const sql = 'SELECT seq, hosts, done, failed, refused FROM task WHERE task_id = ?';
  const row = readSqlite(() => store.database.prepare(sql).get(task));
  if (row === undefined) throw new Error(`task ${task} is not in this database`);
  const { seq, ...counts } = row as TaskCounts & { seq: number };
  return { counts, sequence: seq };
}
