// The documents a word stands in, as bytes: ascending numbers, how much the word weighs there, and in which fields.

/** Parallel arrays, ascending by `docs`. */
export interface PostingList {
  readonly docs: Uint32Array;
  /** 1 … 255: the part of the greatest weight a word can have in a document; the sum of several words in a list of a phrase. */
  readonly impacts: Uint8Array | Uint16Array;
  /** One bit per field. */
  readonly fields: Uint8Array;
}

/** Where a word stands in the documents of a segment. */
export interface TermOffsets {
  /** `n` is the position of the document in the posting list. */
  at(n: number): readonly number[];
}

/** The gaps between numbers, each in groups of seven bits, then impacts, then fields. The count is kept beside it. */
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

/** Where each document's places begin: they are as many numbers as the first one says, each the step from the one before. */
export function placeStarts(bytes: Uint8Array, documents: number): Uint32Array {
  const starts = new Uint32Array(documents + 1);
  const reader = { at: 0 };
  for (let n = 0; n < documents; n++) {
    starts[n] = reader.at;
    for (let left = readNumber(bytes, reader); left > 0; left--) while (bytes[reader.at++]! >= 128);
  }
  starts[documents] = reader.at;
  return starts;
}

/** The places of a word in one document; fields lie far apart, so that no phrase spans two. */
export function placesAt(bytes: Uint8Array, start: number): readonly number[] {
  const reader = { at: start };
  const places: number[] = [];
  for (let left = readNumber(bytes, reader), last = 0; left > 0; left--) {
    last += readNumber(bytes, reader);
    places.push(last);
  }
  return places;
}

export function writeNumber(bytes: Uint8Array, start: number, number: number): number {
  let at = start;
  let rest = number;
  while (rest >= 128) {
    bytes[at++] = (rest & 127) | 128;
    rest >>>= 7;
  }
  bytes[at++] = rest;
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
