// Typed text → clauses: words, "phrases", -exclusions and field:word. No text is a syntax error.
import { readPieces } from '../../base/text/tokens.ts';
import { GeotrawlError } from '../../model/errors.ts';
import { documentFacets, recordFacets, type SearchField, searchFields } from '../index/search-document.ts';

/** Shorter words aren't prefixes: 'de' must not match every 'depth'. */
const shortestPrefix = 3;
const clauseLimit = 64;

/** Consecutive words; usually a single one. */
export interface Phrase {
  readonly words: readonly string[];
  /** The last word matches longer ones: 'river' finds 'rivers'. */
  readonly isPrefix: boolean;
}

export interface QueryClause {
  /** As shown in reasons. */
  readonly text: string;
  /** All phrases of any one alternative must match: 'LandCover' by 'landcover', or by 'land' and 'cover'. */
  readonly alternatives: readonly (readonly Phrase[])[];
  /** Null for any field. */
  readonly field: SearchField | null;
  readonly isNegated: boolean;
  readonly isQuoted: boolean;
}

/** Facets among the words: kind:wms, -kind:wfs. */
export type TypedFilters = readonly {
  readonly facet: string;
  readonly values: readonly string[];
  readonly isExcluded: boolean;
}[];

export interface ReadQuery {
  readonly clauses: readonly QueryClause[];
  readonly filters: TypedFilters;
  /** The text has no word that could be looked up. */
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

/** `topic` takes words too. */
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
    const { minus = '', field: prefix = '', quoted, plain = '' } = groups ?? {};
    const isNegated = minus === '-';
    const isQuoted = quoted !== undefined;
    const facet = facetNames[prefix.toLowerCase()];
    const value = quoted ?? plain;
    if (facet !== undefined && value !== '') {
      filters.push({ facet, values: value.split(',').filter((each) => each !== ''), isExcluded: isNegated });
      continue;
    }
    const field = fieldNames[prefix.toLowerCase()] ?? null;
    const words = field === null && prefix !== '' ? `${prefix} ${value}` : value;
    for (const clause of isQuoted ? phraseClause(words) : plainClauses(words))
      clauses.set(`${isNegated}${field}${isQuoted}${clause.text}`, { ...clause, field, isNegated, isQuoted });
  }
  checkClauseCount(clauses.size);
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

/** Quoted words match exactly and in order. */
function phraseClause(text: string): readonly Wording[] {
  const words = readPieces(text).flatMap(({ parts }) => parts.flatMap((each) => each.split(' ')));
  return words.length === 0 ? [] : [{ text: words.join(' '), alternatives: [[{ words, isPrefix: false }]] }];
}

function toPhrase(words: readonly string[]): Phrase {
  return { words, isPrefix: words.length === 1 && [...words[0]!].length >= shortestPrefix };
}

function checkClauseCount(count: number): void {
  if (count <= clauseLimit) return;
  throw new GeotrawlError(
    'usage.bad-argument',
    `A search takes at most ${clauseLimit} different words, not ${count}. Leave out the most common ones.`,
    { facts: { words: count } },
  );
}
