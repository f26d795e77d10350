// Postings of a word as bytes: ascending document numbers, the weight in each, and the fields.

/** Parallel arrays, ascending by `docs`. */
export interface PostingList {
  readonly docs: Uint32Array;
  /** 1 … 255, relative to the greatest possible weight; for phrases, the sum of their words. */
  readonly impacts: Uint8Array | Uint16Array;
  /** One bit per field. */
  readonly fields: Uint8Array;
}

/** Positions of a word in the documents of a segment. */
export interface WordPositions {
  /** `n` is the index of the document in the posting list. */
  at(n: number): readonly number[];
}

/** Gaps between numbers as varints, then impacts, then fields. The count is stored separately. */
export function encodePostings({ docs, impacts, fields }: PostingList): Uint8Array {
  const bytes = new Uint8Array(docs.length * 7);
  let end = 0;
  let last = -1;
  for (const doc of docs) {
    end = writeNumber(bytes, end, doc - last - 1);
    last = doc;
  }
  bytes.set(impacts, end);
  bytes.set(fields, end + docs.length);
  return bytes.slice(0, end + 2 * docs.length);
}

export function decodePostings(bytes: Uint8Array, count: number): PostingList {
  const docs = new Uint32Array(count);
  let at = 0;
  let last = -1;
  for (let n = 0; n < count; n++) {
    let byte = bytes[at++]!;
    let gap = byte & 127;
    for (let shift = 7; byte >= 128; shift += 7) {
      byte = bytes[at++]!;
      gap |= (byte & 127) << shift;
    }
    last += gap + 1;
    docs[n] = last;
  }
  return { docs, impacts: bytes.subarray(at, at + count), fields: bytes.subarray(at + count, at + 2 * count) };
}

/** Where the positions of each document begin: a count, then that many gaps. */
export function positionStarts(bytes: Uint8Array, documents: number): Uint32Array {
  const starts = new Uint32Array(documents + 1);
  const reader = { at: 0 };
  for (let n = 0; n < documents; n++) {
    starts[n] = reader.at;
    for (let left = readNumber(bytes, reader); left > 0; left--) while (bytes[reader.at++]! >= 128);
  }
  starts[documents] = reader.at;
  return starts;
}

/** Positions in one document; those of different fields are far apart, so that no phrase spans two. */
export function positionsAt(bytes: Uint8Array, start: number): readonly number[] {
  const reader = { at: start };
  const positions: number[] = [];
  for (let left = readNumber(bytes, reader), last = 0; left > 0; left--) {
    last += readNumber(bytes, reader);
    positions.push(last);
  }
  return positions;
}

export function writeNumber(bytes: Uint8Array, start: number, number: number): number {
  let at = start;
  let left = number;
  while (left >= 128) {
    bytes[at++] = (left & 127) | 128;
    left >>>= 7;
  }
  bytes[at++] = left;
  return at;
}

function readNumber(bytes: Uint8Array, reader: { at: number }): number {
  let number = 0;
  for (let shift = 0; ; shift += 7) {
    const byte = bytes[reader.at++]!;
    number |= (byte & 127) << shift;
    if (byte < 128) return number >>> 0;
  }
}
