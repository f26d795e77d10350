// The three learners of [ROUGH] with one interface: from labeled terms to a function that labels terms.
import { predictDecisionTree, trainDecisionTree } from '../../src/classify/decision-tree.ts';
import { predictLinearSvm, trainLinearSvm } from '../../src/classify/linear-svm.ts';
import { predictNaiveBayes, trainNaiveBayes } from '../../src/classify/naive-bayes.ts';
import type { Example } from '../../src/classify/prediction.ts';
import { buildVectorSpace, tfIdfVector } from '../../src/classify/vector-space.ts';

export type TermExample = Example<readonly string[]>;
export type Learner = (examples: readonly TermExample[]) => (terms: readonly string[]) => string;

export const learners: Readonly<Record<string, Learner>> = {
  'naive Bayes': (examples) => {
    const model = trainNaiveBayes(examples);
    return (terms) => predictNaiveBayes(model, terms).label;
  },
  SVM: (examples) => {
    const space = buildVectorSpace(examples.map(({ features }) => features));
    const vectorOf = (terms: readonly string[]) => tfIdfVector(space, terms);
    const vectors = examples.map(({ label, features }) => ({ label, features: vectorOf(features) }));
    const model = trainLinearSvm(vectors, { rounds: 10 });
    return (terms) => predictLinearSvm(model, vectorOf(terms)).label;
  },
  'decision tree': (examples) => {
    const model = trainDecisionTree(examples);
    return (terms) => predictDecisionTree(model, terms).label;
  },
};
