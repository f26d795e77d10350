// How a harvested record is stored: its key, its extent, and its further fields as one bounded value.
import { maskSecrets } from '../base/url/url.ts';
import type { CatalogRecord } from '../model/connector.ts';
import type { Extent } from '../model/extent.ts';

export interface RecordRow {
  readonly id: string;
  readonly title: string;
  readonly abstract: string;
  readonly west: number | null;
  readonly south: number | null;
  readonly east: number | null;
  readonly north: number | null;
  readonly details: string | null;
}

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

export function extentOf({
  west,
  south,
  east,
  north,
}: Pick<RecordRow, 'west' | 'south' | 'east' | 'north'>): Extent | null {
  return west === null || south === null || east === null || north === null ? null : [west, south, east, north];
}

/** The catalog's identifier; without one, a fingerprint of the content. */
export function recordKey(id: string, fingerprint: string): string {
  return id || `~${fingerprint}`;
}

/** Identifiers may be URLs with secrets. '' for a record without an identifier. */
export function shownId(key: string): string {
  return key.startsWith('~') ? '' : maskSecrets(key);
}
