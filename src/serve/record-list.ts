// Which records a client asked for, in which order: the one place where filters are carried out.
import { setImmediate as nextTurn } from 'node:timers/promises';
import { foldText } from '../base/text/fold-text.ts';
import { GeotrawlError } from '../model/errors.ts';
import type { Filter, Operand } from '../model/filter.ts';
import type { Resource } from '../model/resource.ts';
import type { SearchQuery } from '../model/search.ts';
import type { OpenCatalog } from '../open-catalog.ts';
import { matchesFilter } from '../query/filter-match.ts';
import { type PropertyValue, recordProperty } from '../query/record-properties.ts';

export interface SortKey {
  readonly property: string;
  readonly isDescending: boolean;
}

export interface RecordWish {
  /** Null for all records. */
  readonly filter: Filter | null;
  /** None: by how much the words of the filter weigh where they stand, then by title; without words by id. */
  readonly sort?: readonly SortKey[];
  readonly offset: number;
  readonly limit: number;
}

export interface RecordPage {
  /** All that fit, not only those of the page. */
  readonly total: number;
  readonly records: readonly Resource[];
}

/** By property, then by value: how many of the records have it. */
export type Counts = ReadonlyMap<string, ReadonlyMap<string, number>>;

export interface RecordList {
  find(wish: RecordWish): Promise<RecordPage>;
  count(
    filter: Filter | null,
    properties: readonly string[],
  ): Promise<{ readonly total: number; readonly counts: Counts }>;
}

/** The parts of the catalog that are asked. */
type Source = Pick<OpenCatalog, 'search' | 'counts' | 'page' | 'get' | 'scan' | 'revision'>;

/** Lists kept for clients that page: each is the ids of one result. */
const keptLists = 16;

/** Records looked at before others get their turn. */
const recordsPerTurn = 100;

export function openRecordList(catalog: Source): RecordList {
  const lists = openMemory<readonly string[]>(keptLists);
  const tallies = openMemory<{ total: number; counts: Counts }>(keptLists);
  return {
    find: async ({ filter, sort = [], offset, limit }) => {
      if (filter === null && sort.length === 0) {
        const { resources } = await catalog.counts();
        return { total: resources, records: limit === 0 ? [] : await catalog.page(offset, limit) };
      }
      if (filter !== null && sort.length === 0 && isIndexed(filter)) {
        const found = await findByIndex(catalog, {
          ...{ filter, expand: false, spread: false, copies: true, limit, offset },
        });
        if (found !== null) return found;
      }
      const key = JSON.stringify([await catalog.revision(), filter, sort]);
      const ids = await lists.recall(key, () => findIds(catalog, filter ?? everything, sort));
      const page = await Promise.all(ids.slice(offset, offset + limit).map((id) => catalog.get(id)));
      return { total: ids.length, records: page.filter((record) => record !== null) };
    },
    count: async (filter, properties) => {
      const key = JSON.stringify([await catalog.revision(), filter, properties]);
      return tallies.recall(key, () => countValues(catalog, filter ?? everything, properties));
    },
  };
}

/** Null where the index cannot be brought up to date just now, because another program writes. */
async function findByIndex(catalog: Source, query: SearchQuery): Promise<RecordPage | null> {
  try {
    const { total, items } = await catalog.search(query);
    return { total, records: items.map(({ resource }) => resource) };
  } catch (error) {
    // Looking through the whole catalog instead would be the last thing an overloaded server needs, or one that has just begun.
    if (error instanceof GeotrawlError && error.retry && !error.code.startsWith('request.')) return null;
    throw error;
  }
}

/** Properties the search answers without reading a record. */
const indexedProperties = ['type', 'kind', 'host', 'license', 'language', 'topics'];

/** The index tells all of it. What it would have to read every record for is looked through faster. */
function isIndexed(filter: Filter): boolean {
  switch (filter.op) {
    case 'and':
    case 'or':
      return filter.filters.every(isIndexed);
    case 'not':
      return isIndexed(filter.filter);
    case 'constant':
    case 'spatial':
    case 'text':
      return true;
    case 'during':
      return false;
    case 'in':
      return [filter.value, ...filter.list].every(isIndexedOperand);
    case 'between':
      return [filter.value, filter.low, filter.high].every(isIndexedOperand);
    case 'like':
    case 'isNull':
      return isIndexedOperand(filter.value);
    default:
      return isIndexedOperand(filter.left) && isIndexedOperand(filter.right);
  }
}

function isIndexedOperand(operand: Operand): boolean {
  if (operand.is === 'property') return indexedProperties.includes(operand.name);
  return operand.is === 'casei' || operand.is === 'accenti' ? isIndexedOperand(operand.of) : true;
}

const everything: Filter = { op: 'constant', value: true };

interface Memory<T> {
  /** What was made for the key before, or is being made; the longest unused is forgotten, and so is what failed. */
  recall(key: string, make: () => Promise<T>): Promise<T>;
}

function openMemory<T>(size: number): Memory<T> {
  const kept = new Map<string, Promise<T>>();
  return {
    recall: async (key, make) => {
      const made = kept.get(key) ?? make();
      kept.delete(key);
      kept.set(key, made);
      if (kept.size > size) kept.delete(kept.keys().next().value!);
      try {
        return await made;
      } catch (error) {
        kept.delete(key);
        throw error;
      }
    },
  };
}

interface Candidate {
  readonly id: string;
  readonly keys: readonly (PropertyValue | null)[];
}

/** The whole catalog, one record in memory at a time. */
async function* matching(catalog: Source, filter: Filter): AsyncGenerator<Resource> {
  let seen = 0;
  for await (const record of catalog.scan()) {
    if (++seen % recordsPerTurn === 0) await nextTurn();
    if (matchesFilter(filter, record)) yield record;
  }
}

async function findIds(catalog: Source, filter: Filter, sort: readonly SortKey[]): Promise<readonly string[]> {
  const found: Candidate[] = [];
  const phrases = phrasesOf(filter);
  for await (const record of matching(catalog, filter))
    found.push({ id: record.id, keys: keysOf(record, sort, phrases) });
  const directions = sort.length === 0 ? [false, false] : sort.map(({ isDescending }) => isDescending);
  return found.sort((a, b) => compareKeys(a, b, directions)).map(({ id }) => id);
}

async function countValues(catalog: Source, filter: Filter, properties: readonly string[]) {
  const counts = new Map(properties.map((name) => [name, new Map<string, number>()]));
  let total = 0;
  for await (const record of matching(catalog, filter)) {
    total++;
    for (const [name, values] of counts)
      for (const value of new Set(recordProperty(name)?.read(record)))
        values.set(String(value), (values.get(String(value)) ?? 0) + 1);
  }
  return { total, counts };
}

function keysOf(record: Resource, sort: readonly SortKey[], phrases: readonly string[]): Candidate['keys'] {
  if (sort.length > 0) return sort.map(({ property }) => recordProperty(property)?.read(record)[0] ?? null);
  return phrases.length === 0 ? [] : [-weightOf(record, phrases), record.title];
}

/** Words looked for, outside of negations. */
function phrasesOf(filter: Filter): readonly string[] {
  if (filter.op === 'text') return [foldText(filter.phrase)];
  return 'filters' in filter ? filter.filters.flatMap(phrasesOf) : [];
}

function weightOf({ title, keywords, abstract }: Resource, phrases: readonly string[]): number {
  const parts = [
    [foldText(title), 4],
    [foldText(keywords.join('\n')), 2],
    [foldText(abstract), 1],
  ] as const;
  let weight = 0;
  for (const phrase of phrases) for (const [text, worth] of parts) if (text.includes(phrase)) weight += worth;
  return weight;
}

const collator = new Intl.Collator('und', { sensitivity: 'base', numeric: true });

/** Records that do not say come last, whichever the direction; ids decide between equals, so that pages never overlap. */
function compareKeys(a: Candidate, b: Candidate, directions: readonly boolean[]): number {
  for (const [index, isDescending] of directions.entries()) {
    const [one = null, other = null] = [a.keys[index], b.keys[index]];
    if (one === other) continue;
    if (one === null || other === null) return one === null ? 1 : -1;
    const order =
      typeof one === 'string' && typeof other === 'string' ? collator.compare(one, other) : one < other ? -1 : 1;
    if (order !== 0) return isDescending ? -order : order;
  }
  return a.id < b.id ? -1 : a.id > b.id ? 1 : 0;
}
