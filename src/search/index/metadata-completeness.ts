// How complete a record's metadata is: the part of its quality score that needs no check (`quality-score.md`, M).
import { isPlaceholderAbstract, isPlaceholderProvider, isPlaceholderTitle } from '../../describe/placeholder.ts';
import type { Resource } from '../../model/resource.ts';

const longAbstract = 50;

/** 0 … 100: the share of the properties a user needs to judge it. */
export function metadataCompleteness(resource: Resource): number {
  const { title, abstract, keywords, provider, license, extent, layers, languages = [] } = resource;
  const isNamed = provider !== null && !isPlaceholderProvider(provider);
  const present = [
    title !== '' && !isPlaceholderTitle(title),
    abstract.length >= longAbstract && !isPlaceholderAbstract(abstract),
    keywords.length > 0,
    isNamed && (provider.organization !== null || provider.person !== null),
    isNamed && (provider.email !== null || provider.url !== null),
    license !== null,
    extent !== null,
    layers.every((layer) => layer.title !== ''),
    languages.length > 0,
  ];
  return Math.round((100 * present.filter(Boolean).length) / present.length);
}
