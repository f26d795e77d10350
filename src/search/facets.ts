// Facets: which values results have, how often, and whether they have the values asked for.
import type { FacetCount } from '../model/search.ts';
import type { Segment, SegmentRows } from './segment-rows.ts';

/** Values shown of one facet. */
const shownValues = 50;

export interface FacetTally {
  add(segment: Segment, doc: number): void;
  counts(): Readonly<Record<string, readonly FacetCount[]>>;
}

export function countFacets(rows: SegmentRows, facets: readonly string[]): FacetTally {
  const counts = facets.map(() => new Uint32Array(rows.valueLimit()));
  return {
    add(segment, doc) {
      for (let n = 0; n < facets.length; n++) {
        const column = segment.facet(facets[n]!);
        if (column === null) continue;
        const { starts, values } = column;
        const counted = counts[n]!;
        for (let at = starts[doc]!; at < starts[doc + 1]!; at++) counted[values[at]!]!++;
      }
    },
    counts: () =>
      Object.fromEntries(
        facets.map((facet, n) => {
          const found = [...counts[n]!.entries()].filter(([, count]) => count > 0);
          found.sort(([, one], [, other]) => other - one);
          return [facet, found.slice(0, shownValues).map(([id, count]) => ({ value: rows.valueText(id), count }))];
        }),
      ),
  };
}

/** Null where nothing is filtered. Values of one facet are alternatives; facets all count. */
export function openFilter(
  segment: Segment,
  filters: readonly { readonly facet: string; readonly values: ReadonlySet<number> }[],
): ((doc: number) => boolean) | null {
  if (filters.length === 0) return null;
  const columns = filters.map(({ facet, values }) => ({ column: segment.facet(facet), values }));
  return (doc) =>
    columns.every(({ column, values }) => {
      if (column === null) return false;
      for (let at = column.starts[doc]!; at < column.starts[doc + 1]!; at++)
        if (values.has(column.values[at]!)) return true;
      return false;
    });
}
