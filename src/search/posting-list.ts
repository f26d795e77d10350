// The documents a word stands in, as bytes: ascending numbers, how much the word weighs there, and in which fields.

/** Parallel arrays, ascending by `docs`. */
export interface PostingList {
  readonly docs: Uint32Array;
  /** 1 … 255: the part of the greatest weight a word can have in a document. */
  readonly impacts: Uint8Array;
  /** One bit per field. */
  readonly fields: Uint8Array;
}

/** Count, then the gaps between numbers, each in groups of seven bits, then impacts, then fields. */
export function encodePostings({ docs, impacts, fields }: PostingList): Uint8Array {
  const bytes = new Uint8Array(5 + docs.length * 7);
  let end = writeNumber(bytes, 0, docs.length);
  let last = -1;
  for (const doc of docs) {
    end = writeNumber(bytes, end, doc - last - 1);
    last = doc;
  }
  bytes.set(impacts, end);
  bytes.set(fields, end + docs.length);
  return bytes.slice(0, end + 2 * docs.length);
}

export function decodePostings(bytes: Uint8Array): PostingList {
  let at = 0;
  let count = 0;
  for (let shift = 0; ; shift += 7) {
    const byte = bytes[at++]!;
    count += (byte & 127) * 2 ** shift;
    if (byte < 128) break;
  }
  const docs = new Uint32Array(count);
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

/** Places of a word in each of its documents, in the documents' order; fields lie far apart, so that no phrase spans two. */
export function encodePlaces(places: readonly (readonly number[])[]): Uint8Array {
  const numbers = places.reduce((sum, each) => sum + each.length + 1, 0);
  const bytes = new Uint8Array(numbers * 5);
  let end = 0;
  for (const each of places) {
    end = writeNumber(bytes, end, each.length);
    let last = 0;
    for (const place of each) {
      end = writeNumber(bytes, end, place - last);
      last = place;
    }
  }
  return bytes.slice(0, end);
}

export function decodePlaces(bytes: Uint8Array, documents: number): readonly (readonly number[])[] {
  const places: number[][] = [];
  const reader = { at: 0 };
  for (let n = 0; n < documents; n++) {
    const count = readNumber(bytes, reader);
    const each: number[] = [];
    for (let k = 0, last = 0; k < count; k++) {
      last += readNumber(bytes, reader);
      each.push(last);
    }
    places.push(each);
  }
  return places;
}

function writeNumber(bytes: Uint8Array, start: number, number: number): number {
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
