// The words of a record, by the part of the record they stand in.
import { isPlaceholderAbstract, isPlaceholderProvider, isPlaceholderTitle } from '../base/placeholder.ts';
import type { Layer, Resource } from '../model/resource.ts';
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
  const hidden = isPlaceholderTitle(title);
  return {
    title: hidden ? '' : tokenText(title),
    keywords: tokenText(...resource.keywords),
    layers: resource.layers.map(layerWords).join('\n'),
    abstract: isPlaceholderAbstract(resource.abstract) ? '' : tokenText(resource.abstract),
    provider:
      provider === null || isPlaceholderProvider(provider)
        ? ''
        : tokenText(provider.organization ?? '', provider.person ?? ''),
    address: tokenText(resource.kind, hidden ? title : '', software ?? '', readableAddress(resource.endpoint)),
  };
}

/** Sample data of the software is nobody's answer: its line stays empty, so that the others keep their places. */
function layerWords(layer: Layer): string {
  return layer.isDemo === true ? '' : tokenText(layer.name ?? '', layer.title, layer.abstract, ...layer.keywords);
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
