// Versions of descriptions in their table.
import type { DescriptionChange, DescriptionVersion, VersionedDescription } from '../model/check.ts';
import type { SqlDatabase } from '../store/sqlite-driver.ts';

interface VersionRow {
  readonly number: number;
  readonly seen_ms: number;
  readonly content_hash: string;
  readonly description: string;
  readonly change: string | null;
  readonly is_suspicious: number;
}

export interface VersionRows {
  /** Null where the last version kept is the same. */
  add(mid: number, version: Omit<DescriptionVersion, 'number'>): DescriptionVersion | null;
  /** Newest first. */
  read(mid: number): readonly DescriptionVersion[];
  prune(mid: number, keep: number): number;
}

export function openVersionRows(database: SqlDatabase): VersionRows {
  const last = database.prepare(
    'SELECT number, content_hash, is_suspicious FROM description_version WHERE mid = ? ORDER BY number DESC LIMIT 1',
  );
  const insert = database.prepare('INSERT INTO description_version VALUES(?, ?, ?, ?, ?, ?, ?)');
  const trust = database.prepare('UPDATE description_version SET is_suspicious = 0 WHERE mid = ? AND number = ?');
  const read = database.prepare('SELECT * FROM description_version WHERE mid = ? ORDER BY number DESC');
  const prune = database.prepare(`DELETE FROM description_version WHERE mid = ? AND number <=
    (SELECT max(number) FROM description_version WHERE mid = ?) - ?`);
  return {
    add: (mid, version) => {
      const before = last.get(mid) as Pick<VersionRow, 'number' | 'content_hash' | 'is_suspicious'> | undefined;
      if (before?.content_hash === version.contentHash) {
        if (before.is_suspicious === 1 && !version.isSuspicious) trust.run(mid, before.number);
        return null;
      }
      const number = (before?.number ?? 0) + 1;
      const { seenMs, contentHash, description, change, isSuspicious } = version;
      insert.run(
        ...[mid, number, seenMs, contentHash, JSON.stringify(description)],
        ...[change === null ? null : JSON.stringify(change), isSuspicious ? 1 : 0],
      );
      return { ...version, number };
    },
    read: (mid) => (read.all(mid) as VersionRow[]).map(readVersion),
    prune: (mid, keep) => Number(prune.run(mid, mid, keep).changes),
  };
}

function readVersion(row: VersionRow): DescriptionVersion {
  return {
    number: row.number,
    seenMs: row.seen_ms,
    contentHash: row.content_hash,
    description: JSON.parse(row.description) as VersionedDescription,
    change: row.change === null ? null : (JSON.parse(row.change) as DescriptionChange),
    isSuspicious: row.is_suspicious === 1,
  };
}
