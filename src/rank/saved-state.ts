// Decoding of the saved state of orderings: anything invalid is treated as absent.

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

/** 32-bit numbers as text, most of them zero: pairs of index and value. */
export function packFloats(values: Float32Array): string {
  const places: number[] = [];
  for (let at = 0; at < values.length; at++) if (values[at] !== 0) places.push(at);
  const bytes = new Uint8Array(8 * places.length);
  const view = new DataView(bytes.buffer);
  for (const [index, place] of places.entries()) {
    view.setUint32(8 * index, place, true);
    view.setFloat32(8 * index + 4, values[place]!, true);
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
    const place = view.getUint32(at, true);
    const value = view.getFloat32(at + 4, true);
    if (place < values.length && Number.isFinite(value)) values[place] = value;
  }
  return true;
}
