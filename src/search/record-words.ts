// The words of a record, by the part of the record they stand in.
import type { Resource } from '../model/resource.ts';
import { isPlaceholder } from './placeholder.ts';
import { tokenText } from './tokens.ts';

/** Texts as `tokenText` makes them; `layers` has one line per layer, in the order of the record's layers. */
export interface RecordWords {
  readonly title: string;
  readonly keywords: string;
  readonly layers: string;
  readonly abstract: string;
  readonly provider: string;
  /** Kind, software and address; and a placeholder title, so that it can be found but does not win. */
  readonly address: string;
}

/** Parts of a record with the weight of a word found there, in the order of the index's columns. */
export const weights: Readonly<Record<keyof RecordWords, number>> = {
  title: 10,
  keywords: 5,
  layers: 4,
  abstract: 2,
  provider: 2,
  address: 1,
};

export function readRecordWords(resource: Resource): RecordWords {
  const { title, provider, software } = resource;
  const hidden = isPlaceholder(title);
  return {
    title: hidden ? '' : tokenText(title),
    keywords: tokenText(...resource.keywords),
    layers: resource.layers
      .map((layer) => tokenText(layer.name ?? '', layer.title, layer.abstract, ...layer.keywords))
      .join('\n'),
    abstract: tokenText(resource.abstract),
    provider: tokenText(provider?.organization ?? '', provider?.person ?? ''),
    address: tokenText(resource.kind, hidden ? title : '', software ?? '', readableAddress(resource.endpoint)),
  };
}

/** Host, path and parameters, with escapes read: '%C3%BCbersicht' is found as 'ubersicht'. */
function readableAddress(endpoint: string): string {
  const address = endpoint.replace(/^https?:\/\//i, '');
  try {
    return decodeURIComponent(address);
  } catch (error) {
    if (error instanceof URIError) return address;
    throw error;
  }
}
