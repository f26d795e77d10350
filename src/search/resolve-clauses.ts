// Words of a query → words of the index: the word itself, words that begin with it, words that contain it.
import type { Phrase, QueryClause } from './query-language.ts';
import { searchFields } from './search-document.ts';
import type { Alternative, Clause } from './segment-matches.ts';
import type { SegmentRows } from './segment-rows.ts';

/** Words that only begin or only contain what was typed count less. */
const prefixFactor = 0.7;
const infixFactor = 0.5;
/** Expansions of one word. The commonest are kept where there are more. */
const expansionLimit = 100;
/** Words of fewer letters stand in too many others. */
const shortestInfix = 4;
const anyField = 2 ** searchFields.length - 1;

export interface IndexSize {
  readonly documents: number;
  readonly segments: readonly number[];
}

export function resolveClauses(clauses: readonly QueryClause[], rows: SegmentRows, size: IndexSize): readonly Clause[] {
  return clauses.map((clause) => {
    const alternatives = clause.ways.flatMap((way) => resolveWay(way, rows));
    return {
      alternatives,
      fields: clause.field === null ? anyField : 1 << searchFields.indexOf(clause.field),
      isInherited: clause.field === null,
      isNegated: clause.isNegated,
      weight: telling(alternatives, rows, size),
    };
  });
}

function resolveWay(way: readonly Phrase[], rows: SegmentRows): readonly Alternative[] {
  const [only] = way;
  if (way.length === 1 && only!.words.length === 1) return resolveWord(only!.words[0]!, only!.isPrefix, rows);
  // Several words written together: each as it is, or what it begins.
  const ids = way.flatMap(({ words, isPrefix }) => words.map((word) => nearest(word, isPrefix, rows)));
  if (ids.some((id) => id === null)) return [];
  const isPhrase = way.some(({ words }) => words.length > 1);
  return [{ words: ids as number[], isPhrase, factor: 1 }];
}

function nearest(word: string, isPrefix: boolean, rows: SegmentRows): number | null {
  return rows.wordId(word) ?? (isPrefix ? (rows.wordsFrom(word, 1)[0]?.id ?? null) : null);
}

function resolveWord(word: string, isPrefix: boolean, rows: SegmentRows): readonly Alternative[] {
  if (!isPrefix) {
    const id = rows.wordId(word);
    return id === null ? [] : [single(id, 1)];
  }
  const begun = rows.wordsFrom(word, expansionLimit);
  const found = begun.map((each) => single(each.id, each.word === word ? 1 : prefixFactor));
  if ([...word].length < shortestInfix || found.length > 0) return found;
  return rows.wordsWith(word, expansionLimit).map(({ id }) => single(id, infixFactor));
}

function single(id: number, factor: number): Alternative {
  return { words: [id], isPhrase: false, factor };
}

/** Inverse document frequency of the clause, by its most frequent alternative. */
function telling(alternatives: readonly Alternative[], rows: SegmentRows, { documents, segments }: IndexSize): number {
  let most = 0;
  for (const { words } of alternatives) {
    const counts = words.map((word) => segments.reduce((sum, segment) => sum + rows.count(word, segment), 0));
    most = Math.max(most, Math.min(...counts));
  }
  return Math.log(1 + (documents - most + 0.5) / (most + 0.5));
}
