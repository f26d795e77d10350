// Documents that contain several words, in any order or as a phrase: a posting list made from those of the words.
import type { PostingList, WordPositions } from './posting-list.ts';

export interface PhraseOptions {
  /** One for each word. */
  readonly lists: readonly PostingList[];
  /** Read only if a document has all words; null if their order doesn't matter. */
  positions(): readonly WordPositions[] | null;
  /** The records to look at; null for all. */
  readonly among: RecordRuns | null;
}

/** Ascending records, and the documents of each. */
export interface RecordRuns {
  readonly records: Uint32Array;
  /** Number of the first document of each record; at the end the number of documents. */
  readonly first: Uint32Array;
}

/** Impacts are summed; fields are those that contain all words. */
export function phraseList(options: PhraseOptions): PostingList {
  const { lists, among } = options;
  const lead = lists.reduce((least, { docs }, k) => (docs.length < lists[least]!.docs.length ? k : least), 0);
  const { docs } = lists[lead]!;
  const search = openSearch(options, lead);
  if (among === null) search.through(0, docs.length);
  else {
    let at = 0;
    for (let n = 0; n < among.records.length && at < docs.length; n++) {
      const record = among.records[n]!;
      const start = indexFrom(docs, at, among.first[record]!);
      at = indexFrom(docs, start, among.first[record + 1]!);
      if (at > start) search.through(start, at);
    }
  }
  return search.found();
}

interface PhraseSearch {
  /** Looks at this range of the leading list. */
  through(start: number, end: number): void;
  found(): PostingList;
}

function openSearch({ lists, positions }: PhraseOptions, lead: number): PhraseSearch {
  const at = new Uint32Array(lists.length);
  const found = { docs: [] as number[], impacts: [] as number[], fields: [] as number[] };
  const leading = lists[lead]!;
  const others = lists.flatMap((list, k) => (k === lead ? [] : [{ ...list, k }]));
  let offsets: readonly WordPositions[] | null | undefined;
  const look = (n: number): void => {
    const doc = leading.docs[n]!;
    at[lead] = n;
    let fields = leading.fields[n]!;
    let impact = leading.impacts[n]!;
    for (let k = 0; k < others.length; k++) {
      const other = others[k]!;
      const index = indexFrom(other.docs, at[other.k]!, doc);
      at[other.k] = index;
      if (index >= other.docs.length || other.docs[index] !== doc) return;
      fields &= other.fields[index]!;
      if (fields === 0) return;
      impact += other.impacts[index]!;
    }
    offsets ??= positions();
    if (offsets !== null && !areConsecutive(offsets, at)) return;
    found.docs.push(doc);
    found.impacts.push(impact);
    found.fields.push(fields);
  };
  return {
    through: (start, end) => {
      for (let n = start; n < end; n++) look(n);
    },
    found: () => ({
      docs: Uint32Array.from(found.docs),
      impacts: Uint16Array.from(found.impacts),
      fields: Uint8Array.from(found.fields),
    }),
  };
}

/** The first index from `start` on with this document or a later one: galloping, then binary search. */
export function indexFrom(docs: Uint32Array, start: number, doc: number): number {
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

function areConsecutive(positions: readonly WordPositions[], at: Uint32Array): boolean {
  const own = positions.map((each, k) => each.at(at[k]!));
  return own[0]!.some((start) => own.every((each, k) => k === 0 || each.includes(start + k)));
}
