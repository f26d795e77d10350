// Decodes Content-Encoding: capped against bombs, keeps what a damaged stream yielded, detects false labels.
import { isUtf8 } from 'node:buffer';
import * as zlib from 'node:zlib';

export interface Decoded {
  readonly bytes: Uint8Array;
  /** True when the cap stopped it. */
  readonly capped: boolean;
  /** True when the stream ended early or broke after yielding something. */
  readonly broken: boolean;
  /** The false label, or null. */
  readonly falseLabel: string | null;
}

type Coding = 'gzip' | 'deflate' | 'br';

/**
 * Real text stays far below this ratio; a bomb does not (100 MiB of zeros: gzip 1,029:1, brotli 609,637:1). Small bodies
 * get `ratioFreeBytes` whatever their ratio.
 */
const maxRatio = 1024;
const ratioFreeBytes = 4 * 1024 * 1024;
/** Above this, decompression runs off the event loop. */
const syncBytes = 256 * 1024;
/** Real servers don't stack more. */
const maxCodings = 3;

/** Decodes `body` as the header declares; `maxBytes` limits the result of every layer. */
export async function decodeBody(body: Uint8Array, header: string, maxBytes: number): Promise<Decoded> {
  const labels = readLabels(header);
  let decoded: Decoded = { bytes: body, capped: false, broken: false, falseLabel: null };
  if (labels.length > maxCodings) return { ...decoded, falseLabel: header };
  // Codings are listed in the order they were applied (RFC 9110, 8.4).
  for (const label of labels.reverse()) {
    const coding = readCoding(label);
    const layer = coding === null ? null : await decodeLayer(decoded.bytes, coding, maxBytes);
    if (layer === null) return { ...decoded, falseLabel: label };
    decoded = { ...layer, capped: decoded.capped || layer.capped, broken: decoded.broken || layer.broken };
  }
  return decoded;
}

function readLabels(header: string): string[] {
  return header
    .toLowerCase()
    .split(',')
    .map((label) => label.trim())
    .filter((label) => label !== '' && label !== 'identity');
}

function readCoding(label: string): Coding | null {
  if (label === 'gzip' || label === 'x-gzip') return 'gzip';
  return label === 'deflate' || label === 'br' ? label : null;
}

/** Decodes one layer; null when the bytes aren't what the label declares. */
async function decodeLayer(body: Uint8Array, coding: Coding, maxBytes: number): Promise<Decoded | null> {
  if (body.length === 0) return { bytes: body, capped: false, broken: false, falseLabel: null };
  if (coding === 'gzip' && (body[0] !== 0x1f || (body.length > 1 && body[1] !== 0x8b))) return null;
  const cap = Math.min(maxBytes, Math.max(ratioFreeBytes, body.length * maxRatio));
  const quick = body.length <= syncBytes ? decodeAtOnce(body, coding, cap) : null;
  if (quick !== null) return { bytes: quick, capped: false, broken: false, falseLabel: null };
  const slow = await decodePiecewise(body, coding, cap);
  // The magic number proves gzip; the others have none, so bytes that are text or yield nothing were never encoded.
  const isFalse = slow.broken && coding !== 'gzip' && (slow.bytes.length === 0 || looksLikeText(body));
  return isFalse ? null : slow;
}

/** The common case in one call; null when the input is odd and `decodePiecewise` must decide. */
function decodeAtOnce(body: Uint8Array, coding: Coding, maxOutputLength: number): Uint8Array | null {
  try {
    if (coding === 'br') return zlib.brotliDecompressSync(body, { maxOutputLength });
    if (coding === 'gzip') return zlib.gunzipSync(body, { maxOutputLength });
    return hasZlibHeader(body)
      ? zlib.inflateSync(body, { maxOutputLength })
      : zlib.inflateRawSync(body, { maxOutputLength });
  } catch (error) {
    if (isDecodingError(error)) return null;
    throw error;
  }
}

/** Piece by piece, so that the cap stops the work and an error keeps the output before it. */
function decodePiecewise(body: Uint8Array, coding: Coding, cap: number): Promise<Decoded> {
  return new Promise((resolve, reject) => {
    const stream = makeDecoder(body, coding);
    const chunks: Buffer[] = [];
    let length = 0;
    const finish = (capped: boolean, broken: boolean) => {
      stream.destroy();
      resolve({ bytes: Buffer.concat(chunks, Math.min(length, cap)), capped, broken, falseLabel: null });
    };
    stream.on('data', (chunk: Buffer) => {
      if (length > cap) return;
      chunks.push(chunk);
      length += chunk.length;
      if (length > cap) finish(true, false);
    });
    stream.on('end', () => finish(false, false));
    stream.on('error', (error) => {
      if (isDecodingError(error)) finish(false, true);
      else reject(error);
    });
    stream.end(body);
  });
}

function makeDecoder(body: Uint8Array, coding: Coding): zlib.Gunzip | zlib.BrotliDecompress {
  if (coding === 'br') return zlib.createBrotliDecompress();
  if (coding === 'gzip') return zlib.createGunzip();
  return hasZlibHeader(body) ? zlib.createInflate() : zlib.createInflateRaw();
}

/** "deflate" means zlib (RFC 9110, 8.4.1.2), but some servers send the bare stream. */
function hasZlibHeader(body: Uint8Array): boolean {
  const [cmf = 0, flags = 0] = body;
  return (cmf & 0x0f) === 8 && ((cmf << 8) | flags) % 31 === 0;
}

function looksLikeText(body: Uint8Array): boolean {
  const head = body.subarray(0, 512);
  return (
    isUtf8(head.length === body.length ? head : trimTail(head)) &&
    head.every((byte) => byte >= 32 || (byte >= 9 && byte <= 13))
  );
}

/** Cuts before the last character, which the window may have split. */
function trimTail(head: Uint8Array): Uint8Array {
  let end = head.length - 1;
  while (end > 0 && ((head[end] ?? 0) & 0xc0) === 0x80) end--;
  return head.subarray(0, end);
}

function isDecodingError(error: unknown): boolean {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  return (
    code.startsWith('Z_') ||
    code.startsWith('ERR__ERROR_') ||
    code.startsWith('ERR_BROTLI') ||
    code === 'ERR_BUFFER_TOO_LARGE'
  );
}
