// One voice of the stack: a classifier that looks at an item in one way.
import { type LinearSvmModel, svmMargins, trainLinearSvm } from './linear-svm.ts';
import { emptyNaiveBayes, learnNaiveBayes, type NaiveBayesModel, naiveBayesScores } from './naive-bayes.ts';
import type { Example } from './prediction.ts';
import {
  allWordFeatures,
  distinctStems,
  type ItemTerms,
  pieceFeatures,
  type WeightedTerms,
  wordFeatures,
} from './text-features.ts';
import { buildVectorSpace, tfIdfOfWeights, type VectorSpace } from './vector-space.ts';

/** Words of one component, words of all, pieces of words, or the words of all as naive Bayes sees them. */
export type View = `words:${string}` | 'all' | 'pieces' | 'bayes';

/** Plain data: JSON keeps it. */
export type StackMember =
  | { readonly view: View; readonly space: VectorSpace; readonly svm: LinearSvmModel }
  | { readonly view: 'bayes'; readonly bayes: NaiveBayesModel };

export interface MemberOptions {
  readonly classes: readonly string[];
  /** Features a member keeps; those of most examples. */
  readonly maxTerms: number;
  readonly seed: number;
}

/** How dear a mistake is to the support vector machines: found on the API descriptions, fine on the others. */
const svmCost = 0.3;
const svmRounds = 12;
/** From here on, a feature of one example only is not worth its place. */
const manyExamples = 2000;

/** What a view makes of an item: features with weights, or terms. Made once, it serves every fold. */
export type Seen = WeightedTerms;

export function lookAt(view: View, item: ItemTerms): Seen {
  if (view === 'pieces') return pieceFeatures(item);
  if (view === 'all') return allWordFeatures(item);
  if (view === 'bayes') return new Map(distinctStems(item).map((stem) => [stem, 1]));
  return wordFeatures(item, view.slice('words:'.length));
}

export function trainMember(
  view: View,
  examples: readonly Example<Seen>[],
  { classes, maxTerms, seed }: MemberOptions,
): StackMember {
  if (view === 'bayes') {
    const bayes = emptyNaiveBayes(classes, { form: 'complement' });
    for (const { features, label } of examples) learnNaiveBayes(bayes, { label, features: [...features.keys()] });
    return { view, bayes };
  }
  const minDocuments = examples.length >= manyExamples ? 2 : 1;
  const space = buildVectorSpace(
    examples.map(({ features }) => features.keys()),
    { maxTerms, minDocuments },
  );
  const vectors = examples.map(({ label, features }) => ({ label, features: tfIdfOfWeights(space, features) }));
  const svm = trainLinearSvm(vectors, { classes, cost: svmCost, rounds: svmRounds, balanced: true, seed });
  return { view, space, svm };
}

/** By class, on the member's own scale. */
export function memberScores(member: StackMember, seen: Seen): number[] {
  if ('svm' in member) {
    const vector = tfIdfOfWeights(member.space, seen);
    // Who knows nothing has no say: the biases would name the commonest class.
    return vector.indices.length === 0 ? member.svm.classes.map(() => 0) : svmMargins(member.svm, vector);
  }
  // A long text would make naive Bayes as sure as it is long.
  const calm = Math.sqrt(1 + seen.size);
  return naiveBayesScores(member.bayes, [...seen.keys()]).map((score) => score / calm);
}
