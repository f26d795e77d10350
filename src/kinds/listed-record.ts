// One record of a harvested page, read with the same readers that describe whole catalogs.
import type { CatalogRecord } from '../model/connector.ts';
import { RecordList } from './catalog-records.ts';

/** What a reader knows of a record besides what it lists. */
export type RecordSaid = Pick<CatalogRecord, 'provider' | 'terms' | 'language'>;

interface RecordFacts {
  /** Relative references stand against it. */
  readonly base: string;
  readonly id: string;
  readonly modified: string;
}

/** Null where the reader lists nothing: the record is private, deleted, or none at all. */
export function listedRecord(
  facts: RecordFacts,
  // biome-ignore lint/suspicious/noConfusingVoidType: readers that know nothing more give nothing back
  read: (records: RecordList) => RecordSaid | void,
): CatalogRecord | null {
  const records = new RecordList(facts.base);
  const said = read(records) ?? {};
  const [layer] = records.layers;
  if (layer === undefined) return null;
  const { title, abstract, extent, keywords, time } = layer;
  const links = records.links.map(({ url, anchor }) => ({ url, label: anchor }));
  return {
    ...{ id: facts.id || (layer.name ?? ''), title, abstract, extent, modified: facts.modified, links },
    ...{ keywords, time, terms: records.firstTerms, ...said },
  };
}
