// A text file read in consecutive parts, put together again.
import type { Document } from '../../model/document.ts';
import type { ProbeRequest } from '../../model/kind.ts';
import { fileBytes, fileSize } from '../binary/ranges.ts';
import { makeDocument } from './document.ts';

/** Text files up to this size are read whole by ranges, larger ones by their head. */
const wholeBytes = 256 * 1024;

const joinedOnes = new WeakMap<Document, Document>();

/** The document with all parts that follow each other from its beginning; itself where it has none. */
export function joinedDocument(document: Document): Document {
  if (document.parts.length === 0) return document;
  const known = joinedOnes.get(document);
  if (known !== undefined) return known;
  const joined = join(document);
  joinedOnes.set(document, joined);
  return joined;
}

/** The rest of a text file that is small enough; null when all is there or too much is missing. */
export function restOfText(document: Document): ProbeRequest | null {
  const joined = joinedDocument(document);
  const size = fileSize(document);
  const have = joined.bytes.length;
  if (joined.partial !== 'range' || size === null || size > wholeBytes || have >= size) return null;
  return { url: document.finalUrl, range: [have, size - 1] };
}

function join(document: Document): Document {
  const pieces: Uint8Array[] = [document.bytes];
  let length = document.bytes.length;
  for (const part of document.parts) {
    const next = fileBytes(document, length, 1) === null ? null : partFrom(part, length);
    if (next === null) continue;
    pieces.push(next);
    length += next.length;
  }
  if (pieces.length === 1) return document;
  const { url, finalUrl, status, headers, requests } = document;
  const partial = length === fileSize(document) ? null : document.partial;
  return makeDocument({ url, finalUrl, status, headers, requests, bytes: Buffer.concat(pieces), partial });
}

/** The bytes of a part from `first` on; null when it does not reach there without a gap. */
function partFrom(part: Document, first: number): Uint8Array | null {
  const start = Number(/^bytes\s+(\d{1,15})-/.exec(part.headers['content-range'] ?? '')?.[1] ?? Number.NaN);
  if (part.status !== 206 || !(start <= first) || start + part.bytes.length <= first) return null;
  return part.bytes.subarray(first - start);
}
