// Vectors with few entries, and the arithmetic that classifiers need of them.

/** Indices ascending, each with its value. Plain arrays, so a model of them is plain JSON. */
export interface SparseVector {
  readonly indices: readonly number[];
  readonly values: readonly number[];
}

export function sparseVector(entries: Iterable<readonly [index: number, value: number]>): SparseVector {
  const sorted = [...entries].filter(([, value]) => value !== 0).sort(([one], [other]) => one - other);
  return { indices: sorted.map(([index]) => index), values: sorted.map(([, value]) => value) };
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

/** Beyond the end of `dense` there is nothing: a vector may know more terms than a model. */
export function dotDense(vector: SparseVector, dense: ArrayLike<number>): number {
  let sum = 0;
  for (let at = 0; at < vector.indices.length; at++) sum += vector.values[at]! * (dense[vector.indices[at]!] ?? 0);
  return sum;
}

export function vectorLength(vector: SparseVector): number {
  let sum = 0;
  for (const value of vector.values) sum += value * value;
  return Math.sqrt(sum);
}

/** Of length 1; an empty vector stays empty. */
export function unitVector(vector: SparseVector): SparseVector {
  const length = vectorLength(vector);
  return length === 0 ? vector : { indices: vector.indices, values: vector.values.map((value) => value / length) };
}

/** From −1 to 1; 0 where one of them is empty. */
export function cosine(one: SparseVector, other: SparseVector): number {
  const lengths = vectorLength(one) * vectorLength(other);
  return lengths === 0 ? 0 : dotProduct(one, other) / lengths;
}
