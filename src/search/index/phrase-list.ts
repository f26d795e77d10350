// Documents that have several words together, or one behind the other: a posting list made of those of the words.
import type { PostingList, TermOffsets } from './posting-list.ts';

export interface PhraseOptions {
  /** One for each word. */
  readonly lists: readonly PostingList[];
  /** Where the words stand; null where their order does not matter. */
  places(): readonly TermOffsets[] | null;
  /** Runs of documents to look at, ascending: where they begin and end. Null for all. */
  readonly among: Among | null;
}

export interface Among {
  readonly records: Uint32Array;
  /** Number of the first document of each record, and behind the last one the number of documents. */
  readonly first: Uint32Array;
}

/** Impacts are the sum of those of the words, and fields those all of them stand in. */
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
      const start = placeFrom(docs, at, among.first[record]!);
      at = placeFrom(docs, start, among.first[record + 1]!);
      if (at > start) search.through(start, at);
    }
  }
  return search.found();
}

interface PhraseSearch {
  /** Looks at these places of the leading list. */
  through(start: number, end: number): void;
  found(): PostingList;
}

function openSearch({ lists, places }: PhraseOptions, lead: number): PhraseSearch {
  const at = new Uint32Array(lists.length);
  const found = { docs: [] as number[], impacts: [] as number[], fields: [] as number[] };
  const leading = lists[lead]!.docs;
  const others = lists.flatMap((list, k) => (k === lead ? [] : [{ ...list, k }]));
  let stands: readonly TermOffsets[] | null | undefined;
  const look = (n: number): void => {
    const doc = leading[n]!;
    at[lead] = n;
    let fields = lists[lead]!.fields[n]!;
    let impact = lists[lead]!.impacts[n]!;
    for (let k = 0; k < others.length; k++) {
      const other = others[k]!;
      const place = placeFrom(other.docs, at[other.k]!, doc);
      at[other.k] = place;
      if (place >= other.docs.length || other.docs[place] !== doc) return;
      fields &= other.fields[place]!;
      if (fields === 0) return;
      impact += other.impacts[place]!;
    }
    stands ??= places();
    if (stands !== null && !follow(stands, at)) return;
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

/** The first place from `start` on with this number or a greater one: in leaps, then halving. */
export function placeFrom(docs: Uint32Array, start: number, doc: number): number {
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
function follow(places: readonly TermOffsets[], at: Uint32Array): boolean {
  const own = places.map((each, k) => each.at(at[k]!));
  return own[0]!.some((start) => own.every((each, k) => k === 0 || each.includes(start + k)));
}
