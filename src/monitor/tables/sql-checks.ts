// The monitoring port in SQL: the same tables and statements on SQLite and PostgreSQL.
import {
  type CheckStore,
  type HealthEvent,
  type HealthState,
  healthStates,
  type MonitorCounts,
  type Monitored,
  type RetentionPolicy,
} from '../../model/monitoring.ts';
import type { Transaction } from '../../model/store.ts';
import { lockByName, readIn, type SqlStore, statement, type Work } from '../../store/sql/sql.ts';
import { type MonitorRow, monitorRows, readMonitored } from './monitor-rows.ts';
import { roundRows } from './round-rows.ts';
import { addVersion, pruneVersions, readVersions } from './version-rows.ts';

/** Rounds kept per resource between two prunings, regardless of the policy. */
const mostRounds = 2_000;
const defaultLimit = 1_000;

export function openSqlChecks(store: SqlStore): CheckStore {
  const { read } = store;
  return {
    ...openChanges(store),
    get: (id) =>
      read(function* () {
        const row = yield* monitorRows.find(id);
        return row && readMonitored(row);
      }),
    due: (nowMs, limit, busyHosts) =>
      read(function* () {
        return (yield* monitorRows.due(nowMs, limit, busyHosts)).map(readMonitored);
      }),
    nextDueMs: () => read(monitorRows.nextDueMs),
    rounds: (id, { sinceMs = 0, limit = defaultLimit } = {}) =>
      read(function* () {
        return yield* roundRows.read(yield* midOf(id), sinceMs, limit);
      }),
    scoredRounds: (id, sinceMs, transaction) =>
      readIn(store, transaction, function* () {
        return yield* roundRows.readScored(yield* midOf(id), sinceMs);
      }),
    versions: (id, transaction) =>
      readIn(store, transaction, function* () {
        return yield* readVersions(yield* midOf(id));
      }),
    events: (options) => read(() => readEvents(options)),
    counts: (nowMs) => read(() => readCounts(nowMs)),
    all: () => readAll(store),
  };
}

function* midOf(id: string): Work<number> {
  return (yield* monitorRows.find(id))?.mid ?? -1;
}

type Changes = Pick<
  CheckStore,
  'enroll' | 'lease' | 'release' | 'settle' | 'postpone' | 'follow' | 'optOut' | 'keepVersion' | 'moved' | 'prune'
>;

const addEvent = statement('INSERT INTO health_event(id, at_ms, type, message) VALUES(?, ?, ?, ?)');

function openChanges(store: SqlStore): Changes {
  /** Null if there is no such row. */
  const change = <T>(transaction: Transaction, id: string, work: (row: MonitorRow) => Work<T>): Promise<T | null> =>
    store.within(transaction, function* () {
      yield* lockByName(`monitor ${id}`);
      const row = yield* monitorRows.find(id);
      return row === null ? null : yield* work(row);
    });
  const isChanged = async (changing: Promise<true | null>): Promise<boolean> => (await changing) !== null;
  return {
    enroll: (transaction, enrollment) => store.within(transaction, () => monitorRows.add(enrollment)),
    lease: async (transaction, ids, untilMs) => {
      for (const id of ids) await change(transaction, id, (row) => monitorRows.setHostDue(row, untilMs));
    },
    release: async (transaction, id) => {
      await change(transaction, id, (row) => monitorRows.refreshHost(row));
    },
    settle: async (transaction, settled) => {
      await change(transaction, settled.id, function* (row) {
        const number = row.rounds + 1;
        yield* roundRows.add(row.mid, number, settled.round);
        yield* roundRows.cut(row.mid, number - mostRounds);
        yield* monitorRows.settle(row, settled);
        // Locked, so that readers that continue after the last number never miss a smaller one.
        if (settled.events.length > 0) yield* lockByName('health events');
        for (const { atMs, type, message } of settled.events) yield* addEvent.run(settled.id, atMs, type, message);
      });
    },
    postpone: async (transaction, id, dueMs) => {
      await change(transaction, id, (row) => monitorRows.setDue(row, row.is_opted_out === 1 ? null : dueMs));
    },
    follow: (transaction, id, isFollowed, dueMs) =>
      isChanged(
        change(transaction, id, function* (row) {
          yield* monitorRows.setFollowed(row, isFollowed);
          if (isFollowed && row.is_opted_out === 0)
            yield* monitorRows.setDue(row, Math.min(row.due_ms ?? dueMs, dueMs));
          return true as const;
        }),
      ),
    optOut: (transaction, id, isOptedOut, nowMs) =>
      isChanged(
        change(transaction, id, function* (row) {
          yield* monitorRows.setOptedOut(row, isOptedOut);
          yield* monitorRows.setDue(row, isOptedOut ? null : nowMs);
          return true as const;
        }),
      ),
    keepVersion: (transaction, id, version) => change(transaction, id, (row) => addVersion(row.mid, version)),
    moved: async (transaction, id, movedTo) => {
      await change(transaction, id, (row) => monitorRows.setMoved(row, movedTo));
    },
    prune: (transaction, policy, nowMs) => store.within(transaction, () => pruneAll(policy, nowMs)),
  };
}

const pruneEvents = statement('DELETE FROM health_event WHERE at_ms < ?');

function* pruneAll(policy: RetentionPolicy, nowMs: number): Work<number> {
  let gone = 0;
  for (let last = 0; ; ) {
    const page = yield* monitorRows.page(last);
    for (const { mid, rounds: number } of page) {
      gone += yield* roundRows.prune(mid, nowMs - policy.roundsMs);
      yield* roundRows.cut(mid, number - policy.roundsPerResource);
      gone += yield* pruneVersions(mid, policy.versionsPerResource);
    }
    const end = page.at(-1);
    if (end === undefined) break;
    last = end.mid;
  }
  return gone + (yield* pruneEvents.run(nowMs - policy.eventsMs));
}

const eventColumns = 'number, id, at_ms AS "atMs", type, message';
const eventsOfOne = statement<HealthEvent>(
  `SELECT ${eventColumns} FROM health_event WHERE id = ? AND number > ? ORDER BY number DESC LIMIT ?`,
);
const eventsOfAll = statement<HealthEvent>(
  `SELECT ${eventColumns} FROM health_event WHERE number > ? ORDER BY number DESC LIMIT ?`,
);

function* readEvents({
  id,
  afterNumber = 0,
  limit,
}: Parameters<CheckStore['events']>[0]): Work<readonly HealthEvent[]> {
  const rows = id === undefined ? eventsOfAll.all(afterNumber, limit) : eventsOfOne.all(id, afterNumber, limit);
  return (yield* rows).map((row) => ({ ...row }));
}

const byState = statement<{ state: HealthState | null; count: number }>(
  'SELECT state, count(*) AS count FROM monitor GROUP BY state',
);
const countDue = statement<{ due: number }>('SELECT count(*) AS due FROM monitor WHERE due_ms <= ?');

function* readCounts(nowMs: number): Work<MonitorCounts> {
  const rows = yield* byState.all();
  const counted = Object.fromEntries(rows.map(({ state, count }) => [state ?? 'unchecked', count]));
  const states = [...healthStates, 'unchecked' as const].map((state) => [state, counted[state] ?? 0] as const);
  return {
    monitored: rows.reduce((sum, { count }) => sum + count, 0),
    due: (yield* countDue.get(nowMs))!.due,
    byState: Object.fromEntries(states) as MonitorCounts['byState'],
    rounds: yield* roundRows.count(),
  };
}

async function* readAll(store: SqlStore): AsyncGenerator<Monitored> {
  for (let last = 0; ; ) {
    const page = await store.read(() => monitorRows.page(last));
    for (const row of page) yield readMonitored(row);
    const end = page.at(-1);
    if (end === undefined) return;
    last = end.mid;
  }
}
