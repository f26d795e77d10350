// One label from the labels of several classifiers: the one most of them say.

/** One classifier's say; `weight` is 1 unless told, its confidence for example. */
export interface Vote {
  readonly label: string;
  readonly weight?: number;
}

export interface VoteResult {
  readonly label: string;
  /** The label's share of all weight. */
  readonly share: number;
}

/** Of equals the one voted for first; null where nobody votes. */
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
