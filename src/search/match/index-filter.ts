// A filter as far as the index can answer it, without reading records.

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

/** The part of the index that conditions are evaluated on. */
export interface IndexForFilter extends Pick<SearchIndex, 'rows' | 'idOf' | 'ridOf'> {
  readonly seen: LastSeen;
}

export type IndexVerdict = 'yes' | 'no' | 'read';

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
  topics: {
    facet: propertyList('topics'),
    record: (ids) => ({ topics: ids.map((id) => ({ id, confidence: 1, words: [] })) }),
  },
  title: { facet: propertyList('title'), record: ([title = '']) => ({ title }) },
  keywords: { facet: propertyList('keywords'), record: (keywords) => ({ keywords }) },
  version: { facet: propertyList('version'), record: ([version = null]) => ({ version }) },
  organization: {
    facet: propertyList('organization'),
    record: ([organization = null]) => ({ provider: { organization, person: null, email: null, url: null } }),
  },
  software: { facet: propertyList('software'), record: ([software = null]) => ({ software }) },
  open: {
    facet: propertyList('open'),
    record: ([open]) => ({
      license: {
        id: null,
        url: null,
        open: open === undefined ? null : open === 'true',
        fees: null,
        constraints: null,
      },
    }),
  },
  endpoint: { facet: propertyList('endpoint'), record: ([endpoint = '']) => ({ endpoint }) },
  state: {
    facet: 'state',
    record: ([state]) => (state === 'unchecked' ? {} : { health: { state: state as HealthState, score: null } }),
  },
  crs: { facet: propertyList('crs'), record: (crs) => ({ crs }) },
  formats: { facet: propertyList('formats'), record: (formats) => ({ formats }) },
  operations: { facet: propertyList('operations'), record: (operations) => ({ operations }) },
  problems: {
    facet: propertyList('problems'),
    record: (codes) => ({ problems: codes.map((code) => ({ code: code as Problem['code'], message: '' })) }),
  },
};

/** Properties that are numbers: where they are read, and a record with only that property. */
const numberOfProperty: Readonly<
  Record<
    string,
    {
      read(segment: Segment, index: IndexForFilter): (record: number) => number;
      record(value: number): Partial<Resource>;
    }
  >
> = {
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

/** Three-valued inside: a condition is true, false, unknown (null, as in SQL), or not to be told from the index. */
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
      return combine(
        filter.filters.map((one) => compile(one, segment, index)),
        false,
      );
    case 'or':
      return combine(
        filter.filters.map((one) => compile(one, segment, index)),
        true,
      );
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

function during({ fromMs, toMs }: Extract<Filter, { op: 'during' }>, segment: Segment): Test {
  const { ids, starts, values } = segment.list('span');
  return (record) => {
    const at = starts[ids[record]!]!;
    if (at === starts[ids[record]! + 1] || Number.isNaN(values[at])) return null;
    return values[at]! <= (toMs ?? Infinity) && values[at + 1]! >= (fromMs ?? -Infinity);
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

/** One property against constants: asked once for each list of values that occurs. */
function onFacet(filter: ComparingFilter, segment: Segment, index: IndexForFilter): Test {
  const names = new Set(propertiesIn(filter));
  const [name = ''] = names;
  if (names.size === 0) return always(truthOf(filter, {}));
  if (names.size > 1) return () => 'read';
  if (name === 'id') return onId(filter, segment, index);
  if (name === 'geometry' || name === 'time') return onPresence(filter, name, segment);
  const number = numberOfProperty[name];
  if (number !== undefined) {
    const numberOf = number.read(segment, index);
    return (record) => truthOf(filter, number.record(numberOf(record)));
  }
  const known = facetOfProperty[name];
  if (known === undefined) return () => 'read';
  const { rows } = index;
  const { ids, starts, values } = segment.list(known.facet);
  const answers = new Map<number, Truth>();
  return (record) => {
    const id = ids[record]!;
    if (!answers.has(id)) {
      const texts = [...values.subarray(starts[id]!, starts[id + 1]!)].map((value) => rows.valueText(value));
      answers.set(id, truthOf(filter, known.record(texts)));
    }
    return answers.get(id)!;
  };
}

function always(truth: Truth): Test {
  return () => truth;
}

/** Extents and times have their own operators: others see only whether there is one. */
function onPresence(filter: ComparingFilter, name: 'geometry' | 'time', segment: Segment): Test {
  const { ids, starts } = segment.list(name === 'geometry' ? 'extent' : 'span');
  const first = segment.number('first');
  const [absent, present] = [truthOf(filter, { extent: null, time: null }), truthOf(filter, somewhen)];
  return (record) => {
    const id = ids[name === 'geometry' ? first[record]! : record]!;
    return starts[id] === starts[id + 1] ? absent : present;
  };
}

const somewhen: Partial<Resource> = { extent: [0, 0, 0, 0], time: '2000' };

/** Evaluates a filter on a record of which only the property it names is known. */
function truthOf(filter: Filter, part: Partial<Resource>): boolean | null {
  if (matchesFilter(filter, part as Resource)) return true;
  return matchesFilter({ op: 'not', filter }, part as Resource) ? false : null;
}

/** Ids are looked up where they are named; other conditions are evaluated on each. */
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
