// The default classifier: one member per component and a few over all of them, pooled into calibrated probabilities.
import { fingerprint } from '../base/text/fingerprint.ts';
import { classesOf, type Example, type Prediction, predictionOf } from './prediction.ts';
import { fitPool, type PoolCase, pooledProbabilities } from './score-pool.ts';
import {
  type MemberOptions,
  memberScores,
  type StackMember,
  trainMember,
  type View,
  type ViewTerms,
  viewOf,
} from './stack-member.ts';
import { type ComponentTexts, type ItemTerms, readItemTerms } from './text-features.ts';
import { termsOfWords } from './tokenizer.ts';
import { tfIdfOfWeights } from './vector-space.ts';

/** Plain data, serializable as JSON. */
export interface ComponentStack {
  readonly components: readonly string[];
  readonly classes: readonly string[];
  readonly members: readonly StackMember[];
  /** Weight of each member's scores, in the order of `members`. */
  readonly weights: readonly number[];
}

export interface StackOptions {
  /** Text components to use; by default all that occur in the examples. */
  readonly components?: readonly string[];
  /** Features kept per member. */
  readonly maxTerms?: number;
  readonly seed?: number;
}

/** A word of the item and its share of the evidence for the label. */
export interface DecidingWord {
  readonly word: string;
  readonly share: number;
}

export interface StackPrediction extends Prediction {
  /** Most important first; empty if no known word supports the label. */
  readonly words: readonly DecidingWord[];
}

/** Cross-validation folds: weights are fitted on examples the members weren't trained on. */
const folds = 4;
/** With fewer examples no weights are fitted. */
const fewExamples = 12;
const plainWeight = 1;
/**
 * Components with fewer examples aren't trained on, though they are read at prediction: if only one category has
 * documentation, all its ordinary words would come to mean that category.
 */
const rareShare = 0.15;
const mostWords = 8;

export function trainStack(
  examples: readonly Example<ComponentTexts>[],
  { components = componentsOf(examples), maxTerms = 60_000, seed = 1 }: StackOptions = {},
): ComponentStack {
  const options: MemberOptions = { classes: classesOf(examples), maxTerms, seed };
  const learned = components.filter((name) => shareWith(examples, name) >= rareShare);
  const views: View[] = [...learned.map((name): View => `words:${name}`), 'all', 'pieces', 'bayes'];
  const seen = viewExamples(examples, views, learned);
  const parts = examples.map(({ features }) => fingerprint(JSON.stringify(features.texts), seed) % folds);
  const start = views.map(() => plainWeight);
  const weights = examples.length < fewExamples ? start : fitPool(outOfFoldCases(seen, parts, options), start);
  // Members with zero weight aren't kept.
  const weighted = seen.filter((_, member) => weights[member]! > 0);
  return {
    components,
    classes: options.classes,
    members: weighted.map(({ view, own }) => trainMember(view, own, options)),
    weights: weights.filter((weight) => weight > 0),
  };
}

/** All examples in one view. */
interface ViewedExamples {
  readonly view: View;
  readonly own: readonly Example<ViewTerms>[];
}

function viewExamples(
  examples: readonly Example<ComponentTexts>[],
  views: readonly View[],
  components: readonly string[],
): ViewedExamples[] {
  const read = examples.map(({ features, label }) => ({ item: readItemTerms(features, components), label }));
  return views.map((view) => ({ view, own: read.map(({ item, label }) => ({ features: viewOf(view, item), label })) }));
}

/** Out-of-fold scores of every example. Equal texts are in the same fold. */
function outOfFoldCases(seen: readonly ViewedExamples[], parts: readonly number[], options: MemberOptions): PoolCase[] {
  const cases = parts.map((_, at) => ({
    scores: [] as number[][],
    at: options.classes.indexOf(seen[0]!.own[at]!.label),
  }));
  for (let part = 0; part < folds; part++) {
    for (const { view, own } of seen) {
      const learned = own.filter((_, at) => parts[at] !== part);
      const member = trainMember(view, learned, options);
      for (const [at, { features }] of own.entries())
        if (parts[at] === part) cases[at]!.scores.push(memberScores(member, features));
    }
  }
  return cases;
}

function shareWith(examples: readonly Example<ComponentTexts>[], component: string): number {
  const having = examples.filter(({ features }) => (features.texts[component] ?? '').trim() !== '');
  return having.length / Math.max(1, examples.length);
}

function componentsOf(examples: readonly Example<ComponentTexts>[]): string[] {
  return [...new Set(examples.flatMap(({ features }) => Object.keys(features.texts)))].sort();
}

export function predictStack(stack: ComponentStack, item: ComponentTexts): Prediction {
  return predictTerms(stack, readItemTerms(item, stack.components));
}

function predictTerms({ classes, members, weights }: ComponentStack, terms: ItemTerms): Prediction {
  const scores = members.map((member) => memberScores(member, viewOf(member.view, terms)));
  return predictionOf(classes, pooledProbabilities(weights, scores));
}

/** The same with the deciding words. */
export function explainStack(stack: ComponentStack, item: ComponentTexts): StackPrediction {
  const terms = readItemTerms(item, stack.components);
  const prediction = predictTerms(stack, terms);
  const label = stack.classes.indexOf(prediction.label);
  const written = writtenForms(terms, item.language);
  return { ...prediction, words: decidingWords(stack, terms, label, written) };
}

function decidingWords(
  stack: ComponentStack,
  terms: ItemTerms,
  label: number,
  written: ReadonlyMap<string, string>,
): DecidingWord[] {
  const weights = new Map<string, number>();
  for (const [at, member] of stack.members.entries()) {
    if (!('svm' in member) || member.view === 'pieces') continue;
    const { indices, values } = tfIdfOfWeights(member.space, viewOf(member.view, terms));
    for (const [position, index] of indices.entries()) {
      const weight = stack.weights[at]! * values[position]! * weightOver(member.svm.weights, index, label);
      for (const stem of stemsOf(member.space.terms[index]!)) {
        const word = written.get(stem) ?? stem;
        weights.set(word, (weights.get(word) ?? 0) + weight);
      }
    }
  }
  const found = [...weights].filter(([, weight]) => weight > 0).sort(([, one], [, other]) => other - one);
  const total = found.reduce((sum, [, weight]) => sum + weight, 0);
  return found.slice(0, mostWords).map(([word, weight]) => ({ word, share: weight / total }));
}

/** Contribution of a feature to the label beyond its average over the classes. */
function weightOver(weights: readonly (readonly number[])[], index: number, label: number): number {
  let sum = 0;
  for (const plane of weights) sum += plane[index] ?? 0;
  return (weights[label]?.[index] ?? 0) - sum / weights.length;
}

/** Features look like 'title:river' and 'river bank'; the stems in them are what is shown. */
function stemsOf(feature: string): string[] {
  return feature.slice(feature.indexOf(':') + 1).split(' ');
}

/** Stems as spelled in the item, first form of each. */
function writtenForms({ words }: ItemTerms, language = 'en'): Map<string, string> {
  const forms = new Map<string, string>();
  for (const word of new Set([...words.values()].flat())) {
    const [stem] = termsOfWords([word], { language });
    if (stem !== undefined && !forms.has(stem)) forms.set(stem, word);
  }
  return forms;
}
