// The searched texts of a record by field, for the index and for matching single records.

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
  /** Kind, software, URL, and a placeholder title, which should match but not rank high. */
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

/** Shorter words match only entire words. */
const shortestPart = 3;

/** Whether it may match parts of longer words. Words with digits are mostly layer names, of which there are millions. */
export function mayBePart(word: string): boolean {
  return [...word].length >= shortestPart && mayHaveParts(word);
}

export function mayHaveParts(word: string): boolean {
  return !/[\d#]/.test(word);
}

/** The same as a GLOB pattern of SQLite, for words without parts. */
export const partlessPattern = '*[0-9#]*';

/** The words of a phrase, in order. */
export function wordsOfPhrase(phrase: string): readonly string[] {
  return readPieces(phrase).flatMap(({ parts }) => parts.flatMap((part) => part.split(' ')));
}

/**
 * Whether a field of the record or of one of its layers contains the words of a phrase in order. The first may match the end of
 * a longer word and the last the start of one; a single word may match any part.
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

/** Host, path and parameters, decoded: '%C3%BCbersicht' matches 'ubersicht'. */
function readableAddress(endpoint: string): string {
  return percentDecoded(endpoint.replace(/^https?:\/\//i, ''));
}
