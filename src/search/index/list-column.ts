// A column of short lists of numbers: extents, times, facet values. Equal lists are stored once.

export interface ListColumn {
  /** The list of each row; 0 is the empty list. */
  readonly ids: Uint32Array;
  /** Where each list begins in `values`; at the end the length of `values`. */
  readonly starts: Uint32Array;
  readonly values: Float64Array;
}

export interface ListColumnBuilder {
  add(list: readonly number[]): void;
  /** Returns a function that copies a row of another column. */
  from(column: ListColumn): (row: number) => void;
  build(): ListColumn;
}

export function createListColumn(): ListColumnBuilder {
  const ids = createNumbers((length) => new Uint32Array(length));
  const starts = createNumbers((length) => new Uint32Array(length));
  const values = createNumbers((length) => new Float64Array(length));
  const known = new Map<string, number>([['', 0]]);
  starts.push(0);
  starts.push(0);
  const idOf = (list: readonly number[]): number => {
    const key = list.join(' ');
    const found = known.get(key);
    if (found !== undefined) return found;
    for (const value of list) values.push(value);
    starts.push(values.length);
    known.set(key, known.size);
    return known.size - 1;
  };
  return {
    add: (list) => ids.push(idOf(list)),
    from: (column) => {
      const renamed = new Int32Array(column.starts.length - 1).fill(-1);
      return (row) => {
        const id = column.ids[row]!;
        if (renamed[id]! < 0) renamed[id] = idOf(listOf(column, id));
        ids.push(renamed[id]!);
      };
    },
    build: () => ({ ids: ids.take(), starts: starts.take(), values: values.take() }),
  };
}

interface Numbers<Kind> {
  readonly length: number;
  push(number: number): void;
  take(): Kind;
}

/** A growing array of numbers: there may be millions. */
function createNumbers<Kind extends Uint32Array | Float64Array>(make: (length: number) => Kind): Numbers<Kind> {
  let numbers = make(64);
  let length = 0;
  return {
    get length() {
      return length;
    },
    push: (number) => {
      if (length === numbers.length) {
        const larger = make(length * 2);
        larger.set(numbers);
        numbers = larger;
      }
      numbers[length++] = number;
    },
    take: () => numbers.subarray(0, length) as Kind,
  };
}

function listOf({ starts, values }: ListColumn, id: number): readonly number[] {
  return [...values.subarray(starts[id]!, starts[id + 1]!)];
}
