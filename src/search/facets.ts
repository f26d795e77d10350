// Facets: which values results have, how often, and whether they have the values asked for.
import type { FacetCount } from '../model/search.ts';
import type { ListColumn } from './list-column.ts';
import { listScopes } from './segment-builder.ts';
import type { Segment, SegmentRows } from './segment-rows.ts';
import type { FacetFilter } from './wanted.ts';

/** Values shown of one facet. */
const shownValues = 50;
/** Years counted: what lies before and after is published by mistake more often than not. */
const [firstYear, lastYear] = [1000, 2999];

export interface FacetTally {
  /** Counts the documents of one result, which follow each other in the segment. */
  open(segment: Segment): { add(docs: Uint32Array, from: number, to: number): void };
  counts(): Readonly<Record<string, readonly FacetCount[]>>;
}

export function countFacets(rows: SegmentRows, facets: readonly string[]): FacetTally {
  const limit = rows.valueLimit();
  const tallies = facets.map((facet) => {
    const size = facet === 'year' ? lastYear + 1 : limit;
    return { facet, counts: new Uint32Array(size), stamps: new Uint32Array(size) };
  });
  let stamp = 0;
  return {
    open(segment) {
      const columns = tallies.map((tally) => ({ ...tally, ...readColumn(segment, tally.facet) }));
      const { recordOf } = segment;
      return {
        add(docs, from, to) {
          stamp++;
          for (const { column, isOfRecord, counts, stamps } of columns) {
            const { ids, starts, values } = column;
            // Layers of one service mostly have the same list.
            for (let n = from, last = -1; n < to; n++) {
              const id = ids[isOfRecord ? recordOf[docs[n]!]! : docs[n]!]!;
              if (id === last) continue;
              last = id;
              for (let at = starts[id]!; at < starts[id + 1]!; at++) {
                const value = values[at]!;
                if (stamps[value] === stamp) continue;
                stamps[value] = stamp;
                counts[value]!++;
              }
              if (isOfRecord) break;
            }
          }
        },
      };
    },
    counts: () =>
      Object.fromEntries(tallies.map(({ facet, counts }) => [facet, mostFrequent(counts, valueReader(rows, facet))])),
  };
}

function valueReader(rows: SegmentRows, facet: string): (id: number) => string {
  return facet === 'year' ? String : rows.valueText;
}

function mostFrequent(counts: Uint32Array, text: (id: number) => string): readonly FacetCount[] {
  const ids: number[] = [];
  for (let id = 0; id < counts.length; id++) if (counts[id]! > 0) ids.push(id);
  ids.sort((one, other) => counts[other]! - counts[one]! || one - other);
  return ids.slice(0, shownValues).map((id) => ({ value: text(id), count: counts[id]! }));
}

interface FacetColumn {
  readonly column: ListColumn;
  readonly isOfRecord: boolean;
}

const years = new WeakMap<ListColumn, ListColumn>();

function readColumn(segment: Segment, facet: string): FacetColumn {
  if (facet !== 'year') return { column: segment.list(facet), isOfRecord: listScopes.get(facet) === 'record' };
  const times = segment.list('time');
  const column = years.get(times) ?? yearsOf(times);
  years.set(times, column);
  return { column, isOfRecord: false };
}

/** Years a span of time touches; an open end is the year of the other one. */
function yearsOf({ ids, starts, values }: ListColumn): ListColumn {
  const lists: number[] = [];
  const newStarts = new Uint32Array(starts.length);
  for (let id = 0; id + 1 < starts.length; id++) {
    newStarts[id] = lists.length;
    if (starts[id] === starts[id + 1]) continue;
    const [from, to] = [values[starts[id]!]!, values[starts[id]! + 1]!];
    const first = yearOf(Number.isFinite(from) ? from : to);
    const last = yearOf(Number.isFinite(to) ? to : from);
    for (let year = Math.max(first, firstYear); year <= Math.min(last, lastYear); year++) lists.push(year);
  }
  newStarts[starts.length - 1] = lists.length;
  return { ids, starts: newStarts, values: Float64Array.from(lists) };
}

function yearOf(ms: number): number {
  return new Date(ms).getUTCFullYear();
}

/** Null where nothing is filtered. Values of one facet are alternatives; facets all count. */
export function openFilters(segment: Segment, filters: readonly FacetFilter[]): ((doc: number) => boolean) | null {
  if (filters.length === 0) return null;
  const { recordOf } = segment;
  const checks = filters.map(({ facet, values, isExcluded }) => {
    const { column, isOfRecord } = readColumn(segment, facet);
    return { ids: column.ids, isOfRecord, fits: fittingLists(column, values, isExcluded) };
  });
  return (doc) => {
    for (const { ids, isOfRecord, fits } of checks)
      if (fits[ids[isOfRecord ? recordOf[doc]! : doc]!] === 0) return false;
    return true;
  };
}

function fittingLists({ starts, values }: ListColumn, wanted: ReadonlySet<number>, isExcluded: boolean): Uint8Array {
  const fits = new Uint8Array(starts.length - 1);
  for (let id = 0; id < fits.length; id++) {
    let has = false;
    for (let at = starts[id]!; at < starts[id + 1]!; at++) has ||= wanted.has(values[at]!);
    fits[id] = has === isExcluded ? 0 : 1;
  }
  return fits;
}
