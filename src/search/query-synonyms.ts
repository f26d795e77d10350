// Meanings of query words by the lexicon: terms of the concept in all languages, and narrower concepts.
import { meaningsOf, narrowerConcepts, termsOf } from '../classify/lexicon.ts';
import { lexiconLanguages } from '../classify/vocabularies/languages.ts';
import type { Meaning } from '../model/search.ts';

/** Words per term. */
const longestTerm = 4;
/** Terms per concept, including narrower concepts. */
const termLimit = 120;

/** Longest terms first, without overlaps. Ambiguous terms have several meanings. */
export function expandByLexicon(words: readonly string[]): readonly Meaning[] {
  const found: Meaning[] = [];
  for (let start = 0; start < words.length; ) {
    const end = endOfTerm(words, start);
    if (end === null) {
      start++;
      continue;
    }
    const concepts = new Set(meaningsOf(words.slice(start, end).join(' ')).map(({ concept }) => concept));
    for (const concept of concepts) found.push({ ...meaningOf(concept), start, end });
    start = end;
  }
  return found;
}

/** Null if no term starts here. */
function endOfTerm(words: readonly string[], start: number): number | null {
  for (let end = Math.min(words.length, start + longestTerm); end > start; end--)
    if (meaningsOf(words.slice(start, end).join(' ')).length > 0) return end;
  return null;
}

type ConceptMeaning = Omit<Meaning, 'start' | 'end'>;

const meanings = new Map<string, ConceptMeaning>();

function meaningOf(concept: string): ConceptMeaning {
  const known = meanings.get(concept);
  if (known !== undefined) return known;
  const [, ...below] = narrowerConcepts(concept).map(({ id }) => id);
  const own = allTerms(concept).map((text) => ({ text, isNarrower: false }));
  const narrower = below.flatMap(allTerms).map((text) => ({ text, isNarrower: true }));
  const label = termsOf(concept, 'en')[0] ?? concept;
  const meaning = { concept, label, terms: [...own, ...narrower].slice(0, termLimit), narrower: below };
  meanings.set(concept, meaning);
  return meaning;
}

function allTerms(concept: string): readonly string[] {
  return [...new Set(lexiconLanguages.flatMap((language) => termsOf(concept, language)))];
}
