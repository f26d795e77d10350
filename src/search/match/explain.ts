// Why a result is there, in plain words, and which of its layers match.

import { boxesOf, readOverlap } from '../../base/geo/extent-relation.ts';
import type { SearchExpansion, SearchHit } from '../../model/search.ts';
import { type SearchField, searchFields } from '../index/search-document.ts';
import type { SearchIndex } from '../index/search-index.ts';
import type { Place, Segment } from '../index/segment-rows.ts';
import type { Clause } from '../query/query-clause.ts';
import type { QueryClause } from '../query/query-language.ts';
import type { Wanted } from '../query/query-plan.ts';
import { isThere, openStandings, type Standing, type Standings, type StandingsOf } from './clause-positions.ts';
import { sourceOf } from './collect-results.ts';

const shownLayers = 5;
const shownMeant = 3;

export interface Explained {
  readonly index: SearchIndex;
  readonly places: readonly { readonly place: Place; readonly score: number }[];
  readonly typed: readonly QueryClause[];
  /** In the order of `typed`. */
  readonly clauses: readonly Clause[];
  readonly expansions: readonly SearchExpansion[];
  readonly wanted: Wanted;
  /** False when no record has all words and those with some of them are given instead. */
  readonly hasAll: boolean;
}

export function explainHits(all: Explained): readonly SearchHit[] {
  const opened = new Map<Segment, StandingsOf>();
  return all.places.map(({ place, score }) => {
    const { segment } = place;
    const standingsOf = opened.get(segment) ?? openSegment(all, segment);
    opened.set(segment, standingsOf);
    return explainHit(all, place, score, standingsOf);
  });
}

function openSegment({ index, clauses }: Explained, segment: Segment): StandingsOf {
  const list = (word: number) => index.rows.postings(word, segment.id);
  return openStandings(clauses, { ...sourceOf({ index }, segment), list });
}

function explainHit(all: Explained, place: Place, score: number, standingsOf: StandingsOf): SearchHit {
  const { segment, doc } = place;
  const layer = segment.number('layer');
  const record = segment.recordOf[doc]!;
  const first = segment.number('first')[record]!;
  const isEach = all.wanted.each === 'layer';
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
      ...meantReasons(all, own),
      ...areaReasons(all.wanted, place),
    ],
  };
}

const sentences: readonly (readonly [SearchField, string])[] = [
  ['title', 'title matches'],
  ['name', 'name matches'],
  ['keywords', 'keywords match'],
  ['abstract', 'abstract matches'],
  ['provider', 'provider matches'],
  ['address', 'address, kind or software matches'],
];

/** `inherited` is what the service of a layer has. */
function wordReasons(
  { typed, hasAll }: Explained,
  standings: Standings,
  inherited: readonly Standing[],
): readonly string[] {
  const asked = typed.flatMap((clause, n) => (clause.isNegated ? [] : [{ text: clause.text, n }]));
  if (asked.length === 0) return [];
  const reasons: string[] = [];
  const all = [...standings.values()];
  if (!hasAll) {
    const has = (n: number) => all.some((each) => isThere(each[n]!)) || (inherited[n] && isThere(inherited[n]));
    const found = asked.filter(({ n }) => has(n)).map(({ text }) => text);
    reasons.push(`has ${found.length} of ${asked.length} words (${quote(found)}); no record has all of them`);
  }
  const fieldsOf = (n: number) => standings.get(0)?.[n]?.fields ?? 0;
  for (const [field, sentence] of sentences) {
    const bit = 1 << searchFields.indexOf(field);
    const found = asked.filter(({ n }) => (fieldsOf(n) & bit) !== 0).map(({ text }) => text);
    if (found.length > 0) reasons.push(`${sentence} ${quote(found)}`);
  }
  const fromService = asked.filter(({ n }) => fieldsOf(n) === 0 && (inherited[n]?.fields ?? 0) !== 0);
  if (fromService.length > 0) reasons.push(`its service matches ${quote(fromService.map(({ text }) => text))}`);
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
  standings: Standings,
  positionOf: (n: number) => number,
): readonly LayerMatch[] {
  if (typed.length === 0) return [];
  return [...standings]
    .map(([n, each]) => ({
      position: positionOf(n),
      clauses: each.flatMap(({ fields, meant }, clause) =>
        (fields & ownBits) !== 0 || meant.length > 0 ? [clause] : [],
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
  return [asGood === 1 ? `1 dataset matches ${words}` : `${asGood} datasets match ${words}`];
}

/** What was not typed but meant: other words for it, and places. */
function meantReasons({ typed, clauses, expansions }: Explained, standings: Standings): readonly string[] {
  const reasons = new Set<string>();
  const all = [...standings.values()];
  for (const [n, { text }] of typed.entries()) {
    const meant = new Set(all.flatMap((each) => [...each[n]!.meant]));
    const isLiteral = all.some((each) => each[n]!.fields !== 0);
    if (meant.size > 0 && !isLiteral) reasons.add(`"${text}" as ${[...meant].slice(0, shownMeant).join(', ')}`);
    if (clauses[n]!.area === null || !all.some((each) => each[n]!.isInPlace)) continue;
    const place = expansions.find(({ kind, from }) => kind === 'place' && from.split(' ').includes(text));
    if (place !== undefined) reasons.add(`lies in ${place.label}`);
  }
  return [...reasons];
}

function areaReasons({ area, relation }: Wanted, { segment, doc }: Place): readonly string[] {
  if (area.length === 0) return [];
  const { ids, starts, values } = segment.list('extent');
  const at = starts[ids[doc]!]!;
  const [west, south, east, north] = values.subarray(at, at + 4) as unknown as Quad;
  if (east - west > 359 && north - south > 120) return ['its extent is the whole world'];
  if (relation === 'within') return ['lies within the area'];
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
