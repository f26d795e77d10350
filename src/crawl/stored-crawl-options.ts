// The stored options and progress of a crawl; changes are stored in the transaction that makes them true.
import type { Config } from '../config.ts';
import { changeTaskOptions, readTaskOptions } from '../frontier/task-table.ts';
import type { Extent } from '../model/extent.ts';
import type { Transaction } from '../model/store.ts';
import type { SearchPosition } from '../seeds/width-search.ts';
import type { SqlStore } from '../store/sql/sql.ts';

/** The options of a task as stored: all that `--resume NAME` needs. */
export interface StoredCrawlOptions {
  readonly seeds: readonly string[];
  readonly include: readonly string[];
  readonly exclude: readonly string[];
  readonly region: Extent | null;
  readonly kinds: readonly string[] | null;
  readonly settings: Partial<Config>;
  /**
   * Plugin kinds it was started with, by name only: code is chosen by the caller, never by a database. Absent in crawls
   * of older versions.
   */
  readonly outside?: readonly StoredPlugin[];
  /** Plugin connectors of its seeds, by name only as well. */
  readonly archives?: readonly StoredPlugin[];
  readonly guesses?: readonly string[];
  /** Learned state of its ordering. */
  readonly ranking?: LearnedRanking;
  /** Its queries and their positions. */
  readonly search?: StoredSearch;
}

export interface StoredPlugin {
  readonly id: string;
  readonly from: string;
}

/** Workers that join start with it. */
export interface LearnedRanking {
  readonly strategy: string;
  readonly state: unknown;
  /** Visits it has learned from. */
  readonly taught?: number;
}

/** The stored search of a crawl, without the key. */
export interface StoredSearch extends SearchPosition {
  readonly engine: string;
  /** Queries composed by the crawl itself. */
  readonly made: number;
  /** Words of productive pages, if new queries should be composed. */
  readonly terms: Readonly<Record<string, number>>;
}

export interface StoredOptions {
  current(): StoredCrawlOptions;
  change(changes: Partial<StoredCrawlOptions>): void;
  save(transaction: Transaction): Promise<void>;
  /** Adopts seeds added by other workers. */
  refresh(): Promise<void>;
}

export function openStoredOptions(store: SqlStore, plan: StoredCrawlOptions, taskId: number): StoredOptions {
  let current = plan;
  let unsaved: Partial<StoredCrawlOptions> = {};
  return {
    current: () => current,
    change: (changes) => {
      current = { ...current, ...changes };
      unsaved = { ...unsaved, ...changes };
    },
    save: async (transaction) => {
      const written = unsaved;
      if (Object.keys(written).length === 0) return;
      await store.within(transaction, () =>
        changeTaskOptions<StoredCrawlOptions>(taskId, (stored) => ({
          ...stored,
          ...written,
          ...allSeeds(stored, written),
          ...moreLearned(stored, written),
        })),
      );
      transaction.onEnd((committed) => {
        if (committed && unsaved === written) unsaved = {};
      });
    },
    refresh: async () => {
      const stored = await readTaskOptions<StoredCrawlOptions>(store, taskId);
      if (stored !== null) current = { ...current, ...allSeeds(current, stored) };
    },
  };
}

/** Among several workers, the state with most visits is kept. */
function moreLearned(
  { ranking: one }: StoredCrawlOptions,
  { ranking: other }: Partial<StoredCrawlOptions>,
): Pick<StoredCrawlOptions, 'ranking'> {
  if (one === undefined || other === undefined || one.strategy !== other.strategy) return {};
  return { ranking: (one.taught ?? 0) > (other.taught ?? 0) ? one : other };
}

function allSeeds(one: StoredCrawlOptions, other: Partial<StoredCrawlOptions>): Pick<StoredCrawlOptions, 'seeds'> {
  return { seeds: [...new Set([...one.seeds, ...(other.seeds ?? [])])] };
}
