// The state of orderings that is saved with a crawl. Invalid parts are treated as absent.
import { LRUCache } from 'lru-cache';

export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

export function readNumber(value: unknown, otherwise = 0): number {
  return typeof value === 'number' && Number.isFinite(value) ? value : otherwise;
}

/** Pairs of a string and a number. */
export function readPairs(value: unknown): readonly (readonly [string, number])[] {
  if (!Array.isArray(value)) return [];
  return value.filter(
    (pair): pair is [string, number] =>
      Array.isArray(pair) && typeof pair[0] === 'string' && typeof pair[1] === 'number' && Number.isFinite(pair[1]),
  );
}

/** Bound the state stored with a crawl; the oldest entries are dropped. */
const savedPairs = 10_000;
const savedRows = 5000;

/** A cache of numbers by URL, restored from `latestPairs`. */
export function restoreNumbers(max: number, saved: unknown): LRUCache<string, number> {
  const cache = new LRUCache<string, number>({ max });
  for (const [url, value] of readPairs(saved)) cache.set(url, value);
  return cache;
}

export function latestPairs(cache: LRUCache<string, number>): unknown {
  return [...cache.rentries()].slice(-savedPairs);
}

/** The records saved by `latestRows`, by name. */
export function* readRows<Field extends string>(
  rows: unknown,
  fields: readonly Field[],
): Generator<[name: string, record: Record<Field, number>]> {
  if (!Array.isArray(rows)) return;
  for (const row of rows) {
    if (!Array.isArray(row) || typeof row[0] !== 'string' || row.length !== fields.length + 1) continue;
    const values = fields.map((field, at) => [field, readNumber(row[at + 1])]);
    yield [row[0], Object.fromEntries(values) as Record<Field, number>];
  }
}

export function latestRows<Field extends string>(
  cache: LRUCache<string, Record<Field, number>>,
  fields: readonly Field[],
): unknown {
  const names = [...cache.rkeys()].slice(-savedRows);
  return names.map((name) => [name, ...fields.map((field) => cache.peek(name)?.[field] ?? 0)]);
}

/** 32-bit numbers as text, most of them zero: pairs of index and value. */
export function packFloats(values: Float32Array): string {
  const nonZero: number[] = [];
  for (let at = 0; at < values.length; at++) if (values[at] !== 0) nonZero.push(at);
  const bytes = new Uint8Array(8 * nonZero.length);
  const view = new DataView(bytes.buffer);
  for (const [at, index] of nonZero.entries()) {
    view.setUint32(8 * at, index, true);
    view.setFloat32(8 * at + 4, values[index]!, true);
  }
  return Buffer.from(bytes).toString('base64');
}

/** Decodes the output of `packFloats` into `values`; returns false if it is invalid. */
export function unpackFloats(packed: unknown, values: Float32Array): boolean {
  if (typeof packed !== 'string') return false;
  const bytes = Buffer.from(packed, 'base64');
  if (bytes.length % 8 !== 0) return false;
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  for (let at = 0; at < bytes.length; at += 8) {
    const index = view.getUint32(at, true);
    const value = view.getFloat32(at + 4, true);
    if (index < values.length && Number.isFinite(value)) values[index] = value;
  }
  return true;
}
