// A metadata record of a dataset or service, in any standard.

import { walkXml, type XmlNode } from '../../base/xml/xml-walk.ts';
import { ProblemTally } from '../../describe/problem-tally.ts';
import type { Document } from '../../model/document.ts';
import type { Extent } from '../../model/extent.ts';
import type { Description, Layer, Provider } from '../../model/resource.ts';
import { type ParsedRecord, RecordList } from './catalog-records.ts';

export interface RecordLink {
  /** As written; possibly relative, possibly not a URL at all. */
  readonly url: string;
  readonly label: string;
}

export interface MetadataRecord {
  readonly id: string;
  readonly title: string;
  readonly abstract: string;
  readonly keywords: readonly string[];
  readonly extent: Extent | null;
  readonly crs: readonly string[];
  readonly time: string | null;
  readonly provider: Provider | null;
  readonly fees: string | null;
  readonly constraints: string | null;
  readonly formats: readonly string[];
  readonly links: readonly RecordLink[];
  /** Language of the data, or of the record. */
  readonly language?: string;
}

export const emptyRecord: MetadataRecord = {
  id: '',
  title: '',
  abstract: '',
  keywords: [],
  extent: null,
  crs: [],
  time: null,
  provider: null,
  fees: null,
  constraints: null,
  formats: [],
  links: [],
};

/** The record as a layer of the catalog that lists it. */
export function recordLayer(record: MetadataRecord): Partial<Layer> {
  return {
    name: record.id,
    title: record.title,
    abstract: record.abstract,
    keywords: record.keywords,
    extent: record.extent,
    crs: record.crs,
    crsCount: record.crs.length,
    time: record.time,
  };
}

/** Adds the record with its links to a list. */
export function addMetadataRecord(record: MetadataRecord, records: RecordList): void {
  records.add(recordLayer(record));
  for (const { url, label } of record.links)
    records.link(url, [label, record.title].filter((text) => text !== '').join(' '));
}

/** Further details: provider, terms, language. */
export function parsedRecord({ provider, fees, constraints, language = '' }: MetadataRecord): ParsedRecord {
  return { provider, terms: [constraints, fees].filter((text) => text !== null).join('; '), language };
}

/** A provider with at least one known field. */
export function makeProvider(organization: string, person: string, email: string, url = ''): Provider | null {
  if (organization === '' && person === '' && email === '') return null;
  return { organization: organization || null, person: person || null, email: email || null, url: url || null };
}

/** "start/end" with '..' for an open end; null if neither is given. */
export function makeInterval(start: string, end: string): string | null {
  if (start === '' && end === '') return null;
  return start === end ? start : `${start || '..'}/${end || '..'}`;
}

/** The description of a document that is one record, below one of these root elements. */
export function describeRecord(
  document: Document,
  roots: readonly string[],
  read: (node: XmlNode, problems: ProblemTally) => MetadataRecord,
): Description {
  const records = new RecordList(document.finalUrl);
  const recordProblems = new ProblemTally();
  let record = emptyRecord;
  const visit = (node: XmlNode) => {
    record = read(node, recordProblems);
  };
  const xmlProblems = walkXml(document, Object.fromEntries(roots.map((root) => [root, visit])));
  records.add(recordLayer(record));
  for (const { url, label } of record.links) records.link(url, label || record.title, 'description');
  if (record.title === '') records.problems.add('catalog.record-untitled', 'The record has no title.');
  if (record.extent === null) records.problems.add('extent.missing', 'The record has no extent.');
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
    [...xmlProblems, ...recordProblems.list()],
  );
}
