// The vector space model: terms weighted by frequency and rarity (TF-IDF).
import { memoize } from '../base/memoize.ts';
import { type SparseVector, sparseVector, unitVector } from './sparse-vector.ts';

export interface VectorSpace {
  /** A term's index is its dimension. */
  readonly terms: readonly string[];
  /** Document frequency of each term. */
  readonly documentCounts: readonly number[];
  readonly documents: number;
}

export interface VectorSpaceOptions {
  /** Minimum document frequency. */
  readonly minDocuments?: number;
  /** Maximum number of terms, by document frequency. */
  readonly maxTerms?: number;
}

export function buildVectorSpace(
  documents: Iterable<Iterable<string>>,
  { minDocuments = 1, maxTerms = 200_000 }: VectorSpaceOptions = {},
): VectorSpace {
  const counts = new Map<string, number>();
  let size = 0;
  for (const terms of documents) {
    size++;
    for (const term of new Set(terms)) counts.set(term, (counts.get(term) ?? 0) + 1);
  }
  const kept = [...counts].filter(([, count]) => count >= minDocuments);
  if (kept.length > maxTerms) kept.sort(([, one], [, other]) => other - one).length = maxTerms;
  return { terms: kept.map(([term]) => term), documentCounts: kept.map(([, count]) => count), documents: size };
}

/** Index of each term; the list must not change afterwards. */
const termIndex = memoize(
  (terms: readonly string[]): ReadonlyMap<string, number> => new Map(terms.map((term, at) => [term, at])),
);

export function countTerms(terms: Iterable<string>): Map<string, number> {
  const counts = new Map<string, number>();
  for (const term of terms) counts.set(term, (counts.get(term) ?? 0) + 1);
  return counts;
}

/** Of length 1, so that a dot product is the cosine. Unknown terms are ignored. */
export function tfIdfVector(space: VectorSpace, terms: readonly string[]): SparseVector {
  return tfIdfOfWeights(space, countTerms(terms));
}

/** The same for weighted terms; the tenth mention of a term adds little to the ninth. */
export function tfIdfOfWeights(space: VectorSpace, weights: ReadonlyMap<string, number>): SparseVector {
  const index = termIndex(space.terms);
  const rarities = inverseDocumentFrequencies(space);
  const entries: [number, number][] = [];
  for (const [term, weight] of weights) {
    const at = index.get(term);
    if (at !== undefined) entries.push([at, Math.log2(1 + weight) * rarities[at]!]);
  }
  return unitVector(sparseVector(entries));
}

/** Smoothed as if one more document contained every term: never zero, never infinite. */
const inverseDocumentFrequencies = memoize(({ documents, documentCounts }: VectorSpace) =>
  Float64Array.from(documentCounts, (count) => 1 + Math.log((1 + documents) / (1 + count))),
);
