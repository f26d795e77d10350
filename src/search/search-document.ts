// What is searched: one document for a service and one for each of its layers, as words by field and values by facet.
import { isPlaceholderAbstract, isPlaceholderProvider, isPlaceholderTitle } from '../base/placeholder.ts';
import type { Extent } from '../model/extent.ts';
import type { Layer, Resource } from '../model/resource.ts';
import type { Topic } from '../model/topic.ts';
import { tokenText } from './tokens.ts';

/** Fields with the weight of a word found there; their order is that of the bits in postings. */
export const fieldWeights = {
  title: 10,
  name: 6,
  keywords: 5,
  abstract: 2,
  provider: 2,
  /** Kind, software and address; and a placeholder title, so that it can be found but does not win. */
  address: 1,
} as const;

export type SearchField = keyof typeof fieldWeights;
export const searchFields = Object.keys(fieldWeights) as readonly SearchField[];

export interface SearchDocument {
  /** Position in the resource's layers; -1 for the service itself. */
  readonly layer: number;
  readonly extent: Extent | null;
  /** As `tokenText` makes them. */
  readonly texts: Readonly<Record<SearchField, string>>;
  readonly facets: Readonly<Record<string, readonly string[]>>;
}

/** The service first, then its layers, which are found by what it says of them all. Sample data of the software is nobody's answer. */
export function* readDocuments(resource: Resource): Generator<SearchDocument> {
  const service = serviceTexts(resource);
  const facets = serviceFacets(resource);
  yield { layer: -1, extent: resource.extent, texts: service, facets };
  for (const [position, layer] of resource.layers.entries()) {
    if (layer.isDemo === true) continue;
    yield {
      layer: position,
      extent: layer.extent ?? resource.extent,
      texts: layerTexts(layer),
      facets: { ...facets, ...layerFacets(layer) },
    };
  }
}

type Texts = Readonly<Record<SearchField, string>>;

function serviceTexts(resource: Resource): Texts {
  const { title, provider, software, abstract } = resource;
  const isHidden = isPlaceholderTitle(title);
  const isNobody = provider === null || isPlaceholderProvider(provider);
  return {
    title: isHidden ? '' : tokenText(title),
    name: '',
    keywords: tokenText(...resource.keywords),
    abstract: isPlaceholderAbstract(abstract) ? '' : tokenText(abstract),
    provider: isNobody ? '' : tokenText(provider.organization ?? '', provider.person ?? ''),
    address: tokenText(resource.kind, isHidden ? title : '', software ?? '', readableAddress(resource.endpoint)),
  };
}

function layerTexts({ name, title, abstract, keywords }: Layer): Texts {
  return {
    title: tokenText(title),
    name: tokenText(name ?? ''),
    keywords: tokenText(...keywords),
    abstract: tokenText(abstract),
    provider: '',
    address: '',
  };
}

function serviceFacets(resource: Resource): Readonly<Record<string, readonly string[]>> {
  const {
    kind,
    endpoint,
    provider,
    software,
    crs,
    formats,
    license,
    provenance,
    topics = [],
    languages = [],
  } = resource;
  return {
    kind: [kind],
    host: URL.canParse(endpoint) ? [new URL(endpoint).hostname] : [],
    organization: provider?.organization == null || isPlaceholderProvider(provider) ? [] : [provider.organization],
    software: software === null ? [] : [software.replace(/ [\d.]+.*$/, '')],
    crs: crs.slice(0, 20),
    format: formats.slice(0, 20),
    license: license?.id == null ? [] : [license.id],
    found: provenance === null ? [] : [provenance.foundBy],
    topic: topicsOf(topics),
    language: languages,
  };
}

/** What a layer says of itself holds for it; its service's values where it says nothing. */
function layerFacets({ crs, topics = [] }: Layer): Readonly<Record<string, readonly string[]>> {
  const own = topicsOf(topics);
  return {
    ...(crs.length === 0 ? {} : { crs: crs.slice(0, 20) }),
    ...(own.length === 0 ? {} : { topic: own }),
  };
}

/** Topics less sure than this are no answer to who asks for them. */
const leastConfidence = 0.5;

function topicsOf(topics: readonly Topic[]): readonly string[] {
  return topics.filter(({ confidence }) => confidence >= leastConfidence).map(({ id }) => id);
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
