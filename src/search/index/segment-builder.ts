// Documents → one segment of the index: postings by word, and columns.
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
import type { NumberColumns } from './segment-columns.ts';

/** Saturation of repeated words, and normalization by text length ([BM25] k1 and b). */
const saturation = 8;
const lengthPart = 0.5;
/** Words in a field of average length. Fixed, so that weights are comparable between segments. */
const averageWords = 12;
/** Distance between the positions of two fields: no phrase is that long. */
const fieldGap = 4096;
/** Positions stored per word and document. */
const positionLimit = 64;

export interface WordRow {
  readonly word: string;
  readonly count: number;
  readonly list: Uint8Array;
  readonly places: Uint8Array;
}

export interface BuiltSegment {
  readonly documents: number;
  readonly numbers: NumberColumns;
  /** By name: extents and times of documents, and facets. */
  readonly lists: ReadonlyMap<string, ListColumn>;
  words(): Generator<WordRow>;
}

/** Whether each document has its own list, or all documents of a record share one. */
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
 * Collects postings in document order in plain arrays: words are numbers, and the positions of a posting form a linked
 * list. They are sorted by word once, at the end.
 */
function createPostings() {
  const ids = new Map<string, number>();
  /** By word: the number of postings, and the last one. */
  const counts: number[] = [];
  const latest: number[] = [];
  /** By posting. */
  const posted = { word: [] as number[], doc: [] as number[], weight: [] as number[], fields: [] as number[] };
  const chain = { head: [] as number[], tail: [] as number[], length: [] as number[] };
  const positions: number[] = [];
  /** By position: the next one of the posting. */
  const nexts: number[] = [];
  const addPosition = (posting: number, position: number) => {
    if (chain.length[posting]! >= positionLimit) return;
    chain.length[posting]!++;
    const link = positions.push(position) - 1;
    nexts.push(-1);
    if (chain.tail[posting]! < 0) chain.head[posting] = link;
    else nexts[chain.tail[posting]!] = link;
    chain.tail[posting] = link;
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
          fieldWeights[searchFields[bit]!] / (1 - lengthPart + (lengthPart * tokens.length) / averageWords);
        let count = 0;
        for (const token of tokens) {
          const posting = postingOf(token, doc);
          posted.weight[posting]! += weight;
          posted.fields[posting]! |= 1 << bit;
          if (++count < fieldGap) addPosition(posting, bit * fieldGap + count);
        }
      });
    },
    *words(): Generator<WordRow> {
      const { order, starts } = sortByWord(posted.word, counts);
      const scratch = new Uint8Array(7 * counts.reduce((most, count) => Math.max(most, count), 0));
      for (const [word, id] of ids) {
        const own = order.subarray(starts[id], starts[id]! + counts[id]!);
        const list = encodePosted(own, posted, scratch);
        yield { word, count: own.length, list, places: encodeChains(own, { ...chain, positions, nexts }) };
      }
    },
  };
}

interface Posted {
  readonly doc: readonly number[];
  readonly weight: readonly number[];
  readonly fields: readonly number[];
}

/** The format of `encodePostings`, without intermediate arrays: most words have a single posting. */
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

/** Groups postings by word, stably. */
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
  readonly positions: readonly number[];
  readonly nexts: readonly number[];
}

function encodeChains(postings: Uint32Array, { head, length, positions, nexts }: Chains): Uint8Array {
  let numbers = 0;
  for (const posting of postings) numbers += length[posting]! + 1;
  const bytes = new Uint8Array(numbers * 3);
  let end = 0;
  for (const posting of postings) {
    end = writeNumber(bytes, end, length[posting]!);
    let last = 0;
    for (let at = head[posting]!; at >= 0; at = nexts[at]!) {
      end = writeNumber(bytes, end, positions[at]! - last);
      last = positions[at]!;
    }
  }
  return bytes.slice(0, end);
}
