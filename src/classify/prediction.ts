// What every classifier here answers: a probability for each class, in one order.

export interface Prediction {
  readonly label: string;
  /** Probability of `label`, as the classifier sees it. */
  readonly confidence: number;
  /** Of all classes in the order of the model; they add up to 1. */
  readonly probabilities: readonly number[];
}

/** One thing to learn from. */
export interface Example<Features> {
  readonly features: Features;
  readonly label: string;
}

/** The first of the likeliest. Throws without classes: a model that was never trained has no answer. */
export function predictionOf(classes: readonly string[], probabilities: readonly number[]): Prediction {
  if (classes.length === 0) throw new Error('a classifier without classes cannot predict');
  const best = indexOfLargest(probabilities);
  return { label: classes[best]!, confidence: probabilities[best]!, probabilities };
}

export function indexOfLargest(values: readonly number[]): number {
  let best = 0;
  for (let at = 1; at < values.length; at++) if (values[at]! > values[best]!) best = at;
  return best;
}

/** Scores on a logarithmic scale made into probabilities. */
export function softmax(scores: readonly number[]): number[] {
  const highest = Math.max(...scores);
  const powers = scores.map((score) => Math.exp(score - highest));
  const sum = powers.reduce((total, power) => total + power, 0);
  return powers.map((power) => power / sum);
}

/** Class names of examples in the order of the alphabet, so that a model does not depend on the order of its examples. */
export function classesOf(examples: Iterable<{ readonly label: string }>): string[] {
  return [...new Set([...examples].map(({ label }) => label))].sort();
}
