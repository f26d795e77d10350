// The terms of the lexicon as a tree of words, entered with any inflected form of a word.
import { littleWordIn } from './language-evidence.ts';
import { readTextWords } from './text-words.ts';
import { concepts } from './vocabularies/concepts.ts';
import type { LexiconLanguage } from './vocabularies/languages.ts';
import { areForms, type Stem, spacedLanguages, stemsOf } from './word-endings.ts';

export interface Meaning {
  readonly concept: string;
  readonly language: LexiconLanguage;
  /** Matched by capitals only, but for names, where case says nothing. */
  readonly isAcronym: boolean;
}

export interface TermNode {
  readonly next: Map<number, TermNode>;
  /** Of the term that ends here. */
  readonly meanings: Meaning[];
}

export interface WordInfo {
  /** Numbers of the lexicon's words this is a form of. */
  readonly numbers: readonly number[];
  /** Languages in which it says nothing by itself. */
  readonly littleIn: readonly LexiconLanguage[];
}

interface TermWord extends Stem {
  readonly number: number;
}

/** Words that terms are joined with: 'occupation du sol' is also found as 'occupation sol'. */
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
  /** Language, word and whether it is an acronym → number. */
  readonly numbers: Map<string, number>;
  readonly forms: ReadonlyMap<LexiconLanguage, Map<string, TermWord[]>>;
  /** Terms of one word, for compounds: folded → meaning. */
  readonly singleWords: ReadonlyMap<LexiconLanguage, Map<string, Meaning>>;
}

let built: TermIndex | null = null;

/** Built when first asked for: most commands never read a text. */
export function termIndex(): TermIndex {
  built ??= buildIndex();
  return built;
}

function buildIndex(): TermIndex {
  const index: TermIndex = {
    root: { next: new Map(), meanings: [] },
    numbers: new Map(),
    forms: new Map(spacedLanguages.map((language) => [language, new Map()])),
    singleWords: new Map(spacedLanguages.map((language) => [language, new Map()])),
  };
  for (const { id, terms } of concepts.values())
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
  // Acronyms are not inflected.
  const stems = isAcronym ? [{ stem: word, ending: '' }] : stemsOf(word, language);
  const byStem = forms.get(language)!;
  for (const form of stems) {
    const list = byStem.get(form.stem) ?? [];
    list.push({ ...form, number });
    byStem.set(form.stem, list);
  }
  return number;
}

/** Words of a crawl repeat; this many distinct ones are remembered before beginning anew. */
const mostRemembered = 50_000;
const remembered = new Map<string, WordInfo>();

/** Longer numbers are in no term ('Natura 2000' has the longest), and every layer may have its own. */
const longestNumber = 4;
const noInfo: WordInfo = { numbers: [], littleIn: [] };

export function wordInfo(word: string): WordInfo {
  if (word.length > longestNumber && word >= '0' && word < ':') return noInfo;
  let info = remembered.get(word);
  if (info === undefined) {
    const numbers = new Set(spacedLanguages.flatMap((language) => numbersIn(word, language)));
    info = { numbers: [...numbers], littleIn: littleWordIn(word) };
    if (remembered.size >= mostRemembered) remembered.clear();
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
