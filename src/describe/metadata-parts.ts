// Which metadata a record has, item by item: the part of its quality that needs no check (`quality-score.md`, M).
import type { Resource } from '../model/resource.ts';
import { isPlaceholderAbstract, isPlaceholderProvider, isPlaceholderTitle } from './placeholder.ts';

export const metadataItems = [
  'title',
  'abstract',
  'keywords',
  'contact',
  'terms',
  'layerTitles',
  'extents',
  'language',
] as const;
export type MetadataItem = (typeof metadataItems)[number];

const longAbstract = 50;

export function metadataParts(resource: Resource): Readonly<Record<MetadataItem, boolean>> {
  const { title, abstract, keywords, provider, license, fees, accessConstraints, layers, languages = [] } = resource;
  const isSomebody = provider !== null && !isPlaceholderProvider(provider);
  return {
    title: title !== '' && !isPlaceholderTitle(title),
    abstract: abstract.length >= longAbstract && !isPlaceholderAbstract(abstract),
    keywords: keywords.length > 0,
    contact: isSomebody && (provider.email !== null || provider.url !== null),
    terms: license !== null || (fees ?? '') !== '' || (accessConstraints ?? '') !== '',
    layerTitles: layers.every((layer) => layer.title !== ''),
    extents: resource.extent !== null,
    language: languages.length > 0,
  };
}
