// A query without one of its conditions, for each of them: tells who found nothing which condition is to blame.
import type { SearchQuery } from '../../model/search.ts';

const conditions: readonly (readonly [condition: string, names: readonly (keyof SearchQuery)[]])[] = [
  ['words', ['words']],
  ['extent', ['extent', 'relation']],
  ['time', ['time']],
  ['filter', ['filter']],
  ['kind', ['kinds']],
  ['topic', ['topics']],
];

/** Only counts are wanted of them. Empty where there is but one condition. */
export function relaxedQueries(
  query: SearchQuery,
): readonly { readonly condition: string; readonly query: SearchQuery }[] {
  const all: SearchQuery = { ...leaveOut(query, ['after', 'facets']), limit: 0, offset: 0 };
  const { filters = {} } = query;
  const relaxed = [
    ...conditions
      .filter(([, [name]]) => isGiven(query[name!]))
      .map(([condition, names]) => ({ condition, query: leaveOut(all, names) })),
    ...Object.keys(filters).map((facet) => {
      const others = Object.fromEntries(Object.entries(filters).filter(([name]) => name !== facet));
      return { condition: facet, query: { ...all, filters: others } };
    }),
  ];
  return relaxed.length < 2 ? [] : relaxed;
}

function isGiven(value: unknown): boolean {
  return Array.isArray(value) || typeof value === 'string' ? value.length > 0 : value !== undefined;
}

function leaveOut(query: SearchQuery, names: readonly (keyof SearchQuery)[]): SearchQuery {
  return Object.fromEntries(Object.entries(query).filter(([name]) => !names.includes(name as keyof SearchQuery)));
}
