// Further fields of a record besides title, abstract, extent and links: stored as one bounded value.
import type { CatalogRecord } from '../model/connector.ts';

export type RecordDetails = Pick<CatalogRecord, 'keywords' | 'time' | 'provider' | 'terms' | 'language'>;

const maxKeywords = 100;
const maxTermsLength = 2000;

/** Null if there are none. */
export function detailsOf({ keywords = [], time, provider, terms, language }: CatalogRecord): RecordDetails | null {
  const details: RecordDetails = {
    ...(keywords.length === 0 ? {} : { keywords: keywords.slice(0, maxKeywords) }),
    ...(time == null || time === '' ? {} : { time }),
    ...(provider == null ? {} : { provider }),
    ...(terms === undefined || terms.trim() === '' ? {} : { terms: terms.slice(0, maxTermsLength) }),
    ...(language === undefined || language === '' ? {} : { language }),
  };
  return Object.keys(details).length === 0 ? null : details;
}
