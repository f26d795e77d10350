// Documents → one segment of the index: the postings of every word and the columns of every document.
import { createListColumn, type ListColumn } from './list-column.ts';
import { writeNumber } from './posting-list.ts';
import {
  documentFacets,
  fieldWeights,
  recordLists,
  type SearchDocument,
  type SearchRecord,
  searchFields,
} from './search-document.ts';

/** How soon more of the same word stops counting, and how much long texts pay ([BM25] k1 and b). */
const saturation = 8;
const lengthPart = 0.5;
/** Words in a field of ordinary length. Fixed, so that weights stay comparable between segments. */
const ordinaryWords = 12;
/** Between the places of two fields: no phrase is that long. */
const fieldGap = 4096;
/** Places kept of a word in one document. */
const placeLimit = 64;

export interface WordRow {
  readonly word: string;
  readonly count: number;
  readonly list: Uint8Array;
  readonly places: Uint8Array;
}

/** Columns of numbers: of records (`rid` … `idKey`) and of documents (`layer`, `title`). */
export interface NumberColumns {
  readonly rid: Uint32Array;
  /** Number of the first document of each record, and behind the last one the number of documents. */
  readonly first: Uint32Array;
  readonly completeness: Uint8Array;
  readonly created: Float64Array;
  readonly updated: Float64Array;
  readonly layerCount: Uint32Array;
  /** NaN where there is none. */
  readonly score: Float64Array;
  readonly idKey: Float64Array;
  readonly layer: Int32Array;
  readonly title: Float64Array;
}

export interface BuiltSegment {
  readonly documents: number;
  readonly numbers: NumberColumns;
  /** By name: extents and times of documents, and facets. */
  readonly lists: ReadonlyMap<string, ListColumn>;
  words(): Generator<WordRow>;
}

/** Lists a segment has, and whether each document has its own or all documents of a record share one. */
export const listScopes: ReadonlyMap<string, 'document' | 'record'> = new Map([
  ...['extent', 'time', ...documentFacets].map((name) => [name, 'document'] as const),
  ...['span', ...recordLists].map((name) => [name, 'record'] as const),
]);

export interface SegmentBuilder {
  readonly documents: number;
  beginRecord(rid: number, record: SearchRecord): void;
  add(document: SearchDocument): void;
  build(): BuiltSegment;
}

/** `valueId` numbers the values of facets. */
export function createSegmentBuilder(valueId: (facet: string, value: string) => number): SegmentBuilder {
  const rids: number[] = [];
  const firsts: number[] = [];
  const records: SearchRecord[] = [];
  const layers: number[] = [];
  const titles: number[] = [];
  const lists = new Map([...listScopes.keys()].map((name) => [name, createListColumn()]));
  const postings = createPostings();
  const addFacets = (names: readonly string[], facets: Readonly<Record<string, readonly string[]>>) => {
    for (const name of names) lists.get(name)!.add([...new Set(facets[name])].map((value) => valueId(name, value)));
  };
  return {
    get documents() {
      return layers.length;
    },
    beginRecord(rid, record) {
      rids.push(rid);
      firsts.push(layers.length);
      records.push({ ...record, facets: {} });
      lists.get('span')!.add(record.span);
      addFacets(recordLists, record.facets);
    },
    add(document) {
      postings.add(layers.length, document.words);
      layers.push(document.layer);
      titles.push(document.titleKey);
      lists.get('extent')!.add(document.extent ?? []);
      lists.get('time')!.add(document.time ?? []);
      addFacets(documentFacets, document.facets);
    },
    build: () => ({
      documents: layers.length,
      numbers: {
        rid: Uint32Array.from(rids),
        first: Uint32Array.from([...firsts, layers.length]),
        completeness: Uint8Array.from(records, (record) => record.completeness),
        created: Float64Array.from(records, (record) => record.createdMs),
        updated: Float64Array.from(records, (record) => record.updatedMs),
        layerCount: Uint32Array.from(records, (record) => record.layerCount),
        score: Float64Array.from(records, (record) => record.score ?? Number.NaN),
        idKey: Float64Array.from(records, (record) => record.idKey),
        layer: Int32Array.from(layers),
        title: Float64Array.from(titles),
      },
      lists: new Map([...lists].map(([name, list]) => [name, list.build()])),
      words: postings.words,
    }),
  };
}

/**
 * Postings as they come, document after document, in plain arrays: words are numbers, and the places of one posting are
 * chained. Sorting by word happens once, at the end.
 */
function createPostings() {
  const ids = new Map<string, number>();
  /** By word: how many postings, and the last one. */
  const counts: number[] = [];
  const latest: number[] = [];
  /** By posting. */
  const posted = { word: [] as number[], doc: [] as number[], weight: [] as number[], fields: [] as number[] };
  const chain = { head: [] as number[], tail: [] as number[], length: [] as number[] };
  /** By place. */
  const places: number[] = [];
  const nexts: number[] = [];
  const addPlace = (posting: number, place: number) => {
    if (chain.length[posting]! >= placeLimit) return;
    chain.length[posting]!++;
    places.push(place);
    nexts.push(-1);
    if (chain.tail[posting]! < 0) chain.head[posting] = places.length - 1;
    else nexts[chain.tail[posting]!] = places.length - 1;
    chain.tail[posting] = places.length - 1;
  };
  const postingOf = (text: string, doc: number): number => {
    let word = ids.get(text);
    if (word === undefined) {
      word = ids.size;
      ids.set(text, word);
      counts.push(0);
      latest.push(-1);
    }
    const known = latest[word]!;
    if (known >= 0 && posted.doc[known] === doc) return known;
    counts[word]!++;
    latest[word] = posted.word.push(word) - 1;
    posted.doc.push(doc);
    posted.weight.push(0);
    posted.fields.push(0);
    chain.head.push(-1);
    chain.tail.push(-1);
    chain.length.push(0);
    return latest[word]!;
  };
  return {
    add(doc: number, fields: readonly (readonly string[])[]): void {
      fields.forEach((tokens, bit) => {
        const weight =
          fieldWeights[searchFields[bit]!] / (1 - lengthPart + (lengthPart * tokens.length) / ordinaryWords);
        let count = 0;
        for (const token of tokens) {
          const posting = postingOf(token, doc);
          posted.weight[posting]! += weight;
          posted.fields[posting]! |= 1 << bit;
          if (++count < fieldGap) addPlace(posting, bit * fieldGap + count);
        }
      });
    },
    *words(): Generator<WordRow> {
      const { order, starts } = sortByWord(posted.word, counts);
      const scratch = new Uint8Array(7 * counts.reduce((most, count) => Math.max(most, count), 0));
      for (const [word, id] of ids) {
        const own = order.subarray(starts[id], starts[id]! + counts[id]!);
        const list = encodePosted(own, posted, scratch);
        yield { word, count: own.length, list, places: encodeChains(own, { ...chain, places, nexts }) };
      }
    },
  };
}

interface Posted {
  readonly doc: readonly number[];
  readonly weight: readonly number[];
  readonly fields: readonly number[];
}

/** As `encodePostings` would, without arrays in between: most words have but one posting. */
function encodePosted(own: Uint32Array, { doc, weight, fields }: Posted, scratch: Uint8Array): Uint8Array {
  let end = 0;
  let last = -1;
  for (let n = 0; n < own.length; n++) {
    end = writeNumber(scratch, end, doc[own[n]!]! - last - 1);
    last = doc[own[n]!]!;
  }
  for (let n = 0; n < own.length; n++) scratch[end++] = impactOf(weight[own[n]!]!);
  for (let n = 0; n < own.length; n++) scratch[end++] = fields[own[n]!]!;
  return scratch.slice(0, end);
}

function impactOf(weight: number): number {
  return Math.max(1, Math.round((255 * weight) / (weight + saturation)));
}

/** Numbers of postings, those of one word together and in the order they came. */
function sortByWord(words: readonly number[], counts: readonly number[]): { order: Uint32Array; starts: Uint32Array } {
  const starts = new Uint32Array(counts.length);
  for (let word = 1; word < counts.length; word++) starts[word] = starts[word - 1]! + counts[word - 1]!;
  const next = starts.slice();
  const order = new Uint32Array(words.length);
  for (let posting = 0; posting < words.length; posting++) order[next[words[posting]!]!++] = posting;
  return { order, starts };
}

interface Chains {
  readonly head: readonly number[];
  readonly length: readonly number[];
  readonly places: readonly number[];
  readonly nexts: readonly number[];
}

function encodeChains(postings: Uint32Array, { head, length, places, nexts }: Chains): Uint8Array {
  let numbers = 0;
  for (const posting of postings) numbers += length[posting]! + 1;
  const bytes = new Uint8Array(numbers * 3);
  let end = 0;
  for (const posting of postings) {
    end = writeNumber(bytes, end, length[posting]!);
    let last = 0;
    for (let at = head[posting]!; at >= 0; at = nexts[at]!) {
      end = writeNumber(bytes, end, places[at]! - last);
      last = places[at]!;
    }
  }
  return bytes.slice(0, end);
}
