// Query words → index words: the word itself, longer words that start with or contain it, synonyms, places, corrections.
import type { Meaning, SearchExpansion } from '../../model/search.ts';
import { searchFields } from '../index/search-document.ts';
import type { SegmentRows } from '../index/segment-rows.ts';
import type { MatchedPlace } from '../places/gazetteer.ts';
import { areaOfPlace } from './area-fit.ts';
import { fuzzyTerms } from './fuzzy-terms.ts';
import type { Alternative, Clause } from './query-clause.ts';
import type { Phrase, QueryClause } from './query-language.ts';
import { inflections, synonymsOf } from './synonyms.ts';

/** Weights relative to the typed word. */
const inflectedFactor = 0.9;
const prefixFactor = 0.7;
const infixFactor = 0.5;
const spellingFactor = 0.5;
/** Index words per typed word. */
const expansionLimit = 100;
/** Shorter words occur inside too many others. */
const shortestInfix = 4;
/** Words that contain the typed one are looked up only if words that start with it occur in fewer documents. */
const fewDocuments = 50;
const shownWords = 20;
const anyField = 2 ** searchFields.length - 1;

export interface IndexSize {
  readonly documents: number;
  /** How many of them have the word. */
  documentsOf(word: number): number;
}

/** Positions in `meanings` and `places` count only clauses that can be expanded. */
export interface Interpretation {
  readonly meanings: readonly Meaning[];
  readonly places: readonly MatchedPlace[];
  /** Ids of excluded expansions. */
  readonly without: ReadonlySet<string>;
  readonly mayCorrect: boolean;
  /** Meanings of a single word. */
  meaningsOf(word: string): readonly Meaning[];
}

export interface Resolved {
  readonly clauses: readonly Clause[];
  readonly expansions: readonly SearchExpansion[];
}

interface Resolving extends Interpretation {
  readonly rows: SegmentRows;
  /** The clauses that can be expanded. */
  readonly expandable: readonly QueryClause[];
  readonly expansions: Map<string, SearchExpansion>;
}

export function resolveClauses(
  typed: readonly QueryClause[],
  rows: SegmentRows,
  { documents, documentsOf }: IndexSize,
  interpretation: Interpretation,
): Resolved {
  const expandable = typed.filter(canExpand);
  const expansions = new Map<string, SearchExpansion>();
  const resolving = { ...interpretation, rows, expandable, expansions };
  const clauses = typed.map((clause): Clause => {
    const position = expandable.indexOf(clause);
    const own = clause.alternatives.flatMap((phrases) => resolvePhrases(phrases, rows, documentsOf));
    const synonyms = position < 0 ? [] : synonymsAt(position, resolving);
    const place = position < 0 ? null : placeAt(position, resolving);
    const isUnknown = own.length === 0 && synonyms.length === 0 && place === null;
    const corrected = position >= 0 && isUnknown ? correct(clause, resolving) : [];
    const alternatives = [...own, ...synonyms, ...corrected];
    const counts = (list: readonly Alternative[]) => list.map(({ words }) => Math.min(...words.map(documentsOf)));
    const decisive = Math.max(0, ...counts(own.length > 0 ? own : alternatives));
    return {
      alternatives,
      area: place === null ? null : areaOfPlace(place.extent),
      fields: clause.field === null ? anyField : 1 << searchFields.indexOf(clause.field),
      isInherited: clause.field === null,
      isNegated: clause.isNegated,
      weight: Math.log(1 + (documents - decisive + 0.5) / (decisive + 0.5)),
      most: place === null ? counts(alternatives).reduce((sum, count) => sum + count, 0) : documents,
    };
  });
  return { clauses, expansions: [...expansions.values()] };
}

/** Quoted words, and those after a field or a minus, are taken literally. */
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
  // Words written together: each exactly, or as the start of a longer one.
  const ids = phrases.flatMap(({ words, isPrefix }) => words.map((word) => nearest(word, isPrefix, rows)));
  if (ids.includes(null)) return [];
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
  const longer = rows.wordsFrom(word, expansionLimit);
  const found = longer.map((each) => single(each.id, prefixFactorOf(each.word, word)));
  if ([...word].length < shortestInfix) return found;
  let documents = 0;
  for (const { id } of longer) if (documents < fewDocuments) documents += documentsOf(id);
  if (documents >= fewDocuments) return found;
  const known = new Set(longer.map(({ id }) => id));
  const containing = rows.wordsWith(word, expansionLimit).filter(({ id }) => !known.has(id));
  return [...found, ...containing.map(({ id }) => single(id, infixFactor))];
}

function prefixFactorOf(longer: string, typed: string): number {
  if (longer === typed) return 1;
  return inflections(typed).includes(longer) ? inflectedFactor : prefixFactor;
}

function single(id: number, factor: number): Alternative {
  return { words: [id], isPhrase: false, factor };
}

function synonymsAt(position: number, resolving: Resolving): readonly Alternative[] {
  return resolving.meanings.flatMap((meaning) => {
    if (position < meaning.start || position >= meaning.end) return [];
    const from = textOf(meaning, resolving);
    return addSynonyms(meaning, from, from, resolving);
  });
}

/** `from` is the part of the query, `typed` the words looked up already. */
function addSynonyms(meaning: Meaning, from: string, typed: string, resolving: Resolving): readonly Alternative[] {
  const id = `concept:${meaning.concept}`;
  if (resolving.without.has(id)) return [];
  const { alternatives, terms } = synonymsOf(meaning, typed, resolving.rows);
  const { label } = meaning;
  if (alternatives.length > 0)
    resolving.expansions.set(id, { id, kind: 'concept', from, label, words: terms.slice(0, shownWords) });
  return alternatives;
}

function placeAt(position: number, resolving: Resolving): MatchedPlace | null {
  const place = resolving.places.find(({ start, end }) => position >= start && position < end);
  const id = `place:${place?.id}`;
  if (place === undefined || resolving.without.has(id)) return null;
  resolving.expansions.set(id, { id, kind: 'place', from: textOf(place, resolving), label: place.label, words: [] });
  return place;
}

function textOf({ start, end }: Pick<Meaning, 'start' | 'end'>, { expandable }: Resolving): string {
  return expandable
    .slice(start, end)
    .map(({ text }) => text)
    .join(' ');
}

/** A word that doesn't occur is taken for a typo. */
function correct({ text }: QueryClause, resolving: Resolving): readonly Alternative[] {
  const { rows, mayCorrect, without, meaningsOf, expansions } = resolving;
  const id = `spelling:${text}`;
  const near = mayCorrect && !without.has(id) ? fuzzyTerms(text, rows) : [];
  const [best] = near;
  if (best === undefined) return [];
  expansions.set(id, { id, kind: 'spelling', from: text, label: best.word, words: near.map(({ word }) => word) });
  const synonyms = meaningsOf(best.word).flatMap((meaning) => addSynonyms(meaning, text, best.word, resolving));
  return [
    ...near.map((each) => ({ ...single(each.id, spellingFactor), matched: each.word })),
    ...synonyms.map((each) => ({ ...each, factor: each.factor * spellingFactor })),
  ];
}
