// A filter as far as the index can answer it, without reading records.

import type { Filter, Operand } from '../model/filter.ts';
import type { Resource } from '../model/resource.ts';
import { matchesFilter } from '../query/filter-match.ts';
import { listScopes } from './index/segment-builder.ts';
import type { Segment, SegmentRows } from './index/segment-rows.ts';
import { doubtful, recordsWithText } from './match/text-filter.ts';

export type IndexAnswer = 'yes' | 'no' | 'read';

/** Properties of records that are facets under the same values: a record with only that property answers like the whole. */
const facetOfProperty: Readonly<
  Record<string, { facet: string; record(values: readonly string[]): Partial<Resource> }>
> = {
  kind: { facet: 'kind', record: ([kind]) => ({ kind: kind ?? '' }) },
  type: { facet: 'type', record: ([type]) => ({ family: familyOf(type) }) },
  host: { facet: 'host', record: ([host]) => ({ endpoint: host === undefined ? '' : `https://${host}/` }) },
  license: {
    facet: 'license',
    record: ([id]) => ({
      license: id === undefined ? null : { id, url: null, open: null, fees: null, constraints: null },
    }),
  },
  language: { facet: 'language', record: (languages) => ({ languages }) },
  topics: { facet: 'topic', record: (ids) => ({ topics: ids.map((id) => ({ id, confidence: 1, words: [] })) }) },
};

function familyOf(type: string | undefined): Resource['family'] {
  return type === 'dataset' ? 'file' : type === 'catalog' ? 'catalog' : 'service';
}

/** Three-valued inside: a condition is true, false, unknown (null, as in SQL), or not to be told from the index. */
type Truth = boolean | null | 'read';

export function fitsByIndex(filter: Filter, segment: Segment, rows: SegmentRows): (record: number) => IndexAnswer {
  const truth = compile(filter, segment, rows);
  return (record) => {
    const value = truth(record);
    if (value === 'read') return 'read';
    return value === true ? 'yes' : 'no';
  };
}

type Test = (record: number) => Truth;

function compile(filter: Filter, segment: Segment, rows: SegmentRows): Test {
  switch (filter.op) {
    case 'constant':
      return () => filter.value;
    case 'not': {
      const inner = compile(filter.filter, segment, rows);
      return (record) => {
        const value = inner(record);
        return typeof value === 'boolean' ? !value : value;
      };
    }
    case 'and':
      return combine(
        filter.filters.map((one) => compile(one, segment, rows)),
        false,
      );
    case 'or':
      return combine(
        filter.filters.map((one) => compile(one, segment, rows)),
        true,
      );
    case 'spatial':
      return spatial(filter, segment);
    case 'text': {
      const has = recordsWithText(filter.phrase, segment, rows);
      return (record) => (has[record] === doubtful ? 'read' : has[record]! > 0);
    }
    case 'during':
      return () => 'read';
    default:
      return onFacet(filter, segment, rows);
  }
}

/** The first condition with this truth settles it, whatever the others would say. */
function combine(tests: readonly Test[], by: boolean): Test {
  return (record) => {
    let open: Truth = !by;
    for (const test of tests) {
      const value = test(record);
      if (value === by) return by;
      if (value === 'read') open = 'read';
      else if (value === null && open !== 'read') open = null;
    }
    return open;
  };
}

/** The extent of the service is that of its first document. */
function spatial(filter: Extract<Filter, { op: 'spatial' }>, segment: Segment): Test {
  const { ids, starts, values } = segment.list('extent');
  const first = segment.number('first');
  const known = new Map<number, Truth>();
  return (record) => {
    const id = ids[first[record]!]!;
    if (!known.has(id)) {
      const at = starts[id]!;
      const extent = [values[at]!, values[at + 1]!, values[at + 2]!, values[at + 3]!] as const;
      const isThere = at < starts[id + 1]!;
      known.set(id, isThere ? matchesFilter(filter, { extent } as Partial<Resource> as Resource) : null);
    }
    return known.get(id)!;
  };
}

type FacetFilter = Exclude<Filter, { op: 'and' | 'or' | 'not' | 'constant' | 'text' | 'spatial' | 'during' }>;

/** One property against constants: asked once for each list of values that occurs. */
function onFacet(filter: FacetFilter, segment: Segment, rows: SegmentRows): Test {
  const names = new Set(operandsOf(filter).flatMap(propertiesOf));
  const [name = ''] = names;
  const known = facetOfProperty[name];
  if (names.size !== 1 || known === undefined) return () => 'read';
  const { ids, starts, values } = segment.list(known.facet);
  const isOfRecord = listScopes.get(known.facet) === 'record';
  const first = segment.number('first');
  const answers = new Map<number, Truth>();
  return (record) => {
    const id = ids[isOfRecord ? record : first[record]!]!;
    if (!answers.has(id)) {
      const texts = [...values.subarray(starts[id]!, starts[id + 1]!)].map((value) => rows.valueText(value));
      const part = known.record(texts) as Resource;
      const isTrue = matchesFilter(filter, part);
      // What is neither so nor not so is unknown.
      const isFalse = !isTrue && matchesFilter({ op: 'not', filter }, part);
      answers.set(id, isTrue ? true : isFalse ? false : null);
    }
    return answers.get(id)!;
  };
}

function operandsOf(filter: FacetFilter): readonly Operand[] {
  switch (filter.op) {
    case 'like':
    case 'isNull':
      return [filter.value];
    case 'between':
      return [filter.value, filter.low, filter.high];
    case 'in':
      return [filter.value, ...filter.list];
    default:
      return [filter.left, filter.right];
  }
}

function propertiesOf(operand: Operand): readonly string[] {
  if (operand.is === 'property') return [operand.name];
  return operand.is === 'casei' || operand.is === 'accenti' ? propertiesOf(operand.of) : [];
}
