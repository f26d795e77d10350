// The duplicates port in SQL: compares records after they are stored, in small steps; users' verdicts override the rules.
import type { Distribution, DuplicateCounts, Duplicates, NamedItem } from '../../model/duplicates.ts';
import type { Resource } from '../../model/resource.ts';
import type { Transaction } from '../../model/store.ts';
import { lockByName, type SqlStore, statement, type Work } from '../../store/sql/sql.ts';
import { compareItems, compareOne, type LinkParts, positionOf, rereadRecord } from './link-records.ts';
import { distributionsOfAll, distributionsOfDataset, duplicatesOf } from './read-distributions.ts';
import { createRecordCaches } from './record-cache.ts';
import { removeVerdict, setVerdict, verdictsOf } from './verdict-rows.ts';

/** Maximum duration of one comparison step. */
const sliceMs = 25;

type ReadRecord = (id: string, transaction: Transaction) => Promise<Resource | null>;

/** `read` returns records by id, inside the transaction. */
export function openSqlDuplicates(store: SqlStore, read: ReadRecord): Duplicates {
  const work = createComparing(store, read);
  return {
    tend: createMaintenance(store, work),
    distributions: async (ref) => (await store.read(() => distributionsOfAll([ref])))[0]!,
    distributionsOfAll: (refs) => store.read(() => distributionsOfAll(refs)),
    copies: (refs) => store.read(() => duplicatesOf(refs)),
    groups: () => readGroups(store),
    counts: () => store.read(countGroups),
    judge: (verdict) =>
      work.alone(async (parts) => {
        await parts.run(() => setVerdict(verdict));
        await applyVerdict(parts, [verdict.one, verdict.other]);
      }),
    forget: (one, other) =>
      work.alone(async (parts) => {
        const isKnown = await parts.run(() => removeVerdict(one, other));
        if (isKnown) await applyVerdict(parts, [one, other]);
        return isKnown;
      }),
    verdicts: (id) => store.read(() => verdictsOf(id)),
  };
}

interface Comparing {
  /** One exclusive transaction; the cache is cleared if it fails. */
  alone<T>(work: (parts: LinkParts) => Promise<T>): Promise<T>;
}

function createComparing(store: SqlStore, read: ReadRecord): Comparing {
  const caches = createRecordCaches();
  const partsOf = (transaction: Transaction): LinkParts => {
    const run: LinkParts['run'] = (work) => store.within(transaction, work);
    const idOf = async (rid: number) => (await run(() => idOfRecord.get(rid)))?.id ?? null;
    const records = caches.reading(async (rid) => {
      const id = await idOf(rid);
      return id === null ? null : read(id, transaction);
    });
    return {
      run,
      records,
      idOf,
      ridOf: async (id) => (await run(() => ridOfRecord.get(id)))?.rid ?? null,
      compareAgain: (rids) =>
        run(function* () {
          for (const rid of rids) yield* compareAgain.run(rid);
        }),
    };
  };
  return {
    alone: (work) =>
      store.transact(async (transaction) => {
        transaction.onEnd((committed) => {
          if (!committed) caches.clear();
        });
        const parts = partsOf(transaction);
        await parts.run(() => lockByName('duplicates'));
        return work(parts);
      }),
  };
}

const idOfRecord = statement<{ id: string }>('SELECT id FROM resource WHERE rid = ?');
const ridOfRecord = statement<{ rid: number }>('SELECT rid FROM resource WHERE id = ?');
const compareAgain = statement(`INSERT INTO duplicate_pending(rid, stage) VALUES(?, 1) ON CONFLICT(rid) DO UPDATE
  SET stage = CASE WHEN duplicate_pending.stage < 1 THEN duplicate_pending.stage ELSE 1 END`);

/** Takes effect at once, including consequences for other items. */
async function applyVerdict(parts: LinkParts, items: readonly NamedItem[]): Promise<void> {
  for (const item of items) {
    const rid = await parts.ridOf(item.id);
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

const nextPending = statement<PendingRow>('SELECT rid, stage FROM duplicate_pending ORDER BY rid LIMIT 1');
const advance = statement('UPDATE duplicate_pending SET stage = ? WHERE rid = ?');
const done = statement('DELETE FROM duplicate_pending WHERE rid = ?');
/** Changes when other connections have written; on PostgreSQL also with our own writes, which costs rereads. */
const others = statement<{ version: string }>({
  sqlite: 'SELECT data_version AS version FROM pragma_data_version',
  postgres: 'SELECT pg_snapshot_xmax(pg_current_snapshot())::text AS version',
});

async function compareNext(parts: LinkParts, { rid, stage }: PendingRow): Promise<void> {
  if (stage === 0) {
    const items = await rereadRecord(parts, rid);
    await parts.run(() => (items > 0 ? advance.run(1, rid) : done.run(rid)));
    return;
  }
  const at = await compareItems(parts, rid, stage - 1);
  await parts.run(() => (at === null ? done.run(rid) : advance.run(at + 1, rid)));
}

/** Concurrent callers share one run. */
function createMaintenance(store: SqlStore, comparing: Comparing): (budgetMs: number) => Promise<boolean> {
  let seen: string | null = null;
  const slice = (untilMs: number) =>
    comparing.alone(async (parts) => {
      const { version } = (await parts.run(() => others.get()))!;
      if (version !== seen) parts.records.clear();
      seen = version;
      const endMs = Math.min(untilMs, performance.now() + sliceMs);
      do {
        const row = await parts.run(() => nextPending.get());
        if (row === undefined) return;
        await compareNext(parts, row);
      } while (performance.now() < endMs);
    });
  const tend = async (untilMs: number): Promise<boolean> => {
    while ((await store.read(() => nextPending.get())) !== undefined) {
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
const datasets = statement<{ dataset: number }>(
  `SELECT DISTINCT dataset FROM duplicate_member WHERE dataset > ? ORDER BY dataset LIMIT ${pageSize}`,
);

async function* readGroups(store: SqlStore): AsyncGenerator<readonly Distribution[]> {
  for (let last = -1; ; ) {
    const rows = await store.read(() => datasets.all(last));
    for (const { dataset } of rows) yield await store.read(() => distributionsOfDataset(dataset));
    const end = rows.at(-1);
    if (end === undefined) return;
    last = end.dataset;
  }
}

const groupCounts = statement<DuplicateCounts>(`SELECT count(DISTINCT dataset) AS groups, count(*) AS copies,
  (SELECT count(*) FROM duplicate_pending) AS pending FROM duplicate_member`);

function* countGroups(): Work<DuplicateCounts> {
  return { ...(yield* groupCounts.get())! };
}
