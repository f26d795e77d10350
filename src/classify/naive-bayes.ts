// Naive Bayes over terms: multinomial, or complement for unbalanced classes. Supports incremental training.
import { memoize } from '../base/memoize.ts';
import { classesOf, type Example, type Prediction, predictionOf, softmax } from './prediction.ts';
import { countTerms } from './vector-space.ts';

/** Counts only, as plain JSON data: training adds to them. */
export interface NaiveBayesModel {
  readonly form: NaiveBayesForm;
  /** Smoothing, added to every count. */
  readonly smoothing: number;
  readonly classes: string[];
  /** Training examples by class. */
  readonly documents: number[];
  /** Term occurrences by class. */
  readonly totals: number[];
  readonly terms: string[];
  /** By term, then by class. */
  readonly counts: number[][];
}

/**
 * Multinomial models the terms of each class. Complement (Rennie et al., 2003) models those of all other classes
 * together, which doesn't favor classes with many examples.
 */
export type NaiveBayesForm = 'multinomial' | 'complement';

export interface NaiveBayesOptions {
  readonly form?: NaiveBayesForm;
  readonly smoothing?: number;
}

export function emptyNaiveBayes(
  classes: readonly string[],
  { form = 'multinomial', smoothing = 1 }: NaiveBayesOptions = {},
): NaiveBayesModel {
  const zeros = classes.map(() => 0);
  return { form, smoothing, classes: [...classes], documents: zeros, totals: [...zeros], terms: [], counts: [] };
}

export function trainNaiveBayes(
  examples: readonly Example<readonly string[]>[],
  options?: NaiveBayesOptions,
): NaiveBayesModel {
  const model = emptyNaiveBayes(classesOf(examples), options);
  for (const example of examples) learnNaiveBayes(model, example);
  return model;
}

/** Updates the model. The label must be one of its classes. */
export function learnNaiveBayes(model: NaiveBayesModel, { features, label }: Example<readonly string[]>): void {
  const at = model.classes.indexOf(label);
  if (at < 0) throw new Error(`unknown class "${label}"`);
  const index = termRows(model);
  model.documents[at]!++;
  model.totals[at]! += features.length;
  for (const [term, count] of countTerms(features)) {
    let row = index.get(term);
    if (row === undefined) {
      row = model.terms.push(term) - 1;
      model.counts.push(model.classes.map(() => 0));
      index.set(term, row);
    }
    model.counts[row]![at]! += count;
  }
}

export function predictNaiveBayes(model: NaiveBayesModel, terms: readonly string[]): Prediction {
  return predictionOf(model.classes, softmax(naiveBayesScores(model, terms)));
}

/** Logarithms, by class. Unknown terms contribute nothing. */
export function naiveBayesScores(model: NaiveBayesModel, terms: readonly string[]): number[] {
  const index = termRows(model);
  const scores = model.documents.map((count) => logPrior(model, count));
  for (const [term, count] of countTerms(terms)) {
    const row = index.get(term);
    if (row !== undefined) addEvidence(model, scores, model.counts[row]!, count);
  }
  return scores;
}

/** Contribution of each term, with its frequency, to a class relative to the average class. */
export function naiveBayesEvidence(model: NaiveBayesModel, terms: readonly string[], at: number): Map<string, number> {
  const index = termRows(model);
  const evidence = new Map<string, number>();
  for (const [term, count] of countTerms(terms)) {
    const row = index.get(term);
    if (row === undefined) continue;
    const scores = model.classes.map(() => 0);
    addEvidence(model, scores, model.counts[row]!, count);
    evidence.set(term, scores[at]! - scores.reduce((sum, score) => sum + score, 0) / scores.length);
  }
  return evidence;
}

/** The complement form has no priors, as in the paper. */
function logPrior({ form, documents, classes }: NaiveBayesModel, count: number): number {
  if (form === 'complement') return 0;
  const total = documents.reduce((sum, one) => sum + one, 0);
  return Math.log((count + 1) / (total + classes.length));
}

function addEvidence(model: NaiveBayesModel, scores: number[], counts: readonly number[], times: number): void {
  const { form, smoothing, totals, terms } = model;
  const added = smoothing * terms.length;
  if (form === 'multinomial') {
    for (let at = 0; at < scores.length; at++)
      scores[at]! += times * Math.log((counts[at]! + smoothing) / (totals[at]! + added));
    return;
  }
  const everywhere = counts.reduce((sum, count) => sum + count, 0);
  const all = totals.reduce((sum, total) => sum + total, 0);
  for (let at = 0; at < scores.length; at++)
    scores[at]! -= times * Math.log((everywhere - counts[at]! + smoothing) / (all - totals[at]! + added));
}

/** Term → row; training adds to it. */
const termRows = memoize((model: NaiveBayesModel) => new Map(model.terms.map((term, row) => [term, row])));
