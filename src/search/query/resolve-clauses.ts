// Words of a query → words of the index: the word itself, words that begin with it or contain it, and what else it may mean.
import type { Meaning, SearchExpansion } from '../../model/search.ts';
import { searchFields } from '../index/search-document.ts';
import type { SegmentRows } from '../index/segment-rows.ts';
import type { MatchedPlace } from '../places/gazetteer.ts';
import { fuzzyTerms } from './fuzzy-terms.ts';
import { areaOfPlace } from './place-area.ts';
import type { Alternative, Clause } from './query-clause.ts';
import type { Phrase, QueryClause } from './query-language.ts';
import { inflections, synonymsOf } from './synonyms.ts';

/** Words that only begin or only contain what was typed count less, and so does what was not typed at all. */
const prefixFactor = 0.7;
/** The plural, or another case, of what was typed is nearly the same word. */
const inflectedFactor = 0.9;
const infixFactor = 0.5;
const spellingFactor = 0.5;
/** Expansions of one word. */
const expansionLimit = 100;
/** Words of fewer letters stand in too many others. */
const shortestInfix = 4;
/** Where words that begin so are in fewer documents, words that contain it are looked for too. */
const fewDocuments = 50;
const shownWords = 20;
const anyField = 2 ** searchFields.length - 1;

export interface IndexSize {
  readonly documents: number;
  /** How many of them have the word. */
  documentsOf(word: number): number;
}

export interface ResolvedQuery {
  readonly meanings: readonly Meaning[];
  readonly places: readonly MatchedPlace[];
  /** Ids of expansions that are not wanted. */
  readonly without: ReadonlySet<string>;
  readonly mayCorrect: boolean;
  /** What a single word means. */
  meaningsOf(word: string): readonly Meaning[];
}

export interface Resolved {
  readonly clauses: readonly Clause[];
  readonly expansions: readonly SearchExpansion[];
}

/** Positions in `meanings` and `places` count the clauses that can be expanded. */
export function resolveClauses(
  typed: readonly QueryClause[],
  rows: SegmentRows,
  size: IndexSize,
  understanding: ResolvedQuery,
): Resolved {
  const expansions = new Map<string, SearchExpansion>();
  const positions = new Map([...typed.entries()].filter(([, clause]) => canExpand(clause)).map(([n], k) => [n, k]));
  const { documentsOf } = size;
  const clauses = typed.map((clause, n): Clause => {
    const position = positions.get(n) ?? null;
    const own = clause.alternatives.flatMap((phrases) => resolvePhrases(phrases, rows, documentsOf));
    const matched = position === null ? [] : matchedBy(position, { typed, rows, understanding, expansions });
    const place = position === null ? null : placeOf(position, typed, understanding, expansions);
    const isUnknown = own.length === 0 && matched.length === 0 && place === null;
    const corrected = position !== null && isUnknown ? correct(clause, rows, understanding, expansions) : [];
    const alternatives = [...own, ...matched, ...corrected];
    const counts = (list: readonly Alternative[]) => list.map(({ words }) => Math.min(...words.map(documentsOf)));
    const decisive = Math.max(0, ...counts(own.length > 0 ? own : alternatives));
    return {
      alternatives,
      area: place === null ? null : areaOfPlace(place.extent),
      fields: clause.field === null ? anyField : 1 << searchFields.indexOf(clause.field),
      isInherited: clause.field === null,
      isNegated: clause.isNegated,
      weight: Math.log(1 + (size.documents - decisive + 0.5) / (decisive + 0.5)),
      most: place === null ? counts(alternatives).reduce((sum, count) => sum + count, 0) : size.documents,
    };
  });
  return { clauses, expansions: [...expansions.values()] };
}

/** Words in quotes, behind a field or a minus are meant as they are. */
export function canExpand({ field, isNegated, isQuoted }: QueryClause): boolean {
  return field === null && !isNegated && !isQuoted;
}

function resolvePhrases(
  phrases: readonly Phrase[],
  rows: SegmentRows,
  documentsOf: (word: number) => number,
): readonly Alternative[] {
  const [only] = phrases;
  if (phrases.length === 1 && only!.words.length === 1) return resolveWord(only!, rows, documentsOf);
  // Several words written together: each as it is, or what it begins.
  const ids = phrases.flatMap(({ words, isPrefix }) => words.map((word) => nearest(word, isPrefix, rows)));
  if (ids.some((id) => id === null)) return [];
  const isPhrase = phrases.some(({ words }) => words.length > 1);
  return [{ words: ids as number[], isPhrase, factor: 1 }];
}

function nearest(word: string, isPrefix: boolean, rows: SegmentRows): number | null {
  return rows.wordId(word) ?? (isPrefix ? (rows.wordsFrom(word, 1)[0]?.id ?? null) : null);
}

function resolveWord(
  { words: [word = ''], isPrefix }: Phrase,
  rows: SegmentRows,
  documentsOf: (word: number) => number,
): readonly Alternative[] {
  if (!isPrefix) {
    const id = rows.wordId(word);
    return id === null ? [] : [single(id, 1)];
  }
  const begun = rows.wordsFrom(word, expansionLimit);
  const found = begun.map((each) => single(each.id, factorOf(each.word, word)));
  if ([...word].length < shortestInfix) return found;
  let documents = 0;
  for (const { id } of begun) if (documents < fewDocuments) documents += documentsOf(id);
  if (documents >= fewDocuments) return found;
  const known = new Set(begun.map(({ id }) => id));
  const containing = rows.wordsWith(word, expansionLimit).filter(({ id }) => !known.has(id));
  return [...found, ...containing.map(({ id }) => single(id, infixFactor))];
}

function factorOf(begun: string, typed: string): number {
  if (begun === typed) return 1;
  return inflections(typed).includes(begun) ? inflectedFactor : prefixFactor;
}

function single(id: number, factor: number): Alternative {
  return { words: [id], isPhrase: false, factor };
}

interface Expanding {
  readonly typed: readonly QueryClause[];
  readonly rows: SegmentRows;
  readonly understanding: ResolvedQuery;
  readonly expansions: Map<string, SearchExpansion>;
}

function matchedBy(position: number, { typed, rows, understanding, expansions }: Expanding): readonly Alternative[] {
  return understanding.meanings.flatMap((meaning) => {
    const id = `concept:${meaning.concept}`;
    if (position < meaning.start || position >= meaning.end || understanding.without.has(id)) return [];
    const from = fromWords(typed, meaning.start, meaning.end);
    const { alternatives, terms } = synonymsOf(meaning, from, rows);
    if (alternatives.length === 0) return [];
    expansions.set(id, { id, kind: 'concept', from, label: meaning.label, words: terms.slice(0, shownWords) });
    return alternatives;
  });
}

function placeOf(
  position: number,
  typed: readonly QueryClause[],
  { places, without }: ResolvedQuery,
  expansions: Map<string, SearchExpansion>,
): MatchedPlace | null {
  const place = places.find(({ start, end }) => position >= start && position < end);
  if (place === undefined || without.has(`place:${place.id}`)) return null;
  const id = `place:${place.id}`;
  const from = fromWords(typed, place.start, place.end);
  expansions.set(id, { id, kind: 'place', from, label: place.label, words: [] });
  return place;
}

function fromWords(typed: readonly QueryClause[], start: number, end: number): string {
  return typed
    .filter(canExpand)
    .slice(start, end)
    .map(({ text }) => text)
    .join(' ');
}

/** A word nobody uses is taken for a slip of the fingers. */
function correct(
  { text }: QueryClause,
  rows: SegmentRows,
  { mayCorrect, without, meaningsOf }: ResolvedQuery,
  expansions: Map<string, SearchExpansion>,
): readonly Alternative[] {
  const id = `spelling:${text}`;
  if (!mayCorrect || without.has(id)) return [];
  const near = fuzzyTerms(text, rows);
  if (near.length === 0) return [];
  const words = near.map(({ word }) => word);
  expansions.set(id, { id, kind: 'spelling', from: text, label: words[0]!, words });
  const matched = meaningsOf(words[0]!).flatMap((meaning) => {
    const concept = `concept:${meaning.concept}`;
    if (without.has(concept)) return [];
    const found = synonymsOf(meaning, words[0]!, rows);
    const shown = { from: text, label: meaning.label, words: found.terms.slice(0, shownWords) };
    if (found.alternatives.length > 0) expansions.set(concept, { id: concept, kind: 'concept', ...shown });
    return found.alternatives.map((each) => ({ ...each, factor: each.factor * spellingFactor }));
  });
  return [...near.map((word) => ({ ...single(word.id, spellingFactor), matched: word.word })), ...matched];
}
