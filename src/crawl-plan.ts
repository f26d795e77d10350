// What a crawl was begun with, and its plan while it runs: changes are stored in the transaction that makes them true.
import type { Config } from './config.ts';
import { changeTaskOptions, readTaskOptions } from './frontier/task-table.ts';
import type { Extent } from './model/extent.ts';
import type { Transaction } from './model/store.ts';
import type { SearchPosition } from './seeds/width-search.ts';
import type { SqlStore } from './store/sql/sql.ts';

/** What a task was begun with, as stored: `--resume NAME` needs nothing else. */
export interface Plan {
  readonly seeds: readonly string[];
  readonly include: readonly string[];
  readonly exclude: readonly string[];
  readonly region: Extent | null;
  readonly kinds: readonly string[] | null;
  readonly settings: Partial<Config>;
  /**
   * Kinds from outside it was begun with. Only named: which code runs is said by who runs it, never by a database.
   * Not there in crawls of older versions.
   */
  readonly outside?: readonly { readonly id: string; readonly from: string }[];
  /** Connectors from outside whose archives are among its seeds; only named, too. */
  readonly archives?: readonly { readonly id: string; readonly from: string }[];
  readonly guesses?: readonly string[];
  /** What its order of visits has learned. */
  readonly ranking?: LearnedRanking;
  /** Its queries and how far they have come. */
  readonly search?: StoredSearch;
}

/** Whoever joins a crawl begins with it. */
export interface LearnedRanking {
  readonly strategy: string;
  readonly state: unknown;
  /** Visits it was taught by. */
  readonly taught?: number;
}

/** The search of a crawl at rest: never the key. */
export interface StoredSearch extends SearchPosition {
  readonly engine: string;
  /** Queries the crawl made itself. */
  readonly made: number;
  /** Words of productive pages, where new queries are wanted. */
  readonly terms: Readonly<Record<string, number>>;
}

export interface OpenPlan {
  current(): Plan;
  change(changes: Partial<Plan>): void;
  save(transaction: Transaction): Promise<void>;
  /** Takes up the seeds that others who work on the same crawl have added. */
  refresh(): Promise<void>;
}

export function openPlan(store: SqlStore, plan: Plan, taskId: number): OpenPlan {
  let current = plan;
  let unsaved: Partial<Plan> = {};
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
        changeTaskOptions<Plan>(taskId, (stored) => ({
          ...{ ...stored, ...written },
          ...allSeeds(stored, written),
          ...moreLearned(stored, written),
        })),
      );
      transaction.onEnd((committed) => {
        if (committed && unsaved === written) unsaved = {};
      });
    },
    refresh: async () => {
      const stored = await readTaskOptions<Plan>(store, taskId);
      if (stored !== null) current = { ...current, ...allSeeds(current, stored) };
    },
  };
}

/** Of several workers the one that has seen most is worth keeping; one that came a minute ago is not. */
function moreLearned({ ranking: one }: Plan, { ranking: other }: Partial<Plan>): Pick<Plan, 'ranking'> {
  if (one === undefined || other === undefined || one.strategy !== other.strategy) return {};
  return { ranking: (one.taught ?? 0) > (other.taught ?? 0) ? one : other };
}

function allSeeds(one: Plan, other: Partial<Plan>): Pick<Plan, 'seeds'> {
  return { seeds: [...new Set([...one.seeds, ...(other.seeds ?? [])])] };
}
