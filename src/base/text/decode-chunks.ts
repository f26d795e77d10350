// Decodes bytes chunk by chunk, so that a large document never becomes one string.

/** Chunks start small, since many readers need only the first lines, and grow fourfold. */
const firstBytes = 1024;
const largestBytes = 65_536;

/** Never splits a character; skips a byte order mark. */
export function* decodeChunks(bytes: Uint8Array, charset: string): Generator<string> {
  // Buffer decoding keeps ASCII in one byte per character; the streaming decoder would take two.
  if (charset === 'utf-8') yield* decodeUtf8(bytes);
  else yield* decodeStream(bytes, charset);
}

function* decodeUtf8(bytes: Uint8Array): Generator<string> {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const hasBom = buffer[0] === 0xef && buffer[1] === 0xbb && buffer[2] === 0xbf;
  let start = hasBom ? 3 : 0;
  for (let size = firstBytes; start < buffer.length; size = Math.min(size * 4, largestBytes)) {
    const end = characterStart(buffer, Math.min(start + size, buffer.length), start);
    yield buffer.toString('utf8', start, end);
    start = end;
  }
}

/** The last character boundary at or before `at`; in damaged bytes the search stops after a character's length. */
function characterStart(buffer: Buffer, at: number, after: number): number {
  if (at === buffer.length) return at;
  for (let back = at; back > at - 4 && back > after; back--) {
    if (((buffer[back] ?? 0) & 0xc0) !== 0x80) return back;
  }
  return at;
}

function* decodeStream(bytes: Uint8Array, charset: string): Generator<string> {
  const decoder = new TextDecoder(charset);
  let start = 0;
  for (let size = firstBytes; start < bytes.length; size = Math.min(size * 4, largestBytes)) {
    yield decoder.decode(bytes.subarray(start, start + size), { stream: true });
    start += size;
  }
  yield decoder.decode();
}
