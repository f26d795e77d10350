// Reads JSON as servers send it: after a BOM, in a JSONP callback, or with bare NaN.
import type { Document } from '../../model/document.ts';
import { memoize } from '../memoize.ts';

export type JsonValue = null | boolean | number | string | readonly JsonValue[] | JsonObject;
export interface JsonObject {
  readonly [name: string]: JsonValue | undefined;
}

/** Larger documents are data, not descriptions: only their start is read (`readJsonHead`). */
const maxParsedBytes = 32 * 1024 * 1024;

/** The document's JSON value, or undefined if it can't be parsed. Memoized, because several kinds read it. Never throws. */
export const readJson = memoize((document: Document): JsonValue | undefined =>
  document.form === 'json' && document.bytes.length <= maxParsedBytes ? parseTolerantly(document.text()) : undefined,
);

/** The document's JSON object; undefined for anything else. */
export function readJsonObject(document: Document): JsonObject | undefined {
  const value = readJson(document);
  return isObject(value) ? value : undefined;
}

/** Strict parsing of an object; null for anything else. */
export function parseObject(text: string): JsonObject | null {
  try {
    const value = JSON.parse(text) as JsonValue;
    return isObject(value) ? value : null;
  } catch (error) {
    if (error instanceof SyntaxError) return null;
    throw error;
  }
}

export function isObject(value: JsonValue | undefined): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

export function arrayAt(object: JsonObject, name: string): readonly JsonValue[] {
  const value = object[name];
  return Array.isArray(value) ? value : [];
}

export function objectsAt(object: JsonObject, name: string): readonly JsonObject[] {
  return arrayAt(object, name).filter(isObject);
}

export function objectAt(object: JsonObject, name: string): JsonObject | null {
  const value = object[name];
  return isObject(value) ? value : null;
}

/** Text of a string or number member; '' for anything else. */
export function stringAt(object: JsonObject, name: string): string {
  const value = object[name];
  return typeof value === 'string' ? value.trim() : typeof value === 'number' ? String(value) : '';
}

export function numberAt(object: JsonObject, name: string): number | null {
  const value = object[name];
  const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
  return typeof number === 'number' && Number.isFinite(number) ? number : null;
}

function parseTolerantly(text: string): JsonValue | undefined {
  const body = withoutCallback(text.replace(/^[\ufeff\s\0]+/, ''));
  const plain = parseOrUndefined(body);
  // Some ArcGIS servers write NaN and Infinity for a missing extent (edge case 69).
  return plain !== undefined ? plain : parseOrUndefined(withoutBareNumbers(body));
}

function parseOrUndefined(text: string): JsonValue | undefined {
  try {
    return JSON.parse(text) as JsonValue;
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}

function withoutCallback(text: string): string {
  const callback = /^[\w$.]{1,80}\s?\(\s{0,8}(?=[{[])/.exec(text);
  if (callback === null) return text;
  const end = text.lastIndexOf(')');
  return text.slice(callback[0].length, end < 0 ? undefined : end);
}

/** Replaces NaN, Infinity and undefined outside strings, in one linear pass. */
function withoutBareNumbers(text: string): string {
  const bare = /-?\b(?:NaN|Infinity|undefined)\b/g;
  let result = '';
  for (let at = 0; at < text.length; ) {
    const quote = text.indexOf('"', at);
    const end = quote < 0 ? text.length : quote;
    result += text.slice(at, end).replace(bare, 'null');
    at = quote < 0 ? end : stringEnd(text, quote);
    result += text.slice(end, at);
  }
  return result;
}

/** Index after the closing quote of the string that opens at `open`. */
function stringEnd(text: string, open: number): number {
  for (let at = open + 1; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === 92) at++;
    else if (code === 34) return at + 1;
  }
  return text.length;
}
