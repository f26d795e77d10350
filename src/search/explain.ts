// Why a result is there, in plain words, and which of its layers match: read back from the postings.
import type { SearchHit } from '../model/search.ts';
import { boxesOf, type Overlap, readOverlap } from './extent-relation.ts';
import type { PostingList } from './posting-list.ts';
import type { QueryClause } from './query-language.ts';
import { type SearchField, searchFields } from './search-document.ts';
import type { SearchIndex } from './search-index.ts';
import type { Alternative, Clause } from './segment-matches.ts';
import type { Place } from './segment-rows.ts';
import type { Wanted } from './wanted.ts';

const shownLayers = 5;

export interface Explained {
  readonly index: SearchIndex;
  readonly places: readonly { readonly place: Place; readonly score: number }[];
  readonly typed: readonly QueryClause[];
  /** In the order of `typed`. */
  readonly clauses: readonly Clause[];
  readonly wanted: Wanted;
  /** False when no record has all words and those with some of them are given instead. */
  readonly hasAll: boolean;
}

export function explainHits(all: Explained): readonly SearchHit[] {
  const postings = rememberPostings(all.index);
  return all.places.map(({ place, score }) => {
    const { segment, doc } = place;
    const { rid, layer } = segment.columns;
    const record = readRecord(place);
    const fields = fieldsIn(all, { ...place, ...record }, postings);
    const position = layer[doc]!;
    const isLayer = all.wanted.each === 'layer';
    const own = isLayer ? [fields[doc - record.first]!] : fields;
    const layers = isLayer ? [] : rankLayers(all, own, (n) => layer[record.first + n]!);
    return {
      id: all.index.idOf(rid[doc]!),
      score,
      layer: isLayer && position >= 0 ? position : null,
      layers: layers.slice(0, shownLayers).map(({ position: each }) => each),
      reasons: [
        ...wordReasons(all, own, isLayer ? fields[0]! : []),
        ...layerReasons(all, layers),
        ...areaReasons(all.wanted, place),
      ],
    };
  });
}

/** The documents of the record a document belongs to. */
function readRecord({ segment, doc }: Place): { readonly first: number; readonly count: number } {
  const { rid } = segment.columns;
  let first = doc;
  while (first > 0 && rid[first - 1] === rid[doc]) first--;
  let end = doc + 1;
  while (end < segment.documents && rid[end] === rid[doc]) end++;
  return { first, count: end - first };
}

type Postings = (word: number, segment: number) => PostingList | null;

function rememberPostings({ rows }: SearchIndex): Postings {
  const known = new Map<string, PostingList | null>();
  return (word, segment) => {
    const key = `${word} ${segment}`;
    const list = known.has(key) ? known.get(key)! : rows.postings(word, segment);
    known.set(key, list);
    return list;
  };
}

/** For each document of the record, for each clause, the bits of the fields where it stands. */
function fieldsIn(
  { clauses }: Explained,
  { segment, first, count }: Place & { readonly first: number; readonly count: number },
  postings: Postings,
): readonly (readonly number[])[] {
  const fields = Array.from({ length: count }, () => clauses.map(() => 0));
  for (const [n, { alternatives, isNegated }] of clauses.entries()) {
    if (isNegated) continue;
    for (const alternative of alternatives) {
      for (const [doc, bits] of standing(alternative, (word) => postings(word, segment.id), first, count))
        fields[doc]![n]! |= bits;
    }
  }
  return fields;
}

/** Documents from `first` on that have all words of an alternative, with the fields of any of them. */
function standing(
  { words }: Alternative,
  postings: (word: number) => PostingList | null,
  first: number,
  count: number,
): ReadonlyMap<number, number> {
  let found: Map<number, number> | null = null;
  for (const word of words) {
    const list = postings(word);
    const here = new Map<number, number>();
    if (list !== null) {
      for (let n = lowerBound(list.docs, first); n < list.docs.length && list.docs[n]! < first + count; n++) {
        const doc = list.docs[n]! - first;
        if (found === null || found.has(doc)) here.set(doc, list.fields[n]! | (found?.get(doc) ?? 0));
      }
    }
    found = here;
  }
  return found ?? new Map();
}

function lowerBound(docs: Uint32Array, doc: number): number {
  let low = 0;
  let high = docs.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (docs[middle]! < doc) low = middle + 1;
    else high = middle;
  }
  return low;
}

const sentences: readonly (readonly [SearchField, string])[] = [
  ['title', 'title matches'],
  ['name', 'name matches'],
  ['keywords', 'keywords match'],
  ['abstract', 'abstract matches'],
  ['provider', 'provider matches'],
  ['address', 'address, kind or software matches'],
];

function wordReasons(
  { typed, hasAll }: Explained,
  fields: readonly (readonly number[])[],
  inherited: readonly number[],
): readonly string[] {
  const asked = typed.flatMap((clause, n) => (clause.isNegated ? [] : [{ text: clause.text, n }]));
  if (asked.length === 0) return [];
  const reasons: string[] = [];
  const isThere = (n: number) => fields.some((each) => each[n] !== 0) || (inherited[n] ?? 0) !== 0;
  if (!hasAll) {
    const found = asked.filter(({ n }) => isThere(n)).map(({ text }) => text);
    reasons.push(`has ${found.length} of ${asked.length} words (${quote(found)}); no record has all of them`);
  }
  for (const [field, sentence] of sentences) {
    const bit = 1 << searchFields.indexOf(field);
    const found = asked.filter(({ n }) => ((fields[0]?.[n] ?? 0) & bit) !== 0).map(({ text }) => text);
    if (found.length > 0) reasons.push(`${sentence} ${quote(found)}`);
  }
  const fromService = asked.filter(({ n }) => fields[0]?.[n] === 0 && (inherited[n] ?? 0) !== 0);
  if (fromService.length > 0) reasons.push(`its service matches ${quote(fromService.map(({ text }) => text))}`);
  return reasons;
}

interface LayerMatch {
  readonly position: number;
  readonly clauses: readonly number[];
}

/** What a layer says itself. */
const ownBits = (['title', 'name', 'keywords', 'abstract'] as const).reduce(
  (bits, field) => bits | (1 << searchFields.indexOf(field)),
  0,
);

/** Layers with at least one of the words, those with most words first. */
function rankLayers(
  { typed }: Explained,
  fields: readonly (readonly number[])[],
  positionOf: (n: number) => number,
): readonly LayerMatch[] {
  if (typed.length === 0) return [];
  return fields
    .map((each, n) => ({
      position: positionOf(n),
      clauses: each.flatMap((bits, clause) => ((bits & ownBits) === 0 ? [] : [clause])),
    }))
    .filter(({ position, clauses }) => position >= 0 && clauses.length > 0)
    .sort((a, b) => b.clauses.length - a.clauses.length || a.position - b.position);
}

function layerReasons({ typed }: Explained, layers: readonly LayerMatch[]): readonly string[] {
  const [best] = layers;
  if (best === undefined) return [];
  const key = best.clauses.join();
  const asGood = layers.filter(({ clauses }) => clauses.join() === key).length;
  const words = quote(best.clauses.map((n) => typed[n]!.text));
  return [asGood === 1 ? `1 dataset matches ${words}` : `${asGood} datasets match ${words}`];
}

function areaReasons({ area, relation }: Wanted, { segment, doc }: Place): readonly string[] {
  if (area.length === 0) return [];
  const [west, south, east, north] = segment.columns.extent.subarray(doc * 4, doc * 4 + 4) as unknown as Quad;
  if (east - west > 359 && north - south > 120) return ['its extent is the whole world'];
  if (relation === 'within') return ['lies within the area'];
  if (relation === 'contains') return ['contains the area'];
  const overlap: Overlap = readOverlap(boxesOf([west, south, east, north]), area);
  return [`covers ${percent(overlap.covered)} of the area`];
}

type Quad = readonly [number, number, number, number];

function percent(share: number): string {
  if (share >= 0.995) return 'all';
  return share < 0.01 ? 'less than 1 %' : `${Math.round(share * 100)} %`;
}

function quote(words: readonly string[]): string {
  return `"${words.join(' ')}"`;
}
