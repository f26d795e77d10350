// The classifiers of [ROUGH] on one split: one per component, all text in one bag, their vote, and the rough ensemble.
import { fingerprint } from '../../src/base/text/fingerprint.ts';
import { majorityVote } from '../../src/classify/majority-vote.ts';
import { predictNeighbors } from '../../src/classify/nearest-neighbors.ts';
import { decideByRules, learnRoughRules } from '../../src/classify/rough-rules.ts';
import { dotProduct } from '../../src/classify/sparse-vector.ts';
import {
  buildTensorSpace,
  type TermsByComponent,
  tensorSimilarity,
  tfIdfTensor,
  unionOfTerms,
} from '../../src/classify/tensor-space.ts';
import { buildVectorSpace, tfIdfVector } from '../../src/classify/vector-space.ts';
import type { Learner } from './learners.ts';

/** An item as terms by component. */
export interface TermItem {
  readonly terms: TermsByComponent;
  readonly label: string;
  readonly twin: string;
}

export interface TermSplit {
  readonly components: readonly string[];
  readonly train: readonly TermItem[];
  readonly test: readonly TermItem[];
}

/** The predictions of each method, and the components kept by the rough ensemble. */
export interface EnsemblePredictions {
  readonly said: ReadonlyMap<string, readonly (string | null)[]>;
  readonly reduct: readonly string[];
}

/**
 * The decision table contains predictions for items the base classifiers weren't trained on: on their training items
 * they are right too often for meaningful rules.
 */
const tableParts = 3;

export function answerByEnsembles({ components, train, test }: TermSplit, learner: Learner): EnsemblePredictions {
  const said = new Map<string, readonly (string | null)[]>();
  const base = components.map((name) => labelComponent(learner, train, test, name));
  for (const [at, name] of components.entries()) said.set(name, base[at]!);
  said.set('union (VSM)', labelUnion(learner, train, test, components));
  const frequent = majorityVote(train)!.label;
  const votes = test.map((_, item) =>
    base.flatMap((labels) => (labels[item] === null ? [] : [{ label: labels[item]! }])),
  );
  said.set(
    'vote',
    votes.map((some) => majorityVote(some)?.label ?? frequent),
  );
  const rules = learnRoughRules({ attributes: components, rows: tableRows(learner, train, components) });
  said.set(
    'rough ensemble',
    test.map(
      (_, item) =>
        decideByRules(
          rules,
          base.map((labels) => labels[item] ?? ''),
        ).rule.decision,
    ),
  );
  return { said, reduct: rules.reduct.map((at) => components[at]!) };
}

/** Null if the item has no text of that type. */
function labelComponent(
  learner: Learner,
  train: readonly TermItem[],
  test: readonly TermItem[],
  name: string,
): (string | null)[] {
  const termsOf = ({ terms }: TermItem) => terms[name] ?? [];
  const examples = train
    .filter((item) => termsOf(item).length > 0)
    .map((item) => ({ label: item.label, features: termsOf(item) }));
  if (examples.length === 0) return test.map(() => null);
  const classify = learner(examples);
  return test.map((item) => (termsOf(item).length === 0 ? null : classify(termsOf(item))));
}

function labelUnion(
  learner: Learner,
  train: readonly TermItem[],
  test: readonly TermItem[],
  components: readonly string[],
): string[] {
  const classify = learner(train.map(({ terms, label }) => ({ label, features: unionOfTerms(terms, components) })));
  return test.map(({ terms }) => classify(unionOfTerms(terms, components)));
}

function tableRows(learner: Learner, train: readonly TermItem[], components: readonly string[]) {
  return Array.from({ length: tableParts }, (_, part) => {
    const isHeldBack = ({ twin }: TermItem) => fingerprint(twin) % tableParts === part;
    const requested = train.filter(isHeldBack);
    const learned = train.filter((item) => !isHeldBack(item));
    if (learned.length === 0) return [];
    const base = components.map((name) => labelComponent(learner, learned, requested, name));
    return requested.map(({ label }, item) => ({ values: base.map((labels) => labels[item] ?? ''), decision: label }));
  }).flat();
}

const neighbors = 5;

/** Nearest neighbors with all text in one vector, and with one vector per component. */
export function answerByNeighbors({ components, train, test }: TermSplit): ReadonlyMap<string, readonly string[]> {
  const space = buildVectorSpace(train.map(({ terms }) => unionOfTerms(terms, components)));
  const vectorOf = ({ terms }: TermItem) => tfIdfVector(space, unionOfTerms(terms, components));
  const vectors = train.map((item) => ({ label: item.label, features: vectorOf(item) }));
  const tensors = buildTensorSpace(
    train.map(({ terms }) => terms),
    components,
  );
  const stacked = train.map(({ terms, label }) => ({ label, features: tfIdfTensor(tensors, terms) }));
  const inVectors = { examples: vectors, similarity: dotProduct, k: neighbors };
  const inTensors = { examples: stacked, similarity: tensorSimilarity, k: neighbors };
  return new Map([
    ['k-NN VSM', test.map((item) => predictNeighbors(inVectors, vectorOf(item)).label)],
    ['k-NN TSM', test.map(({ terms }) => predictNeighbors(inTensors, tfIdfTensor(tensors, terms)).label)],
  ]);
}
