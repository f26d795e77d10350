// What a visitor asks the search page for: read from its address, and written back so that every state has one.
import type { Extent } from '../../../model/extent.ts';
import type { SearchQuery, SearchSort } from '../../../model/search.ts';
import { documentFacets, recordFacets } from '../../../search/index/search-document.ts';
import type { Messages } from '../messages/en.ts';

export const pageFacets = [
  ...(['type', 'kind', 'state', 'topic', 'country', 'organization', 'year', 'software', 'crs', 'format'] as const),
  ...(['license', 'language', 'quality', 'found', 'host'] as const),
] as const;
export type PageFacet = (typeof pageFacets)[number];

export const relations = ['intersects', 'within', 'contains'] as const;
export const sorts = ['relevance', 'title', 'created', 'layers'] as const;
export const views = ['list', 'table', 'map'] as const;
export const pageSize = 20;

export interface SearchWish {
  readonly words: string;
  /** As typed: west, south, east, north. */
  readonly sides: readonly [string, string, string, string];
  /** Null where none is given, or it is wrong. */
  readonly box: Extent | null;
  readonly relation: (typeof relations)[number];
  readonly from: string;
  readonly to: string;
  readonly filters: Readonly<Partial<Record<PageFacet, readonly string[]>>>;
  readonly each: 'resource' | 'layer';
  readonly sort: (typeof sorts)[number];
  readonly view: (typeof views)[number];
  readonly without: readonly string[];
  /** Every way to get a dataset is a result of its own. */
  readonly copies: boolean;
  readonly offset: number;
  /** What could not be understood, in words for the visitor; the rest is carried out. */
  readonly complaints: readonly string[];
}

/** Deeper pages are for programs, which have cursors. */
const deepest = 10_000;
const sideNames = ['w', 's', 'e', 'n'] as const;

export function readWish(query: URLSearchParams, say: Messages): SearchWish {
  const complaints: string[] = [];
  const sides = sidesIn(query);
  const [from, to] = ['from', 'to'].map((name) => yearIn(query, name, say, complaints)) as [string, string];
  const filters = Object.fromEntries(
    pageFacets.map((facet) => [facet, [...new Set(query.getAll(facet).filter((value) => value !== ''))]]),
  );
  const offset = Number(query.get('offset') ?? 0);
  return {
    words: (query.get('q') ?? '').trim(),
    sides,
    box: boxOf(sides, say, complaints),
    relation: oneOf(relations, query.get('relation')),
    ...{ from, to, filters },
    each: query.get('each') === 'layer' ? 'layer' : 'resource',
    sort: oneOf(sorts, query.get('sort')),
    view: oneOf(views, query.get('view')),
    without: query.getAll('without'),
    copies: query.get('copies') === 'true',
    offset: Number.isInteger(offset) && offset > 0 ? Math.min(offset, deepest) : 0,
    complaints,
  };
}

function oneOf<T extends string>(choices: readonly T[], given: string | null): T {
  return choices.find((choice) => choice === given) ?? choices[0]!;
}

/** Four fields, or `bbox` as programs write it. */
function sidesIn(query: URLSearchParams): SearchWish['sides'] {
  const pasted = query.get('bbox')?.split(',') ?? [];
  return sideNames.map((name, n) => (query.get(name) ?? pasted[n] ?? '').trim()) as unknown as SearchWish['sides'];
}

function boxOf(sides: SearchWish['sides'], say: Messages, complaints: string[]): Extent | null {
  if (sides.every((side) => side === '')) return null;
  const numbers = sides.map((side) => (side === '' ? Number.NaN : Number(side.replace('−', '-').replace(',', '.'))));
  const names = [say.search.west, say.search.south, say.search.east, say.search.north];
  const wrong = sides.findIndex((side, n) => side !== '' && !Number.isFinite(numbers[n]));
  if (wrong >= 0) complaints.push(say.search.badNumber(names[wrong]!));
  const [west, south, east, north] = numbers as [number, number, number, number];
  const fits = Math.abs(west) <= 180 && Math.abs(east) <= 180 && south >= -90 && north <= 90 && south < north;
  if (wrong < 0 && !fits) complaints.push(say.search.badBox);
  return wrong < 0 && fits ? [west, south, east, north] : null;
}

function yearIn(query: URLSearchParams, name: string, say: Messages, complaints: string[]): string {
  const given = (query.get(name) ?? '').trim();
  if (given === '' || /^\d{4}$/.test(given)) return given;
  complaints.push(say.search.badYear);
  return '';
}

export function queryOf(wish: SearchWish): SearchQuery {
  const { words, box, relation, from, to, filters, each, sort, without, copies, offset } = wish;
  const given = Object.entries(filters).filter(([, values]) => values.length > 0);
  const years = from !== '' || to !== '';
  return {
    words,
    ...(box === null ? {} : { extent: box, relation }),
    ...(years
      ? { time: { fromMs: startOf(from), toMs: to === '' ? null : startOf(String(Number(to) + 1))! - 1 } }
      : {}),
    filters: Object.fromEntries(given),
    each,
    sort: sortOf(sort),
    without,
    copies,
    facets: pageFacets.filter((facet) => knownFacets.has(facet)),
    limit: pageSize,
    offset,
  };
}

const knownFacets: ReadonlySet<string> = new Set([...recordFacets, ...documentFacets, 'year']);

function startOf(year: string): number | null {
  return year === '' ? null : Date.parse(`${year.padStart(4, '0')}-01-01T00:00:00Z`);
}

function sortOf(sort: SearchWish['sort']): SearchSort {
  return { by: sort, descending: sort === 'created' || sort === 'layers' };
}

/** The address of the page that asks for this, starting with '?'; '' where nothing is asked. */
export function wishAddress(wish: SearchWish): string {
  const query = new URLSearchParams();
  const add = (name: string, value: string, otherwise = '') => value !== otherwise && query.append(name, value);
  add('q', wish.words);
  for (const [n, name] of sideNames.entries()) add(name, wish.sides[n]!);
  if (wish.box !== null) add('relation', wish.relation, relations[0]);
  add('from', wish.from);
  add('to', wish.to);
  for (const facet of pageFacets) for (const value of wish.filters[facet] ?? []) add(facet, value);
  add('each', wish.each, 'resource');
  add('sort', wish.sort, sorts[0]);
  add('view', wish.view, views[0]);
  for (const id of wish.without) add('without', id);
  if (wish.copies) add('copies', 'true');
  if (wish.offset > 0) add('offset', String(wish.offset));
  return query.size === 0 ? '' : `?${query}`;
}

/** Whether anything is asked for at all. */
export function isAsking({ words, box, from, to, filters }: SearchWish): boolean {
  return (
    words !== '' || box !== null || from !== '' || to !== '' || Object.values(filters).some((list) => list.length > 0)
  );
}
