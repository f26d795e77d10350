// The result type of all classifiers: a probability for each class.

export interface Prediction {
  readonly label: string;
  /** Probability of `label`. */
  readonly confidence: number;
  /** Probabilities in the order of the model's classes; they sum to 1. */
  readonly probabilities: readonly number[];
}

/** A training example. */
export interface Example<Features> {
  readonly features: Features;
  readonly label: string;
}

/** The first of the likeliest classes. Throws without classes: an untrained model has no prediction. */
export function predictionOf(classes: readonly string[], probabilities: readonly number[]): Prediction {
  if (classes.length === 0) throw new Error('a classifier without classes cannot predict');
  const best = indexOfLargest(probabilities);
  return { label: classes[best]!, confidence: probabilities[best]!, probabilities };
}

function indexOfLargest(values: readonly number[]): number {
  let best = 0;
  for (let at = 1; at < values.length; at++) if (values[at]! > values[best]!) best = at;
  return best;
}

/** Converts log scores to probabilities. */
export function softmax(scores: readonly number[]): number[] {
  const highest = Math.max(...scores);
  const powers = scores.map((score) => Math.exp(score - highest));
  const sum = powers.reduce((total, power) => total + power, 0);
  return powers.map((power) => power / sum);
}

/** Sorted class names of examples, so that a model doesn't depend on the order of its examples. */
export function classesOf(examples: Iterable<{ readonly label: string }>): string[] {
  return [...new Set([...examples].map(({ label }) => label))].sort();
}
