// Tables of monitored resources and their hosts.
import type { Enrollment, Health, Monitored, Rhythm, Score, SettledRound } from '../../model/monitoring.ts';
import { statement, type Work } from '../../store/sql/sql.ts';

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
/** Rows read at a time. */
const pageSize = 500;

const find = statement<MonitorRow>(`${select} WHERE id = ?`);
const page = statement<MonitorRow>(`${select} WHERE mid > ? ORDER BY mid LIMIT ${pageSize}`);
const hostsDue = statement<{ host_id: number; key: string }>(
  'SELECT host_id, key FROM check_host WHERE due_ms <= ? ORDER BY due_ms LIMIT ?',
);
const firstOf = statement<MonitorRow>(`${select} WHERE monitor.host_id = ? AND monitor.due_ms <= ?
  ORDER BY monitor.due_ms LIMIT 1`);
const next = statement<{ due: number | null }>('SELECT min(due_ms) AS due FROM check_host');
const setFollowed = statement('UPDATE monitor SET is_followed = ? WHERE mid = ?');
const setOptedOut = statement('UPDATE monitor SET is_opted_out = ? WHERE mid = ?');
const setMoved = statement('UPDATE monitor SET moved_to = ? WHERE mid = ?');
const addHost = statement('INSERT INTO check_host(key, due_ms) VALUES(?, NULL) ON CONFLICT DO NOTHING');
const hostId = statement<{ host_id: number }>('SELECT host_id FROM check_host WHERE key = ?');
const add = statement(`INSERT INTO monitor(id, host_id, is_followed, is_opted_out, enrolled_ms,
  due_ms, described_ms, rounds, rhythm) VALUES(?, ?, 0, 0, ?, ?, ?, 0, ?) ON CONFLICT DO NOTHING`);
const earlier = statement('UPDATE check_host SET due_ms = ? WHERE host_id = ? AND (due_ms IS NULL OR due_ms > ?)');
const refreshHost = statement(`UPDATE check_host SET due_ms =
  (SELECT min(due_ms) FROM monitor WHERE monitor.host_id = ? AND due_ms IS NOT NULL) WHERE host_id = ?`);
const setHostDue = statement('UPDATE check_host SET due_ms = ? WHERE host_id = ?');
const setDue = statement('UPDATE monitor SET due_ms = ? WHERE mid = ?');
const settle = statement(`UPDATE monitor SET due_ms = CASE is_opted_out WHEN 1 THEN NULL ELSE CAST(? AS bigint) END,
  described_ms = coalesce(?, described_ms), rounds = rounds + 1, state = ?, score = ?, health = ?, rhythm = ?,
  score_parts = ? WHERE mid = ?`);

export const monitorRows = {
  *find(id: string): Work<MonitorRow | null> {
    return (yield* find.get(id)) ?? null;
  },
  *add({ id, hostKey, nowMs, dueMs }: Enrollment): Work<boolean> {
    yield* addHost.run(hostKey);
    const { host_id } = (yield* hostId.get(hostKey))!;
    const rhythm: Rhythm = { step: 0, intervalMs: 0, changes: 0, observedMs: 0 };
    const isNew = (yield* add.run(id, host_id, nowMs, dueMs, nowMs, JSON.stringify(rhythm))) === 1;
    if (isNew) yield* earlier.run(dueMs, host_id, dueMs);
    return isNew;
  },
  *settle(row: MonitorRow, { dueMs, describedMs, health, rhythm, score }: SettledRound): Work<void> {
    yield* settle.run(
      ...[dueMs, describedMs, health?.state ?? null, score?.value ?? null, health && JSON.stringify(health)],
      ...[JSON.stringify(rhythm), score && JSON.stringify(score), row.mid],
    );
    yield* refreshHost.run(row.host_id, row.host_id);
  },
  /** Null: never. */
  *setDue(row: MonitorRow, dueMs: number | null): Work<void> {
    yield* setDue.run(dueMs, row.mid);
    yield* refreshHost.run(row.host_id, row.host_id);
  },
  *setFollowed(row: MonitorRow, isFollowed: boolean): Work<void> {
    yield* setFollowed.run(isFollowed ? 1 : 0, row.mid);
  },
  *setOptedOut(row: MonitorRow, isOptedOut: boolean): Work<void> {
    yield* setOptedOut.run(isOptedOut ? 1 : 0, row.mid);
  },
  *setMoved(row: MonitorRow, movedTo: string | null): Work<void> {
    yield* setMoved.run(movedTo, row.mid);
  },
  /** When its host is due, regardless of its resources. */
  *setHostDue(row: MonitorRow, dueMs: number): Work<void> {
    yield* setHostDue.run(dueMs, row.host_id);
  },
  *refreshHost(row: MonitorRow): Work<void> {
    yield* refreshHost.run(row.host_id, row.host_id);
  },
  /** One per host, longest due first. */
  *due(nowMs: number, limit: number, busyHosts: ReadonlySet<string>): Work<readonly MonitorRow[]> {
    const hosts = yield* hostsDue.all(nowMs, limit + busyHosts.size);
    const rows: MonitorRow[] = [];
    for (const { host_id } of hosts.filter(({ key }) => !busyHosts.has(key)).slice(0, limit)) {
      const row = yield* firstOf.get(host_id, nowMs);
      if (row !== undefined) rows.push(row);
    }
    return rows;
  },
  *nextDueMs(): Work<number | null> {
    return (yield* next.get())!.due;
  },
  *page(afterMid: number): Work<readonly MonitorRow[]> {
    return yield* page.all(afterMid);
  },
};

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
