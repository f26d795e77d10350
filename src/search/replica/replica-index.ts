// The search index in a local copy: refreshed before each search, and reopened after a reset.
import { setTimeout as delay } from 'node:timers/promises';
import { GeotrawlError } from '../../model/errors.ts';
import type { PostgresStore } from '../../store/postgres/postgres.ts';
import type { SqliteStore } from '../../store/sqlite/sqlite.ts';
import { createIndexMaintenance, type IndexMaintenance } from '../index/index-maintenance.ts';
import { openSearchIndex, type SearchIndex } from '../index/search-index.ts';
import { createFinder, type Finder } from '../match/find.ts';
import type { SearchParts } from '../sqlite/sqlite-search.ts';
import { emptyReplica, prepareReplica, readResets, readVersion } from './replica-rows.ts';
import { type IndexState, refreshReplica } from './search-replica.ts';

/** Interval at which a search checks whether another process has refreshed the copy. */
const pollMs = 50;
/** After this, a search uses the outdated copy: the refreshing process may be slow or suspended. */
const longestWaitMs = 5000;

export interface ReplicaIndex {
  readonly replica: SqliteStore;
  finder(): Finder;
  index(): SearchIndex;
  indexing(): IndexMaintenance;
  tidying(): IndexMaintenance;
  /** Nothing has been copied yet. */
  isEmpty(): boolean;
  /** Brings the copy to at least this state, unless another process is refreshing it and takes too long. */
  refresh(state: IndexState): Promise<void>;
  /** Empties the copy: after a failure its contents are unreliable. */
  reset(): Promise<void>;
  /** Aborts a running refresh, which is rolled back. */
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
    if (opened.resets !== readResets(database)) opened = open();
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
      // A newer copy was refreshed by another search since, or the database was restored from a backup.
      let isCopied = false;
      while (readVersion(database) !== state.version && (readVersion(database) < state.version || !isCopied)) {
        isCopied = await copy();
        if (!isCopied && !isEmpty() && performance.now() > untilMs) return;
      }
    },
    reset: () => replica.transact(async () => emptyReplica(database)),
    close: async () => {
      closing.abort(
        new GeotrawlError('store.closed', 'The copy of the search index was closed while it was being refreshed.'),
      );
      await Promise.allSettled([refreshing]);
      await replica.close();
    },
  };
}

function openIndex(replica: SqliteStore, parts: SearchParts, writes: () => string) {
  const { read, countryOf, expand, copies, seenSince } = parts;
  const { database } = replica;
  const resets = readResets(database);
  const index = openSearchIndex(database, { read, countryOf, writes });
  const finder = createFinder(index, { read, expand: expand ?? (() => []), copies, seenSince });
  const indexing = createIndexMaintenance(replica, () => index.nextIndexing(), index.forgetWords);
  const tidying = createIndexMaintenance(replica, () => index.nextTidying(), index.forgetWords);
  return { resets, index, finder, indexing, tidying };
}

/** False, after a short wait, if another process is refreshing the copy. */
async function refreshOnce(store: PostgresStore, replica: SqliteStore, signal: AbortSignal): Promise<boolean> {
  try {
    await refreshReplica(store, replica, signal);
    return true;
  } catch (error) {
    if (!(error instanceof GeotrawlError) || error.code !== 'store.busy') throw error;
    await delay(pollMs);
    signal.throwIfAborted();
    return false;
  }
}
