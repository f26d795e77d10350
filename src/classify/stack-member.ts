// One member of the component stack: a classifier over one view of an item.
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

/** Words of one component, words of all, character n-grams, or the words of all for naive Bayes. */
export type View = `words:${string}` | 'all' | 'pieces' | 'bayes';

/** Plain data, serializable as JSON. */
export type StackMember =
  | { readonly view: View; readonly space: VectorSpace; readonly svm: LinearSvmModel }
  | { readonly view: 'bayes'; readonly bayes: NaiveBayesModel };

export interface MemberOptions {
  readonly classes: readonly string[];
  /** Features kept per member, by document frequency. */
  readonly maxTerms: number;
  readonly seed: number;
}

/** C of the support vector machines, tuned on the API descriptions and good on the others. */
const svmCost = 0.3;
const svmRounds = 12;
/** From this many examples on, features of a single example are dropped. */
const manyExamples = 2000;

/** The features or terms of an item in one view, computed once for all folds. */
export type ViewTerms = WeightedTerms;

export function viewOf(view: View, item: ItemTerms): ViewTerms {
  if (view === 'pieces') return pieceFeatures(item);
  if (view === 'all') return allWordFeatures(item);
  if (view === 'bayes') return new Map(distinctStems(item).map((stem) => [stem, 1]));
  return wordFeatures(item, view.slice('words:'.length));
}

export function trainMember(
  view: View,
  examples: readonly Example<ViewTerms>[],
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
export function memberScores(member: StackMember, seen: ViewTerms): number[] {
  if ('svm' in member) {
    const vector = tfIdfOfWeights(member.space, seen);
    // Without known features there is no score: the biases alone would predict the most common class.
    return vector.indices.length === 0 ? member.svm.classes.map(() => 0) : svmMargins(member.svm, vector);
  }
  // Normalized by length: a long text would make naive Bayes overconfident.
  const scale = Math.sqrt(1 + seen.size);
  return naiveBayesScores(member.bayes, [...seen.keys()]).map((score) => score / scale);
}
