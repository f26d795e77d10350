// Sorts results by record properties: numbers from columns, texts by the rank of their values.
import type { SortKey } from '../../model/search.ts';
import { propertyList } from '../index/search-document.ts';
import type { SearchIndex } from '../index/search-index.ts';
import type { Segment } from '../index/segment-rows.ts';
import { documentOfKey, type Results, segmentOfKey } from './collect-results.ts';
import type { LastSeen } from './last-seen.ts';

const numberProperties = { id: 'idKey', layerCount: 'layerCount', score: 'score', created: 'created' } as const;

export interface ResultOrder {
  /** Replaces the scores so that the greatest comes first; records without a value come last. */
  apply(keys: readonly SortKey[], segments: readonly Segment[], results: Results): void;
}

/** Null for a record without a value. */
type KeyOf = (record: number) => number | null;

export function createResultOrder(index: SearchIndex, seen: LastSeen): ResultOrder {
  const ranks = new Map<string, ValueRanks>();
  const keyOf = ({ property }: SortKey, segment: Segment): KeyOf => {
    if (property in numberProperties) {
      const column = segment.number(numberProperties[property as keyof typeof numberProperties]);
      return (record) => (Number.isNaN(column[record]!) ? null : column[record]!);
    }
    if (property === 'updated') return seen.of(segment);
    const facet = propertyList(property);
    const own = ranks.get(facet) ?? createValueRanks(index, facet);
    ranks.set(facet, own);
    own.refresh();
    const { ids, starts, values } = segment.list(facet);
    return (record) => {
      const at = starts[ids[record]!]!;
      return at === starts[ids[record]! + 1] ? null : own.of(values[at]!);
    };
  };
  return {
    apply: (keys, segments, results) => {
      const columns = keys.map((key) => {
        const sign = key.isDescending ? 1 : -1;
        const bySegment = segments.map((segment) => ({ recordOf: segment.recordOf, of: keyOf(key, segment) }));
        return Float64Array.from({ length: results.count }, (_, n) => {
          const { recordOf, of } = bySegment[segmentOfKey(results.keys[n]!)]!;
          const value = of(recordOf[documentOfKey(results.keys[n]!)]!);
          return value === null ? -Infinity : sign * value;
        });
      });
      results.scores.set(columns.length === 1 ? columns[0]! : positionsBy(columns, results));
    },
  };
}

/** Combines several keys: the position in their order, negated. */
function positionsBy(columns: readonly Float64Array[], { count, tie }: Results): Float64Array {
  const ties = Float64Array.from({ length: count }, (_, n) => tie(n));
  const sorted = Uint32Array.from({ length: count }, (_, n) => n).sort((a, b) => {
    for (const column of columns) if (column[a] !== column[b]) return column[a]! > column[b]! ? -1 : 1;
    return ties[a]! - ties[b]!;
  });
  const positions = new Float64Array(count);
  sorted.forEach((n, position) => {
    positions[n] = -position;
  });
  return positions;
}

interface ValueRanks {
  /** Adds new values of the index. */
  refresh(): void;
  /** Null for a placeholder value. */
  of(value: number): number | null;
}

const collator = new Intl.Collator('und', { sensitivity: 'base', numeric: true });

/** Texts that differ only in case and accents have the same rank. */
function createValueRanks({ rows }: SearchIndex, facet: string): ValueRanks {
  let sorted: readonly { readonly id: number; readonly value: string }[] = [];
  let last = 0;
  const ranks = new Map<number, number>();
  return {
    refresh: () => {
      const added = rows.valuesSince(facet, last);
      if (added.length === 0) return;
      last = added.at(-1)!.id;
      // Mostly sorted: the engine's merge sort needs about one comparison per value.
      sorted = [...sorted, ...added.toSorted(byValue)].sort(byValue);
      let rank = 0;
      sorted.forEach((one, n) => {
        if (n > 0 && collator.compare(sorted[n - 1]!.value, one.value) !== 0) rank++;
        ranks.set(one.id, rank);
      });
      const unchecked = facet === 'state' ? rows.valueId('state', 'unchecked') : null;
      if (unchecked !== null) ranks.delete(unchecked);
    },
    of: (value) => ranks.get(value) ?? null,
  };
}

function byValue(one: { readonly value: string }, other: { readonly value: string }): number {
  return collator.compare(one.value, other.value);
}
