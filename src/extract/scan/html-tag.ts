// Tags: their ends and attributes (HTML Standard, 13.2.5), as offsets, without creating strings.
import { decodeHTMLAttribute } from 'entities/decode';

/**
 * Attributes of one tag, four offsets each: name start, name end, value start, value end. An attribute without a value
 * has value start = value end. The list is reused for the next tag, so its length is stored separately.
 */
export interface Attributes {
  /** Numbers in use; four times the number of attributes. */
  count: number;
  readonly offsets: number[];
}

export function makeAttributes(): Attributes {
  return { count: 0, offsets: [] };
}

/** Index after a tag name that starts at `from`. */
export function tagNameEnd(html: string, from: number): number {
  let at = from;
  for (; at < html.length; at++) {
    const code = html.charCodeAt(at);
    if (code === 62 || code === 47 || isSpace(code)) break;
  }
  return at;
}

/**
 * Reads attributes from the end of a tag name on; returns the index after the tag, or -1 if the document ends first.
 * Two deviations from browsers, because a missing quote or bracket must not cost the links after it: a value that
 * swallowed the next opening quote ends at its first `>`, and a `<x` or `</` in place of a name ends the tag before it.
 */
export function readAttributes(html: string, from: number, attributes: Attributes): number {
  const length = html.length;
  attributes.count = 0;
  let at = from;
  while (at < length) {
    const code = html.charCodeAt(at);
    if (code === 62) return at + 1;
    if (code === 47 || isSpace(code)) {
      at++;
      continue;
    }
    if (code === 60 && opensTag(html, at)) return at;
    const nameStart = at;
    const nameEnd = attributeNameEnd(html, at + 1);
    at = skipSpace(html, nameEnd);
    if (html.charCodeAt(at) !== 61) {
      push(attributes, nameStart, nameEnd, nameEnd);
      continue;
    }
    at = skipSpace(html, at + 1);
    const quoted = isQuote(html.charCodeAt(at));
    const valueStart = quoted ? at + 1 : at;
    const valueEnd = quoted ? quotedEnd(html, valueStart) : unquotedEnd(html, at);
    if (valueEnd < 0) return -1;
    push(attributes, nameStart, nameEnd, valueStart);
    attributes.offsets[attributes.count - 1] = valueEnd;
    at = quoted && html.charCodeAt(valueEnd) !== 62 ? valueEnd + 1 : valueEnd;
  }
  return -1;
}

/** Adds an attribute with an empty value. */
function push(attributes: Attributes, nameStart: number, nameEnd: number, valueStart: number): void {
  const { offsets, count } = attributes;
  offsets[count] = nameStart;
  offsets[count + 1] = nameEnd;
  offsets[count + 2] = valueStart;
  offsets[count + 3] = valueStart;
  attributes.count = count + 4;
}

function opensTag(html: string, at: number): boolean {
  const next = html.charCodeAt(at + 1);
  return next === 47 || isLetter(next);
}

function attributeNameEnd(html: string, from: number): number {
  let at = from;
  for (; at < html.length; at++) {
    const code = html.charCodeAt(at);
    if (code === 61 || code === 62 || code === 47 || isSpace(code)) break;
  }
  return at;
}

/** Index of the closing quote, or of the `>` that ends a value without a closing quote, or -1. */
function quotedEnd(html: string, valueStart: number): number {
  const end = html.indexOf(html.charCodeAt(valueStart - 1) === 34 ? '"' : "'", valueStart);
  if (end < 0) return html.indexOf('>', valueStart);
  if (html.charCodeAt(end - 1) !== 61) return end;
  // The "closing" quote follows a `=`: it may be the next attribute's opening one. A slice keeps the look-back linear.
  const bracket = html.slice(valueStart, end).indexOf('>');
  return bracket < 0 ? end : valueStart + bracket;
}

function unquotedEnd(html: string, from: number): number {
  let at = from;
  for (; at < html.length; at++) {
    const code = html.charCodeAt(at);
    if (code === 62 || isSpace(code)) return at;
  }
  return -1;
}

function skipSpace(html: string, from: number): number {
  let at = from;
  while (isSpace(html.charCodeAt(at))) at++;
  return at;
}

/** Decoded value of the first attribute with that (lower-case) name; null if there is none. */
export function attribute(html: string, attributes: Attributes, name: string): string | null {
  const { offsets, count } = attributes;
  for (let at = 0; at < count; at += 4) {
    const start = offsets[at] ?? 0;
    if ((offsets[at + 1] ?? 0) - start === name.length && equalsIgnoringCase(html, start, name)) {
      return decodeHTMLAttribute(html.slice(offsets[at + 2], offsets[at + 3]));
    }
  }
  return null;
}

/** Whether `lower` is at `at`, case-insensitively; `lower` must be lower-case ASCII letters, digits or `-`. */
export function equalsIgnoringCase(text: string, at: number, lower: string): boolean {
  for (let offset = 0; offset < lower.length; offset++) {
    if ((text.charCodeAt(at + offset) | 32) !== lower.charCodeAt(offset)) return false;
  }
  return true;
}

export function isLetter(code: number): boolean {
  const letter = code | 32;
  return letter >= 97 && letter <= 122;
}

export function isSpace(code: number): boolean {
  return code === 32 || code === 10 || code === 9 || code === 13 || code === 12;
}

function isQuote(code: number): boolean {
  return code === 34 || code === 39;
}
