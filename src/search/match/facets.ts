// Counts results by facet values, and filters by them.
import type { FacetCount } from '../../model/search.ts';
import { createListColumn, type ListColumn } from '../index/list-column.ts';
import { listScopes } from '../index/segment-builder.ts';
import type { Segment, SegmentRows } from '../index/segment-rows.ts';
import type { FacetFilter } from '../query/query-plan.ts';

/** Values returned per facet by default. */
const shownValues = 50;
/** Years outside this range are usually errors. */
const [firstYear, lastYear] = [1000, 2999];

export interface FacetTally {
  /** `whole` marks records all of whose documents count, though not all are added; null if all are added. */
  open(segment: Segment, whole: Uint8Array | null): SegmentTally;
  /** At most `limit` values per facet. */
  counts(limit?: number): Readonly<Record<string, readonly FacetCount[]>>;
}

export interface SegmentTally {
  /** Adds a record as one result with the first `count` documents in `docs`. */
  add(record: number, docs: Uint32Array, count: number): void;
  /** Adds documents as one result each. */
  addEach(docs: Uint32Array, count: number): void;
  /** Call after the last result. */
  close(): void;
}

interface Tally {
  readonly facet: string;
  /** By value. */
  readonly counts: Uint32Array;
  /** Values with a count. */
  readonly used: number[];
  /** By value: the last result that had it. */
  readonly stamps: Uint32Array;
}

/** Counts one query at a time in reused arrays, which have an entry for every value. */
export function createFacetCounter(rows: SegmentRows): (facets: readonly string[]) => FacetTally {
  const kept = new Map<string, Tally>();
  const stamp = { last: 0 };
  const spare: SpareCounts = { counted: createRecordCounts(0), wholes: createRecordCounts(0) };
  const tallyOf = (facet: string, values: number): Tally => {
    const size = facet === 'year' ? lastYear + 1 : values;
    const known = kept.get(facet);
    if (known !== undefined && known.counts.length >= size) return known;
    // Room to grow: nearly every record of a crawl adds values.
    const capacity = Math.ceil(size * 1.25);
    // Records have one list each, so nothing is counted twice.
    const stamps = new Uint32Array(listScopes.get(facet) === 'record' ? 0 : capacity);
    const tally = { facet, counts: new Uint32Array(capacity), used: [], stamps };
    kept.set(facet, tally);
    return tally;
  };
  return (facets) => {
    const values = facets.length === 0 ? 0 : rows.valueLimit();
    const tallies = facets.map((facet) => tallyOf(facet, values));
    return {
      open: (segment, whole) => openTally({ segment, whole, tallies, stamp, spare }),
      counts: (limit = shownValues) =>
        Object.fromEntries(
          tallies.map((tally) => [tally.facet, takeCounts(tally, valueReader(rows, tally.facet), limit)]),
        ),
    };
  };
}

function addCount({ counts, used }: Pick<Tally, 'counts' | 'used'>, value: number, count: number): void {
  if (counts[value] === 0) used.push(value);
  counts[value]! += count;
}

/** Arrays with an entry for every record, reused by every search. */
interface SpareCounts {
  counted: RecordCounts;
  wholes: RecordCounts;
}

interface Opening {
  readonly segment: Segment;
  readonly whole: Uint8Array | null;
  readonly tallies: readonly Tally[];
  readonly stamp: { last: number };
  readonly spare: SpareCounts;
}

/** Results are counted by list first, then lists by their values: there are far fewer lists. */
function openTally({ segment, whole, tallies, stamp, spare }: Opening): SegmentTally {
  const columns = tallies.map((tally) => ({ tally, ...readColumn(segment, tally.facet) }));
  const ofRecords = columns.filter(({ isOfRecord }) => isOfRecord);
  const ofDocuments = columns
    .filter(({ isOfRecord }) => !isOfRecord)
    .map((each) => ({
      ...each,
      lists: new Uint32Array(each.column.starts.length - 1),
      isShared: sharedLists(each.column, segment),
    }));
  const { recordOf } = segment;
  const records = segment.number('rid').length;
  const counted = emptyCounts(spare, 'counted', records);
  const wholes = whole === null ? null : emptyCounts(spare, 'wholes', records);
  return {
    add(record, docs, count) {
      counted.add(record);
      if (wholes !== null && whole![record] === 1) wholes.add(record);
      else
        for (let k = 0; k < ofDocuments.length; k++) {
          const { column, lists, isShared, tally } = ofDocuments[k]!;
          if (count === 1 || isShared[record] === 1) lists[column.ids[docs[0]!]!]!++;
          else countTogether(tally, column, docs, count, ++stamp.last);
        }
    },
    addEach(docs, count) {
      for (let n = 0; n < count; n++) counted.add(recordOf[docs[n]!]!);
      for (const { column, lists } of ofDocuments) countLists(column.ids, docs, count, lists);
    },
    close() {
      for (const { column, tally } of ofRecords) distribute(column, tally, counted);
      for (const { column, tally, lists } of ofDocuments) addLists(column, tally, lists);
      if (wholes === null) return;
      for (const { column, tally } of ofDocuments) distribute(listsOfRecords(column, segment), tally, wholes);
    },
  };
}

/** Counts by record, and the records with a count: most searches find few. */
interface RecordCounts {
  readonly counts: Uint32Array;
  readonly used: Uint32Array;
  usedCount: number;
  add(record: number): void;
}

/** Clears before use, since a failed search may leave counts behind. */
function emptyCounts(spare: SpareCounts, name: keyof SpareCounts, records: number): RecordCounts {
  const known = spare[name];
  if (known.counts.length < records) {
    spare[name] = createRecordCounts(records);
    return spare[name];
  }
  for (let n = 0; n < known.usedCount; n++) known.counts[known.used[n]!] = 0;
  known.usedCount = 0;
  return known;
}

function createRecordCounts(records: number): RecordCounts {
  const counts = new Uint32Array(records);
  const used = new Uint32Array(records);
  const made: RecordCounts = {
    counts,
    used,
    usedCount: 0,
    add: (record) => {
      if (counts[record]!++ === 0) used[made.usedCount++] = record;
    },
  };
  return made;
}

function countLists(ids: Uint32Array, docs: Uint32Array, count: number, lists: Uint32Array): void {
  for (let n = 0; n < count; n++) lists[ids[docs[n]!]!]!++;
}

const shared = new WeakMap<ListColumn, Uint8Array>();

/** By record: 1 if all its documents have the same list. */
function sharedLists(column: ListColumn, segment: Segment): Uint8Array {
  const known = shared.get(column);
  if (known !== undefined) return known;
  const { ids } = column;
  const first = segment.number('first');
  const made = new Uint8Array(first.length - 1).fill(1);
  for (let record = 0; record < made.length; record++) {
    const id = ids[first[record]!];
    for (let doc = first[record]! + 1; doc < first[record + 1]!; doc++) if (ids[doc] !== id) made[record] = 0;
  }
  shared.set(column, made);
  return made;
}

/** Counts each value of a result once. Layers of one service mostly have the same list. */
function countTogether(tally: Tally, column: ListColumn, docs: Uint32Array, count: number, stamp: number): void {
  const { stamps } = tally;
  const { ids, starts, values } = column;
  let last = -1;
  for (let n = 0; n < count; n++) {
    const id = ids[docs[n]!]!;
    if (id === last) continue;
    last = id;
    for (let at = starts[id]!; at < starts[id + 1]!; at++) {
      const value = values[at]!;
      if (stamps[value] === stamp) continue;
      stamps[value] = stamp;
      addCount(tally, value, 1);
    }
  }
}

function distribute(column: ListColumn, tally: Tally, { counts, used, usedCount }: RecordCounts): void {
  const { ids, starts, values } = column;
  // Counting lists first pays off only if records share them.
  if (starts.length > usedCount) {
    for (let n = 0; n < usedCount; n++) {
      const id = ids[used[n]!]!;
      for (let at = starts[id]!; at < starts[id + 1]!; at++) addCount(tally, values[at]!, counts[used[n]!]!);
    }
    return;
  }
  const lists = new Uint32Array(starts.length - 1);
  for (let n = 0; n < usedCount; n++) lists[ids[used[n]!]!]! += counts[used[n]!]!;
  addLists(column, tally, lists);
}

const unions = new WeakMap<ListColumn, ListColumn>();

/** By record: the union of its documents' lists. */
function listsOfRecords(column: ListColumn, segment: Segment): ListColumn {
  const known = unions.get(column);
  if (known !== undefined) return known;
  const { ids, starts, values } = column;
  const first = segment.number('first');
  const made = createListColumn();
  for (let record = 0; record + 1 < first.length; record++) {
    const lists = new Set(ids.subarray(first[record]!, first[record + 1]!));
    const own = new Set<number>();
    for (const id of lists) for (let at = starts[id]!; at < starts[id + 1]!; at++) own.add(values[at]!);
    made.add([...own]);
  }
  const lists = made.build();
  unions.set(column, lists);
  return lists;
}

function addLists({ starts, values }: ListColumn, tally: Tally, lists: Uint32Array): void {
  for (let id = 0; id < lists.length; id++)
    if (lists[id]! > 0) for (let at = starts[id]!; at < starts[id + 1]!; at++) addCount(tally, values[at]!, lists[id]!);
}

function valueReader(rows: SegmentRows, facet: string): (id: number) => string {
  return facet === 'year' ? String : rows.valueText;
}

/** The most frequent values. Resets the counts. */
function takeCounts({ counts, used }: Tally, text: (id: number) => string, limit: number): readonly FacetCount[] {
  const shown = mostCounted(used, counts, limit).map((id) => ({ value: text(id), count: counts[id]! }));
  for (const id of used) counts[id] = 0;
  used.length = 0;
  return shown.sort((one, other) => other.count - one.count || (one.value < other.value ? -1 : 1));
}

/** Insertion into a sorted list: few values ever enter it. */
function mostCounted(used: readonly number[], counts: Uint32Array, limit: number): readonly number[] {
  const isBefore = (a: number, b: number) => counts[a]! > counts[b]! || (counts[a] === counts[b] && a < b);
  if (used.length <= limit) return used;
  const first: number[] = [];
  for (const id of used) {
    if (first.length === limit && !isBefore(id, first[limit - 1]!)) continue;
    let at = Math.min(first.length, limit - 1);
    for (; at > 0 && isBefore(id, first[at - 1]!); at--) first[at] = first[at - 1]!;
    first[at] = id;
  }
  return first;
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

/** Years from the start to the end of each time; an open end takes the year of the other. */
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

/** Any value of a facet, and all facets must match. Null without filters of that scope. */
export interface OpenFilters {
  readonly ofRecord: ((record: number) => boolean) | null;
  readonly ofDocument: ((doc: number) => boolean) | null;
}

export function openFilters(segment: Segment, filters: readonly FacetFilter[]): OpenFilters {
  const checks = filters.map(({ facet, values, isExcluded }) => {
    const { column, isOfRecord } = readColumn(segment, facet);
    return { ids: column.ids, isOfRecord, fits: fittingLists(column, values, isExcluded) };
  });
  const allOf = (own: typeof checks) =>
    own.length === 0 ? null : (row: number) => own.every(({ ids, fits }) => fits[ids[row]!] === 1);
  return {
    ofRecord: allOf(checks.filter(({ isOfRecord }) => isOfRecord)),
    ofDocument: allOf(checks.filter(({ isOfRecord }) => !isOfRecord)),
  };
}

function fittingLists({ starts, values }: ListColumn, target: ReadonlySet<number>, isExcluded: boolean): Uint8Array {
  const fits = new Uint8Array(starts.length - 1);
  for (let id = 0; id < fits.length; id++) {
    let has = false;
    for (let at = starts[id]!; at < starts[id + 1]!; at++) has ||= target.has(values[at]!);
    fits[id] = has === isExcluded ? 0 : 1;
  }
  return fits;
}
