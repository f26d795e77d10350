// Linear support vector machines, one against the others, by dual coordinate descent (Hsieh et al., 2008).
import { memoize } from '../base/memoize.ts';
import { type SeededRandom, seededRandom } from '../base/random/seeded-random.ts';
import { classesOf, type Example, type Prediction, predictionOf, softmax } from './prediction.ts';
import type { SparseVector } from './sparse-vector.ts';

/** Plain data, serializable as JSON. */
export interface LinearSvmModel {
  readonly classes: readonly string[];
  /** By class, then by feature. */
  readonly weights: readonly (readonly number[])[];
  /** Bias by class. */
  readonly biases: readonly number[];
}

export interface LinearSvmOptions {
  /** Cost of an error: the C of the literature. */
  readonly cost?: number;
  readonly rounds?: number;
  readonly seed?: number;
  /** If true, errors are weighted so that rare and common classes count equally. */
  readonly balanced?: boolean;
  /** For training sets that may lack some classes: a class without examples is never predicted. */
  readonly classes?: readonly string[];
}

export function trainLinearSvm(
  examples: readonly Example<SparseVector>[],
  { cost = 1, rounds = 30, seed = 1, balanced = false, classes = classesOf(examples) }: LinearSvmOptions = {},
): LinearSvmModel {
  const rows = packRows(examples.map(({ features }) => features));
  const random = seededRandom(seed);
  const planes = classes.map((label) => {
    const signs = examples.map((example) => (example.label === label ? 1 : -1));
    const positive = signs.filter((sign) => sign > 0).length;
    const negative = signs.length - positive;
    const positiveCost = balanced ? cost * (negative / (2 * Math.max(1, positive)) + 0.5) : cost;
    const costs = signs.map((sign) => (sign > 0 ? positiveCost : cost));
    return separate({ rows, signs, costs, rounds, random });
  });
  return {
    classes,
    weights: planes.map((plane) => Array.from(plane.subarray(0, -1), rounded)),
    biases: planes.map((plane) => rounded(plane.at(-1)!)),
  };
}

/** All vectors in one contiguous buffer: every class iterates over them many times. */
interface PackedRows {
  readonly dimensions: number;
  /** Start of each row, plus an end marker. */
  readonly starts: Int32Array;
  readonly indices: Int32Array;
  readonly values: Float64Array;
}

function packRows(vectors: readonly SparseVector[]): PackedRows {
  const starts = new Int32Array(vectors.length + 1);
  for (const [row, { indices }] of vectors.entries()) starts[row + 1] = starts[row]! + indices.length;
  const indices = new Int32Array(starts.at(-1)!);
  const values = new Float64Array(starts.at(-1)!);
  let dimensions = 0;
  for (const [row, vector] of vectors.entries()) {
    indices.set(vector.indices, starts[row]);
    values.set(vector.values, starts[row]);
    dimensions = Math.max(dimensions, 1 + (vector.indices.at(-1) ?? 0));
  }
  return { dimensions, starts, indices, values };
}

interface Separation {
  readonly rows: PackedRows;
  readonly signs: readonly number[];
  readonly costs: readonly number[];
  readonly rounds: number;
  readonly random: SeededRandom;
}

/** Rows far on their own side change nothing and are revisited only every third round. */
const fullEvery = 3;

/** The separating plane under squared hinge loss; its last entry is the bias. */
function separate({ rows, signs, costs, rounds, random }: Separation): Float64Array {
  const { dimensions, starts, indices, values } = rows;
  const plane = new Float64Array(dimensions + 1);
  const alphas = new Float64Array(signs.length);
  const lengths = squaredLengths(rows);
  const all = signs.map((_, row) => row);
  let open = all;
  for (let round = 0; round < rounds; round++) {
    const order = round % fullEvery === 0 ? all : open;
    shuffle(order, random);
    open = [];
    let largest = 0;
    for (const row of order) {
      const end = starts[row + 1]!;
      let distance = plane[dimensions]!;
      for (let at = starts[row]!; at < end; at++) distance += values[at]! * plane[indices[at]!]!;
      const softness = 1 / (2 * costs[row]!);
      const before = alphas[row]!;
      const gradient = signs[row]! * distance - 1 + softness * before;
      const after = Math.max(0, before - gradient / (lengths[row]! + softness));
      if (after > 0) open.push(row);
      if (after === before) continue;
      const step = (after - before) * signs[row]!;
      alphas[row] = after;
      largest = Math.max(largest, Math.abs(step));
      for (let at = starts[row]!; at < end; at++) plane[indices[at]!]! += step * values[at]!;
      plane[dimensions]! += step;
    }
    if (order === all && largest < 1e-3) break;
  }
  return plane;
}

/** Includes the bias as a feature of 1. */
function squaredLengths({ starts, values }: PackedRows): Float64Array {
  const lengths = new Float64Array(starts.length - 1).fill(1);
  for (let row = 0; row < lengths.length; row++)
    for (let at = starts[row]!; at < starts[row + 1]!; at++) lengths[row]! += values[at]! * values[at]!;
  return lengths;
}

function shuffle(order: number[], random: SeededRandom): void {
  for (let at = order.length - 1; at > 0; at--) {
    const other = random.below(at + 1);
    [order[at], order[other]] = [order[other]!, order[at]!];
  }
}

/** Four digits are enough to tell planes apart and keep model files small. */
function rounded(value: number): number {
  return Math.round(value * 1e4) / 1e4;
}

/** Distances from the planes, by class. */
export function svmMargins(model: LinearSvmModel, { indices, values }: SparseVector): number[] {
  const size = model.classes.length;
  const table = byFeature(model);
  const margins = [...model.biases];
  for (let place = 0; place < indices.length; place++) {
    const row = indices[place]! * size;
    // A vector may have features unknown to the model.
    if (row >= table.length) break;
    const value = values[place]!;
    for (let at = 0; at < size; at++) margins[at]! += value * table[row + at]!;
  }
  return margins;
}

/** Weights by feature, then by class: a feature's weights are adjacent in memory, which is several times faster. */
const byFeature = memoize(({ classes, weights }: LinearSvmModel): Float32Array => {
  const size = classes.length;
  const table = new Float32Array(size * (weights[0]?.length ?? 0));
  for (const [at, plane] of weights.entries())
    for (let feature = 0; feature < plane.length; feature++) table[feature * size + at] = plane[feature]!;
  return table;
});

/** Margins aren't probabilities; a fitted `sharpness` converts them and preserves their order. */
export function predictLinearSvm(model: LinearSvmModel, vector: SparseVector, sharpness = 2): Prediction {
  const margins = svmMargins(model, vector);
  return predictionOf(model.classes, softmax(margins.map((margin) => sharpness * margin)));
}
