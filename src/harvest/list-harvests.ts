// What is known of harvests: which catalogs, when, and how many records each has brought.
import { statement, type Work } from '../store/sql/sql.ts';

export interface HarvestSummary {
  /** Kind of the catalog, or id of the connector. */
  readonly kind: string;
  /** Secrets masked. */
  readonly endpoint: string;
  readonly endpointKey: string;
  readonly startedMs: number;
  /** Null where it was never brought to its end. */
  readonly endedMs: number | null;
  /** False while it goes on, and where it was broken off. */
  readonly isDone: boolean;
  /** Records the catalog lists, as far as they have come. */
  readonly records: number;
}

const all = statement<Omit<HarvestSummary, 'isDone'> & { readonly isDone: number }>(
  `SELECT kind, endpoint, endpoint_key AS "endpointKey", started_ms AS "startedMs", ended_ms AS "endedMs",
    is_done AS "isDone", (SELECT count(*) FROM harvest_record
      WHERE harvest_record.harvest_id = harvest.harvest_id AND gone_ms IS NULL) AS records
  FROM harvest ORDER BY started_ms DESC, harvest_id DESC`,
);

/** The last begun first. */
export function* listHarvests(): Work<readonly HarvestSummary[]> {
  return (yield* all.all()).map((row) => ({ ...row, isDone: row.isDone === 1 }));
}
