// The lexicon as others use it: concept → terms, term → concepts, and neighbors for widening a query.
import { fold } from './tokenizer.ts';
import { concepts } from './vocabularies/concepts.ts';
import type { LexiconLanguage } from './vocabularies/languages.ts';
import type { Concept } from './vocabularies/read-concepts.ts';
import { spacedLanguages, stemsOf } from './word-endings.ts';

/** Terms of a concept, the label first; [] for a concept we do not have. */
export function termsOf(concept: string, language: LexiconLanguage): readonly string[] {
  return concepts.get(concept)?.terms.get(language) ?? [];
}

export interface TermMeaning {
  readonly concept: string;
  readonly language: LexiconLanguage;
}

/** What a term may mean, in any language and written in any case, with or without diacritics; also in its inflected forms. */
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

/** The concept itself, then those directly below it: who asks for water means rivers too. */
export function narrowerConcepts(concept: string): readonly Concept[] {
  const own = concepts.get(concept);
  return own === undefined ? [] : [own, ...[...concepts.values()].filter(({ parent }) => parent === concept)];
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

let built: TermMaps | null = null;

/** Built when first asked for: most commands look up no term. */
function termMaps(): TermMaps {
  built ??= buildMaps();
  return built;
}

function buildMaps(): TermMaps {
  const maps: TermMaps = { exact: new Map(), byStem: new Map() };
  for (const { id, terms } of concepts.values())
    for (const [language, list] of terms)
      for (const term of list) {
        const meaning = { concept: id, language };
        const folded = foldTerm(term);
        append(maps.exact, folded, meaning);
        for (const { stem } of stemsOf(folded, language)) append(maps.byStem, `${language} ${stem}`, meaning);
      }
  return maps;
}

function append<Value>(map: Map<string, Value[]>, key: string, value: Value): void {
  const list = map.get(key);
  if (list === undefined) map.set(key, [value]);
  else list.push(value);
}
