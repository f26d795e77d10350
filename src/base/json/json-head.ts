// The start of a JSON document that is truncated or too large to parse: everything complete up to there.
import type { Document } from '../../model/document.ts';
import { memoize } from '../memoize.ts';
import { isObject, type JsonObject, type JsonValue, readJson } from './json.ts';

/** Bytes parsed of an incomplete document. */
const headBytes = 1024 * 1024;

export interface JsonHead {
  readonly value: JsonObject;
  /** False if the document continues after what was read. */
  readonly isWhole: boolean;
}

/** The document's object, or its complete start; null if it isn't a JSON object. Never throws. */
export const readJsonHead = memoize((document: Document): JsonHead | null => {
  if (document.form !== 'json') return null;
  const whole = readJson(document);
  if (whole !== undefined) return isObject(whole) ? { value: whole, isWhole: true } : null;
  const isLarge = document.bytes.length > headBytes;
  if (document.partial === null && !isLarge) return null;
  const bytes = document.bytes.subarray(0, headBytes);
  const value = parseCut(new TextDecoder(document.charset).decode(bytes));
  return isObject(value) ? { value, isWhole: false } : null;
});

/** The value of truncated JSON text: cut after the last complete member, open brackets closed. */
export function parseCut(text: string): JsonValue | undefined {
  const start = text.search(/[{[]/);
  if (start < 0) return undefined;
  const { end, closers } = lastComplete(text, start);
  if (end < 0) return undefined;
  try {
    return JSON.parse(text.slice(start, end) + closers) as JsonValue;
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}

/** Deeper than any description; bounds the cost of tracking brackets. */
const maxDepth = 200;

function lastComplete(text: string, start: number): { readonly end: number; readonly closers: string } {
  let open = '';
  let end = -1;
  let closers = '';
  for (let at = start; at < text.length; at++) {
    const char = text.charCodeAt(at);
    if (char === 34) {
      at = endOfString(text, at);
      if (at < 0) break;
    } else if (char === 123 || char === 91) {
      if (open.length >= maxDepth) break;
      open = (char === 123 ? '}' : ']') + open;
      [end, closers] = [at + 1, open];
    } else if (char === 125 || char === 93) {
      open = open.slice(1);
      [end, closers] = [at + 1, open];
      if (open === '') break;
    } else if (char === 44) [end, closers] = [at, open];
  }
  return { end, closers };
}

function endOfString(text: string, quote: number): number {
  for (let at = quote + 1; ; at += 1) {
    at = text.indexOf('"', at);
    if (at < 0) return -1;
    let slashes = 0;
    while (text.charCodeAt(at - 1 - slashes) === 92) slashes++;
    if (slashes % 2 === 0) return at;
  }
}
