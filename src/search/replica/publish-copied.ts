// The index an SQLite database has, published in a PostgreSQL one that everything else of it was copied into: indexing a million
// layers again takes an hour, sending what is there takes seconds.
import type { PostgresStore } from '../../store/postgres/postgres.ts';
import type { SqliteStore } from '../../store/sqlite/sqlite.ts';
import { type ClaimedRecord, publishSegments } from './publish-segments.ts';
import { namedTables, readVersion, segmentNumbers } from './replica-rows.ts';

/** Changes when another program writes. */
export function readWrites({ database }: SqliteStore): number {
  return (database.prepare('PRAGMA data_version').get() as { data_version: number }).data_version;
}

/**
 * False where there is nothing to take over, something is published there already, or somebody has written into the source since
 * `writes` was read: all records wait to be indexed then, as after any copying.
 */
export async function publishCopied(source: SqliteStore, target: PostgresStore, writes: number): Promise<boolean> {
  // Nobody writes into the source meanwhile.
  return source.transact(async () => {
    const { database } = source;
    const last = Math.max(0, ...segmentNumbers(database));
    if (last === 0 || readWrites(source) !== writes) return false;
    const isFirst = await target.query(
      'UPDATE search_state SET last_segment = $1 WHERE version = 0 AND last_segment = 0 RETURNING version',
      [last],
    );
    if (isFirst.length === 0) return false;
    const waiting = new Set(
      (database.prepare('SELECT id FROM search_pending').all() as ClaimedRecord[]).map(({ id }) => id),
    );
    const all = await target.query<ClaimedRecord>('SELECT id, version FROM search_pending');
    await publishSegments(
      target,
      database,
      { version: 0, numbers: new Map(namedTables.map(({ table }) => [table, 0])) },
      all.filter(({ id }) => !waiting.has(id)),
    );
    return readVersion(database) > 0;
  });
}
