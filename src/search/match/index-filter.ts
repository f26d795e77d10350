// Evaluates filters on the index, as far as possible without reading records.
import type { Filter } from '../../model/filter.ts';
import type { HealthState } from '../../model/health.ts';
import type { Problem } from '../../model/problem.ts';
import type { Resource } from '../../model/resource.ts';
import { matchesFilter } from '../../query/filter-match.ts';
import { propertyList } from '../index/search-document.ts';
import type { SearchIndex } from '../index/search-index.ts';
import type { Segment } from '../index/segment-rows.ts';
import { type ComparingFilter, propertiesIn } from './filter-properties.ts';
import type { LastSeen } from './last-seen.ts';
import { doubtful, recordsWithText } from './text-filter.ts';

export interface IndexForFilter extends Pick<SearchIndex, 'rows' | 'idOf' | 'ridOf'> {
  readonly seen: LastSeen;
}

export type IndexVerdict = 'yes' | 'no' | 'read';

const noLicense = { id: null, url: null, open: null, fees: null, constraints: null };

/**
 * Properties with stored values: a record with only these values of the property, on which a filter of only that
 * property has the same result as on the original.
 */
const recordOfValues: Readonly<Record<string, (values: readonly string[]) => Partial<Resource>>> = {
  kind: ([kind = '']) => ({ kind }),
  type: ([type]) => ({ family: familyOf(type) }),
  host: ([host]) => ({ endpoint: host === undefined ? '' : `https://${host}/` }),
  license: ([id]) => ({ license: id === undefined ? null : { ...noLicense, id } }),
  language: (languages) => ({ languages }),
  topics: (ids) => ({ topics: ids.map((id) => ({ id, confidence: 1, words: [] })) }),
  title: ([title = '']) => ({ title }),
  keywords: (keywords) => ({ keywords }),
  version: ([version = null]) => ({ version }),
  organization: ([organization = null]) => ({ provider: { organization, person: null, email: null, url: null } }),
  software: ([software = null]) => ({ software }),
  open: ([open]) => ({ license: { ...noLicense, open: open === undefined ? null : open === 'true' } }),
  endpoint: ([endpoint = '']) => ({ endpoint }),
  state: ([state]) => (state === 'unchecked' ? {} : { health: { state: state as HealthState, score: null } }),
  crs: (crs) => ({ crs }),
  formats: (formats) => ({ formats }),
  operations: (operations) => ({ operations }),
  problems: (codes) => ({ problems: codes.map((code) => ({ code: code as Problem['code'], message: '' })) }),
};

interface NumberProperty {
  read(segment: Segment, index: IndexForFilter): (record: number) => number;
  /** A record with only this value. */
  record(value: number): Partial<Resource>;
}

const numberProperties: Readonly<Record<string, NumberProperty>> = {
  layerCount: { read: column('layerCount'), record: (layerCount) => ({ layerCount }) },
  created: { read: column('created'), record: (firstSeenMs) => ({ firstSeenMs }) },
  updated: { read: (segment, { seen }) => seen.of(segment), record: (lastSeenMs) => ({ lastSeenMs }) },
  score: {
    read: column('score'),
    record: (score) => ({ health: { state: 'up', score: Number.isNaN(score) ? null : score } }),
  },
};

function column(name: 'layerCount' | 'created' | 'score') {
  return (segment: Segment) => {
    const values = segment.number(name);
    return (record: number) => values[record]!;
  };
}

function familyOf(type: string | undefined): Resource['family'] {
  return type === 'dataset' ? 'file' : type === 'catalog' ? 'catalog' : 'service';
}

/** True, false, unknown (null, as in SQL), or undecidable by the index. */
type Truth = boolean | null | 'read';

export function fitsByIndex(filter: Filter, segment: Segment, index: IndexForFilter): (record: number) => IndexVerdict {
  const truth = compile(filter, segment, index);
  return (record) => {
    const value = truth(record);
    if (value === 'read') return 'read';
    return value === true ? 'yes' : 'no';
  };
}

type Test = (record: number) => Truth;

function compile(filter: Filter, segment: Segment, index: IndexForFilter): Test {
  switch (filter.op) {
    case 'constant':
      return () => filter.value;
    case 'not': {
      const inner = compile(filter.filter, segment, index);
      return (record) => {
        const value = inner(record);
        return typeof value === 'boolean' ? !value : value;
      };
    }
    case 'and':
    case 'or': {
      const tests = filter.filters.map((one) => compile(one, segment, index));
      return combine(tests, filter.op === 'or');
    }
    case 'spatial':
      return spatial(filter, segment);
    case 'text': {
      const has = recordsWithText(filter.phrase, segment, index.rows);
      return (record) => (has[record] === doubtful ? 'read' : has[record]! > 0);
    }
    case 'during':
      return during(filter, segment);
    default:
      return onFacet(filter, segment, index);
  }
}

/** The first condition with this truth decides. */
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

function during({ fromMs, toMs }: Extract<Filter, { op: 'during' }>, segment: Segment): Test {
  const { ids, starts, values } = segment.list('span');
  return (record) => {
    const at = starts[ids[record]!]!;
    if (at === starts[ids[record]! + 1] || Number.isNaN(values[at])) return null;
    return values[at]! <= (toMs ?? Infinity) && values[at + 1]! >= (fromMs ?? -Infinity);
  };
}

/** The first document of a record has the extent of the service. */
function spatial(filter: Extract<Filter, { op: 'spatial' }>, segment: Segment): Test {
  const { ids, starts, values } = segment.list('extent');
  const first = segment.number('first');
  const known = new Map<number, Truth>();
  return (record) => {
    const id = ids[first[record]!]!;
    if (!known.has(id)) {
      const at = starts[id]!;
      const extent = [values[at]!, values[at + 1]!, values[at + 2]!, values[at + 3]!] as const;
      const hasExtent = at < starts[id + 1]!;
      known.set(id, hasExtent ? matchesFilter(filter, { extent } as Partial<Resource> as Resource) : null);
    }
    return known.get(id)!;
  };
}

/** A condition on one property is evaluated once per distinct list of values. */
function onFacet(filter: ComparingFilter, segment: Segment, index: IndexForFilter): Test {
  const names = new Set(propertiesIn(filter));
  const [name = ''] = names;
  if (names.size === 0) {
    const truth = truthOf(filter, {});
    return () => truth;
  }
  if (names.size > 1) return () => 'read';
  if (name === 'id') return onId(filter, segment, index);
  if (name === 'geometry' || name === 'time') return onPresence(filter, name, segment);
  const number = numberProperties[name];
  if (number !== undefined) {
    const numberOf = number.read(segment, index);
    return (record) => truthOf(filter, number.record(numberOf(record)));
  }
  const recordOf = recordOfValues[name];
  if (recordOf === undefined) return () => 'read';
  const { rows } = index;
  const { ids, starts, values } = segment.list(propertyList(name));
  const known = new Map<number, Truth>();
  return (record) => {
    const id = ids[record]!;
    if (!known.has(id)) {
      const texts = [...values.subarray(starts[id]!, starts[id + 1]!)].map((value) => rows.valueText(value));
      known.set(id, truthOf(filter, recordOf(texts)));
    }
    return known.get(id)!;
  };
}

/** Operators other than spatial and temporal ones see only whether a record has an extent or a time. */
function onPresence(filter: ComparingFilter, name: 'geometry' | 'time', segment: Segment): Test {
  const { ids, starts } = segment.list(name === 'geometry' ? 'extent' : 'span');
  const first = segment.number('first');
  const absent = truthOf(filter, { extent: null, time: null });
  const present = truthOf(filter, { extent: [0, 0, 0, 0], time: '2000' });
  return (record) => {
    const id = ids[name === 'geometry' ? first[record]! : record]!;
    return starts[id] === starts[id + 1] ? absent : present;
  };
}

/** Evaluates a filter on a record with only the property it names. */
function truthOf(filter: Filter, part: Partial<Resource>): boolean | null {
  if (matchesFilter(filter, part as Resource)) return true;
  return matchesFilter({ op: 'not', filter }, part as Resource) ? false : null;
}

/** Listed ids are looked up; other conditions are evaluated on every record. */
function onId(filter: ComparingFilter, segment: Segment, index: IndexForFilter): Test {
  const rid = segment.number('rid');
  const named = namedIds(filter);
  if (named === null) return (record) => truthOf(filter, { id: index.idOf(rid[record]!) });
  const rids = new Set(named.map((id) => index.ridOf(id)));
  return (record) => rids.has(rid[record]!);
}

/** The ids of `id = …` and `id IN (…)`; null for any other condition. */
function namedIds(filter: ComparingFilter): readonly string[] | null {
  if (filter.op !== 'in' && filter.op !== '=') return null;
  const [value, list] = filter.op === 'in' ? [filter.value, filter.list] : [filter.left, [filter.right]];
  if (value.is !== 'property') return null;
  const ids = list.flatMap((one) => (one.is === 'literal' && typeof one.value === 'string' ? [one.value] : []));
  return ids.length === list.length ? ids : null;
}
