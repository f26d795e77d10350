// Other words for what a query says: terms of the same concept in any language, and documents found to be about it.

import { readPieces } from '../../base/text/tokens.ts';
import type { Meaning } from '../../model/search.ts';
import { conceptWord } from '../index/search-document.ts';
import type { SegmentRows } from '../index/segment-rows.ts';
import type { Alternative } from './query-clause.ts';

/** What was not typed counts less, and what is only part of what was typed even less. */
const conceptFactor = 0.6;
const narrowerFactor = 0.4;
/** Endings that make a word plural, or another case of it, in the languages of the lexicon written in Latin letters. */
const endings = ['', 's', 'es', 'n', 'en', 'e'];

export interface ExpandedTerm {
  readonly alternatives: readonly Alternative[];
  /** The terms among them that stand in the index. */
  readonly terms: readonly string[];
}

/** `typed` is looked for already. */
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
  /** All words but the last, and the forms of that. */
  readonly first: readonly string[];
  readonly forms: readonly string[];
}

const readBefore = new WeakMap<Meaning['terms'], readonly ReadTerm[]>();

/** Terms of a concept are the same for every query: they are taken apart once, for as long as somebody has them. */
function readTerms(terms: Meaning['terms']): readonly ReadTerm[] {
  const known = readBefore.get(terms);
  if (known !== undefined) return known;
  const read = terms.map(({ text, isNarrower }) => {
    const words = readPieces(text).flatMap(({ parts }) => parts.flatMap((part) => part.split(' ')));
    return {
      ...{ text, isNarrower, folded: words.join(' ') },
      ...{ first: words.slice(0, -1), forms: inflections(words.at(-1) ?? '') },
    };
  });
  readBefore.set(terms, read);
  return read;
}

/** The word itself and what may be other forms of it. */
export function inflections(word: string): readonly string[] {
  return /^[a-z]{4,}$/.test(word) ? endings.map((ending) => word + ending) : [word];
}
