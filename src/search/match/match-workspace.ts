// Arrays for matching one segment, reused by every search.

/** Every search leaves them zeroed, except `best`, `current`, `records`, `bestRecords`, `whole` and `found`. */
export interface Workspace {
  /** Bits by document: matches the current clause. */
  readonly marked: Uint32Array;
  /** Bits by document: matches any clause so far. */
  readonly seen: Uint32Array;
  /** By document: best score of the current clause, if marked. */
  readonly best: Float32Array;
  /** By document: score of all clauses, without inherited ones. */
  readonly ownScore: Float32Array;
  /** By document: number of clauses it matches but its service doesn't. */
  readonly hits: Int8Array;
  /** Document numbers listed from bits. */
  readonly current: Uint32Array;
  /** Bits by record: has seen documents. */
  readonly seenRecords: Uint32Array;
  /** By record: score that all its documents inherit. */
  readonly inherited: Float32Array;
  /** By record: number of clauses that all its documents inherit. */
  readonly inheritedHits: Int8Array;
  /** Record numbers listed from bits. */
  readonly records: Uint32Array;
  readonly whole: Uint8Array;
  /** Records of `found`, if only the best document of each is listed. */
  readonly bestRecords: Uint32Array;
  readonly found: Pick<Matches, 'docs' | 'hits' | 'scores'>;
}

/** Matching documents in ascending order. Valid until the workspace is used again. */
export interface Matches {
  readonly docs: Uint32Array;
  /** Number of clauses each matches. */
  readonly hits: Uint8Array;
  readonly scores: Float32Array;
  readonly count: number;
  /** By record, in brief lists: 1 if all its documents match, of which only the best is listed. */
  readonly whole: Uint8Array | null;
  /** The record of each document, if only the best of each record is listed. */
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

/** Writes the indexes of set bits to `numbers`, ascending; returns their count. */
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

/** The same, and clears the bits. */
export function takeBits(bits: Uint32Array, count: number, numbers: Uint32Array): number {
  const listed = listBits(bits, count, numbers);
  bits.fill(0, 0, (count + 31) >>> 5);
  return listed;
}
