// Linear support vector machines, one class against the rest, by dual coordinate descent (Hsieh and others, 2008).
import { type SeededRandom, seededRandom } from '../base/seeded-random.ts';
import { classesOf, type Example, type Prediction, predictionOf, softmax } from './prediction.ts';
import { dotDense, type SparseVector } from './sparse-vector.ts';

/** Plain data: JSON keeps it. */
export interface LinearSvmModel {
  readonly classes: readonly string[];
  /** By class, then by feature. */
  readonly weights: readonly (readonly number[])[];
  /** By class: the weight of a feature that every example has. */
  readonly biases: readonly number[];
}

export interface LinearSvmOptions {
  /** How dear a mistake is: the C of the literature. */
  readonly cost?: number;
  readonly rounds?: number;
  readonly seed?: number;
  /** True: a mistake on a rare class is as dear as all mistakes on a common one. */
  readonly balanced?: boolean;
}

export function trainLinearSvm(
  examples: readonly Example<SparseVector>[],
  { cost = 1, rounds = 30, seed = 1, balanced = false }: LinearSvmOptions = {},
): LinearSvmModel {
  const classes = classesOf(examples);
  const dimensions = 1 + examples.reduce((most, { features }) => Math.max(most, features.indices.at(-1) ?? 0), 0);
  const random = seededRandom(seed);
  const planes = classes.map((label) => {
    const signs = examples.map((example) => (example.label === label ? 1 : -1));
    const positive = signs.filter((sign) => sign > 0).length;
    const negative = signs.length - positive;
    const costs = balanced ? [cost * (negative / (2 * positive) + 0.5), cost] : [cost, cost];
    return separate({
      examples,
      signs,
      costs: signs.map((sign) => costs[sign > 0 ? 0 : 1]!),
      dimensions,
      rounds,
      random,
    });
  });
  return {
    classes,
    weights: planes.map((plane) => Array.from(plane.subarray(0, dimensions), rounded)),
    biases: planes.map((plane) => rounded(plane[dimensions]!)),
  };
}

interface Separation {
  readonly examples: readonly Example<SparseVector>[];
  readonly signs: readonly number[];
  readonly costs: readonly number[];
  readonly dimensions: number;
  readonly rounds: number;
  readonly random: SeededRandom;
}

/** The plane between both sides under squared hinge loss; its last entry is the bias. */
function separate({ examples, signs, costs, dimensions, rounds, random }: Separation): Float64Array {
  const plane = new Float64Array(dimensions + 1);
  const alphas = new Float64Array(examples.length);
  const lengths = examples.map(({ features }) => features.values.reduce((sum, value) => sum + value * value, 1));
  const order = examples.map((_, at) => at);
  for (let round = 0; round < rounds; round++) {
    shuffle(order, random);
    let largest = 0;
    for (const at of order) {
      const { features } = examples[at]!;
      const softness = 1 / (2 * costs[at]!);
      const margin = signs[at]! * (dotDense(features, plane) + plane[dimensions]!);
      const gradient = margin - 1 + softness * alphas[at]!;
      const before = alphas[at]!;
      alphas[at] = Math.max(0, before - gradient / (lengths[at]! + softness));
      const step = (alphas[at]! - before) * signs[at]!;
      largest = Math.max(largest, Math.abs(step));
      if (step !== 0) addTo(plane, features, step);
    }
    if (largest < 1e-3) break;
  }
  return plane;
}

function addTo(plane: Float64Array, { indices, values }: SparseVector, step: number): void {
  for (let at = 0; at < indices.length; at++) plane[indices[at]!]! += step * values[at]!;
  plane[plane.length - 1]! += step;
}

function shuffle(order: number[], random: SeededRandom): void {
  for (let at = order.length - 1; at > 0; at--) {
    const other = random.below(at + 1);
    [order[at], order[other]] = [order[other]!, order[at]!];
  }
}

/** Four digits tell planes apart and keep model files small. */
function rounded(value: number): number {
  return Math.round(value * 1e4) / 1e4;
}

/** Distances from the planes, by class. */
export function svmMargins({ weights, biases }: LinearSvmModel, vector: SparseVector): number[] {
  return weights.map((plane, at) => dotDense(vector, plane) + biases[at]!);
}

/** Margins are no probabilities; `sharpness` makes them so once it was fitted, and never changes their order. */
export function predictLinearSvm(model: LinearSvmModel, vector: SparseVector, sharpness = 2): Prediction {
  const margins = svmMargins(model, vector);
  return predictionOf(model.classes, softmax(margins.map((margin) => sharpness * margin)));
}
