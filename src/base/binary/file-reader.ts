// Random access to a partially fetched file; `missed` lists the ranges to request next.
import type { Document } from '../../model/document.ts';
import type { ProbeRequest } from '../../model/kind.ts';
import { fileBytes, fileSize } from './ranges.ts';

export interface FileReader {
  readonly document: Document;
  /** Size of the entire file; null if unknown. */
  readonly size: number | null;
  /** Exactly these bytes; null if beyond the end of the file, or not fetched (then listed in `missed`). */
  bytes(first: number, length: number): Uint8Array | null;
  /** The same, with `length` shortened to the end of the file. */
  upTo(first: number, length: number): Uint8Array | null;
  /** Ranges that were read but not fetched, in order. */
  readonly missed: readonly (readonly [first: number, length: number])[];
}

/** Smaller requests save nothing. */
const leastBytes = 4096;
/** Ranges no farther apart than this are combined into one request. */
const bridgedBytes = 32 * 1024;
/** Maximum length of a request. */
const mostBytes = 128 * 1024;

export function fileReader(document: Document): FileReader {
  const size = fileSize(document);
  const missed: [number, number][] = [];
  const bytes = (first: number, length: number) => {
    if (!Number.isSafeInteger(first) || !Number.isSafeInteger(length) || first < 0 || length < 0) return null;
    if (size !== null && first + length > size) return null;
    const found = fileBytes(document, first, length);
    if (found === null && document.partial !== null) missed.push([first, length]);
    return found;
  };
  const upTo = (first: number, length: number) =>
    bytes(first, size === null ? length : Math.max(0, Math.min(length, size - first)));
  return { document, size, bytes, upTo, missed };
}

/** The request for what `read` missed; null if nothing was missed, or the document is complete. */
export function missingPart(document: Document, read: (reader: FileReader) => unknown): ProbeRequest | null {
  if (document.partial === null) return null;
  const reader = fileReader(document);
  read(reader);
  const [target, ...others] = reader.missed;
  if (target === undefined) return null;
  const first = target[0];
  let end = first + target[1];
  for (const [start, length] of others) {
    const joined = Math.max(end, start + length);
    if (start >= first && start <= end + bridgedBytes && joined - first <= mostBytes) end = joined;
  }
  end = Math.max(end, first + leastBytes);
  if (reader.size !== null) end = Math.min(end, reader.size);
  return { url: document.finalUrl, range: [first, Math.min(end, first + mostBytes) - 1] };
}
