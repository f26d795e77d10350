// Arrays in which the matches of one segment are looked for, used again by every search.

/** What a search touches it leaves as it was: all zero, but for `best`, `current`, `records`, `bestRecords` and the results. */
export interface Workspace {
  /** A bit by document: the present clause stands there; any clause does. */
  readonly marked: Uint32Array;
  readonly seen: Uint32Array;
  /** By document: the best of the present clause, where it is marked; what it has itself by all of them; how many clauses it has that its service has not. */
  readonly best: Float32Array;
  readonly ownScore: Float32Array;
  readonly hits: Int8Array;
  /** Numbers of documents taken from bits. */
  readonly current: Uint32Array;
  /** A bit by record: some of its documents are seen. */
  readonly seenRecords: Uint32Array;
  /** By record: what all its documents inherit by all clauses, and by how many. */
  readonly inherited: Float32Array;
  readonly inheritedHits: Int8Array;
  readonly records: Uint32Array;
  readonly whole: Uint8Array;
  /** Records of which the best document is found. */
  readonly bestRecords: Uint32Array;
  readonly found: { readonly docs: Uint32Array; readonly hits: Uint8Array; readonly scores: Float32Array };
}

/** Numbers of documents, ascending, with how many clauses they have and how well. Valid until the workspace is used again. */
export interface Matches {
  readonly docs: Uint32Array;
  readonly hits: Uint8Array;
  readonly scores: Float32Array;
  readonly count: number;
  /** By record, where matches are brief: 1 where all documents match, of which only the best is named. */
  readonly whole: Uint8Array | null;
  /** Records the documents are the best of, where only these are named; null otherwise. */
  readonly records: Uint32Array | null;
}

export function createWorkspace(documents: number, records: number): Workspace {
  return {
    marked: new Uint32Array((documents + 31) >>> 5),
    seen: new Uint32Array((documents + 31) >>> 5),
    best: new Float32Array(documents),
    ownScore: new Float32Array(documents),
    hits: new Int8Array(documents),
    current: new Uint32Array(documents),
    seenRecords: new Uint32Array((records + 31) >>> 5),
    inherited: new Float32Array(records),
    inheritedHits: new Int8Array(records),
    records: new Uint32Array(records),
    whole: new Uint8Array(records),
    bestRecords: new Uint32Array(records),
    found: { docs: new Uint32Array(documents), hits: new Uint8Array(documents), scores: new Float32Array(documents) },
  };
}

export function setBit(bits: Uint32Array, n: number): void {
  bits[n >>> 5]! |= 1 << (n & 31);
}

export function setBits(bits: Uint32Array, count: number): void {
  bits.fill(0xffff_ffff, 0, count >>> 5);
  if ((count & 31) !== 0) bits[count >>> 5] = 2 ** (count & 31) - 1;
}

/** Writes the numbers whose bits are set to `numbers`, ascending; answers with how many they are. */
export function listBits(bits: Uint32Array, count: number, numbers: Uint32Array): number {
  const end = (count + 31) >>> 5;
  let listed = 0;
  for (let at = 0; at < end; at++) {
    let word = bits[at]!;
    while (word !== 0) {
      const lowest = word & -word;
      numbers[listed++] = (at << 5) + 31 - Math.clz32(lowest);
      word ^= lowest;
    }
  }
  return listed;
}

/** The same, and no bit is set any more. */
export function takeBits(bits: Uint32Array, count: number, numbers: Uint32Array): number {
  const listed = listBits(bits, count, numbers);
  bits.fill(0, 0, (count + 31) >>> 5);
  return listed;
}
