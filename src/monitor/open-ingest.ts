// Ingest with this system's topic reader, harvested records and check schedule.
import { createIngest } from '../catalog/ingest.ts';
import { topicReader } from '../classify/topic-reader.ts';
import { fillFromRecords } from '../harvest/fill-from-records.ts';
import { recordsLeadingTo } from '../harvest/record-links.ts';
import type { Ingest, IngestDependencies } from '../model/ingest.ts';
import type { SqlStore } from '../store/sql/sql.ts';
import { enrollmentOf } from './schedule/enrollment.ts';
import { openSqlChecks } from './tables/sql-checks.ts';

export function openIngest(
  store: SqlStore,
  { catalog, search }: Pick<IngestDependencies, 'catalog' | 'search'>,
): Ingest {
  const checks = openSqlChecks(store);
  return createIngest({
    catalog,
    search,
    topics: topicReader,
    complete: async (transaction, description, { endpoint, url }) => {
      const records = await recordsLeadingTo(transaction, [endpoint, url]);
      return { description: fillFromRecords(description, records, endpoint), records };
    },
    enroll: (transaction, resource, nowMs) => checks.enroll(transaction, enrollmentOf(resource, nowMs)),
  });
}
