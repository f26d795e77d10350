// The experiment of [ROUGH]: every method on every split of a collection, scored.
import { predictStack, trainStack } from '../../src/classify/component-stack.ts';
import { readItemTerms } from '../../src/classify/text-features.ts';
import type { Dataset, Item } from './datasets.ts';
import { answerByEnsembles, answerByNeighbors, type TermItem } from './ensembles.ts';
import type { Learner } from './learners.ts';
import { calibrationError, type LabeledResult, type Scores, scorePredictions } from './scores.ts';
import type { Split } from './splits.ts';

export interface MethodScores extends Scores {
  /** 'SVM', 'k-NN', 'ours' … */
  readonly learner: string;
  /** A component, 'union (VSM)', 'vote', 'rough ensemble' … */
  readonly method: string;
}

export interface RunResult {
  readonly collection: string;
  readonly protocol: string;
  readonly items: number;
  readonly classes: number;
  readonly methods: readonly MethodScores[];
  /** By learner: components of the reduct, split by split. */
  readonly reducts: Readonly<Record<string, readonly string[]>>;
  /** Of ours; null if it didn't run. */
  readonly calibration: number | null;
}

export interface Run {
  readonly dataset: Dataset;
  readonly protocol: string;
  readonly splits: readonly Split[];
  readonly learners: Readonly<Record<string, Learner>>;
}

/** Predictions of all splits are pooled before scoring: small classes have too few in one. */
export function runExperiment({ dataset, protocol, splits, learners }: Run): RunResult {
  const answers = new Map<string, LabeledResult[]>();
  const reducts: Record<string, string[]> = {};
  const sureness: { confidence: number; isRight: boolean }[] = [];
  for (const split of splits) {
    const keep = (learner: string, method: string, said: readonly (string | null)[]) => {
      const key = JSON.stringify([learner, method]);
      const all = answers.get(key) ?? [];
      for (const [at, { label }] of split.test.entries()) all.push({ truth: label, said: said[at]! });
      answers.set(key, all);
    };
    const terms = readTerms(dataset, split);
    for (const [name, learner] of Object.entries(learners)) {
      const { said, reduct } = answerByEnsembles(terms, learner);
      for (const [method, labels] of said) keep(name, method, labels);
      reducts[name] = [...(reducts[name] ?? []), reduct.join(' + ')];
    }
    for (const [method, labels] of answerByNeighbors(terms)) keep('k-NN', method, labels);
    const ours = answerByStack(dataset, split);
    keep(
      'ours',
      'calibrated stack',
      ours.map(({ label }) => label),
    );
    for (const [at, { label, confidence }] of ours.entries())
      sureness.push({ confidence, isRight: label === split.test[at]!.label });
  }
  const methods = [...answers].map(([key, all]): MethodScores => {
    const [learner, method] = JSON.parse(key) as [string, string];
    return { learner, method, ...scorePredictions(all) };
  });
  const { name, items } = dataset;
  const classes = new Set(items.map(({ label }) => label)).size;
  const calibration = calibrationError(sureness);
  return { collection: name, protocol, items: items.length, classes, methods, reducts, calibration };
}

function readTerms({ components }: Dataset, { train, test }: Split) {
  const read = ({ texts, label, twin }: Item): TermItem => {
    const { stems } = readItemTerms({ texts }, components);
    return { terms: Object.fromEntries(stems), label, twin };
  };
  return { components, train: train.map(read), test: test.map(read) };
}

function answerByStack({ components }: Dataset, { train, test }: Split) {
  const examples = train.map(({ texts, label }) => ({ label, features: { texts } }));
  const stack = trainStack(examples, { components });
  return test.map(({ texts }) => predictStack(stack, { texts }));
}
