// The texts of a record in which words are looked for, by field: the same for the index and for who looks at records one by one.

import { addTokens, readPieces } from '../base/text/tokens.ts';
import { percentDecoded } from '../base/url/read-url.ts';
import { isPlaceholderAbstract, isPlaceholderProvider, isPlaceholderTitle } from '../describe/placeholder.ts';
import type { Layer, Resource } from '../model/resource.ts';

export interface SearchedTexts {
  readonly title: readonly string[];
  readonly name: readonly string[];
  readonly keywords: readonly string[];
  readonly abstract: readonly string[];
  readonly provider: readonly string[];
  /** Kind, software and address; and a placeholder title, so that it can be found but does not win. */
  readonly address: readonly string[];
}

export function textsOfService(resource: Resource): SearchedTexts {
  const { title, provider, software, abstract } = resource;
  const isHidden = isPlaceholderTitle(title);
  const isAnonymous = provider === null || isPlaceholderProvider(provider);
  return {
    title: isHidden ? [] : [title],
    name: [],
    keywords: resource.keywords,
    abstract: isPlaceholderAbstract(abstract) ? [] : [abstract],
    provider: isAnonymous ? [] : [provider.organization ?? '', provider.person ?? ''],
    address: [resource.kind, isHidden ? title : '', software ?? '', readableAddress(resource.endpoint)],
  };
}

export function textsOfLayer({ name, title, abstract, keywords }: Layer): SearchedTexts {
  return { title: [title], name: [name ?? ''], keywords, abstract: [abstract], provider: [], address: [] };
}

/** Shorter words are found only as they are. */
const shortestPart = 3;

/** Whether it is looked for inside other words too. Words with digits are names of layers: nobody looks for a part of them, and there are millions. */
export function mayBePart(word: string): boolean {
  return [...word].length >= shortestPart && mayHaveParts(word);
}

export function mayHaveParts(word: string): boolean {
  return !/[\d#]/.test(word);
}

/** What fits this has none, as SQLite's GLOB has it: a million words are told apart there. */
export const partlessPattern = '*[0-9#]*';

/** The words of a phrase, one behind the other. */
export function wordsOfPhrase(phrase: string): readonly string[] {
  return readPieces(phrase).flatMap(({ parts }) => parts.flatMap((part) => part.split(' ')));
}

/**
 * Whether a field of the record or of one of its layers has the words of a phrase one behind the other. The first may be the end
 * of a longer word and the last its beginning; a single one may stand anywhere in it.
 */
export function hasPhrase(resource: Resource, phrase: string): boolean {
  const words = wordsOfPhrase(phrase);
  if (words.length === 0) return false;
  if (hasIn(textsOfService(resource), words)) return true;
  return resource.layers.some((layer) => layer.isDemo !== true && hasIn(textsOfLayer(layer), words));
}

function hasIn(fields: SearchedTexts, words: readonly string[]): boolean {
  const [first = ''] = words;
  const last = words.length - 1;
  const isPart = mayBePart(first);
  const fits = (word: string | undefined, n: number): boolean => {
    if (word === undefined || word === words[n]) return word !== undefined;
    if (last === 0) return isPart && mayHaveParts(word) && word.includes(first);
    if (n === 0) return isPart && mayHaveParts(word) && word.endsWith(first);
    return n === last && word.startsWith(words[last]!);
  };
  return Object.values(fields).some((texts: readonly string[]) => {
    const own: string[] = [];
    for (const text of texts) addTokens(text, own);
    return own.some((_, start) => words.every((__, n) => fits(own[start + n], n)));
  });
}

/** Host, path and parameters, with escapes read: '%C3%BCbersicht' is found as 'ubersicht'. */
function readableAddress(endpoint: string): string {
  return percentDecoded(endpoint.replace(/^https?:\/\//i, ''));
}
