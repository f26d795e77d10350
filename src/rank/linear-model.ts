// Online linear models over hashed features with a learning rate per weight (AdaGrad).
import { type Features, slotCount } from './feature-bag.ts';

export interface LinearModel {
  sum(features: Features): number;
  /** One gradient step for the loss at the given sum. */
  step(features: Features, gradient: number): void;
  weight(slot: number): number;
  /** `spent`: sum of squared gradients. */
  put(slot: number, weight: number, spent: number): void;
  /** A copy of all weights and their squared gradients, by slot. */
  read(): { readonly weights: Float32Array; readonly spent: Float32Array };
}

export interface LearningRate {
  readonly rate: number;
  /** Initial squared gradients: the larger, the slower a weight moves. */
  readonly inertia: number;
}

/**
 * Models evaluated on the same features. Their weights for one slot are adjacent in memory, so each slot costs one
 * cache miss instead of one per model.
 */
export function createLinearModels<Name extends string>(
  rates: Readonly<Record<Name, LearningRate>>,
): Readonly<Record<Name, LinearModel>> {
  const names = Object.keys(rates) as Name[];
  const weights = new Float32Array(slotCount * names.length);
  const spent = new Float32Array(slotCount * names.length);
  const table = { weights, spent, width: names.length };
  const models = names.map((name, column) => [name, createColumn(table, column, rates[name])]);
  return Object.fromEntries(models) as Record<Name, LinearModel>;
}

interface Table {
  readonly weights: Float32Array;
  readonly spent: Float32Array;
  readonly width: number;
}

function createColumn({ weights, spent, width }: Table, column: number, { rate, inertia }: LearningRate): LinearModel {
  for (let at = column; at < spent.length; at += width) spent[at] = inertia;
  return {
    sum({ slots, values, size }) {
      let sum = 0;
      for (let at = 0; at < size; at++) sum += weights[slots[at]! * width + column]! * values[at]!;
      return sum;
    },
    step({ slots, values, size }, gradient) {
      for (let at = 0; at < size; at++) {
        const place = slots[at]! * width + column;
        const own = gradient * values[at]!;
        spent[place]! += own * own;
        weights[place]! -= (rate * own) / Math.sqrt(spent[place]!);
      }
    },
    weight: (slot) => weights[slot * width + column]!,
    put(slot, weight, squares) {
      weights[slot * width + column] = weight;
      spent[slot * width + column] = squares;
    },
    read: () => ({ weights: columnOf(weights, width, column), spent: columnOf(spent, width, column) }),
  };
}

function columnOf(table: Float32Array, width: number, column: number): Float32Array {
  const values = new Float32Array(slotCount);
  for (let slot = 0; slot < slotCount; slot++) values[slot] = table[slot * width + column]!;
  return values;
}

/** The logistic function; finite for any finite sum. */
export function logistic(sum: number): number {
  return 1 / (1 + Math.exp(-sum));
}
