// The audit log for administrators: who did what to what, when and from where. Contains no secrets.
import { statement, type Work } from '../../store/sql/sql.ts';
import { nameOf, type Principal } from '../http/principal.ts';

export interface AuditEntry {
  readonly id: number;
  readonly at: string;
  readonly who: string;
  readonly address: string;
  readonly action: string;
  readonly object: string;
}

/** Maximum number of entries; the oldest are deleted first. */
const mostEntries = 100_000;
const mostObjectCharacters = 500;

const insert = statement<{ id: number }>(
  'INSERT INTO audit(at_ms, who, address, action, object) VALUES(?, ?, ?, ?, ?) RETURNING audit_id AS id',
);
const deleteOld = statement('DELETE FROM audit WHERE audit_id <= ?');
const newest = statement<Omit<AuditEntry, 'at'> & { atMs: number }>(
  `SELECT audit_id AS id, at_ms AS "atMs", who, address, action, object FROM audit WHERE audit_id < ?
  ORDER BY audit_id DESC LIMIT ?`,
);

/** Runs inside the transaction of the action: no action without an entry. */
export function* writeAudit(
  who: Principal,
  entry: { readonly action: string; readonly object: string; readonly nowMs: number },
): Work<void> {
  const object = entry.object.slice(0, mostObjectCharacters);
  const { id } = (yield* insert.get(entry.nowMs, nameOf(who), who.address, entry.action, object))!;
  if (id % 1000 === 0) yield* deleteOld.run(id - mostEntries);
}

/** Newest first; `before` is the id to continue from. */
export function* readAudit(limit: number, before: number | null): Work<readonly AuditEntry[]> {
  const rows = yield* newest.all(before ?? Number.MAX_SAFE_INTEGER, limit);
  return rows.map(({ atMs, ...entry }) => ({ ...entry, at: new Date(atMs).toISOString() }));
}
