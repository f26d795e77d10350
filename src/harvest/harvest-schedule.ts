// When an archive is due for another harvest.
import { endpointKey } from '../base/url/endpoint.ts';
import { type SqlStore, statement } from '../store/sql/sql.ts';

export interface LastHarvest {
  readonly startedMs: number;
  /** False if it was interrupted. */
  readonly isDone: boolean;
}

const hourMs = 3_600_000;
/** Tolerance for timers that fire a few seconds early. */
const earlyMs = 5 * 60_000;

const last = statement<{ startedMs: number; isDone: number }>(
  'SELECT started_ms AS "startedMs", is_done AS "isDone" FROM harvest WHERE kind = ? AND endpoint_key = ?',
);

/** Null if the archive was never harvested. */
export async function lastHarvest(store: SqlStore, id: string, endpoint: string): Promise<LastHarvest | null> {
  const row = await store.read(() => last.get(id, endpointKey(endpoint)));
  return row === undefined ? null : { startedMs: row.startedMs, isDone: row.isDone === 1 };
}

/** Counted from the start of the last harvest; interrupted and never started ones are due at once. */
export function nextHarvestMs(everyHours: number, last: LastHarvest | null): number {
  if (last === null || !last.isDone) return 0;
  const intervalMs = everyHours * hourMs;
  return last.startedMs + intervalMs - Math.min(earlyMs, intervalMs / 10);
}
