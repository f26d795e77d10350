// Check results of a resource for its record.
import type { ResourceHealth } from '../model/resource.ts';
import { statement, type Work } from '../store/sql/sql.ts';

const healthOf = statement<ResourceHealth>('SELECT state, score FROM monitor WHERE id = ? AND state IS NOT NULL');

/** Null if never checked. */
export function* readHealth(id: string): Work<ResourceHealth | null> {
  const row = yield* healthOf.get(id);
  return row === undefined ? null : { state: row.state, score: row.score };
}
