// The search on PostgreSQL: the published index is kept as a copy on this machine and read there by the same code as
// the embedded one, so that answers and their order are the same. One process at a time makes new segments.
import { GeotrawlError } from '../../model/errors.ts';
import type { Search } from '../../model/search.ts';
import { clientOf, type PostgresStore } from '../../store/postgres/postgres.ts';
import type { SqliteStore } from '../../store/sqlite/sqlite.ts';
import { extentDensity } from '../match/extent-density.ts';
import { recordsByMonth } from '../match/records-by-month.ts';
import { manySegments, patienceMs, type SearchParts } from '../sqlite/sqlite-search.ts';
import { type ClaimedRecord, publishSegments, readPublished } from './publish-segments.ts';
import type { ReplicaFiles } from './replica-file.ts';
import { openReplicaIndex, type ReplicaIndex } from './replica-index.ts';
import { isBuilding, setBuilding } from './replica-rows.ts';
import { type IndexState, readIndexState } from './search-replica.ts';

/** Of the advisory lock that whoever makes segments holds. */
const buildingLock = 7_367_002;
/** Records taken up at once; what they become is published before more are. */
const recordsAtOnce = 4000;
/** How long a search of a server waits for a copy that is yet to be made: a small one is there by then, even on a busy machine. */
const copyPatienceMs = 3000;
/** After so many seconds who was told to ask again shall do so. */
const preparingSeconds = 10;
/** How often a search looks whether another process has indexed what waits. */
const lookAgainMs = 50;

/** Copies are opened when they are first needed: who only stores records does without, and who only searches has no own one. */
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
  /** True when something was indexed or merged here; false where nothing was to be done or another process does it. */
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

/**
 * Where the copy is yet to be made, who asks a server is told so after a moment: it may take half a minute. The copying goes on;
 * what it ends in is told to whoever asks next.
 */
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
    const isReady = await Promise.race([refreshing.then(() => true), notYet(copyPatienceMs)]);
    if (isReady) return;
    refreshing.catch((error: unknown) => {
      failure = { error };
    });
    throw preparing();
  };
}

/** False after a while. Nobody who is about to end waits for it. */
function notYet(ms: number): Promise<false> {
  return new Promise((resolve) => setTimeout(resolve, ms, false).unref());
}

function preparing(): GeotrawlError {
  return new GeotrawlError(
    'request.preparing',
    'The search index is being copied to this machine, which takes up to a minute the first time. Ask again then.',
    { retry: true, facts: { retryAfter: preparingSeconds } },
  );
}

/**
 * A search waits a second for records that are not indexed yet, or until we have indexed some of them; then it answers
 * without the rest. Where another process is at it, it waits for that, no longer than the second.
 */
async function waitForIndex(store: PostgresStore, build: () => Promise<boolean>): Promise<IndexState> {
  const untilMs = performance.now() + patienceMs;
  let hasBuilt = false;
  for (;;) {
    const state = await readIndexState(store);
    const leftMs = untilMs - performance.now();
    if (state.pending === 0 || (hasBuilt && leftMs <= 0)) return state;
    const isBuilt: boolean = hasBuilt ? await Promise.race([build(), pause(leftMs)]) : await build();
    if (!isBuilt && leftMs <= 0) return state;
    hasBuilt ||= isBuilt;
    if (!isBuilt) await pause(Math.min(lookAgainMs, leftMs));
  }
}

/** True, so that whoever looks again does so at once. */
function pause(ms: number): Promise<true> {
  return new Promise((resolve) => setTimeout(resolve, ms, true));
}

/** Takes up records that wait, or merges segments, while nobody else does. */
async function buildRound(store: PostgresStore, openOwn: () => ReplicaIndex): Promise<boolean> {
  return store.withClient(async (client) => {
    const { rows } = await client.query<{ isOurs: boolean }>('SELECT pg_try_advisory_lock($1) AS "isOurs"', [
      buildingLock,
    ]);
    if (!rows[0]!.isOurs) return false;
    try {
      const own = openOwn();
      // A process that ended in the midst of it left segments that nobody else knows.
      if (isBuilding(own.replica.database)) await own.beginAnew();
      await own.refresh(await readIndexState(store));
      return await buildAlone(store, own);
    } finally {
      await client.query('SELECT pg_advisory_unlock($1)', [buildingLock]);
    }
  });
}

async function buildAlone(store: PostgresStore, own: ReplicaIndex): Promise<boolean> {
  const { database } = own.replica;
  const taken = await store.query<ClaimedRecord>(
    `SELECT id, version FROM search_pending ORDER BY id LIMIT ${recordsAtOnce}`,
  );
  const hasMany = own.index().segments().length > manySegments;
  if (taken.length === 0 && !hasMany && own.index().nextTidying() === null) return false;
  const before = readPublished(database);
  try {
    await own.replica.transact(async () => {
      setBuilding(database, true);
      database.exec('DELETE FROM search_pending');
      const wait = database.prepare('INSERT INTO search_pending VALUES(?, ?)');
      for (const { id, version } of taken) wait.run(id, version);
    });
    const work = taken.length > 0 && !hasMany ? own.indexing() : own.tidying();
    await reserveNumber(store, own.replica);
    await work.one();
    const left = new Set(
      (database.prepare('SELECT id FROM search_pending').all() as ClaimedRecord[]).map(({ id }) => id),
    );
    await publishSegments(
      store,
      database,
      before,
      taken.filter(({ id }) => !left.has(id)),
    );
    await own.replica.transact(async () => setBuilding(database, false));
    return true;
  } catch (error) {
    await own.beginAnew();
    throw error;
  }
}

/** Numbers of segments are given out by the database everybody has: none is ever used for two. */
async function reserveNumber(store: PostgresStore, replica: SqliteStore): Promise<void> {
  const [row] = await store.query<{ number: number }>(
    'UPDATE search_state SET last_segment = last_segment + 1 RETURNING last_segment AS number',
  );
  await replica.transact(async () => {
    replica.database.prepare('UPDATE search_state SET last_segment = ?').run(row!.number - 1);
  });
}
