// Search on PostgreSQL: the published index is copied to a local file and read there by the same code as on SQLite, so
// that results and their order are the same. One process at a time builds new segments.
import { setTimeout as delay } from 'node:timers/promises';
import { GeotrawlError } from '../../model/errors.ts';
import type { Search } from '../../model/search.ts';
import { clientOf, type PostgresStore } from '../../store/postgres/postgres.ts';
import type { SqliteStore } from '../../store/sqlite/sqlite.ts';
import { extentDensity } from '../match/extent-density.ts';
import { recordsByMonth } from '../match/records-by-month.ts';
import { manySegments, patienceMs, type SearchParts } from '../sqlite/sqlite-search.ts';
import { type ClaimedRecord, publishSegments, readPublished, withoutPending } from './publish-segments.ts';
import type { ReplicaFiles } from './replica-file.ts';
import { openReplicaIndex, type ReplicaIndex } from './replica-index.ts';
import { isBuilding, setBuilding } from './replica-rows.ts';
import { type IndexState, readIndexState } from './search-replica.ts';

/** Advisory lock of the process that builds segments. */
const buildingLock = 7_367_002;
/** Records indexed and published at a time. */
const recordsPerRound = 4000;
/** How long a server's search waits for the first copy: enough for a small one, even on a busy machine. */
const copyPatienceMs = 3000;
/** Retry-After while the copy is being made. */
const preparingSeconds = 10;
/** Interval at which a search checks for records indexed by another process. */
const pollMs = 50;

/** Copies are opened on first use: storing records needs none, and searching needs only the shared one. */
export function openPostgresSearch(store: PostgresStore, files: ReplicaFiles, parts: SearchParts): Search {
  const { isTended = false } = parts;
  const opened: ReplicaIndex[] = [];
  const once = (open: () => SqliteStore) => {
    let index: ReplicaIndex | null = null;
    return (): ReplicaIndex => {
      if (index !== null) return index;
      index = openReplicaIndex(store, open(), parts);
      opened.push(index);
      return index;
    };
  };
  const shared = once(files.shared);
  const own = once(files.own);
  let building: Promise<boolean> | null = null;
  /** True if something was indexed or merged; false if there was nothing to do, or another process does it. */
  const build = (): Promise<boolean> => {
    building ??= buildRound(store, own).finally(() => {
      building = null;
    });
    return building;
  };
  store.onClose(async () => {
    await building;
    for (const index of opened) await index.close();
  });
  const refreshPatiently = createPatience();
  const refreshed = async (state: IndexState): Promise<ReplicaIndex> => {
    await (isTended ? refreshPatiently(shared(), state) : shared().refresh(state));
    return shared();
  };
  const segments = async () => (await refreshed(await readIndexState(store))).index().segments();
  return {
    index: async (transaction, resource) => {
      await clientOf(transaction).query(
        'INSERT INTO search_pending VALUES($1, 1) ON CONFLICT(id) DO UPDATE SET version = search_pending.version + 1',
        [resource.id],
      );
    },
    tend: async (budgetMs) => {
      const untilMs = performance.now() + budgetMs;
      while (await build()) if (performance.now() >= untilMs) return false;
      return (await readIndexState(store)).pending === 0;
    },
    find: async (query) => {
      const state = isTended ? await readIndexState(store) : await waitForIndex(store, build);
      const found = await (await refreshed(state)).finder().find(query);
      return { ...found, waiting: state.pending };
    },
    density: async (grid) => extentDensity(await segments(), grid),
    growth: async () => recordsByMonth(await segments()),
  };
}

/** The first copy may take half a minute: searches fail with `request.preparing` meanwhile. If it fails, so does the next search. */
function createPatience(): (index: ReplicaIndex, state: IndexState) => Promise<void> {
  let failure: { readonly error: unknown } | null = null;
  return async (index, state) => {
    if (failure !== null) {
      const { error } = failure;
      failure = null;
      throw error;
    }
    const refreshing = index.refresh(state);
    if (!index.isEmpty() || state.version === 0) return refreshing;
    const isReady = await Promise.race([
      refreshing.then(() => true),
      // Doesn't keep the process alive.
      delay(copyPatienceMs, false, { ref: false }),
    ]);
    if (isReady) return;
    refreshing.catch((error: unknown) => {
      failure = { error };
    });
    throw new GeotrawlError(
      'request.preparing',
      'The search index is being copied to this machine, which takes up to a minute the first time. Try again then.',
      { retry: true, facts: { retryAfter: preparingSeconds } },
    );
  };
}

/**
 * Waits up to a second for pending records, but at least until some are indexed here; the others are missing from the
 * result. If another process indexes them, it waits for that, up to the same second.
 */
async function waitForIndex(store: PostgresStore, build: () => Promise<boolean>): Promise<IndexState> {
  const untilMs = performance.now() + patienceMs;
  let hasBuilt = false;
  for (;;) {
    const state = await readIndexState(store);
    const leftMs = untilMs - performance.now();
    if (state.pending === 0 || (hasBuilt && leftMs <= 0)) return state;
    // After a timeout the state is read again at once.
    const isBuilt: boolean = hasBuilt ? await Promise.race([build(), delay(leftMs, true)]) : await build();
    if (!isBuilt && leftMs <= 0) return state;
    hasBuilt ||= isBuilt;
    if (!isBuilt) await delay(Math.min(pollMs, leftMs));
  }
}

/** Indexes pending records or merges segments, unless another process does. */
async function buildRound(store: PostgresStore, openOwn: () => ReplicaIndex): Promise<boolean> {
  return store.withClient(async (client) => {
    const { rows } = await client.query<{ isOurs: boolean }>('SELECT pg_try_advisory_lock($1) AS "isOurs"', [
      buildingLock,
    ]);
    if (!rows[0]!.isOurs) return false;
    try {
      const own = openOwn();
      // A process that died while building has left unpublished segments.
      if (isBuilding(own.replica.database)) await own.reset();
      await own.refresh(await readIndexState(store));
      return await buildAlone(store, own);
    } finally {
      await client.query('SELECT pg_advisory_unlock($1)', [buildingLock]);
    }
  });
}

async function buildAlone(store: PostgresStore, own: ReplicaIndex): Promise<boolean> {
  const { database } = own.replica;
  const claimed = await store.query<ClaimedRecord>(
    `SELECT id, version FROM search_pending ORDER BY id LIMIT ${recordsPerRound}`,
  );
  const hasMany = own.index().segments().length > manySegments;
  if (claimed.length === 0 && !hasMany && own.index().nextTidying() === null) return false;
  const before = readPublished(database);
  try {
    await own.replica.transact(async () => {
      setBuilding(database, true);
      database.exec('DELETE FROM search_pending');
      const insert = database.prepare('INSERT INTO search_pending VALUES(?, ?)');
      for (const { id, version } of claimed) insert.run(id, version);
    });
    const work = claimed.length > 0 && !hasMany ? own.indexing() : own.tidying();
    await reserveNumber(store, own.replica);
    await work.one();
    await publishSegments(store, database, before, withoutPending(claimed, database));
    await own.replica.transact(async () => setBuilding(database, false));
    return true;
  } catch (error) {
    await own.reset();
    throw error;
  }
}

/** The shared database assigns segment numbers, so that none is used twice. */
async function reserveNumber(store: PostgresStore, replica: SqliteStore): Promise<void> {
  const [row] = await store.query<{ number: number }>(
    'UPDATE search_state SET last_segment = last_segment + 1 RETURNING last_segment AS number',
  );
  await replica.transact(async () => {
    replica.database.prepare('UPDATE search_state SET last_segment = ?').run(row!.number - 1);
  });
}
