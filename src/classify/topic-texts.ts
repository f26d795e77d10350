// The texts of a resource or layer by field, without software defaults (edge case 89).

import { percentDecoded } from '../base/url/read-url.ts';
import { readUrl } from '../base/url/url.ts';
import { isPlaceholderAbstract, isPlaceholderProvider, isPlaceholderTitle } from '../describe/placeholder.ts';
import type { Description, Layer } from '../model/resource.ts';
import type { TopicContext } from '../model/topic-reader.ts';

export type TextPart = 'title' | 'keywords' | 'name' | 'abstract' | 'anchor' | 'url' | 'source' | 'provider';

export interface TopicText {
  readonly part: TextPart;
  readonly text: string;
}

export function textsOfResource(
  description: Description,
  { endpoint, provenance }: TopicContext,
): readonly TopicText[] {
  const { title, abstract, keywords, provider } = description;
  const texts: TopicText[] = [
    { part: 'title', text: isPlaceholderTitle(title) ? '' : title },
    { part: 'keywords', text: keywords.join('\n') },
    { part: 'abstract', text: isPlaceholderAbstract(abstract) ? '' : abstract },
    { part: 'anchor', text: provenance?.anchor ?? '' },
    { part: 'url', text: addressWords(endpoint) },
    { part: 'source', text: addressWords(provenance?.source ?? '') },
    {
      part: 'provider',
      text: provider === null || isPlaceholderProvider(provider) ? '' : (provider.organization ?? ''),
    },
  ];
  return texts.filter(({ text }) => text !== '');
}

export function textsOfLayer({ name, title, abstract, keywords, isDemo }: Layer): readonly TopicText[] {
  if (isDemo === true) return [];
  const shown = isPlaceholderTitle(title) ? '' : title;
  const texts: TopicText[] = [
    { part: 'title', text: shown },
    // Servers repeat the name as title if none was given: that is one text, not two.
    { part: 'name', text: name === null || name === title || isPlaceholderTitle(name) ? '' : name },
    { part: 'keywords', text: keywords.join('\n') },
    { part: 'abstract', text: abstract === title || isPlaceholderAbstract(abstract) ? '' : abstract },
  ];
  return texts.filter(({ text }) => text !== '');
}

/** Path and parameters of a URL; hosts are named after their owners. */
function addressWords(url: string): string {
  const parsed = readUrl(url);
  if (parsed === null) return '';
  const { pathname, search } = parsed;
  const text = `${pathname} ${search.slice(1)}`.replace(/[/?&=.]+/g, '\n');
  return percentDecoded(text).trim();
}
