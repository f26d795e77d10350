// The search on PostgreSQL: the published index is kept as a copy in this process and read there by the same code as
// the embedded one, so that answers and their order are the same. One process at a time makes new segments.
import type { Search } from '../model/search.ts';
import { clientOf, type PostgresStore } from '../store/postgres.ts';
import type { SqliteStore } from '../store/sqlite.ts';
import { createFinder, type Finder } from './find.ts';
import { publishSegments, readPublished, type TakenRecord } from './publish-segments.ts';
import { emptyReplica, isBuilding, prepareReplica, readVersion, setBuilding } from './replica-rows.ts';
import { openSearchIndex, type SearchIndex } from './search-index.ts';
import { type IndexState, readIndexState, refreshReplica } from './search-replica.ts';
import { manySegments, patienceMs, type SearchParts } from './sqlite-search.ts';
import { createTending, type Tending } from './tending.ts';

/** Of the advisory lock that whoever makes segments holds. */
const buildingLock = 7_367_002;
/** Records taken up at once; what they become is published before more are. */
const recordsAtOnce = 4000;
/** How often a search looks whether another process has indexed what waits. */
const lookAgainMs = 50;

/** The copy is this process's alone, and opened when it is first needed: who only stores records does without. */
export function openPostgresSearch(store: PostgresStore, openReplica: () => SqliteStore, parts: SearchParts): Search {
  let own: OwnIndex | null = null;
  const ownIndex = (): OwnIndex => {
    own ??= createOwnIndex(store, openReplica(), parts);
    return own;
  };
  let building: Promise<boolean> | null = null;
  /** True when something was indexed or merged here; false where nothing was to be done or another process does it. */
  const build = (): Promise<boolean> => {
    building ??= buildRound(store, ownIndex()).finally(() => {
      building = null;
    });
    return building;
  };
  store.onClose(async () => {
    await building;
    await own?.replica.close();
  });
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
      const state = await waitForIndex(store, build);
      await ownIndex().refresh(state);
      const found = await ownIndex().finder().find(query);
      return { ...found, waiting: state.pending };
    },
  };
}

/** A search waits a second for records that are not indexed yet, by us or another process; then it answers without the rest. */
async function waitForIndex(store: PostgresStore, build: () => Promise<boolean>): Promise<IndexState> {
  const untilMs = performance.now() + patienceMs;
  for (;;) {
    const state = await readIndexState(store);
    const leftMs = untilMs - performance.now();
    if (state.pending === 0 || leftMs <= 0) return state;
    const patience = new Promise<boolean>((resolve) => setTimeout(resolve, leftMs, true));
    const hasBuilt = await Promise.race([build(), patience]);
    if (!hasBuilt) await new Promise((resolve) => setTimeout(resolve, Math.min(lookAgainMs, leftMs)));
  }
}

interface OwnIndex {
  readonly replica: SqliteStore;
  finder(): Finder;
  index(): SearchIndex;
  indexing(): Tending;
  tidying(): Tending;
  /** Has the copy at least as new as this. */
  refresh(state: IndexState): Promise<void>;
  /** Forgets everything that is copied: after a failure nobody can say what of it is true. */
  beginAnew(): Promise<void>;
}

function createOwnIndex(store: PostgresStore, replica: SqliteStore, { read, expand, copies }: SearchParts): OwnIndex {
  const { database } = replica;
  prepareReplica(database);
  if (isBuilding(database)) emptyReplica(database);
  let revision = '';
  const open = () => {
    const index = openSearchIndex(database, read, () => revision);
    const finder = createFinder(index, { read, expand: expand ?? (() => []), copies });
    const indexing = createTending(replica, () => index.nextIndexing(), index.forgetWords);
    const tidying = createTending(replica, () => index.nextTidying(), index.forgetWords);
    return { index, finder, indexing, tidying };
  };
  let opened = open();
  let refreshing: Promise<void> | null = null;
  const beginAnew = async () => {
    await replica.transact(async () => emptyReplica(database));
    opened = open();
  };
  return {
    replica,
    finder: () => opened.finder,
    index: () => opened.index,
    indexing: () => opened.indexing,
    tidying: () => opened.tidying,
    refresh: async (state) => {
      revision = state.revision;
      // A backup was put in place of what this is a copy of.
      if (readVersion(database) > state.version && !isBuilding(database)) await beginAnew();
      while (readVersion(database) < state.version) {
        refreshing ??= refreshReplica(store, replica).finally(() => {
          refreshing = null;
        });
        await refreshing;
      }
    },
    beginAnew,
  };
}

/** Takes up records that wait, or merges segments, while nobody else does. */
async function buildRound(store: PostgresStore, own: OwnIndex): Promise<boolean> {
  return store.withClient(async (client) => {
    const { rows } = await client.query<{ isOurs: boolean }>('SELECT pg_try_advisory_lock($1) AS "isOurs"', [
      buildingLock,
    ]);
    if (!rows[0]!.isOurs) return false;
    try {
      await own.refresh(await readIndexState(store));
      return await buildAlone(store, own);
    } finally {
      await client.query('SELECT pg_advisory_unlock($1)', [buildingLock]);
    }
  });
}

async function buildAlone(store: PostgresStore, own: OwnIndex): Promise<boolean> {
  const { database } = own.replica;
  const taken = await store.query<TakenRecord>(
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
      (database.prepare('SELECT id FROM search_pending').all() as TakenRecord[]).map(({ id }) => id),
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
