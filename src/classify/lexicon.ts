// Access to the lexicon: concept → terms, term → concepts, and related concepts for query expansion.
import { lazily } from '../base/memoize.ts';
import { fold } from './tokenizer.ts';
import { type Concept, concepts } from './vocabularies/concepts.ts';
import type { LexiconLanguage } from './vocabularies/languages.ts';
import { spacedLanguages, stemsOf } from './word-endings.ts';

/** Terms of a concept, its label first; [] for an unknown concept. */
export function termsOf(concept: string, language: LexiconLanguage): readonly string[] {
  return concepts().get(concept)?.terms.get(language) ?? [];
}

export interface TermMeaning {
  readonly concept: string;
  readonly language: LexiconLanguage;
}

/** Concepts a term may denote, in any language, case, inflection, with or without diacritics. */
export function meaningsOf(term: string): readonly TermMeaning[] {
  const folded = foldTerm(term);
  const found = new Map<string, TermMeaning>();
  const add = (meanings: readonly TermMeaning[] = []) => {
    for (const meaning of meanings) found.set(`${meaning.concept} ${meaning.language}`, meaning);
  };
  const { exact, byStem } = termMaps();
  add(exact.get(folded));
  if (found.size > 0 || folded === '') return [...found.values()];
  for (const language of spacedLanguages)
    for (const { stem } of stemsOf(folded, language)) add(byStem.get(`${language} ${stem}`));
  return [...found.values()];
}

/** The concept and its direct narrower concepts: water includes rivers. */
export function narrowerConcepts(concept: string): readonly Concept[] {
  const own = concepts().get(concept);
  return own === undefined ? [] : [own, ...[...concepts().values()].filter(({ parent }) => parent === concept)];
}

function foldTerm(term: string): string {
  return fold(term)
    .split(/[\s_'’-]+/u)
    .filter((word) => word !== '')
    .join(' ');
}

interface TermMaps {
  readonly exact: Map<string, TermMeaning[]>;
  readonly byStem: Map<string, TermMeaning[]>;
}

const termMaps = lazily((): TermMaps => {
  const maps: TermMaps = { exact: new Map(), byStem: new Map() };
  for (const { id, terms } of concepts().values())
    for (const [language, list] of terms)
      for (const term of list) {
        const meaning = { concept: id, language };
        const folded = foldTerm(term);
        append(maps.exact, folded, meaning);
        for (const { stem } of stemsOf(folded, language)) append(maps.byStem, `${language} ${stem}`, meaning);
      }
  return maps;
});

function append<Value>(map: Map<string, Value[]>, key: string, value: Value): void {
  const list = map.get(key);
  if (list === undefined) map.set(key, [value]);
  else list.push(value);
}
