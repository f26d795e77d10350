// Duplicates on SQLite: found after records are stored, in small pieces; people have the last word.
import type { DuplicateCounts, Duplicates, NamedItem } from '../../model/duplicates.ts';
import type { Resource } from '../../model/resource.ts';
import type { SqliteStore } from '../../store/sqlite.ts';
import type { SqlDatabase } from '../../store/sqlite-driver.ts';
import { readSqlite } from '../../store/sqlite-read.ts';
import { openDuplicateRows } from './duplicate-rows.ts';
import { compareItems, compareOne, type LinkParts, positionOf, readAnew } from './link-records.ts';
import { createRecordCache } from './record-cache.ts';
import { openVerdictRows } from './verdict-rows.ts';
import { openWayReader } from './way-reader.ts';

/** Longest time records are compared before others have their turn. */
const sliceMs = 25;

/** `read` gives records by id, as the catalog has them. */
export function openSqliteDuplicates(store: SqliteStore, read: (id: string) => Promise<Resource | null>): Duplicates {
  const { database } = store;
  const parts = openParts(database, read);
  const ways = openWayReader(database, parts.rows);
  return {
    tend: createTending(store, parts),
    ways: async (ref) => readSqlite(() => ways.of(ref)),
    copies: (ref) => readSqlite(() => ways.copies(ref)),
    groups: () => readGroups(database, ways),
    counts: async () => readSqlite(() => countGroups(database)),
    judge: (verdict) =>
      store.transact(async () => {
        parts.verdicts.set(verdict);
        await judgedAnew(parts, [verdict.one, verdict.other]);
      }),
    forget: (one, other) =>
      store.transact(async () => {
        const isKnown = parts.verdicts.remove(one, other);
        if (isKnown) await judgedAnew(parts, [one, other]);
        return isKnown;
      }),
    verdicts: async (id) => readSqlite(() => parts.verdicts.of(id)),
  };
}

function openParts(database: SqlDatabase, read: (id: string) => Promise<Resource | null>): LinkParts {
  const idOf = database.prepare('SELECT id FROM resource WHERE rid = ?');
  const ridOf = database.prepare('SELECT rid FROM resource WHERE id = ?');
  const again = database.prepare(
    'INSERT INTO duplicate_pending VALUES(?, 1) ON CONFLICT(rid) DO UPDATE SET stage = min(stage, 1)',
  );
  const records = createRecordCache(async (rid) => {
    const row = idOf.get(rid) as { id: string } | undefined;
    return row === undefined ? null : read(row.id);
  });
  return {
    ...{ rows: openDuplicateRows(database), verdicts: openVerdictRows(database), records },
    idOf: (rid) => (idOf.get(rid) as { id: string } | undefined)?.id ?? null,
    ridOf: (id) => (ridOf.get(id) as { rid: number } | undefined)?.rid ?? null,
    compareAgain: (rids) => {
      for (const rid of rids) again.run(rid);
    },
  };
}

/** What a verdict says is true at once, and so is what follows from it for others. */
async function judgedAnew(parts: LinkParts, items: readonly NamedItem[]): Promise<void> {
  for (const item of items) {
    const rid = parts.ridOf(item.id);
    if (rid === null) continue;
    parts.records.forget(rid);
    const record = await parts.records.get(rid);
    const position = record === null ? null : positionOf(record, item);
    if (position !== null) await compareOne(parts, rid, position);
  }
}

interface PendingRow {
  readonly rid: number;
  readonly stage: number;
}

/** Several callers wait for the same work. */
function createTending(store: SqliteStore, parts: LinkParts): (budgetMs: number) => Promise<boolean> {
  const { database } = store;
  const next = database.prepare('SELECT rid, stage FROM duplicate_pending ORDER BY rid LIMIT 1');
  const advance = database.prepare('UPDATE duplicate_pending SET stage = ? WHERE rid = ?');
  const done = database.prepare('DELETE FROM duplicate_pending WHERE rid = ?');
  const others = database.prepare('SELECT data_version AS version FROM pragma_data_version');
  const hasPending = () => next.get() !== undefined;
  let seen: number | null = null;
  /** Another program may have changed records that are kept here. */
  const refresh = () => {
    const { version } = others.get() as { version: number };
    if (version !== seen) parts.records.clear();
    seen = version;
  };
  const step = async ({ rid, stage }: PendingRow): Promise<void> => {
    if (stage === 0) {
      const items = await readAnew(parts, rid);
      if (items > 0) advance.run(1, rid);
      else done.run(rid);
      return;
    }
    const at = await compareItems(parts, rid, stage - 1);
    if (at === null) done.run(rid);
    else advance.run(at + 1, rid);
  };
  const slice = (untilMs: number) =>
    store.transact(async (transaction) => {
      transaction.onEnd((committed) => {
        if (!committed) parts.records.clear();
      });
      refresh();
      const endMs = Math.min(untilMs, performance.now() + sliceMs);
      do {
        const row = next.get() as PendingRow | undefined;
        if (row === undefined) return;
        await step(row);
      } while (performance.now() < endMs);
    });
  const tend = async (untilMs: number): Promise<boolean> => {
    while (readSqlite(hasPending)) {
      if (performance.now() >= untilMs) return false;
      await slice(untilMs);
      await new Promise(setImmediate);
    }
    return true;
  };
  let running: Promise<boolean> | null = null;
  return (budgetMs) => {
    running ??= tend(performance.now() + budgetMs).finally(() => {
      running = null;
    });
    return running;
  };
}

/** Groups read at a time. */
const pageSize = 200;

async function* readGroups(database: SqlDatabase, ways: ReturnType<typeof openWayReader>) {
  const page = database.prepare(
    `SELECT DISTINCT dataset FROM duplicate_member WHERE dataset > ? ORDER BY dataset LIMIT ${pageSize}`,
  );
  for (let last = -1; ; ) {
    const rows = readSqlite(() => page.all(last)) as { dataset: number }[];
    for (const { dataset } of rows) yield readSqlite(() => ways.ofDataset(dataset));
    const end = rows.at(-1);
    if (end === undefined) return;
    last = end.dataset;
  }
}

function countGroups(database: SqlDatabase): DuplicateCounts {
  return database
    .prepare(
      `SELECT count(DISTINCT dataset) AS groups, count(*) AS ways,
       (SELECT count(*) FROM duplicate_pending) AS pending FROM duplicate_member`,
    )
    .get() as DuplicateCounts;
}
