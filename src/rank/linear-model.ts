// A linear model over hashed features that learns one example at a time, each weight at its own pace (AdaGrad).
import { type Features, slotCount } from './feature-bag.ts';

export interface LinearModel {
  readonly weights: Float32Array;
  /** Sum of squared gradients: how much each weight has been through. */
  readonly spent: Float32Array;
  sum(features: Features): number;
  /** One step down a gradient of the loss by the sum. */
  step(features: Features, gradient: number): void;
}

export interface LearningRate {
  readonly rate: number;
  /** Squared gradients every weight begins with: the larger, the more it takes to move it. */
  readonly inertia: number;
}

export function createLinearModel({ rate, inertia }: LearningRate): LinearModel {
  const weights = new Float32Array(slotCount);
  const spent = new Float32Array(slotCount).fill(inertia);
  return {
    weights,
    spent,
    sum({ slots, values, size }) {
      let sum = 0;
      for (let at = 0; at < size; at++) sum += weights[slots[at]!]! * values[at]!;
      return sum;
    },
    step({ slots, values, size }, gradient) {
      for (let at = 0; at < size; at++) {
        const slot = slots[at]!;
        const own = gradient * values[at]!;
        spent[slot]! += own * own;
        weights[slot]! -= (rate * own) / Math.sqrt(spent[slot]!);
      }
    },
  };
}

/** The logistic function; finite for any finite sum. */
export function logistic(sum: number): number {
  return 1 / (1 + Math.exp(-sum));
}
