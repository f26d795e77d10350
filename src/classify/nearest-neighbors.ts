// k nearest neighbors over any items with a similarity: vectors, tensors.
import { classesOf, type Example, type Prediction, predictionOf } from './prediction.ts';

export interface NeighborsOptions<Features> {
  readonly examples: readonly Example<Features>[];
  readonly similarity: (one: Features, other: Features) => number;
  /** Number of voting neighbors. */
  readonly k?: number;
}

/** Neighbors vote with their similarity; those with similarity 0 don't vote. */
export function predictNeighbors<Features>(
  { examples, similarity, k = 5 }: NeighborsOptions<Features>,
  features: Features,
): Prediction {
  const classes = classesOf(examples);
  const nearest = nearestOf({ examples, similarity, k }, features);
  const votes = new Map<string, number>();
  for (const { label, likeness } of nearest) if (likeness > 0) votes.set(label, (votes.get(label) ?? 0) + likeness);
  if (votes.size === 0) return predictionOf(classes, commonness(examples, classes));
  const total = [...votes.values()].reduce((sum, vote) => sum + vote, 0);
  return predictionOf(
    classes,
    classes.map((label) => (votes.get(label) ?? 0) / total),
  );
}

interface Neighbor {
  readonly label: string;
  readonly likeness: number;
}

/**
 * The k most similar, ties to the first; partial selection, because a full sort would cost more than the comparisons.
 */
function nearestOf<Features>(
  { examples, similarity, k }: Required<NeighborsOptions<Features>>,
  features: Features,
): readonly Neighbor[] {
  const nearest: Neighbor[] = [];
  for (const { features: other, label } of examples) {
    const likeness = similarity(features, other);
    let place = nearest.length;
    while (place > 0 && nearest[place - 1]!.likeness < likeness) place--;
    if (place >= k) continue;
    nearest.splice(place, 0, { label, likeness });
    if (nearest.length > k) nearest.pop();
  }
  return nearest;
}

/** Without similar items the class priors are the best guess. */
function commonness(examples: readonly { readonly label: string }[], classes: readonly string[]): number[] {
  return classes.map((label) => examples.filter((one) => one.label === label).length / examples.length);
}
