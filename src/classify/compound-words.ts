// German, Dutch and Swedish compounds: 'Waldfunktionenkarte' is about Wald, 'Jahresniederschläge' about Niederschlag.
import { LRUCache } from 'lru-cache';
import { type Meaning, termIndex } from './term-index.ts';
import type { LexiconLanguage } from './vocabularies/languages.ts';
import { stemsOf } from './word-endings.ts';

const compounding: readonly LexiconLanguage[] = ['de', 'nl', 'sv'];
const shortestCompound = 7;
/** Longer strings aren't words, and the cost is quadratic in the length. */
const longestCompound = 60;
const shortestPart = 4;

/** A meaning of a part. Place names end like common nouns: Dünnwald isn't a forest. */
export interface PartMeaning extends Meaning {
  readonly isEnd: boolean;
}

const remembered = new LRUCache<string, readonly PartMeaning[]>({ max: 20_000 });

/** Meanings of the first and last parts of a long word. */
export function compoundMeanings(word: string): readonly PartMeaning[] {
  if (word.length < shortestCompound || word.length > longestCompound) return [];
  let meanings = remembered.get(word);
  if (meanings === undefined) {
    meanings = compounding.flatMap((language) => [...first(word, language), ...last(word, language)]);
    remembered.set(word, meanings);
  }
  return meanings;
}

/** The longest term it starts with. */
function first(word: string, language: LexiconLanguage): readonly PartMeaning[] {
  const terms = termIndex().singleWords.get(language)!;
  for (let length = word.length - 3; length >= shortestPart; length--) {
    const meaning = terms.get(word.slice(0, length));
    if (meaning !== undefined) return [{ ...meaning, isEnd: false }];
  }
  return [];
}

/** The longest term it ends with, in any form. */
function last(word: string, language: LexiconLanguage): readonly PartMeaning[] {
  const terms = termIndex().singleWords.get(language)!;
  for (let from = 3; from <= word.length - shortestPart; from++) {
    for (const { stem } of stemsOf(word.slice(from), language)) {
      const meaning = stem.length >= shortestPart ? terms.get(stem) : undefined;
      if (meaning !== undefined) return [{ ...meaning, isEnd: true }];
    }
  }
  return [];
}
