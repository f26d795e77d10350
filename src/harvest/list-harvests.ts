// Lists harvests: catalogs, times, and record counts.
import { statement, type Work } from '../store/sql/sql.ts';

export interface HarvestSummary {
  /** Kind of the catalog, or id of the connector. */
  readonly kind: string;
  /** Secrets masked. */
  readonly endpoint: string;
  readonly endpointKey: string;
  readonly startedMs: number;
  /** Null if it never completed. */
  readonly endedMs: number | null;
  /** False while in progress, and after an interruption. */
  readonly isDone: boolean;
  /** Records received so far. */
  readonly records: number;
}

const all = statement<Omit<HarvestSummary, 'isDone'> & { readonly isDone: number }>(
  `SELECT kind, endpoint, endpoint_key AS "endpointKey", started_ms AS "startedMs", ended_ms AS "endedMs",
    is_done AS "isDone", (SELECT count(*) FROM harvest_record
      WHERE harvest_record.harvest_id = harvest.harvest_id AND gone_ms IS NULL) AS records
  FROM harvest ORDER BY started_ms DESC, harvest_id DESC`,
);

/** Most recently started first. */
export function* listHarvests(): Work<readonly HarvestSummary[]> {
  return (yield* all.all()).map((row) => ({ ...row, isDone: row.isDone === 1 }));
}
