// Why a result is there, in plain words, and which of its layers match.

import { boxesOf, readOverlap } from '../../base/geo/extent-relation.ts';
import type { SearchExpansion, SearchHit } from '../../model/search.ts';
import { type SearchField, searchFields } from '../index/search-document.ts';
import type { SearchIndex } from '../index/search-index.ts';
import type { DocumentPosition, Segment } from '../index/segment-rows.ts';
import type { Clause } from '../query/query-clause.ts';
import type { QueryClause } from '../query/query-language.ts';
import type { QueryPlan } from '../query/query-plan.ts';
import {
  isThere,
  openTermPositions,
  type TermPosition,
  type TermPositions,
  type TermPositionsOf,
} from './clause-positions.ts';
import { sourceOf } from './collect-results.ts';

const shownLayers = 5;
const shownSynonyms = 3;

export interface Explained {
  readonly index: SearchIndex;
  readonly places: readonly { readonly place: DocumentPosition; readonly score: number }[];
  readonly typed: readonly QueryClause[];
  /** In the order of `typed`. */
  readonly clauses: readonly Clause[];
  readonly expansions: readonly SearchExpansion[];
  readonly plan: QueryPlan;
  /** False when no record has all words and those with some of them are given instead. */
  readonly hasAll: boolean;
}

export function explainHits(all: Explained): readonly SearchHit[] {
  const opened = new Map<Segment, TermPositionsOf>();
  return all.places.map(({ place, score }) => {
    const { segment } = place;
    const standingsOf = opened.get(segment) ?? openSegment(all, segment);
    opened.set(segment, standingsOf);
    return explainHit(all, place, score, standingsOf);
  });
}

function openSegment({ index, clauses }: Explained, segment: Segment): TermPositionsOf {
  const list = (word: number) => index.rows.postings(word, segment.id);
  return openTermPositions(clauses, { ...sourceOf({ index }, segment), list });
}

function explainHit(all: Explained, place: DocumentPosition, score: number, standingsOf: TermPositionsOf): SearchHit {
  const { segment, doc } = place;
  const layer = segment.number('layer');
  const record = segment.recordOf[doc]!;
  const first = segment.number('first')[record]!;
  const isEach = all.plan.each === 'layer';
  const isLayer = isEach && layer[doc]! >= 0;
  const own = isEach ? standingsOf(doc, 1) : standingsOf(first, segment.number('first')[record + 1]! - first);
  const layers = isEach ? [] : rankLayers(all, own, (n) => layer[first + n]!);
  return {
    id: all.index.idOf(segment.number('rid')[record]!),
    score,
    layer: isLayer ? layer[doc]! : null,
    layers: layers.slice(0, shownLayers).map(({ position }) => position),
    reasons: [
      ...wordReasons(all, own, isLayer ? (standingsOf(first, 1).get(0) ?? []) : []),
      ...layerReasons(all, layers),
      ...synonymReasons(all, own),
      ...areaReasons(all.plan, place),
    ],
  };
}

const fieldLabels: readonly (readonly [SearchField, string])[] = [
  ['title', 'title'],
  ['name', 'name'],
  ['keywords', 'keywords'],
  ['abstract', 'abstract'],
  ['provider', 'provider'],
  ['address', 'address, kind or software'],
];

/** `inherited` is what the service of a layer has. */
function wordReasons(
  { typed, hasAll }: Explained,
  standings: TermPositions,
  inherited: readonly TermPosition[],
): readonly string[] {
  const requests = typed.flatMap((clause, n) => (clause.isNegated ? [] : [{ text: clause.text, n }]));
  if (requests.length === 0) return [];
  const reasons: string[] = [];
  const all = [...standings.values()];
  if (!hasAll) {
    const has = (n: number) => all.some((each) => isThere(each[n]!)) || (inherited[n] && isThere(inherited[n]));
    const found = requests.filter(({ n }) => has(n)).map(({ text }) => text);
    reasons.push(`has ${found.length} of ${requests.length} words (${quote(found)}); no record has all of them`);
  }
  const fieldsOf = (n: number) => standings.get(0)?.[n]?.fields ?? 0;
  for (const [field, label] of fieldLabels) {
    const bit = 1 << searchFields.indexOf(field);
    const found = requests.filter(({ n }) => (fieldsOf(n) & bit) !== 0).map(({ text }) => text);
    if (found.length > 0) reasons.push(`${quote(found)} in ${label}`);
  }
  const fromService = requests.filter(({ n }) => fieldsOf(n) === 0 && (inherited[n]?.fields ?? 0) !== 0);
  if (fromService.length > 0) reasons.push(`${quote(fromService.map(({ text }) => text))} in its service`);
  return reasons;
}

interface LayerMatch {
  readonly position: number;
  readonly clauses: readonly number[];
  /** How many of them by the word itself. */
  readonly literal: number;
}

/** What a layer says itself. */
const ownBits = (['title', 'name', 'keywords', 'abstract'] as const).reduce(
  (bits, field) => bits | (1 << searchFields.indexOf(field)),
  0,
);

/** Layers with at least one of the words, those with most words first. */
function rankLayers(
  { typed }: Explained,
  standings: TermPositions,
  positionOf: (n: number) => number,
): readonly LayerMatch[] {
  if (typed.length === 0) return [];
  return [...standings]
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

/** What was not typed but meant: other words for it, and places. */
function synonymReasons({ typed, clauses, expansions }: Explained, standings: TermPositions): readonly string[] {
  const reasons = new Set<string>();
  const all = [...standings.values()];
  for (const [n, { text }] of typed.entries()) {
    const matched = new Set(all.flatMap((each) => [...each[n]!.matched]));
    const isLiteral = all.some((each) => each[n]!.fields !== 0);
    if (matched.size > 0 && !isLiteral) reasons.add(`"${text}" as ${[...matched].slice(0, shownSynonyms).join(', ')}`);
    if (clauses[n]!.area === null || !all.some((each) => each[n]!.isInPlace)) continue;
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
