// Pools the scores of several classifiers with fitted weights, so that the probabilities are calibrated.
import { softmax } from './prediction.ts';

/** Out-of-fold scores of one item, and its class. */
export interface PoolCase {
  /** By classifier, then by class. */
  readonly scores: readonly (readonly number[])[];
  /** Index of its class. */
  readonly at: number;
}

const steps = 120;
/** Regularization toward equal weights when there are few cases. */
const restraint = 0.002;

/** Softmax of the weighted sum: a product of opinions, each to the power of its weight. */
export function pooledProbabilities(weights: readonly number[], scores: readonly (readonly number[])[]): number[] {
  const size = scores[0]?.length ?? 0;
  const sums = new Array<number>(size).fill(0);
  for (const [member, weight] of weights.entries()) {
    if (weight === 0) continue;
    const own = scores[member]!;
    for (let at = 0; at < size; at++) sums[at]! += weight * own[at]!;
  }
  return softmax(sums);
}

/**
 * Maximum-likelihood weights, none negative, by gradient steps of adaptive length. The problem is convex, so the start
 * doesn't matter. Rare classes are weighted by the square root of their rarity; by plain counts they would have hardly
 * any influence.
 */
export function fitPool(cases: readonly PoolCase[], start: readonly number[]): number[] {
  const sizes = new Map<number, number>();
  for (const { at } of cases) sizes.set(at, (sizes.get(at) ?? 0) + 1);
  const shares = cases.map(({ at }) => 1 / Math.sqrt(sizes.get(at)!));
  const total = shares.reduce((sum, share) => sum + share, 0);
  let weights = [...start];
  let { loss, gradient } = slope(cases, shares, weights);
  let rate = 1;
  for (let step = 0; step < steps && rate > 1e-6; step++) {
    const moved = weights.map((weight, member) => Math.max(0, weight - (rate * gradient[member]!) / total));
    const next = slope(cases, shares, moved);
    if (next.loss < loss) {
      [weights, loss, gradient] = [moved, next.loss, next.gradient];
      rate *= 1.5;
    } else rate /= 3;
  }
  return weights.map((weight) => Math.round(weight * 1000) / 1000);
}

function slope(
  cases: readonly PoolCase[],
  shares: readonly number[],
  weights: readonly number[],
): { loss: number; gradient: number[] } {
  const scale = restraint * shares.reduce((sum, share) => sum + share, 0);
  const gradient = weights.map((weight) => 2 * scale * weight);
  let loss = weights.reduce((sum, weight) => sum + scale * weight * weight, 0);
  for (const [index, { scores, at }] of cases.entries()) {
    const probabilities = pooledProbabilities(weights, scores);
    const share = shares[index]!;
    loss -= share * Math.log(Math.max(probabilities[at]!, 1e-12));
    for (let member = 0; member < weights.length; member++) {
      const own = scores[member]!;
      let expected = 0;
      for (let one = 0; one < own.length; one++) expected += probabilities[one]! * own[one]!;
      gradient[member]! += share * (expected - own[at]!);
    }
  }
  return { loss, gradient };
}
