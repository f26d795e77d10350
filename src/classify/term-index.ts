// The terms of the lexicon as a trie of words, matched in any inflected form.
import { LRUCache } from 'lru-cache';
import { lazily } from '../base/memoize.ts';
import { stopWordLanguages } from './language-evidence.ts';
import { readTextWords } from './text-words.ts';
import { concepts } from './vocabularies/concepts.ts';
import type { LexiconLanguage } from './vocabularies/languages.ts';
import { areForms, type Stem, spacedLanguages, stemsOf } from './word-endings.ts';

export interface Meaning {
  readonly concept: string;
  readonly language: LexiconLanguage;
  /** Matched only in capitals, except in names, where case carries no information. */
  readonly isAcronym: boolean;
}

export interface TermNode {
  readonly next: Map<number, TermNode>;
  /** Of the term that ends at this node. */
  readonly meanings: Meaning[];
}

export interface WordInfo {
  /** Ids of the lexicon words this may be a form of. */
  readonly numbers: readonly number[];
  /** Languages in which it is a stop word. */
  readonly stopWordIn: readonly LexiconLanguage[];
}

interface TermWord extends Stem {
  readonly number: number;
}

/** Connecting words: 'occupation du sol' is also found as 'occupation sol'. */
const joints = new Set(
  'de du des d l la le les del della delle dello dei degli dell di al alla do da dos das el los las of the van der den het и i'.split(
    ' ',
  ),
);

export function isJoint(word: string): boolean {
  return joints.has(word);
}

interface TermIndex {
  readonly root: TermNode;
  /** Language, word and acronym flag → id. */
  readonly numbers: Map<string, number>;
  readonly forms: ReadonlyMap<LexiconLanguage, Map<string, TermWord[]>>;
  /** Single-word terms, for compounds: folded → meaning. */
  readonly singleWords: ReadonlyMap<LexiconLanguage, Map<string, Meaning>>;
}

export const termIndex = lazily(buildIndex);

function buildIndex(): TermIndex {
  const index: TermIndex = {
    root: { next: new Map(), meanings: [] },
    numbers: new Map(),
    forms: new Map(spacedLanguages.map((language) => [language, new Map()])),
    singleWords: new Map(spacedLanguages.map((language) => [language, new Map()])),
  };
  for (const { id, terms } of concepts().values())
    for (const language of spacedLanguages)
      for (const term of terms.get(language) ?? []) addTerm(index, term, id, language);
  return index;
}

function addTerm(index: TermIndex, term: string, concept: string, language: LexiconLanguage): void {
  const isAcronym = /^\p{Lu}{2,4}$/u.test(term);
  const meaning = { concept, language, isAcronym };
  const words = readTextWords(term).words.filter((word) => !joints.has(word));
  addPath(index, words, meaning);
  const [only, second] = words;
  if (second !== undefined && words.join('').length >= 7) addPath(index, [words.join('')], meaning);
  else if (only !== undefined && second === undefined && !isAcronym)
    index.singleWords.get(language)!.set(only, meaning);
}

function addPath(index: TermIndex, words: readonly string[], meaning: Meaning): void {
  let node = index.root;
  for (const word of words) {
    const number = numberOf(index, word, meaning);
    const next = node.next.get(number) ?? { next: new Map(), meanings: [] };
    node.next.set(number, next);
    node = next;
  }
  node.meanings.push(meaning);
}

function numberOf({ numbers, forms }: TermIndex, word: string, { language, isAcronym }: Meaning): number {
  const key = `${language} ${word}${isAcronym ? ' *' : ''}`;
  const known = numbers.get(key);
  if (known !== undefined) return known;
  const number = numbers.size;
  numbers.set(key, number);
  // Acronyms aren't inflected.
  const stems = isAcronym ? [{ stem: word, ending: '' }] : stemsOf(word, language);
  const byStem = forms.get(language)!;
  for (const form of stems) {
    const list = byStem.get(form.stem) ?? [];
    list.push({ ...form, number });
    byStem.set(form.stem, list);
  }
  return number;
}

/** Words repeat during a crawl. */
const remembered = new LRUCache<string, WordInfo>({ max: 50_000 });

/** Longer numbers are in no term (the longest is in 'Natura 2000'), and may be different in every layer. */
const longestNumber = 4;
const noInfo: WordInfo = { numbers: [], stopWordIn: [] };

export function wordInfo(word: string): WordInfo {
  if (word.length > longestNumber && word >= '0' && word < ':') return noInfo;
  let info = remembered.get(word);
  if (info === undefined) {
    const numbers = new Set(spacedLanguages.flatMap((language) => numbersIn(word, language)));
    info = { numbers: [...numbers], stopWordIn: stopWordLanguages(word) };
    remembered.set(word, info);
  }
  return info;
}

function numbersIn(word: string, language: LexiconLanguage): readonly number[] {
  const byStem = termIndex().forms.get(language)!;
  const spellings = language === 'de' && /[aou]e/.test(word) ? [word, word.replace(/([aou])e/g, '$1')] : [word];
  return spellings.flatMap((spelling) =>
    stemsOf(spelling, language).flatMap((word) =>
      (byStem.get(word.stem) ?? [])
        .filter((term) => areForms(word.stem, term, word, language))
        .map(({ number }) => number),
    ),
  );
}
