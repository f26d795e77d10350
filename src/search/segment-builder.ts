// Documents → one segment of the index: the postings of every word and the columns of every document.

import { readSearchExtent } from './extent-relation.ts';
import type { PostingList } from './posting-list.ts';
import { encodePlaces, encodePostings } from './posting-list.ts';
import { fieldWeights, type SearchDocument, searchFields } from './search-document.ts';

/** How soon more of the same word stops counting, and how much long texts pay ([BM25] k1 and b). */
const saturation = 8;
const lengthPart = 0.5;
/** Words in a field of ordinary length. Fixed, so that weights stay comparable between segments. */
const ordinaryWords = 12;
/** Between the places of two fields: no phrase is that long. */
const fieldGap = 4096;

export interface WordRow {
  readonly word: string;
  readonly count: number;
  readonly list: Uint8Array;
  readonly places: Uint8Array;
}

/** Values of the documents of a segment, one array per column. */
export interface SegmentColumns {
  readonly rid: Uint32Array;
  readonly layer: Int32Array;
  /** West, south, east, north of every document; NaN where it has no extent. West > east crosses the antimeridian. */
  readonly extent: Float64Array;
}

export interface BuiltSegment {
  readonly documents: number;
  readonly columns: SegmentColumns;
  readonly facets: ReadonlyMap<string, readonly (readonly string[])[]>;
  words(): Generator<WordRow>;
}

interface Growing {
  readonly docs: number[];
  readonly impacts: number[];
  readonly fields: number[];
  readonly places: number[][];
}

interface Occurrence {
  weight: number;
  fields: number;
  readonly places: number[];
}

export interface SegmentBuilder {
  readonly size: number;
  add(rid: number, document: SearchDocument): void;
  build(): BuiltSegment;
}

export function createSegmentBuilder(): SegmentBuilder {
  const words = new Map<string, Growing>();
  const rids: number[] = [];
  const layers: number[] = [];
  const extents: number[] = [];
  const facets = new Map<string, (readonly string[])[]>();
  return {
    get size() {
      return rids.length;
    },
    add(rid, document) {
      const doc = rids.length;
      rids.push(rid);
      layers.push(document.layer);
      const extent = document.extent === null ? null : readSearchExtent(document.extent);
      extents.push(...(extent ?? [Number.NaN, Number.NaN, Number.NaN, Number.NaN]));
      for (const [facet, values] of Object.entries(document.facets)) {
        const column = facets.get(facet) ?? [];
        facets.set(facet, column);
        column[doc] = values;
      }
      for (const [word, occurrence] of occurrences(document)) addOccurrence(words, word, doc, occurrence);
    },
    build: () => ({
      documents: rids.length,
      columns: { rid: Uint32Array.from(rids), layer: Int32Array.from(layers), extent: Float64Array.from(extents) },
      facets,
      words: () => wordRows(words),
    }),
  };
}

function* wordRows(words: ReadonlyMap<string, Growing>): Generator<WordRow> {
  for (const word of [...words.keys()].sort()) {
    const { docs, impacts, fields, places } = words.get(word)!;
    const list: PostingList = {
      docs: Uint32Array.from(docs),
      impacts: Uint8Array.from(impacts),
      fields: Uint8Array.from(fields),
    };
    yield { word, count: docs.length, list: encodePostings(list), places: encodePlaces(places) };
  }
}

function addOccurrence(words: Map<string, Growing>, word: string, doc: number, { weight, fields, places }: Occurrence) {
  const growing = words.get(word) ?? { docs: [], impacts: [], fields: [], places: [] };
  words.set(word, growing);
  growing.docs.push(doc);
  growing.impacts.push(Math.max(1, Math.round((255 * weight) / (weight + saturation))));
  growing.fields.push(fields);
  growing.places.push(places);
}

function occurrences({ texts }: SearchDocument): Map<string, Occurrence> {
  const found = new Map<string, Occurrence>();
  searchFields.forEach((field, bit) => {
    const text = texts[field];
    if (text === '') return;
    const tokens = text.split(' ');
    const weight = fieldWeights[field] / (1 - lengthPart + (lengthPart * tokens.length) / ordinaryWords);
    let place = bit * fieldGap;
    for (const token of tokens) {
      if (token === '' || token === '\n') continue;
      place++;
      const known = found.get(token);
      if (known === undefined) found.set(token, { weight, fields: 1 << bit, places: [place] });
      else {
        known.weight += weight;
        known.fields |= 1 << bit;
        if (known.places.length < 64) known.places.push(place);
      }
    }
  });
  return found;
}
