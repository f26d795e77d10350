// Majority vote over the labels of several classifiers.

/** One classifier's vote; `weight` defaults to 1 and may be its confidence. */
export interface Vote {
  readonly label: string;
  readonly weight?: number;
}

export interface VoteResult {
  readonly label: string;
  /** The label's share of the total weight. */
  readonly share: number;
}

/** Ties go to the label voted for first; null without votes. */
export function majorityVote(votes: readonly Vote[]): VoteResult | null {
  const weights = new Map<string, number>();
  for (const { label, weight = 1 } of votes) weights.set(label, (weights.get(label) ?? 0) + weight);
  let best: [string, number] | null = null;
  let total = 0;
  for (const [label, weight] of weights) {
    total += weight;
    if (best === null || weight > best[1]) best = [label, weight];
  }
  return best === null ? null : { label: best[0], share: total === 0 ? 0 : best[1] / total };
}
