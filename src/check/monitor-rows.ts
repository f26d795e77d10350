// What is monitored, and the hosts it lies on, in their tables.
import type { Enrollment, Health, Monitored, Rhythm, Score, SettledRound } from '../model/check.ts';
import type { SqlDatabase } from '../store/sqlite-driver.ts';

export interface MonitorRow {
  readonly mid: number;
  readonly id: string;
  readonly host_id: number;
  readonly key: string;
  readonly is_followed: number;
  readonly is_opted_out: number;
  readonly enrolled_ms: number;
  readonly due_ms: number | null;
  readonly described_ms: number;
  readonly rounds: number;
  readonly state: string | null;
  readonly score: number | null;
  readonly health: string | null;
  readonly rhythm: string;
  readonly score_parts: string | null;
  readonly moved_to: string | null;
}

const select = 'SELECT monitor.*, check_host.key FROM monitor JOIN check_host USING(host_id)';
/** Read at a time when all are wanted. */
const pageSize = 500;

export interface MonitorRows {
  find(id: string): MonitorRow | null;
  add(enrollment: Enrollment): boolean;
  settle(row: MonitorRow, settled: SettledRound): void;
  /** Null: never. */
  setDue(row: MonitorRow, dueMs: number | null): void;
  setFollowed(row: MonitorRow, isFollowed: boolean): void;
  setOptedOut(row: MonitorRow, isOptedOut: boolean): void;
  setMoved(row: MonitorRow, movedTo: string | null): void;
  /** When its host is due, whatever its resources say. */
  setHostDue(row: MonitorRow, dueMs: number): void;
  refreshHost(row: MonitorRow): void;
  /** One per host, the host due longest first. */
  due(nowMs: number, limit: number, busyHosts: ReadonlySet<string>): readonly MonitorRow[];
  nextDueMs(): number | null;
  page(afterMid: number): readonly MonitorRow[];
}

export function openMonitorRows(database: SqlDatabase): MonitorRows {
  const find = database.prepare(`${select} WHERE id = ?`);
  const page = database.prepare(`${select} WHERE mid > ? ORDER BY mid LIMIT ${pageSize}`);
  const hostsDue = database.prepare('SELECT host_id, key FROM check_host WHERE due_ms <= ? ORDER BY due_ms LIMIT ?');
  const firstOf = database.prepare(`${select} WHERE monitor.host_id = ? AND monitor.due_ms <= ?
    ORDER BY monitor.due_ms LIMIT 1`);
  const next = database.prepare('SELECT min(due_ms) AS due FROM check_host');
  const followed = database.prepare('UPDATE monitor SET is_followed = ? WHERE mid = ?');
  const optedOut = database.prepare('UPDATE monitor SET is_opted_out = ? WHERE mid = ?');
  const moved = database.prepare('UPDATE monitor SET moved_to = ? WHERE mid = ?');
  return {
    find: (id) => (find.get(id) as MonitorRow | undefined) ?? null,
    ...openChanges(database),
    setFollowed: (row, isFollowed) => void followed.run(isFollowed ? 1 : 0, row.mid),
    setOptedOut: (row, isOptedOut) => void optedOut.run(isOptedOut ? 1 : 0, row.mid),
    setMoved: (row, movedTo) => void moved.run(movedTo, row.mid),
    due: (nowMs, limit, busyHosts) => {
      const hosts = hostsDue.all(nowMs, limit + busyHosts.size) as { host_id: number; key: string }[];
      const free = hosts.filter(({ key }) => !busyHosts.has(key)).slice(0, limit);
      return free.flatMap(({ host_id }) => (firstOf.get(host_id, nowMs) as MonitorRow | undefined) ?? []);
    },
    nextDueMs: () => (next.get() as { due: number | null }).due,
    page: (afterMid) => page.all(afterMid) as MonitorRow[],
  };
}

type Changes = Pick<MonitorRows, 'add' | 'settle' | 'setDue' | 'setHostDue' | 'refreshHost'>;

function openChanges(database: SqlDatabase): Changes {
  const addHost = database.prepare('INSERT OR IGNORE INTO check_host(key, due_ms) VALUES(?, NULL)');
  const hostId = database.prepare('SELECT host_id FROM check_host WHERE key = ?');
  const add = database.prepare(`INSERT OR IGNORE INTO monitor(id, host_id, is_followed, is_opted_out, enrolled_ms,
    due_ms, described_ms, rounds, rhythm) VALUES(?, ?, 0, 0, ?, ?, ?, 0, ?)`);
  const earlier = database.prepare('UPDATE check_host SET due_ms = min(coalesce(due_ms, ?), ?) WHERE host_id = ?');
  const refreshHost = database.prepare(`UPDATE check_host SET due_ms =
    (SELECT min(due_ms) FROM monitor WHERE monitor.host_id = ? AND due_ms IS NOT NULL) WHERE host_id = ?`);
  const setHostDue = database.prepare('UPDATE check_host SET due_ms = ? WHERE host_id = ?');
  const setDue = database.prepare('UPDATE monitor SET due_ms = ? WHERE mid = ?');
  const settle = database.prepare(`UPDATE monitor SET due_ms = CASE is_opted_out WHEN 1 THEN NULL ELSE ? END,
    described_ms = coalesce(?, described_ms), rounds = rounds + 1, state = ?, score = ?, health = ?, rhythm = ?,
    score_parts = ? WHERE mid = ?`);
  return {
    add: ({ id, hostKey, nowMs, dueMs }) => {
      addHost.run(hostKey);
      const { host_id } = hostId.get(hostKey) as { host_id: number };
      const rhythm: Rhythm = { step: 0, intervalMs: 0, changes: 0, observedMs: 0 };
      const isNew = Number(add.run(id, host_id, nowMs, dueMs, nowMs, JSON.stringify(rhythm)).changes) === 1;
      if (isNew) earlier.run(dueMs, dueMs, host_id);
      return isNew;
    },
    settle: (row, { dueMs, describedMs, health, rhythm, score }) => {
      settle.run(
        ...[dueMs, describedMs, health?.state ?? null, score?.value ?? null, health && JSON.stringify(health)],
        ...[JSON.stringify(rhythm), score && JSON.stringify(score), row.mid],
      );
      refreshHost.run(row.host_id, row.host_id);
    },
    setDue: (row, dueMs) => {
      setDue.run(dueMs, row.mid);
      refreshHost.run(row.host_id, row.host_id);
    },
    setHostDue: (row, dueMs) => void setHostDue.run(dueMs, row.host_id),
    refreshHost: (row) => void refreshHost.run(row.host_id, row.host_id),
  };
}

export function readMonitored(row: MonitorRow): Monitored {
  return {
    id: row.id,
    hostKey: row.key,
    isFollowed: row.is_followed === 1,
    isOptedOut: row.is_opted_out === 1,
    enrolledMs: row.enrolled_ms,
    dueMs: row.due_ms,
    describedMs: row.described_ms,
    health: row.health === null ? null : (JSON.parse(row.health) as Health),
    rhythm: JSON.parse(row.rhythm) as Rhythm,
    score: row.score_parts === null ? null : (JSON.parse(row.score_parts) as Score),
    movedTo: row.moved_to,
    rounds: row.rounds,
  };
}
