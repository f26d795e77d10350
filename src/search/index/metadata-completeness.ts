// How much a record says of itself: the part of its quality that needs no check of the service (`quality-score.md`, M).
import { isPlaceholderAbstract, isPlaceholderProvider, isPlaceholderTitle } from '../../describe/placeholder.ts';
import type { Resource } from '../../model/resource.ts';

const longAbstract = 50;

/** 0 … 100: the share of what a person needs to judge it that is there. */
export function metadataCompleteness(resource: Resource): number {
  const { title, abstract, keywords, provider, license, extent, layers, languages = [] } = resource;
  const isSomebody = provider !== null && !isPlaceholderProvider(provider);
  const told = [
    title !== '' && !isPlaceholderTitle(title),
    abstract.length >= longAbstract && !isPlaceholderAbstract(abstract),
    keywords.length > 0,
    isSomebody && (provider.organization !== null || provider.person !== null),
    isSomebody && (provider.email !== null || provider.url !== null),
    license !== null,
    extent !== null,
    layers.every((layer) => layer.title !== ''),
    languages.length > 0,
  ];
  return Math.round((100 * told.filter(Boolean).length) / told.length);
}
