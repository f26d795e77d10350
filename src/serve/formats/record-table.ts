// The columns of a record in GeoPackage and GeoParquet.

import { readTimeRange } from '../../base/time/parse-time.ts';
import type { Resource } from '../../model/resource.ts';
import { sureTopics } from '../../query/record-properties.ts';

/** Columns besides the geometry, with their SQL type. */
export const recordColumns = {
  id: 'TEXT',
  kind: 'TEXT',
  family: 'TEXT',
  version: 'TEXT',
  title: 'TEXT',
  abstract: 'TEXT',
  keywords: 'TEXT',
  topics: 'TEXT',
  organization: 'TEXT',
  endpoint: 'TEXT',
  url: 'TEXT',
  software: 'TEXT',
  license: 'TEXT',
  open: 'BOOLEAN',
  layer_count: 'INTEGER',
  time_from: 'DATETIME',
  time_to: 'DATETIME',
  first_seen: 'DATETIME',
  last_seen: 'DATETIME',
} as const;
/** In the order of the columns. */
export function recordValues(record: Resource): (string | number | null)[] {
  const range = record.time === null ? null : readTimeRange(record.time);
  const open = record.license?.open;
  return [
    ...[record.id, record.kind, record.family, record.version, record.title, record.abstract],
    ...[record.keywords.join('; '), sureTopics(record).join('; '), record.provider?.organization ?? null],
    ...[record.endpoint, record.url, record.software, record.license?.id ?? null],
    open === undefined || open === null ? null : Number(open),
    record.layerCount,
    ...[moment(range?.fromMs), moment(range?.toMs), moment(record.firstSeenMs), moment(record.lastSeenMs)],
  ];
}

function moment(ms: number | null | undefined): string | null {
  return ms === null || ms === undefined ? null : new Date(ms).toISOString();
}
