// Publishes the index of an SQLite database in the PostgreSQL database its records were copied to: reindexing a million
// layers takes an hour, copying the index takes seconds.
import type { PostgresStore } from '../../store/postgres/postgres.ts';
import type { SqliteStore } from '../../store/sqlite/sqlite.ts';
import { type ClaimedRecord, publishSegments, withoutPending } from './publish-segments.ts';
import { namedTables, readVersion, segmentNumbers } from './replica-rows.ts';

/** Changes when another connection writes. */
export function readWrites({ database }: SqliteStore): number {
  return (database.prepare('PRAGMA data_version').get() as { data_version: number }).data_version;
}

/**
 * False if the source has no index, the target already has one, or the source was written to since `writes` was read:
 * all records stay pending then.
 */
export async function publishCopied(source: SqliteStore, target: PostgresStore, writes: number): Promise<boolean> {
  // The transaction keeps others from writing to the source.
  return source.transact(async () => {
    const { database } = source;
    const last = Math.max(0, ...segmentNumbers(database));
    if (last === 0 || readWrites(source) !== writes) return false;
    const isFirst = await target.query(
      'UPDATE search_state SET last_segment = $1 WHERE version = 0 AND last_segment = 0 RETURNING version',
      [last],
    );
    if (isFirst.length === 0) return false;
    const all = await target.query<ClaimedRecord>('SELECT id, version FROM search_pending');
    const before = { version: 0, numbers: new Map(namedTables.map(({ table }) => [table, 0])) };
    await publishSegments(target, database, before, withoutPending(all, database));
    return readVersion(database) > 0;
  });
}
