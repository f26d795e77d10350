// The parameters of the search page, parsed from its URL and written back so that every state has one.
import { topicLabel } from '../../../classify/vocabularies/topic-ids.ts';
import type { Extent } from '../../../model/extent.ts';
import type { SearchQuery, SearchSort } from '../../../model/search.ts';
import { documentFacets, recordFacets } from '../../../search/index/search-document.ts';
import type { Messages } from '../messages/en.ts';
import type { Locale } from '../messages/locale.ts';

export const pageFacets = [
  ...(['type', 'kind', 'state', 'topic', 'country', 'organization', 'year', 'software', 'crs', 'format'] as const),
  ...(['license', 'language', 'quality', 'found', 'host'] as const),
] as const;
export type PageFacet = (typeof pageFacets)[number];
/** Facets with few enough values for statistics. */
export const countedFacets: readonly PageFacet[] = pageFacets.filter((facet) => facet !== 'host' && facet !== 'found');

/** The label of a facet value. */
export function facetLabel(facet: PageFacet, value: string, locale: Locale): string {
  const { say, language } = locale;
  if (facet === 'kind') return value.toUpperCase();
  if (facet === 'topic') return topicLabel(value, language);
  if (facet === 'country') return locale.country(value);
  if (facet === 'language') return locale.languageName(value);
  if (facet !== 'type' && facet !== 'quality' && facet !== 'state') return value;
  return Object.hasOwn(say.values, value) ? say.values[value as keyof typeof say.values] : value;
}

export const relations = ['intersects', 'within', 'contains'] as const;
export const sorts = ['relevance', 'title', 'created', 'layers'] as const;
export const views = ['list', 'table', 'map'] as const;
export const pageSize = 20;

export interface SearchParams {
  readonly words: string;
  /** As typed: west, south, east, north. */
  readonly sides: readonly [string, string, string, string];
  /** Null if absent or invalid. */
  readonly box: Extent | null;
  readonly relation: (typeof relations)[number];
  readonly from: string;
  readonly to: string;
  readonly filters: Readonly<Partial<Record<PageFacet, readonly string[]>>>;
  readonly each: 'resource' | 'layer';
  readonly sort: (typeof sorts)[number];
  readonly view: (typeof views)[number];
  readonly without: readonly string[];
  /** Every distribution of a dataset is a separate result. */
  readonly copies: boolean;
  readonly offset: number;
  /** Errors in the parameters, as shown to the user; the search runs without those parameters. */
  readonly complaints: readonly string[];
}

/** Programs use cursors to get further. */
const deepest = 10_000;
const sideNames = ['w', 's', 'e', 'n'] as const;

export function readSearchParams(query: URLSearchParams, say: Messages): SearchParams {
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
    from,
    to,
    filters,
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

/** Four fields, or `bbox` as in the APIs. */
function sidesIn(query: URLSearchParams): SearchParams['sides'] {
  const pasted = query.get('bbox')?.split(',') ?? [];
  return sideNames.map((name, n) => (query.get(name) ?? pasted[n] ?? '').trim()) as unknown as SearchParams['sides'];
}

function boxOf(sides: SearchParams['sides'], say: Messages, complaints: string[]): Extent | null {
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

export function queryOf(params: SearchParams): SearchQuery {
  const { words, box, relation, from, to, filters, each, sort, without, copies, offset } = params;
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

function sortOf(sort: SearchParams['sort']): SearchSort {
  return { by: sort, descending: sort === 'created' || sort === 'layers' };
}

/** The query string of this search, starting with '?'; '' if it has no conditions. */
export function searchAddress(params: SearchParams): string {
  const query = new URLSearchParams();
  const add = (name: string, value: string, otherwise = '') => value !== otherwise && query.append(name, value);
  add('q', params.words);
  for (const [n, name] of sideNames.entries()) add(name, params.sides[n]!);
  if (params.box !== null) add('relation', params.relation, relations[0]);
  add('from', params.from);
  add('to', params.to);
  for (const facet of pageFacets) for (const value of params.filters[facet] ?? []) add(facet, value);
  add('each', params.each, 'resource');
  add('sort', params.sort, sorts[0]);
  add('view', params.view, views[0]);
  for (const id of params.without) add('without', id);
  if (params.copies) add('copies', 'true');
  if (params.offset > 0) add('offset', String(params.offset));
  return query.size === 0 ? '' : `?${query}`;
}

/** The feed of a search; feeds support words and area only. */
export function feedUrl({ words, box }: SearchParams, base: string): string {
  const query = new URLSearchParams({
    ...(words === '' ? {} : { q: words }),
    ...(box === null ? {} : { bbox: box.join(',') }),
  });
  return `${base}/opensearch${query.size === 0 ? '' : `?${query}`}`;
}

/** Whether there are any conditions. */
export function hasConditions({ words, box, from, to, filters }: SearchParams): boolean {
  return (
    words !== '' || box !== null || from !== '' || to !== '' || Object.values(filters).some((list) => list.length > 0)
  );
}
