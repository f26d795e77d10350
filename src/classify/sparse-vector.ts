// Sparse vectors and their arithmetic for classifiers.

/** Ascending indices, each with its value. Plain arrays, so that models serialize as JSON. */
export interface SparseVector {
  readonly indices: readonly number[];
  readonly values: readonly number[];
}

export function sparseVector(entries: Iterable<readonly [index: number, value: number]>): SparseVector {
  const sorted = [...entries].sort(([one], [other]) => one - other);
  const indices: number[] = [];
  const values: number[] = [];
  for (const [index, value] of sorted) {
    if (value === 0) continue;
    indices.push(index);
    values.push(value);
  }
  return { indices, values };
}

export function dotProduct(one: SparseVector, other: SparseVector): number {
  let sum = 0;
  let left = 0;
  let right = 0;
  while (left < one.indices.length && right < other.indices.length) {
    const difference = one.indices[left]! - other.indices[right]!;
    if (difference === 0) sum += one.values[left++]! * other.values[right++]!;
    else if (difference < 0) left++;
    else right++;
  }
  return sum;
}

export function vectorLength(vector: SparseVector): number {
  let sum = 0;
  for (const value of vector.values) sum += value * value;
  return Math.sqrt(sum);
}

/** Scaled to length 1; an empty vector stays empty. */
export function unitVector(vector: SparseVector): SparseVector {
  const length = vectorLength(vector);
  return length === 0 ? vector : { indices: vector.indices, values: vector.values.map((value) => value / length) };
}

/** Cosine from −1 to 1; 0 if either is empty. */
export function cosine(one: SparseVector, other: SparseVector): number {
  const lengths = vectorLength(one) * vectorLength(other);
  return lengths === 0 ? 0 : dotProduct(one, other) / lengths;
}
