// The tensor space model: one vector per text component, so that words are weighted by where they occur ([ROUGH]).
import { dotProduct, type SparseVector } from './sparse-vector.ts';
import { buildVectorSpace, tfIdfVector, type VectorSpace, type VectorSpaceOptions } from './vector-space.ts';

/** Terms of one item by component: 'title', 'abstract', 'operations' …; components may be absent. */
export type TermsByComponent = Readonly<Record<string, readonly string[]>>;

export interface TensorSpace {
  readonly components: readonly string[];
  /** In the order of `components`. */
  readonly spaces: readonly VectorSpace[];
}

/** One vector per component, of length 1 or empty. */
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

/** Sum of the cosines of the components ([ROUGH]). */
export function tensorSimilarity(one: Tensor, other: Tensor): number {
  let sum = 0;
  for (let at = 0; at < one.length; at++) sum += dotProduct(one[at]!, other[at]!);
  return sum;
}

/** The vector space model as a special case: all text of an item in one bag. */
export function unionOfTerms(item: TermsByComponent, components: readonly string[]): readonly string[] {
  return components.flatMap((name) => item[name] ?? []);
}
