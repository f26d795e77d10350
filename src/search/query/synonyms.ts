// Synonyms of query words: terms of the same concept in any language, and documents classified under it.
import { readPieces } from '../../base/text/tokens.ts';
import type { Meaning } from '../../model/search.ts';
import { conceptWord } from '../index/search-document.ts';
import type { SegmentRows } from '../index/segment-rows.ts';
import type { Alternative } from './query-clause.ts';

const conceptFactor = 0.6;
const narrowerFactor = 0.4;
/** Endings of plurals and cases in the lexicon's languages with Latin letters. */
const endings = ['', 's', 'es', 'n', 'en', 'e'];

export interface ExpandedTerm {
  readonly alternatives: readonly Alternative[];
  /** The terms that occur in the index. */
  readonly terms: readonly string[];
}

/** Without `typed`, which is looked up anyway. */
export function synonymsOf(meaning: Meaning, typed: string, rows: SegmentRows): ExpandedTerm {
  const alternatives: Alternative[] = [];
  const terms: string[] = [];
  const add = (ids: readonly (number | null)[], factor: number, matched: string): boolean => {
    if (ids.length === 0 || ids.includes(null)) return false;
    alternatives.push({ words: ids as number[], isPhrase: ids.length > 1, factor, matched });
    return true;
  };
  for (const { text, isNarrower, folded, first, forms } of readTerms(meaning.terms)) {
    const before = first.map((word) => rows.wordId(word));
    if (before.includes(null) || folded === typed) continue;
    const factor = isNarrower ? narrowerFactor : conceptFactor;
    const added = forms.map((form) => add([...before, rows.wordId(form)], factor, text));
    if (added.includes(true)) terms.push(text);
  }
  for (const [n, concept] of [meaning.concept, ...meaning.narrower].entries())
    add([rows.wordId(conceptWord(concept))], n === 0 ? conceptFactor : narrowerFactor, `what it is about (${concept})`);
  return { alternatives, terms };
}

interface ReadTerm {
  readonly text: string;
  readonly isNarrower: boolean;
  readonly folded: string;
  /** All words but the last, and the forms of the last. */
  readonly first: readonly string[];
  readonly forms: readonly string[];
}

const termsRead = new WeakMap<Meaning['terms'], readonly ReadTerm[]>();

/** Terms of a concept are the same array in every query: each is split once. */
function readTerms(terms: Meaning['terms']): readonly ReadTerm[] {
  const known = termsRead.get(terms);
  if (known !== undefined) return known;
  const read = terms.map(({ text, isNarrower }) => {
    const words = readPieces(text).flatMap(({ parts }) => parts.flatMap((part) => part.split(' ')));
    const forms = inflections(words.at(-1) ?? '');
    return { text, isNarrower, folded: words.join(' '), first: words.slice(0, -1), forms };
  });
  termsRead.set(terms, read);
  return read;
}

/** The word and its possible inflections. */
export function inflections(word: string): readonly string[] {
  return /^[a-z]{4,}$/.test(word) ? endings.map((ending) => word + ending) : [word];
}
