// Postings of many words in one buffer, for transfer between a database and its copies.

export interface PackedPosting {
  readonly word: number;
  readonly documents: number;
  readonly list: Uint8Array;
  readonly places: Uint8Array;
}

/** Word, documents, and the lengths of the two parts that follow; little-endian. */
const headBytes = 16;
/** Size at which a pack is closed. */
const packBytes = 1_000_000;

export function* packPostings(postings: Iterable<PackedPosting>): Generator<Buffer> {
  let parts: Uint8Array[] = [];
  let bytes = 0;
  for (const { word, documents, list, places } of postings) {
    const head = Buffer.alloc(headBytes);
    for (const [n, value] of [word, documents, list.length, places.length].entries()) head.writeUInt32LE(value, n * 4);
    parts.push(head, list, places);
    bytes += headBytes + list.length + places.length;
    if (bytes < packBytes) continue;
    yield Buffer.concat(parts);
    parts = [];
    bytes = 0;
  }
  if (parts.length > 0) yield Buffer.concat(parts);
}

/** A callback instead of a list, because there are millions. */
export function unpackPostings(pack: Uint8Array, take: (posting: PackedPosting) => void): void {
  const view = new DataView(pack.buffer, pack.byteOffset, pack.byteLength);
  for (let at = 0; at < pack.length; ) {
    const listAt = at + headBytes;
    const placesAt = listAt + view.getUint32(at + 8, true);
    const end = placesAt + view.getUint32(at + 12, true);
    take({
      word: view.getUint32(at, true),
      documents: view.getUint32(at + 4, true),
      list: pack.subarray(listAt, placesAt),
      places: pack.subarray(placesAt, end),
    });
    at = end;
  }
}
