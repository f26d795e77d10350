// The columns of a segment as blobs, read on first use.
import type { SqlDatabase } from '../../store/sqlite/driver.ts';
import type { ListColumn } from './list-column.ts';

/** Numbers of records, then of documents (`layer`, `title`). */
const numberTypes = {
  rid: Uint32Array,
  /** The first document of each record; at the end the number of documents. */
  first: Uint32Array,
  completeness: Uint8Array,
  created: Float64Array,
  updated: Float64Array,
  layerCount: Uint32Array,
  /** NaN if there is none. */
  score: Float64Array,
  idKey: Float64Array,
  layer: Int32Array,
  title: Float64Array,
} as const;

export type NumberColumns = {
  readonly [Name in keyof typeof numberTypes]: (typeof numberTypes)[Name]['prototype'];
};

const numberColumns = Object.keys(numberTypes) as readonly (keyof NumberColumns)[];

export interface SomeColumns {
  readonly numbers: NumberColumns | null;
  readonly lists: ReadonlyMap<string, ListColumn>;
}

/** One at a time, because some are large. */
export function* columnsAsBytes({ numbers, lists }: SomeColumns): Generator<[string, Uint8Array]> {
  if (numbers !== null) for (const name of numberColumns) yield [name, bytesOf(numbers[name])];
  for (const [name, list] of lists) yield* listAsBytes(name, list);
}

function* listAsBytes(name: string, list: ListColumn): Generator<[string, Uint8Array]> {
  for (const part of ['ids', 'starts', 'values'] as const) yield [`${name}.${part}`, bytesOf(list[part])];
}

export interface ColumnReader {
  number<Name extends keyof NumberColumns>(name: Name): NumberColumns[Name];
  list(name: string): ListColumn;
}

export function openColumns(database: SqlDatabase, segment: number): ColumnReader {
  const find = database.prepare('SELECT content FROM search_column WHERE segment = ? AND name = ?');
  const read = (name: string): ArrayBuffer => {
    const row = find.get(segment, name) as { content: Uint8Array } | undefined;
    if (row === undefined) throw new Error(`segment ${segment} of the search has no column ${name}`);
    return aligned(row.content);
  };
  const known = new Map<string, unknown>();
  const once = <T>(name: string, make: () => T): T => {
    if (!known.has(name)) known.set(name, make());
    return known.get(name) as T;
  };
  return {
    number: (name) => once(name, () => new numberTypes[name](read(name)) as NumberColumns[typeof name]),
    list: (name) =>
      once(`${name}.`, () => ({
        ids: new Uint32Array(read(`${name}.ids`)),
        starts: new Uint32Array(read(`${name}.starts`)),
        values: new Float64Array(read(`${name}.values`)),
      })),
  };
}

function bytesOf(array: Uint32Array | Int32Array | Float64Array | Uint8Array): Uint8Array {
  return new Uint8Array(array.buffer, array.byteOffset, array.byteLength);
}

/** Blobs begin at any offset; typed arrays need an aligned one. */
function aligned(bytes: Uint8Array): ArrayBuffer {
  if (bytes.byteOffset === 0 && bytes.byteLength === bytes.buffer.byteLength) return bytes.buffer as ArrayBuffer;
  return bytes.slice().buffer as ArrayBuffer;
}
