// The tensor space model: one vector per kind of text, so that words weigh by where they stand ([ROUGH]).
import { dotProduct, type SparseVector } from './sparse-vector.ts';
import { buildVectorSpace, tfIdfVector, type VectorSpace, type VectorSpaceOptions } from './vector-space.ts';

/** Terms of one item by kind of text: 'title', 'abstract', 'operations' … A kind it does not have may be absent. */
export type TermsByComponent = Readonly<Record<string, readonly string[]>>;

export interface TensorSpace {
  readonly components: readonly string[];
  /** In the order of `components`. */
  readonly spaces: readonly VectorSpace[];
}

/** One vector per component, each of length 1 or empty. */
export type Tensor = readonly SparseVector[];

export function buildTensorSpace(
  items: readonly TermsByComponent[],
  components: readonly string[],
  options?: VectorSpaceOptions,
): TensorSpace {
  const spaces = components.map((name) =>
    buildVectorSpace(
      items.map((item) => item[name] ?? []),
      options,
    ),
  );
  return { components, spaces };
}

export function tfIdfTensor({ components, spaces }: TensorSpace, item: TermsByComponent): Tensor {
  return components.map((name, at) => tfIdfVector(spaces[at]!, item[name] ?? []));
}

/** Sum over the components of the cosine in each ([ROUGH]). */
export function tensorSimilarity(one: Tensor, other: Tensor): number {
  let sum = 0;
  for (let at = 0; at < one.length; at++) sum += dotProduct(one[at]!, other[at]!);
  return sum;
}

/** The vector space as a special case: all text of an item in one bag. */
export function unionOfTerms(item: TermsByComponent, components: readonly string[]): readonly string[] {
  return components.flatMap((name) => item[name] ?? []);
}
