// A column of short lists of numbers: extents, times, values of facets. Equal lists are kept once, and documents name them.

export interface ListColumn {
  /** Which list each row has; 0 is the empty one. */
  readonly ids: Uint32Array;
  /** Where each list begins in `values`, and where the last one ends. */
  readonly starts: Uint32Array;
  readonly values: Float64Array;
}

export interface ListColumnBuilder {
  add(list: readonly number[]): void;
  /** Adds some rows of another column, in their order. */
  addRows(column: ListColumn | null, rows: Iterable<number>): void;
  build(): ListColumn;
}

export function createListColumn(): ListColumnBuilder {
  const ids: number[] = [];
  const starts: number[] = [0, 0];
  const values: number[] = [];
  const known = new Map<string, number>([['', 0]]);
  const idOf = (list: readonly number[]): number => {
    const key = list.join(' ');
    const found = known.get(key);
    if (found !== undefined) return found;
    values.push(...list);
    starts.push(values.length);
    known.set(key, known.size);
    return known.size - 1;
  };
  return {
    add: (list) => void ids.push(idOf(list)),
    addRows: (column, rows) => {
      const renamed = column === null ? new Int32Array(1) : new Int32Array(column.starts.length - 1).fill(-1);
      for (const row of rows) {
        const id = column === null ? 0 : column.ids[row]!;
        if (renamed[id]! < 0) renamed[id] = idOf(listOf(column!, id));
        ids.push(renamed[id]!);
      }
    },
    build: () => ({
      ids: Uint32Array.from(ids),
      starts: Uint32Array.from(starts),
      values: Float64Array.from(values),
    }),
  };
}

function listOf({ starts, values }: ListColumn, id: number): readonly number[] {
  return [...values.subarray(starts[id]!, starts[id + 1]!)];
}
