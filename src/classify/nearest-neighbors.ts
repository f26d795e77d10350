// k nearest neighbors, whatever things are and however their likeness is measured: vectors, tensors.
import { classesOf, type Example, type Prediction, predictionOf } from './prediction.ts';

export interface NeighborsOptions<Features> {
  readonly examples: readonly Example<Features>[];
  readonly similarity: (one: Features, other: Features) => number;
  /** How many neighbors have a say. */
  readonly k?: number;
}

/** Every neighbor votes with its likeness; those that are not alike at all have no say. */
export function predictNeighbors<Features>(
  { examples, similarity, k = 5 }: NeighborsOptions<Features>,
  features: Features,
): Prediction {
  const classes = classesOf(examples);
  const scored = examples.map(({ features: other, label }) => ({ label, likeness: similarity(features, other) }));
  const nearest = scored.sort((one, other) => other.likeness - one.likeness).slice(0, k);
  const votes = new Map<string, number>();
  for (const { label, likeness } of nearest) if (likeness > 0) votes.set(label, (votes.get(label) ?? 0) + likeness);
  if (votes.size === 0) return predictionOf(classes, commonness(examples, classes));
  const total = [...votes.values()].reduce((sum, vote) => sum + vote, 0);
  return predictionOf(
    classes,
    classes.map((label) => (votes.get(label) ?? 0) / total),
  );
}

/** Where nothing is alike, what is common is the best guess. */
function commonness(examples: readonly { readonly label: string }[], classes: readonly string[]): number[] {
  return classes.map((label) => examples.filter((one) => one.label === label).length / examples.length);
}
