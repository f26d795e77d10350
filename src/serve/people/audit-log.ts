// What people did here, for administrators: who, when, from where, what and to what. Never a secret.
import type { Transaction } from '../../model/store.ts';
import { databaseOf, type SqliteStore } from '../../store/sqlite.ts';
import { readSqlite } from '../../store/sqlite-read.ts';
import { nameOf, type Who } from './person.ts';

export interface AuditEntry {
  readonly id: number;
  readonly at: string;
  readonly who: string;
  readonly address: string;
  readonly action: string;
  readonly object: string;
}

/** Entries kept; the oldest go first. */
const mostEntries = 100_000;
const mostObjectCharacters = 500;

/** Inside the transaction of the deed: nothing happens without being written down. */
export function writeAudit(
  transaction: Transaction,
  who: Who,
  deed: { readonly action: string; readonly object: string; readonly nowMs: number },
): void {
  const database = databaseOf(transaction);
  const { lastInsertRowid } = database
    .prepare('INSERT INTO audit(at_ms, who, address, action, object) VALUES(?, ?, ?, ?, ?)')
    .run(deed.nowMs, nameOf(who), who.address, deed.action, deed.object.slice(0, mostObjectCharacters));
  if (Number(lastInsertRowid) % 1000 === 0)
    database.prepare('DELETE FROM audit WHERE audit_id <= ?').run(Number(lastInsertRowid) - mostEntries);
}

/** Newest first; `before` goes on behind the last one seen. */
export function readAudit(store: SqliteStore, limit: number, before: number | null): readonly AuditEntry[] {
  const rows = readSqlite(() =>
    store.database
      .prepare(
        `SELECT audit_id AS id, at_ms AS atMs, who, address, action, object FROM audit WHERE audit_id < ?
        ORDER BY audit_id DESC LIMIT ?`,
      )
      .all(before ?? Number.MAX_SAFE_INTEGER, limit),
  ) as (Omit<AuditEntry, 'at'> & { atMs: number })[];
  return rows.map(({ atMs, ...entry }) => ({ ...entry, at: new Date(atMs).toISOString() }));
}
