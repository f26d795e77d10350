// A decision tree over terms: each node tests for one term. The third learner of [ROUGH].
import { classesOf, type Example, type Prediction, predictionOf } from './prediction.ts';

/** Plain data, serializable as JSON. */
export type TreeNode =
  | { readonly term: string; readonly present: TreeNode; readonly absent: TreeNode }
  /** Training examples at this node, by class. */
  | { readonly counts: readonly number[] };

export interface DecisionTreeModel {
  readonly classes: readonly string[];
  readonly root: TreeNode;
}

export interface DecisionTreeOptions {
  readonly maxDepth?: number;
  /** Minimum number of examples on each side of a split. */
  readonly minLeaf?: number;
}

interface Case {
  readonly terms: ReadonlySet<string>;
  /** Index of its class. */
  readonly at: number;
}

export function trainDecisionTree(
  examples: readonly Example<readonly string[]>[],
  { maxDepth = 30, minLeaf = 1 }: DecisionTreeOptions = {},
): DecisionTreeModel {
  const classes = classesOf(examples);
  const cases = examples.map(({ features, label }) => ({ terms: new Set(features), at: classes.indexOf(label) }));
  const grow = (here: readonly Case[], depth: number): TreeNode => {
    const counts = countClasses(here, classes.length);
    const term = depth < maxDepth ? bestTerm(here, counts, minLeaf) : null;
    if (term === null) return { counts };
    const present = here.filter(({ terms }) => terms.has(term));
    const absent = here.filter(({ terms }) => !terms.has(term));
    return { term, present: grow(present, depth + 1), absent: grow(absent, depth + 1) };
  };
  return { classes, root: grow(cases, 0) };
}

export function predictDecisionTree({ classes, root }: DecisionTreeModel, terms: readonly string[]): Prediction {
  const present = new Set(terms);
  let node = root;
  while ('term' in node) node = present.has(node.term) ? node.present : node.absent;
  const total = node.counts.reduce((sum, count) => sum + count, 0);
  return predictionOf(
    classes,
    node.counts.map((count) => (total === 0 ? 1 / classes.length : count / total)),
  );
}

function countClasses(cases: readonly Case[], size: number): number[] {
  const counts = new Array<number>(size).fill(0);
  for (const { at } of cases) counts[at]!++;
  return counts;
}

/** The term with the lowest remaining entropy; null if none reduces it. Ties go to the first in alphabetical order. */
function bestTerm(cases: readonly Case[], counts: readonly number[], minLeaf: number): string | null {
  const having = new Map<string, number[]>();
  for (const { terms, at } of cases) {
    for (const term of terms) {
      const row = having.get(term) ?? counts.map(() => 0);
      row[at]!++;
      having.set(term, row);
    }
  }
  let best: string | null = null;
  let least = disorder(counts) - 1e-9;
  for (const [term, present] of having) {
    const absent = counts.map((count, at) => count - present[at]!);
    if (Math.min(total(present), total(absent)) < minLeaf) continue;
    const left = disorder(present) + disorder(absent);
    if (left < least || (left === least && best !== null && term < best)) [best, least] = [term, left];
  }
  return best;
}

/** Entropy times size, in nats. */
function disorder(counts: readonly number[]): number {
  const size = total(counts);
  let sum = 0;
  for (const count of counts) if (count > 0) sum -= count * Math.log(count / size);
  return sum;
}

function total(counts: readonly number[]): number {
  return counts.reduce((sum, count) => sum + count, 0);
}
