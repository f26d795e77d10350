// Variants of a query without one of its conditions each: they show which condition left the result empty.
import type { SearchQuery } from '../../model/search.ts';

const conditions: readonly (readonly [condition: string, names: readonly (keyof SearchQuery)[]])[] = [
  ['words', ['words']],
  ['extent', ['extent', 'relation']],
  ['time', ['time']],
  ['filter', ['filter']],
  ['kind', ['kinds']],
  ['topic', ['topics']],
];

export interface RelaxedQuery {
  readonly condition: string;
  readonly query: SearchQuery;
}

/** For counting. Empty if there is only one condition. */
export function relaxedQueries(query: SearchQuery): readonly RelaxedQuery[] {
  const all: SearchQuery = { ...without(query, ['after', 'facets']), limit: 0, offset: 0 };
  const relaxed = [
    ...conditions
      .filter(([, [name]]) => isGiven(query[name!]))
      .map(([condition, names]) => ({ condition, query: without(all, names) })),
    ...Object.keys(query.filters ?? {}).map((facet) => {
      const { [facet]: _, ...filters } = query.filters ?? {};
      return { condition: facet, query: { ...all, filters } };
    }),
  ];
  return relaxed.length < 2 ? [] : relaxed;
}

function isGiven(value: unknown): boolean {
  return Array.isArray(value) || typeof value === 'string' ? value.length > 0 : value !== undefined;
}

function without(query: SearchQuery, names: readonly (keyof SearchQuery)[]): SearchQuery {
  return Object.fromEntries(Object.entries(query).filter(([name]) => !names.includes(name as keyof SearchQuery)));
}
