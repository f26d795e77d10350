// Joins a text file that was fetched in consecutive parts.
import type { Document } from '../../model/document.ts';
import type { ProbeRequest } from '../../model/kind.ts';
import { fileBytes, fileSize } from '../binary/ranges.ts';
import { memoize } from '../memoize.ts';
import { makeDocument } from './document.ts';

/** Text files up to this size are fetched completely, larger ones only at their start. */
const maxTextBytes = 256 * 1024;

const join = memoize(joinParts);

/** The document with all parts that continue it without a gap; the document itself if there are none. */
export function joinedDocument(document: Document): Document {
  return document.parts.length === 0 ? document : join(document);
}

/** The request for the remainder of a small text file; null if it is complete or too large. */
export function restOfText(document: Document): ProbeRequest | null {
  const joined = joinedDocument(document);
  const size = fileSize(document);
  const have = joined.bytes.length;
  if (joined.partial !== 'range' || size === null || size > maxTextBytes || have >= size) return null;
  return { url: document.finalUrl, range: [have, size - 1] };
}

function joinParts(document: Document): Document {
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

/** The bytes of a part from `first` on; null if there is a gap before it, or it ends earlier. */
function partFrom(part: Document, first: number): Uint8Array | null {
  const start = Number(/^bytes\s+(\d{1,15})-/.exec(part.headers['content-range'] ?? '')?.[1] ?? Number.NaN);
  if (part.status !== 206 || !(start <= first) || start + part.bytes.length <= first) return null;
  return part.bytes.subarray(first - start);
}
