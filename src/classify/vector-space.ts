// The vector space model: terms weighted by how often they occur here and how rare they are elsewhere (TF-IDF).
import { type SparseVector, sparseVector, unitVector } from './sparse-vector.ts';

export interface VectorSpace {
  /** A term's place is its index. */
  readonly terms: readonly string[];
  /** Documents each term occurs in. */
  readonly documentCounts: readonly number[];
  readonly documents: number;
}

export interface VectorSpaceOptions {
  /** Terms of fewer documents are left out. */
  readonly minDocuments?: number;
  /** Of more terms, those of most documents are kept. */
  readonly maxTerms?: number;
}

export function buildVectorSpace(
  documents: Iterable<readonly string[]>,
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

const indexes = new WeakMap<readonly string[], ReadonlyMap<string, number>>();

/** Where each term stands; built once for a list of terms, which must not change afterwards. */
export function termIndex(terms: readonly string[]): ReadonlyMap<string, number> {
  const known = indexes.get(terms);
  if (known !== undefined) return known;
  const index = new Map(terms.map((term, at) => [term, at]));
  indexes.set(terms, index);
  return index;
}

export function countTerms(terms: Iterable<string>): Map<string, number> {
  const counts = new Map<string, number>();
  for (const term of terms) counts.set(term, (counts.get(term) ?? 0) + 1);
  return counts;
}

/** Of length 1, so that a dot product is the cosine. Unknown terms are left out. */
export function tfIdfVector(space: VectorSpace, terms: readonly string[]): SparseVector {
  const index = termIndex(space.terms);
  const entries: [number, number][] = [];
  for (const [term, count] of countTerms(terms)) {
    const at = index.get(term);
    if (at !== undefined) entries.push([at, (1 + Math.log(count)) * inverseDocumentFrequency(space, at)]);
  }
  return unitVector(sparseVector(entries));
}

/** Smoothed as if one more document held every term: never zero, never infinite. */
function inverseDocumentFrequency({ documents, documentCounts }: VectorSpace, at: number): number {
  return 1 + Math.log((1 + documents) / (1 + documentCounts[at]!));
}
