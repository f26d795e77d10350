// What the checks say of a resource, for its record.
import type { ResourceHealth } from '../model/resource.ts';
import type { SqlDatabase } from '../store/sqlite-driver.ts';

/** Null where it has not been checked. */
export function openHealthRows(database: SqlDatabase): { read(id: string): ResourceHealth | null } {
  const read = database.prepare('SELECT state, score FROM monitor WHERE id = ? AND state IS NOT NULL');
  return {
    read: (id) => {
      const row = read.get(id) as ResourceHealth | undefined;
      return row === undefined ? null : { state: row.state, score: row.score };
    },
  };
}
