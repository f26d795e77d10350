// Explains results in plain words, and ranks their matching layers.
import { boxesOf, readOverlap } from '../../base/geo/extent-relation.ts';
import type { SearchExpansion, SearchHit } from '../../model/search.ts';
import { type SearchField, searchFields } from '../index/search-document.ts';
import type { SearchIndex } from '../index/search-index.ts';
import type { DocumentPosition, Segment } from '../index/segment-rows.ts';
import type { Clause } from '../query/query-clause.ts';
import type { QueryClause } from '../query/query-language.ts';
import type { QueryPlan } from '../query/query-plan.ts';
import {
  type ClauseMatch,
  type DocumentMatches,
  isMatch,
  type MatchesOf,
  openClauseMatches,
} from './clause-matches.ts';
import { sourceOf } from './collect-results.ts';

const shownLayers = 5;
const shownSynonyms = 3;

export interface Explained {
  readonly index: SearchIndex;
  readonly results: readonly { readonly position: DocumentPosition; readonly score: number }[];
  readonly typed: readonly QueryClause[];
  /** In the order of `typed`. */
  readonly clauses: readonly Clause[];
  readonly expansions: readonly SearchExpansion[];
  readonly plan: QueryPlan;
  /** False if no record has all words, so that results have only some of them. */
  readonly hasAll: boolean;
}

export function explainHits(all: Explained): readonly SearchHit[] {
  const opened = new Map<Segment, MatchesOf>();
  return all.results.map(({ position, score }) => {
    const { segment } = position;
    const matchesOf = opened.get(segment) ?? openSegment(all, segment);
    opened.set(segment, matchesOf);
    return explainHit(all, position, score, matchesOf);
  });
}

function openSegment({ index, clauses }: Explained, segment: Segment): MatchesOf {
  const list = (word: number) => index.rows.postings(word, segment.id);
  return openClauseMatches(clauses, { ...sourceOf(index, segment), list });
}

function explainHit(all: Explained, at: DocumentPosition, score: number, matchesOf: MatchesOf): SearchHit {
  const { segment, doc } = at;
  const layer = segment.number('layer');
  const record = segment.recordOf[doc]!;
  const first = segment.number('first')[record]!;
  const isEach = all.plan.each === 'layer';
  const isLayer = isEach && layer[doc]! >= 0;
  const own = isEach ? matchesOf(doc, 1) : matchesOf(first, segment.number('first')[record + 1]! - first);
  const layers = isEach ? [] : rankLayers(all, own, (n) => layer[first + n]!);
  return {
    id: all.index.idOf(segment.number('rid')[record]!),
    score,
    layer: isLayer ? layer[doc]! : null,
    layers: layers.slice(0, shownLayers).map(({ position }) => position),
    reasons: [
      ...wordReasons(all, own, isLayer ? (matchesOf(first, 1).get(0) ?? []) : []),
      ...layerReasons(all, layers),
      ...synonymReasons(all, own),
      ...areaReasons(all.plan, at),
    ],
  };
}

const labeledFields: readonly SearchField[] = ['title', 'name', 'keywords', 'abstract', 'provider', 'address'];

/** `inherited` are the matches of a layer's service. */
function wordReasons(
  { typed, hasAll }: Explained,
  matches: DocumentMatches,
  inherited: readonly ClauseMatch[],
): readonly string[] {
  const words = typed.flatMap((clause, n) => (clause.isNegated ? [] : [{ text: clause.text, n }]));
  if (words.length === 0) return [];
  const reasons: string[] = [];
  const all = [...matches.values()];
  if (!hasAll) {
    const has = (n: number) => all.some((each) => isMatch(each[n]!)) || (inherited[n] && isMatch(inherited[n]));
    const found = words.filter(({ n }) => has(n)).map(({ text }) => text);
    reasons.push(`has ${found.length} of ${words.length} words (${quote(found)}); no record has all of them`);
  }
  const fieldsOf = (n: number) => matches.get(0)?.[n]?.fields ?? 0;
  for (const field of labeledFields) {
    const bit = 1 << searchFields.indexOf(field);
    const found = words.filter(({ n }) => (fieldsOf(n) & bit) !== 0).map(({ text }) => text);
    if (found.length > 0)
      reasons.push(`${quote(found)} in ${field === 'address' ? 'address, kind or software' : field}`);
  }
  const fromService = words.filter(({ n }) => fieldsOf(n) === 0 && (inherited[n]?.fields ?? 0) !== 0);
  if (fromService.length > 0) reasons.push(`${quote(fromService.map(({ text }) => text))} in its service`);
  return reasons;
}

interface LayerMatch {
  readonly position: number;
  readonly clauses: readonly number[];
  /** How many of them are matched by the word itself. */
  readonly literal: number;
}

/** Fields of a layer's own texts. */
const ownBits = (['title', 'name', 'keywords', 'abstract'] as const).reduce(
  (bits, field) => bits | (1 << searchFields.indexOf(field)),
  0,
);

/** Layers with at least one of the words; those with the most words first. */
function rankLayers(
  { typed }: Explained,
  matches: DocumentMatches,
  positionOf: (n: number) => number,
): readonly LayerMatch[] {
  if (typed.length === 0) return [];
  return [...matches]
    .map(([n, each]) => ({
      position: positionOf(n),
      clauses: each.flatMap(({ fields, matched }, clause) =>
        (fields & ownBits) !== 0 || matched.length > 0 ? [clause] : [],
      ),
      literal: each.filter(({ fields }) => (fields & ownBits) !== 0).length,
    }))
    .filter(({ position, clauses }) => position >= 0 && clauses.length > 0)
    .sort((a, b) => b.clauses.length - a.clauses.length || b.literal - a.literal || a.position - b.position);
}

function layerReasons({ typed }: Explained, layers: readonly LayerMatch[]): readonly string[] {
  const [best] = layers;
  if (best === undefined) return [];
  const key = best.clauses.join();
  const asGood = layers.filter(({ clauses }) => clauses.join() === key).length;
  const words = quote(best.clauses.map((n) => typed[n]!.text));
  return [`${asGood} matching ${asGood === 1 ? 'layer' : 'layers'} for ${words}`];
}

function synonymReasons({ typed, clauses, expansions }: Explained, matches: DocumentMatches): readonly string[] {
  const reasons = new Set<string>();
  const all = [...matches.values()];
  for (const [n, { text }] of typed.entries()) {
    const matched = new Set(all.flatMap((each) => [...each[n]!.matched]));
    const isLiteral = all.some((each) => each[n]!.fields !== 0);
    if (matched.size > 0 && !isLiteral) reasons.add(`"${text}" as ${[...matched].slice(0, shownSynonyms).join(', ')}`);
    if (clauses[n]!.area === null || !all.some((each) => each[n]!.isInArea)) continue;
    const place = expansions.find(({ kind, from }) => kind === 'place' && from.split(' ').includes(text));
    if (place !== undefined) reasons.add(`in ${place.label}`);
  }
  return [...reasons];
}

function areaReasons({ area, relation }: QueryPlan, { segment, doc }: DocumentPosition): readonly string[] {
  if (area.length === 0) return [];
  const { ids, starts, values } = segment.list('extent');
  const at = starts[ids[doc]!]!;
  const [west, south, east, north] = values.subarray(at, at + 4) as unknown as Quad;
  if (east - west > 359 && north - south > 120) return ['its extent is the whole world'];
  if (relation === 'within') return ['within the area'];
  if (relation === 'contains') return ['contains the area'];
  return [`covers ${percent(readOverlap(boxesOf([west, south, east, north]), area).covered)} of the area`];
}

type Quad = readonly [number, number, number, number];

function percent(share: number): string {
  if (share >= 0.995) return 'all';
  return share < 0.01 ? 'less than 1 %' : `${Math.round(share * 100)} %`;
}

function quote(words: readonly string[]): string {
  return `"${words.join(' ')}"`;
}
