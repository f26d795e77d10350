// When an archive is to be harvested again.
import { endpointKey } from '../base/url/endpoint.ts';
import { type SqlStore, statement } from '../store/sql/sql.ts';

export interface LastHarvest {
  readonly startedMs: number;
  /** False where it was broken off. */
  readonly isDone: boolean;
}

const hourMs = 3_600_000;
/** A timer that starts the command every day starts it some seconds earlier on one day than on another. */
const earlyMs = 5 * 60_000;

const last = statement<{ startedMs: number; isDone: number }>(
  'SELECT started_ms AS "startedMs", is_done AS "isDone" FROM harvest WHERE kind = ? AND endpoint_key = ?',
);

/** Null where the archive was never harvested. */
export async function lastHarvest(store: SqlStore, id: string, endpoint: string): Promise<LastHarvest | null> {
  const row = await store.read(() => last.get(id, endpointKey(endpoint)));
  return row === undefined ? null : { startedMs: row.startedMs, isDone: row.isDone === 1 };
}

/** Counted from the beginning of the last one; what was broken off is due at once, and so is what never began. */
export function nextHarvestMs(everyHours: number, last: LastHarvest | null): number {
  if (last === null || !last.isDone) return 0;
  const intervalMs = everyHours * hourMs;
  return last.startedMs + intervalMs - Math.min(earlyMs, intervalMs / 10);
}
