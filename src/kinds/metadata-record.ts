// What a metadata record says of the dataset or service it stands for, whatever standard it is written in.
import type { Extent } from '../model/extent.ts';
import type { Layer, Provider } from '../model/resource.ts';
import type { RecordSaid } from './listed-record.ts';

export interface RecordLink {
  /** As written; perhaps relative, perhaps no address at all. */
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

/** What it says besides: who is behind it, on what terms, in which language. */
export function recordSaid({ provider, fees, constraints, language = '' }: MetadataRecord): RecordSaid {
  return { provider, terms: [constraints, fees].filter((text) => text !== null).join('; '), language };
}

/** A provider of which at least something is known. */
export function makeProvider(organization: string, person: string, email: string, url = ''): Provider | null {
  if (organization === '' && person === '' && email === '') return null;
  return { organization: organization || null, person: person || null, email: email || null, url: url || null };
}

/** "start/end" with '..' for an open end; null where nothing is given. */
export function makeInterval(start: string, end: string): string | null {
  if (start === '' && end === '') return null;
  return start === end ? start : `${start || '..'}/${end || '..'}`;
}
