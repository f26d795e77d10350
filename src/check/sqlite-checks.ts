// The checks on SQLite.
import {
  type CheckStore,
  type HealthEvent,
  type HealthState,
  healthStates,
  type MonitorCounts,
  type RetentionPolicy,
} from '../model/check.ts';
import type { Transaction } from '../model/store.ts';
import { databaseOf, type SqliteStore } from '../store/sqlite.ts';
import type { SqlDatabase } from '../store/sqlite-driver.ts';
import { readSqlite } from '../store/sqlite-read.ts';
import { type MonitorRow, type MonitorRows, openMonitorRows, readMonitored } from './monitor-rows.ts';
import { openRoundRows, type RoundRows } from './round-rows.ts';
import { openVersionRows, type VersionRows } from './version-rows.ts';

/** Rounds kept of one resource between two prunings, whatever the policy. */
const mostRounds = 2_000;
const defaultLimit = 1_000;

interface Tables {
  readonly database: SqlDatabase;
  readonly monitors: MonitorRows;
  readonly rounds: RoundRows;
  readonly versions: VersionRows;
}

export function openSqliteChecks(store: SqliteStore): CheckStore {
  const { database } = store;
  const tables: Tables = {
    database,
    monitors: openMonitorRows(database),
    rounds: openRoundRows(database),
    versions: openVersionRows(database),
  };
  const { monitors, rounds, versions } = tables;
  const midOf = (id: string) => monitors.find(id)?.mid ?? -1;
  return {
    ...openChanges(tables),
    get: async (id) =>
      readSqlite(() => {
        const row = monitors.find(id);
        return row && readMonitored(row);
      }),
    due: async (nowMs, limit, busyHosts) => readSqlite(() => monitors.due(nowMs, limit, busyHosts).map(readMonitored)),
    nextDueMs: async () => readSqlite(() => monitors.nextDueMs()),
    rounds: async (id, { sinceMs = 0, limit = defaultLimit } = {}) =>
      readSqlite(() => rounds.read(midOf(id), sinceMs, limit)),
    scoredRounds: async (id, sinceMs) => readSqlite(() => rounds.readScored(midOf(id), sinceMs)),
    versions: async (id) => readSqlite(() => versions.read(midOf(id))),
    ...openSummaries(tables),
    all: () => readAll(monitors),
  };
}

type Changes = Pick<
  CheckStore,
  'enroll' | 'lease' | 'release' | 'settle' | 'postpone' | 'follow' | 'optOut' | 'keepVersion' | 'moved' | 'prune'
>;

function openChanges(tables: Tables): Changes {
  const { database, monitors, rounds, versions } = tables;
  const addEvent = database.prepare('INSERT INTO health_event(id, at_ms, type, message) VALUES(?, ?, ?, ?)');
  const requireOwn = (transaction: Transaction) => {
    if (databaseOf(transaction) !== database) throw new Error('the transaction belongs to another store');
  };
  /** False where there is no such row. */
  const change = (transaction: Transaction, id: string, work: (row: MonitorRow) => void): boolean => {
    requireOwn(transaction);
    const row = monitors.find(id);
    if (row !== null) work(row);
    return row !== null;
  };
  return {
    enroll: async (transaction, enrollment) => {
      requireOwn(transaction);
      return monitors.add(enrollment);
    },
    lease: async (transaction, ids, untilMs) => {
      for (const id of ids) change(transaction, id, (row) => monitors.setHostDue(row, untilMs));
    },
    release: async (transaction, id) => {
      change(transaction, id, (row) => monitors.refreshHost(row));
    },
    settle: async (transaction, settled) => {
      change(transaction, settled.id, (row) => {
        const number = row.rounds + 1;
        rounds.add(row.mid, number, settled.round);
        rounds.cut(row.mid, number - mostRounds);
        monitors.settle(row, settled);
        for (const { atMs, type, message } of settled.events) addEvent.run(settled.id, atMs, type, message);
      });
    },
    postpone: async (transaction, id, dueMs) => {
      change(transaction, id, (row) => monitors.setDue(row, row.is_opted_out === 1 ? null : dueMs));
    },
    follow: async (transaction, id, isFollowed, dueMs) =>
      change(transaction, id, (row) => {
        monitors.setFollowed(row, isFollowed);
        if (isFollowed && row.is_opted_out === 0) monitors.setDue(row, Math.min(row.due_ms ?? dueMs, dueMs));
      }),
    optOut: async (transaction, id, isOptedOut, nowMs) =>
      change(transaction, id, (row) => {
        monitors.setOptedOut(row, isOptedOut);
        monitors.setDue(row, isOptedOut ? null : nowMs);
      }),
    keepVersion: async (transaction, id, version) => {
      let kept: ReturnType<VersionRows['add']> = null;
      change(transaction, id, (row) => {
        kept = versions.add(row.mid, version);
      });
      return kept;
    },
    moved: async (transaction, id, movedTo) => {
      change(transaction, id, (row) => monitors.setMoved(row, movedTo));
    },
    prune: async (transaction, policy, nowMs) => {
      requireOwn(transaction);
      return pruneAll(tables, policy, nowMs);
    },
  };
}

function pruneAll({ database, monitors, rounds, versions }: Tables, policy: RetentionPolicy, nowMs: number): number {
  let gone = 0;
  for (let last = 0; ; ) {
    const page = monitors.page(last);
    for (const { mid, rounds: number } of page) {
      gone += rounds.prune(mid, nowMs - policy.roundsMs);
      rounds.cut(mid, number - policy.roundsPerResource);
      gone += versions.prune(mid, policy.versionsPerResource);
    }
    const end = page.at(-1);
    if (end === undefined) break;
    last = end.mid;
  }
  const events = database.prepare('DELETE FROM health_event WHERE at_ms < ?').run(nowMs - policy.eventsMs);
  return gone + Number(events.changes);
}

function openSummaries({ database, rounds }: Tables): Pick<CheckStore, 'events' | 'counts'> {
  const columns = 'number, id, at_ms AS "atMs", type, message';
  const ofOne = database.prepare(
    `SELECT ${columns} FROM health_event WHERE id = ? AND number > ? ORDER BY number DESC LIMIT ?`,
  );
  const ofAll = database.prepare(`SELECT ${columns} FROM health_event WHERE number > ? ORDER BY number DESC LIMIT ?`);
  const byState = database.prepare('SELECT state, count(*) AS count FROM monitor GROUP BY state');
  const due = database.prepare('SELECT count(*) AS due FROM monitor WHERE due_ms <= ?');
  return {
    events: async ({ id, afterNumber = 0, limit }) =>
      readSqlite(() => {
        const rows = id === undefined ? ofAll.all(afterNumber, limit) : ofOne.all(id, afterNumber, limit);
        return (rows as HealthEvent[]).map((row) => ({ ...row }));
      }),
    counts: async (nowMs) =>
      readSqlite((): MonitorCounts => {
        const rows = byState.all() as { state: HealthState | null; count: number }[];
        const counted = Object.fromEntries(rows.map(({ state, count }) => [state ?? 'unchecked', count]));
        const states = [...healthStates, 'unchecked' as const].map((state) => [state, counted[state] ?? 0] as const);
        return {
          monitored: rows.reduce((sum, { count }) => sum + count, 0),
          due: (due.get(nowMs) as { due: number }).due,
          byState: Object.fromEntries(states) as MonitorCounts['byState'],
          rounds: rounds.count(),
        };
      }),
  };
}

async function* readAll(monitors: MonitorRows) {
  for (let last = 0; ; ) {
    const page = readSqlite(() => monitors.page(last));
    for (const row of page) yield readMonitored(row);
    const end = page.at(-1);
    if (end === undefined) return;
    last = end.mid;
  }
}
