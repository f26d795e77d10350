// Search documents: one for a service and one for each of its layers, with words by field and values by facet.
import { readSearchExtent } from '../../base/geo/extent-relation.ts';
import { addTokens } from '../../base/text/tokens.ts';
import { readTimeRange } from '../../base/time/parse-time.ts';
import { spanOfTimes } from '../../base/time/time-span.ts';
import { hostOf } from '../../base/url/web-url.ts';
import { isPlaceholderProvider } from '../../describe/placeholder.ts';
import type { Extent } from '../../model/extent.ts';
import type { Layer, Resource } from '../../model/resource.ts';
import type { Topic } from '../../model/topic.ts';
import { timeSpan } from '../../query/filter-match.ts';
import { recordProperty, recordType, sureTopics } from '../../query/record-properties.ts';
import { type SearchedTexts, textsOfLayer, textsOfService } from '../../query/searched-texts.ts';
import { countryOfHost } from '../places/host-country.ts';
import { metadataCompleteness } from './metadata-completeness.ts';

/** Fields and the weights of words in them; their order is that of the bits in postings. */
export const fieldWeights = {
  title: 10,
  name: 6,
  keywords: 5,
  abstract: 2,
  provider: 2,
  /** Kind, software and URL; and placeholder titles, which can be found but shouldn't win. */
  address: 1,
  /** Concepts it is classified under. */
  topic: 4,
} as const;

export type SearchField = keyof typeof fieldWeights;
export const searchFields = Object.keys(fieldWeights) as readonly SearchField[];

/** Facets all documents of a record share, and those in which layers differ. */
export const recordFacets: readonly string[] =
  'kind type host country organization software format license language found quality state'.split(' ');
export const documentFacets: readonly string[] = ['topic', 'crs'];

/** Properties stored unchanged, so that filters, sorting and counts don't read records. */
const storedProperties =
  'title keywords version endpoint organization software open topics crs formats operations problems'.split(' ');

/** Facets with the values of the property of the same name. */
const facetProperties = 'kind type host license language state'.split(' ');

/** The list with the values of a record property. */
export function propertyList(property: string): string {
  return facetProperties.includes(property) ? property : `property.${property}`;
}

export const propertyLists: readonly string[] = storedProperties.map(propertyList);

/** Lists that all documents of a record share. */
export const recordLists: readonly string[] = [...recordFacets, ...propertyLists];

export interface SearchRecord {
  readonly facets: Readonly<Record<string, readonly string[]>>;
  /** Its score, or the completeness of its metadata if it was never checked; 0 … 100. */
  readonly completeness: number;
  readonly createdMs: number;
  /** When it was last seen before indexing. */
  readonly updatedMs: number;
  readonly layerCount: number;
  /** Null if never scored. */
  readonly score: number | null;
  /** First 48 bits of the id, for sorting. */
  readonly idKey: number;
  /** Time of its data in milliseconds, infinite at open ends; empty without one, NaN if it can't be parsed. */
  readonly span: readonly number[];
}

export interface SearchDocument {
  /** Position in the resource's layers; -1 for the service itself. */
  readonly layer: number;
  readonly extent: Extent | null;
  /** Milliseconds; infinite at open ends. */
  readonly time: readonly [fromMs: number, toMs: number] | null;
  /** Folded words, in the order of `searchFields`. */
  readonly words: readonly (readonly string[])[];
  readonly facets: Readonly<Record<string, readonly string[]>>;
  /** Sorts as the titles do, up to its precision. */
  readonly titleKey: number;
}

/** ISO country codes of the host of a URL; empty if unknown. */
export type CountryOf = (url: string) => Promise<readonly string[]>;

/** `country` is that of the host; by default derived from its name. */
export function readSearchRecord(resource: Resource, country?: readonly string[]): SearchRecord {
  const { kind, endpoint, provider, software, formats, license, provenance, languages = [] } = resource;
  const host = hostOf(endpoint);
  // The score includes the completeness of the metadata.
  const completeness = resource.health?.score ?? metadataCompleteness(resource);
  return {
    completeness,
    createdMs: resource.firstSeenMs,
    updatedMs: resource.lastSeenMs,
    layerCount: resource.layerCount,
    score: resource.health?.score ?? null,
    idKey: Number.parseInt(resource.id.slice(0, 12), 16) || 0,
    span: resource.time === null ? [] : (timeSpan(resource.time) ?? [Number.NaN, Number.NaN]),
    facets: {
      ...propertyValues(resource),
      kind: [kind],
      type: [recordType(resource)],
      host: host === null ? [] : [host],
      country: country ?? countryOfHost(host),
      organization: provider?.organization == null || isPlaceholderProvider(provider) ? [] : [provider.organization],
      software: software === null ? [] : [software.replace(/ [\d.]+.*$/, '')],
      format: formats.slice(0, valueLimit),
      license: license?.id == null ? [] : [license.id],
      language: languages,
      found: provenance === null ? [] : [provenance.foundBy],
      quality: [completeness >= 80 ? 'good' : completeness >= 50 ? 'fair' : 'poor'],
      state: [resource.health?.state ?? 'unchecked'],
    },
  };
}

function propertyValues(resource: Resource): Record<string, readonly string[]> {
  const values = storedProperties.map((name) => [propertyList(name), recordProperty(name)!.read(resource).map(String)]);
  return Object.fromEntries(values);
}

/** Values of one facet per document. */
const valueLimit = 20;

/** The service first, then its layers, without sample data of the software. */
export function* readDocuments(resource: Resource): Generator<SearchDocument> {
  const extent = resource.extent && readSearchExtent(resource.extent);
  const time = readTime(resource.time);
  const topic = sureTopics(resource);
  const crs = resource.crs.slice(0, valueLimit);
  const words = wordsByField(textsOfService(resource), topic);
  yield { layer: -1, extent, time, words, facets: { topic, crs }, titleKey: titleKey(resource.title) };
  for (const [position, layer] of resource.layers.entries()) {
    if (layer.isDemo === true) continue;
    const own = sureTopics({ topics: topicsLeft(layer, resource) });
    yield {
      layer: position,
      extent: (layer.extent && readSearchExtent(layer.extent)) ?? extent,
      time: readTime(layer.time) ?? time,
      words: wordsByField(textsOfLayer(layer), own),
      facets: {
        topic: own.length === 0 ? topic : own,
        crs: layer.crs.length === 0 ? crs : layer.crs.slice(0, valueLimit),
      },
      titleKey: titleKey(layer.title || (layer.name ?? '')),
    };
  }
}

/** Topics a user removed from the service are removed from its layers too, unless a user added them there. */
function topicsLeft({ topics = [] }: Layer, { topics: all }: Resource): readonly Topic[] {
  if (all === undefined) return topics;
  const ids = new Set(all.map(({ id }) => id));
  return topics.filter(({ id, by }) => by === 'user' || ids.has(id));
}

function wordsByField(texts: SearchedTexts, topics: readonly string[]): readonly (readonly string[])[] {
  return searchFields.map((field) => (field === 'topic' ? conceptWords(topics) : wordsOf(texts[field])));
}

function wordsOf(texts: readonly string[]): readonly string[] {
  const words: string[] = [];
  for (const text of texts) if (text !== '') addTokens(text, words);
  return words;
}

/** '#forest' for concept:forest: no word of a text looks like this. */
export function conceptWord(concept: string): string {
  return `#${concept}`;
}

function conceptWords(topics: readonly string[]): readonly string[] {
  return topics.flatMap((id) => (id.startsWith('concept:') ? [conceptWord(id.slice('concept:'.length))] : []));
}

/** A list of instants counts as the span it covers. */
function readTime(time: string | null): readonly [number, number] | null {
  if (time === null) return null;
  const span = spanOfTimes([time]);
  const range = span === null ? null : readTimeRange(span);
  return range && [range.fromMs ?? Number.NEGATIVE_INFINITY, range.toMs ?? Number.POSITIVE_INFINITY];
}

/** Space, digits, letters: ten of them fit into the 53 bits of a number. */
const symbols = ' 0123456789abcdefghijklmnopqrstuvwxyz';
const symbolBase = symbols.length + 1;
const keyLength = 10;

/** A number that sorts as the first ten letters and digits, ignoring case and accents; other scripts come last. */
function titleKey(title: string): number {
  const text = wordsOf([title.slice(0, 60)]).join(' ');
  let key = 0;
  for (let n = 0; n < keyLength; n++) {
    const symbol = symbols.indexOf(text[n] ?? ' ');
    key = key * symbolBase + (symbol < 0 ? symbolBase - 1 : symbol);
  }
  return key;
}
