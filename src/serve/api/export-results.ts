// Results of a search as one file: for people with an account, since it takes much of the catalog at once.
import { type ExportFormat, exportFormats, exportRecords } from '../../catalog/export.ts';
import type { Resource } from '../../model/resource.ts';
import type { SearchQuery } from '../../model/search.ts';
import { type Asked, checkQuery } from '../http/request.ts';
import { type Answer, badParameter } from '../http/response.ts';
import type { Serving } from '../serving.ts';
import { queryIn, searchParameters } from './search.ts';

/** Records of one file; who wants all of it asks a door for programs page by page, or the command line. */
const mostRecords = 10_000;
const recordsAtOnce = 200;

const mediaTypes: Readonly<Record<ExportFormat, string>> = {
  geojson: 'application/geo+json',
  ndjson: 'application/x-ndjson',
  csv: 'text/csv; charset=utf-8; header=present',
  url: 'text/plain; charset=utf-8',
};
const endings: Readonly<Record<ExportFormat, string>> = {
  geojson: 'geojson',
  ndjson: 'ndjson',
  csv: 'csv',
  url: 'txt',
};

export const exportParameters: readonly string[] = [
  ...searchParameters.filter((name) => !['each', 'facets', 'sortby', 'limit', 'offset', 'cursor'].includes(name)),
  'f',
];

export function getExport(asked: Asked, { catalog }: Pick<Serving, 'catalog'>): Answer {
  checkQuery(asked, exportParameters);
  return exportAnswer(catalog, queryIn(asked.query), asked.query.get('f') ?? 'csv');
}

/** Throws `request.bad-parameter` where there is no such form. */
export function exportAnswer(catalog: Serving['catalog'], query: SearchQuery, form: string): Answer {
  const format = exportFormats.find((one) => one === form);
  if (format === undefined) throw badParameter('f', `"${form}" is none of ${exportFormats.join(', ')}.`);
  return {
    status: 200,
    type: mediaTypes[format],
    body: exportRecords(recordsFound(catalog, query), format),
    headers: {
      'content-disposition': `attachment; filename="geotrawl.${endings[format]}"`,
      'cache-control': 'private, no-store',
    },
  };
}

/** Every record once, in the order of the search. */
async function* recordsFound(
  catalog: Pick<Serving['catalog'], 'list' | 'get'>,
  { facets: _, offset: __, ...query }: SearchQuery,
): AsyncGenerator<Resource> {
  let after: string | null = null;
  for (let left = mostRecords; left > 0; ) {
    const limit = Math.min(left, recordsAtOnce);
    const wish: SearchQuery = { ...query, each: 'resource', limit, ...(after === null ? {} : { after }) };
    const { lines, next } = await catalog.list(wish);
    for (const { resource } of lines) {
      const whole = await catalog.get(resource.id);
      if (whole !== null) yield whole;
    }
    if (next === null || lines.length === 0) return;
    after = next;
    left -= lines.length;
  }
}
