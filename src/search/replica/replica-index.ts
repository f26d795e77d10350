// The index as it is read in a copy: opened once, refreshed before each search, opened again when the copy began anew.
import { GeotrawlError } from '../../model/errors.ts';
import type { PostgresStore } from '../../store/postgres/postgres.ts';
import type { SqliteStore } from '../../store/sqlite/sqlite.ts';
import { createIndexMaintenance, type IndexMaintenance } from '../index/index-maintenance.ts';
import { openSearchIndex, type SearchIndex } from '../index/search-index.ts';
import { createFinder, type Finder } from '../match/find.ts';
import type { SearchParts } from '../sqlite/sqlite-search.ts';
import { emptyReplica, prepareReplica, readBeginning, readVersion } from './replica-rows.ts';
import { type IndexState, refreshReplica } from './search-replica.ts';

/** How often it is looked whether another process has brought the copy up to date. */
const lookAgainMs = 50;
/** Who waits longer for another process answers with the copy as it is: that one may be slow, or asleep. */
const longestWaitMs = 5000;

export interface ReplicaIndex {
  readonly replica: SqliteStore;
  finder(): Finder;
  index(): SearchIndex;
  indexing(): IndexMaintenance;
  tidying(): IndexMaintenance;
  /** Nothing was copied into it yet, which takes a while where much is published. */
  isEmpty(): boolean;
  /** Has the copy at least as new as this, unless another process that is at it takes long. */
  refresh(state: IndexState): Promise<void>;
  /** Forgets everything that is copied: after a failure nobody can say what of it is true. */
  beginAnew(): Promise<void>;
  /** Gives up copying; what is half copied is not kept. */
  close(): Promise<void>;
}

export function openReplicaIndex(store: PostgresStore, replica: SqliteStore, parts: SearchParts): ReplicaIndex {
  const { database } = replica;
  prepareReplica(database);
  let revision = '';
  const closing = new AbortController();
  const open = () => openIndex(replica, parts, () => revision);
  let opened = open();
  let refreshing: Promise<boolean> | null = null;
  const copy = () => {
    refreshing ??= refreshOnce(store, replica, closing.signal).finally(() => {
      refreshing = null;
    });
    return refreshing;
  };
  const isEmpty = () => readVersion(database) === 0;
  const current = () => {
    if (opened.beginning !== readBeginning(database)) opened = open();
    return opened;
  };
  return {
    replica,
    finder: () => current().finder,
    index: () => current().index,
    indexing: () => current().indexing,
    tidying: () => current().tidying,
    isEmpty,
    refresh: async (state) => {
      revision = state.revision;
      const untilMs = performance.now() + longestWaitMs;
      // One that is newer was refreshed since by another search, or is a copy of what a backup has replaced.
      let isSure = false;
      while (readVersion(database) !== state.version && (readVersion(database) < state.version || !isSure)) {
        isSure = await copy();
        if (!isSure && !isEmpty() && performance.now() > untilMs) return;
      }
    },
    beginAnew: () => replica.transact(async () => emptyReplica(database)),
    close: async () => {
      closing.abort(
        new GeotrawlError('store.closed', 'The copy of the search index was closed while it was being made.'),
      );
      await Promise.allSettled([refreshing]);
      await replica.close();
    },
  };
}

function openIndex(replica: SqliteStore, parts: SearchParts, writes: () => string) {
  const { read, countryOf, expand, copies, seenSince } = parts;
  const { database } = replica;
  const beginning = readBeginning(database);
  const index = openSearchIndex(database, { read, countryOf, writes });
  const finder = createFinder(index, { read, expand: expand ?? (() => []), copies, seenSince });
  const indexing = createIndexMaintenance(replica, () => index.nextIndexing(), index.forgetWords);
  const tidying = createIndexMaintenance(replica, () => index.nextTidying(), index.forgetWords);
  return { beginning, index, finder, indexing, tidying };
}

/** False where another process is at it: this waits a little, and whoever needs it looks again. */
async function refreshOnce(store: PostgresStore, replica: SqliteStore, signal: AbortSignal): Promise<boolean> {
  try {
    await refreshReplica(store, replica, signal);
    return true;
  } catch (error) {
    if (!(error instanceof GeotrawlError) || error.code !== 'store.busy') throw error;
    await new Promise((resolve) => setTimeout(resolve, lookAgainMs));
    signal.throwIfAborted();
    return false;
  }
}
