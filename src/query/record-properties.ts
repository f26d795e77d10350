// The properties of a record that filters, sorting and parameters can name: one table for all APIs and indexes.

import { hostOf } from '../base/url/web-url.ts';
import type { Resource } from '../model/resource.ts';

export type PropertyType = 'string' | 'number' | 'boolean' | 'time';
export type PropertyValue = string | number | boolean;

export interface RecordProperty {
  readonly name: string;
  readonly title: string;
  readonly type: PropertyType;
  /** Can have several values. */
  readonly isList?: true;
  /** Records can be sorted by it. */
  readonly isSortable?: true;
  /** Times are milliseconds since the epoch. Empty if the record doesn't have it. */
  read(record: Resource): readonly PropertyValue[];
}

/** Topics with less confidence are ignored. */
const leastConfidence = 0.5;

/** Types of OGC API – Records and Dublin Core. */
const types = { service: 'service', file: 'dataset', catalog: 'catalog' } as const;

export function recordType({ family }: Pick<Resource, 'family'>): (typeof types)[keyof typeof types] {
  return types[family];
}

export function sureTopics(record: Pick<Resource, 'topics'>): readonly string[] {
  return (record.topics ?? []).filter(({ confidence }) => confidence >= leastConfidence).map(({ id }) => id);
}

export const recordProperties: readonly RecordProperty[] = [
  sortable('id', 'Identifier', ({ id }) => id),
  sortable('type', 'Service, dataset or catalog', recordType),
  sortable('title', 'Title', ({ title }) => title),
  text('description', 'Description', ({ abstract }) => abstract),
  list('keywords', 'Keywords', ({ keywords }) => keywords),
  sortable('kind', 'Kind of service or file (wms, wfs, shapefile …)', ({ kind }) => kind),
  text('version', 'Version of the service or format', ({ version }) => version),
  sortable('host', 'Host name it is served from', ({ endpoint }) => hostOf(endpoint)),
  text('endpoint', 'Address', ({ endpoint }) => endpoint),
  sortable('organization', 'Organization that provides it', ({ provider }) => provider?.organization),
  text('software', 'Product that answers', ({ software }) => software),
  text('license', 'License (SPDX identifier)', ({ license }) => license?.id),
  { name: 'open', title: 'Open by the Open Definition', type: 'boolean', read: ({ license }) => some(license?.open) },
  list('topics', 'Topics (inspire:hy, iso:inlandWaters, concept:river …)', sureTopics),
  list('language', 'Languages of its texts (ISO 639-1)', ({ languages = [] }) => languages),
  list('crs', 'Coordinate systems', ({ crs }) => crs),
  list('formats', 'Formats', ({ formats }) => formats),
  list('operations', 'Operations', ({ operations }) => operations),
  list('problems', 'Codes of what is odd about it', ({ problems }) => [...new Set(problems.map(({ code }) => code))]),
  {
    name: 'layerCount',
    title: 'Number of layers',
    type: 'number',
    isSortable: true,
    read: ({ layerCount }) => [layerCount],
  },
  sortable(
    'state',
    'Whether it works (up, degraded, down, restricted, gone, unmonitored)',
    ({ health }) => health?.state,
  ),
  {
    name: 'score',
    title: 'Quality from 0 to 100, of what was checked',
    type: 'number',
    isSortable: true,
    read: ({ health }) => some(health?.score),
  },
  time('created', 'First seen', ({ firstSeenMs }) => firstSeenMs),
  time('updated', 'Last seen', ({ lastSeenMs }) => lastSeenMs),
];

/** Filters can only test these for presence; for the rest they have their own operators. */
const presences: readonly RecordProperty[] = [
  { name: 'geometry', title: 'Extent', type: 'boolean', read: ({ extent }) => (extent === null ? [] : [true]) },
  { name: 'time', title: 'Time of the data', type: 'boolean', read: (record) => (record.time === null ? [] : [true]) },
];

const byName = new Map([...recordProperties, ...presences].map((property) => [property.name, property]));

export function recordProperty(name: string): RecordProperty | null {
  return byName.get(name) ?? null;
}

/** JSON Schema of one value: a list matches if one of its values does. */
export function propertySchema({ title, type }: RecordProperty): object {
  return type === 'time' ? { title, type: 'string', format: 'date-time' } : { title, type };
}

type Reader<T> = (record: Resource) => T | null | undefined;

function text(name: string, title: string, read: Reader<string>): RecordProperty {
  return { name, title, type: 'string', read: (record) => some(read(record)) };
}

function sortable(name: string, title: string, read: Reader<string>): RecordProperty {
  return { ...text(name, title, read), isSortable: true };
}

function list(name: string, title: string, read: (record: Resource) => readonly string[]): RecordProperty {
  return { name, title, type: 'string', isList: true, read };
}

function time(name: string, title: string, read: Reader<number>): RecordProperty {
  return { name, title, type: 'time', isSortable: true, read: (record) => some(read(record)) };
}

function some<T extends PropertyValue>(value: T | null | undefined): readonly T[] {
  return value === null || value === undefined || value === '' ? [] : [value];
}
