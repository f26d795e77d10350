// The description of a resource that is one metadata record.
import type { Document } from '../model/document.ts';
import type { Problem } from '../model/problem.ts';
import type { Description } from '../model/resource.ts';
import { RecordList } from './catalog-records.ts';
import { type MetadataRecord, recordLayer } from './metadata-record.ts';

export function describeRecord(document: Document, record: MetadataRecord, problems: readonly Problem[]): Description {
  const records = new RecordList(document.finalUrl);
  records.add(recordLayer(record));
  for (const { url, label } of record.links) records.link(url, label || record.title, 'description');
  if (record.title === '') records.problems.add('catalog.record-untitled', 'The record has no title.');
  if (record.extent === null) records.problems.add('extent.missing', 'The record does not say where its data lies.');
  return records.describe(
    document,
    {
      title: record.title,
      abstract: record.abstract,
      keywords: [...new Set(record.keywords)].slice(0, 200),
      provider: record.provider,
      fees: record.fees,
      accessConstraints: record.constraints,
      extent: record.extent,
      formats: record.formats,
    },
    problems,
  );
}
