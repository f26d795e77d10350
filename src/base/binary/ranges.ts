// Byte ranges of a file that was fetched in parts.
import type { Document } from '../../model/document.ts';

/** Size of the entire file: from Content-Range, else from a complete body or its Content-Length; null if unknown. */
export function fileSize(document: Document): number | null {
  const total = /\/(\d{1,15})$/.exec(document.headers['content-range'] ?? '')?.[1];
  if (total !== undefined) return Number(total);
  if (document.partial === null) return document.bytes.length;
  const length = document.headers['content-length'];
  const isWhole = document.status === 200 && length !== undefined && document.headers['content-encoding'] === undefined;
  return isWhole && /^\d{1,15}$/.test(length) ? Number(length) : null;
}

/** The bytes [first, first + length) of the file, from the document or its parts; null if not fetched. */
export function fileBytes(document: Document, first: number, length: number): Uint8Array | null {
  for (const part of [document, ...document.parts]) {
    // Parts may be other documents: the .prj beside a .shp.
    if (part.url !== document.url && part.url !== document.finalUrl) continue;
    const start = partStart(part);
    if (first >= start && first + length <= start + part.bytes.length)
      return part.bytes.subarray(first - start, first - start + length);
  }
  return null;
}

function partStart(document: Document): number {
  const start =
    document.status === 206 ? /^bytes\s+(\d{1,15})-/.exec(document.headers['content-range'] ?? '')?.[1] : undefined;
  return start === undefined ? 0 : Number(start);
}
