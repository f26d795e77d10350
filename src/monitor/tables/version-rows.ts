// The table of description versions.
import type { DescriptionChange, DescriptionVersion, VersionedDescription } from '../../model/monitoring.ts';
import { statement, type Work } from '../../store/sql/sql.ts';

interface VersionRow {
  readonly number: number;
  readonly seen_ms: number;
  readonly content_hash: string;
  readonly description: string;
  readonly change: string | null;
  readonly is_suspicious: number;
}

type LastVersion = Pick<VersionRow, 'number' | 'content_hash' | 'is_suspicious'>;

const last = statement<LastVersion>(
  'SELECT number, content_hash, is_suspicious FROM description_version WHERE mid = ? ORDER BY number DESC LIMIT 1',
);
const insert = statement(`INSERT INTO description_version(mid, number, seen_ms, content_hash, description, change,
  is_suspicious) VALUES(?, ?, ?, ?, ?, ?, ?)`);
const trust = statement('UPDATE description_version SET is_suspicious = 0 WHERE mid = ? AND number = ?');
const allOf = statement<VersionRow>('SELECT * FROM description_version WHERE mid = ? ORDER BY number DESC');
const prune = statement(`DELETE FROM description_version WHERE mid = ? AND number <=
  (SELECT max(number) FROM description_version WHERE mid = ?) - ?`);

/** Null if the last version is the same. */
export function* addVersion(mid: number, version: Omit<DescriptionVersion, 'number'>): Work<DescriptionVersion | null> {
  const before = yield* last.get(mid);
  if (before?.content_hash === version.contentHash) {
    if (before.is_suspicious === 1 && !version.isSuspicious) yield* trust.run(mid, before.number);
    return null;
  }
  const number = (before?.number ?? 0) + 1;
  const { seenMs, contentHash, description, change, isSuspicious } = version;
  yield* insert.run(
    ...[mid, number, seenMs, contentHash, JSON.stringify(description)],
    ...[change === null ? null : JSON.stringify(change), isSuspicious ? 1 : 0],
  );
  return { ...version, number };
}

/** Newest first. */
export function* readVersions(mid: number): Work<readonly DescriptionVersion[]> {
  return (yield* allOf.all(mid)).map(readVersion);
}

export function* pruneVersions(mid: number, keep: number): Work<number> {
  return yield* prune.run(mid, mid, keep);
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
