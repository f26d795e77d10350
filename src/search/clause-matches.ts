// Which documents have a word of a query, one posting list or several at a time.
import { type Box, isApart } from './extent-relation.ts';
import type { PostingList } from './posting-list.ts';
import type { WordPlaces } from './segment-rows.ts';

/** One way in which a word of the query may stand in a document. */
export interface Alternative {
  /** Ids of words that must all be there. */
  readonly words: readonly number[];
  /** They must follow each other in this order. */
  readonly isPhrase: boolean;
  /** 1 for the word as typed, less for what only resembles it. */
  readonly factor: number;
  /** What it is called where it is not what was typed. */
  readonly meant?: string;
}

/** A word of the query: any of its alternatives will do, the best one counts. */
export interface Clause {
  readonly alternatives: readonly Alternative[];
  /** A document that lies there has it too. */
  readonly area: PlaceArea | null;
  /** Bits of the fields where it must stand. */
  readonly fields: number;
  /** Layers have it where their service does. */
  readonly isInherited: boolean;
  readonly isNegated: boolean;
  /** How telling it is: rare words more. */
  readonly weight: number;
  /** Documents that have it at most, over all segments. */
  readonly most: number;
}

/** A place that a query names. */
export interface PlaceArea {
  readonly boxes: readonly Box[];
  /** 0 … 1: how well a document fits it. */
  open(source: PostingSource): (doc: number) => number;
}

export interface PostingSource {
  readonly documents: number;
  /** Below 0 for services, whose layers follow them. */
  readonly layer: Int32Array;
  /** Number of the first document of each record, and behind the last one the number of documents. */
  readonly first: Uint32Array;
  readonly recordOf: Uint32Array;
  /** By document: which extent it has. */
  readonly extentIds: Uint32Array;
  /** Boxes around everything each record has, four numbers each. */
  recordBoxes(): Float64Array;
  /** The extents. */
  readonly extents: { readonly starts: Uint32Array; readonly values: Float64Array };
  postings(word: number): PostingList | null;
  places(word: number): WordPlaces;
}

/** `among` are the records to look at; null for all. */
export function eachPlace(
  { area, weight }: Clause,
  source: PostingSource,
  among: Uint32Array | null,
  found: (doc: number, value: number) => void,
): void {
  const { boxes } = area!;
  const fitOf = area!.open(source);
  const { first } = source;
  const around = source.recordBoxes();
  const count = among?.length ?? first.length - 1;
  for (let n = 0; n < count; n++) {
    const record = among === null ? n : among[n]!;
    if (isApart(around, record * 4, boxes)) continue;
    for (let doc = first[record]!; doc < first[record + 1]!; doc++) {
      const fit = fitOf(doc);
      if (fit > 0) found(doc, weight * fit);
    }
  }
}

/** Documents in which an alternative stands, with how much that counts. */
export function eachMatch(
  { words, isPhrase, factor }: Alternative,
  { fields, weight }: Clause,
  source: PostingSource,
  found: (doc: number, value: number) => void,
): void {
  const unit = (weight * factor) / 255 / words.length;
  const [first] = words;
  if (words.length === 1) {
    const list = source.postings(first!);
    if (list === null) return;
    const { docs, impacts, fields: masks } = list;
    for (let n = 0; n < docs.length; n++) if ((masks[n]! & fields) !== 0) found(docs[n]!, impacts[n]! * unit);
    return;
  }
  const lists: PostingList[] = [];
  for (const word of words) {
    const list = source.postings(word);
    if (list === null) return;
    lists.push(list);
  }
  let places: readonly WordPlaces[] | null = null;
  intersect(lists, fields, (doc, at, impact) => {
    if (isPhrase) places ??= words.map((word) => source.places(word));
    if (places === null || follow(places, at)) found(doc, impact * unit);
  });
}

/** Documents in all lists: `at` says where in each list the document stands. The shortest list leads. */
function intersect(
  lists: readonly PostingList[],
  fields: number,
  found: (doc: number, at: readonly number[], impact: number) => void,
): void {
  const at = lists.map(() => 0);
  let lead = 0;
  for (let k = 1; k < lists.length; k++) if (lists[k]!.docs.length < lists[lead]!.docs.length) lead = k;
  const { docs: leading } = lists[lead]!;
  for (let n = 0; n < leading.length; n++) {
    const doc = leading[n]!;
    let mask = fields;
    let impact = 0;
    for (let k = 0; k < lists.length && mask !== 0; k++) {
      const { docs, impacts, fields: masks } = lists[k]!;
      const place = k === lead ? n : placeFrom(docs, at[k]!, doc);
      at[k] = place;
      if (place >= docs.length) return;
      mask = docs[place] === doc ? mask & masks[place]! : 0;
      impact += impacts[place]!;
    }
    if (mask !== 0) found(doc, at, impact);
  }
}

/** The first place from `start` on with this number or a greater one: in leaps, then halving. */
function placeFrom(docs: Uint32Array, start: number, doc: number): number {
  let low = start;
  let leap = 1;
  while (low + leap < docs.length && docs[low + leap]! < doc) {
    low += leap;
    leap *= 2;
  }
  let high = Math.min(docs.length, low + leap);
  while (low < high) {
    const middle = (low + high) >> 1;
    if (docs[middle]! < doc) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Whether the words stand one behind the other somewhere in the document. */
function follow(places: readonly WordPlaces[], at: readonly number[]): boolean {
  const own = places.map((each, k) => each.at(at[k]!));
  return own[0]!.some((start) => own.every((each, k) => k === 0 || each.includes(start + k)));
}
