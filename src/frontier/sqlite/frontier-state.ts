// The state of the SQLite frontier: its tables, and what it keeps in memory beside them.
import { seededRandom } from '../../base/random/seeded-random.ts';
import type { HostUpdate } from '../../model/frontier.ts';
import { readSqlite } from '../../store/sqlite/read.ts';
import type { SqliteStore } from '../../store/sqlite/sqlite.ts';
import type { AddressLimits } from '../address-limits.ts';
import { type Budgets, defaultBudgets, pageBudget } from '../budgets.ts';
import { type ChoiceOptions, defaultChoice, makeClassChoice } from '../class-choice.ts';
import { HostClock } from '../host-clock.ts';
import { HostSlots, pools } from '../host-slots.ts';
import { makeTemplateCounts, type TemplateCounts } from '../template-counts.ts';
import { HostTable } from './host-table.ts';
import { type KnownCache, makeKnownCache } from './known-cache.ts';
import type { LeasedUrl, VisitLeasing } from './lease-visits.ts';
import type { PendingChanges } from './pending-changes.ts';
import { QueueCache, type QueueSource } from './queue-cache.ts';
import { UrlTable } from './url-table.ts';

export interface FrontierOptions {
  readonly nowMs: number;
  /** The last run of the task was interrupted: its last requests may be unrecorded (see `claimTask`). */
  readonly unclean?: boolean;
  /** Crawl delay of hosts that have none of their own yet. */
  readonly baseDelayMs?: number;
  readonly hostsPerSite?: number;
  readonly requestsPerAddress?: number;
  readonly addressSpacingMs?: number;
  /** Those shared by concurrent crawls, instead of the two above. */
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

export interface FrontierState extends VisitLeasing {
  readonly task: number;
  readonly budgets: Budgets;
  readonly hosts: HostTable;
  readonly urls: UrlTable;
  readonly queues: QueueCache;
  readonly known: KnownCache;
  readonly templates: TemplateCounts;
  /** Updates not yet stored, one per host. */
  readonly news: Map<number, HostUpdate>;
  readonly counts: TaskCounts;
  /** Last sequence number assigned. */
  sequence: number;
  pending: PendingChanges | null;
}

export function openState(store: SqliteStore, task: number, options: FrontierOptions): FrontierState {
  const { database } = store;
  const budgets = { ...defaultBudgets, ...options.budgets };
  const slots = new HostSlots();
  const urls = new UrlTable(database, task);
  const memory = { taken: new Map<number, LeasedUrl>(), pending: null as PendingChanges | null };
  const hasWork = (slot: number, pool: number): boolean => hasVisit(slots, budgets, slot, pool);
  return Object.assign(memory, {
    task,
    budgets,
    slots,
    clock: new HostClock(slots, { hostsPerSite: options.hostsPerSite ?? 2, hasWork }),
    choice: makeClassChoice({ ...defaultChoice, ...options.choice }, seededRandom(options.seed ?? 1)),
    hosts: new HostTable(database, task),
    urls,
    queues: new QueueCache(queueSource(slots, urls, memory)),
    known: makeKnownCache(options.knownUrls ?? 1_000_000),
    templates: makeTemplateCounts(),
    news: new Map<number, HostUpdate>(),
    ...readTask(store, task),
  });
}

/** Pages count against the budget as soon as they are handed out. */
export function hasVisit(slots: HostSlots, budgets: Budgets, slot: number, pool: number): boolean {
  const queue = 2 * slot + pool;
  if (slots.pending[queue]! <= slots.taken[queue]!) return false;
  return pool === 1 || slots.spent[slot]! + slots.taken[queue]! < pageBudget(budgets, slots.services[slot]!);
}

/** A read during an open transaction also sees URLs that may yet be rolled back: they are not handed out. */
function queueSource(slots: HostSlots, urls: UrlTable, memory: Pick<FrontierState, 'taken' | 'pending'>): QueueSource {
  return {
    read: (slot, limit) => readSqlite(() => urls.queue(slots.host[slot >> 1]!, pools[slot & 1]!, limit)),
    isTaken: (fp) => memory.taken.has(fp) || memory.pending?.addedPrints.has(fp) === true,
    taken: (slot) => {
      const added = memory.pending?.addedPerQueue.get(2 * slots.host[slot >> 1]! + (slot & 1)) ?? 0;
      return slots.taken[slot]! + added;
    },
    hosts: () => slots.count,
  };
}

function readTask(store: SqliteStore, task: number): Pick<FrontierState, 'counts' | 'sequence'> {
  const sql = 'SELECT seq, hosts, done, failed, refused FROM task WHERE task_id = ?';
  const row = readSqlite(() => store.database.prepare(sql).get(task));
  if (row === undefined) throw new Error(`task ${task} is not in this database`);
  const { seq, ...counts } = row as TaskCounts & { seq: number };
  return { counts, sequence: seq };
}
