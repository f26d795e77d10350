// What a person typed → clauses: words, "phrases", -exclusions and field:word. Nothing typed is ever an error.

import { readPieces } from '../../base/text/tokens.ts';
import { GeotrawlError } from '../../model/errors.ts';
import { documentFacets, recordFacets, type SearchField, searchFields } from '../index/search-document.ts';

/** Shorter words match only themselves: 'de' must not find every 'depth'. */
const shortestPrefix = 3;
const clauseLimit = 64;

/** Words that must follow each other; a single word mostly. */
export interface Phrase {
  readonly words: readonly string[];
  /** The last word may go on: 'river' finds 'rivers'. */
  readonly isPrefix: boolean;
}

export interface QueryClause {
  /** As shown in reasons. */
  readonly text: string;
  /** It matches when all phrases of any one way are there: 'LandCover' by 'landcover', or by 'land' and 'cover'. */
  readonly alternatives: readonly (readonly Phrase[])[];
  /** Null for any field. */
  readonly field: SearchField | null;
  readonly isNegated: boolean;
  readonly isQuoted: boolean;
}

/** Facets named as words: kind:wms, -kind:wfs. */
export type TypedFilters = readonly {
  readonly facet: string;
  readonly values: readonly string[];
  readonly isExcluded: boolean;
}[];

export interface ReadQuery {
  readonly clauses: readonly QueryClause[];
  readonly filters: TypedFilters;
  /** There is text, but no word in it that could be looked up. */
  readonly isUnreadable: boolean;
}

const fieldNames: Readonly<Record<string, SearchField>> = {
  ...Object.fromEntries(searchFields.map((field) => [field, field])),
  org: 'provider',
  provider: 'provider',
  keyword: 'keywords',
  layer: 'name',
  url: 'address',
};

/** Names of facets as typed; `topic` takes words too. */
const facetNames: Readonly<Record<string, string>> = {
  ...Object.fromEntries([...recordFacets, ...documentFacets].map((facet) => [facet, facet])),
  lang: 'language',
  licence: 'license',
};

/** -, then field:, then "quoted" or plain. */
const part = /(?<minus>-?)(?:(?<field>[a-z]{2,12}):)?(?:"(?<quoted>[^"]*)"?|(?<plain>[^\s"]+))/giu;

export function readQuery(text: string): ReadQuery {
  const clauses = new Map<string, QueryClause>();
  const filters: TypedFilters[number][] = [];
  for (const { groups } of text.matchAll(part)) {
    const { minus = '', field = '', quoted, plain = '' } = groups ?? {};
    const facet = facetNames[field.toLowerCase()];
    const value = quoted ?? plain;
    if (facet !== undefined && value !== '') {
      const values = value.split(',').filter((each) => each !== '');
      filters.push({ facet, values, isExcluded: minus === '-' });
      continue;
    }
    const known = fieldNames[field.toLowerCase()] ?? null;
    const words = known === null && field !== '' ? `${field} ${value}` : value;
    const made = quoted === undefined ? plainClauses(words) : phraseClause(words);
    for (const clause of made) {
      const isNegated = minus === '-';
      const isQuoted = quoted !== undefined;
      clauses.set(`${isNegated}${known}${isQuoted}${clause.text}`, { ...clause, field: known, isNegated, isQuoted });
    }
  }
  refuseTooMany(clauses.size);
  const isUnreadable = clauses.size === 0 && filters.length === 0 && text.trim() !== '';
  return { clauses: [...clauses.values()], filters, isUnreadable };
}

type Wording = Pick<QueryClause, 'text' | 'alternatives'>;

function plainClauses(text: string): readonly Wording[] {
  return readPieces(text).map(({ parts, whole }) => {
    const shown = whole ?? parts.map((each) => each.replaceAll(' ', '')).join('');
    const split = parts.map((each) => toPhrase(each.split(' ')));
    return { text: shown, alternatives: whole === null ? [split] : [[toPhrase([whole])], split] };
  });
}

/** Words between quotes: as they stand, in their order. */
function phraseClause(text: string): readonly Wording[] {
  const words = readPieces(text).flatMap(({ parts }) => parts.flatMap((each) => each.split(' ')));
  return words.length === 0 ? [] : [{ text: words.join(' '), alternatives: [[{ words, isPrefix: false }]] }];
}

function toPhrase(words: readonly string[]): Phrase {
  return { words, isPrefix: words.length === 1 && [...words[0]!].length >= shortestPrefix };
}

function refuseTooMany(count: number): void {
  if (count <= clauseLimit) return;
  throw new GeotrawlError(
    'usage.bad-argument',
    `A search takes at most ${clauseLimit} different words, these are ${count}. Leave out the less telling ones.`,
    { facts: { words: count } },
  );
}
