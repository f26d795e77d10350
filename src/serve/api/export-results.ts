// Search results as one file, only for users with an account: an export reads much of the catalog at once.
import { type ExportFormat, exportFormats, exportRecords } from '../../catalog/export.ts';
import type { Resource } from '../../model/resource.ts';
import type { SearchQuery } from '../../model/search.ts';
import type { HttpRequest } from '../http/request.ts';
import { badParameter, type HttpResponse } from '../http/response.ts';
import { queryIn, searchParameters } from '../http/search-query.ts';
import type { ServerContext } from '../http/server-context.ts';

/** Records per file. For the whole catalog, page through an API or use the command line. */
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

/** Declared alike for programs and for the search page. */
export const exportRoute = {
  permission: 'export',
  rate: 'costly',
  types: Object.values(mediaTypes).map((type) => type.split(';')[0]!),
} as const;

export const exportParameters: readonly string[] = [
  ...searchParameters.filter((name) => !['each', 'facets', 'sortby', 'limit', 'offset', 'cursor'].includes(name)),
  'f',
];

export function getExport(request: HttpRequest, { catalog }: Pick<ServerContext, 'catalog'>): HttpResponse {
  return exportResponse(catalog, queryIn(request.query), request.query.get('f') ?? 'csv');
}

/** Throws `request.bad-parameter` for an unknown format. */
export function exportResponse(catalog: ServerContext['catalog'], query: SearchQuery, form: string): HttpResponse {
  const format = exportFormats.find((one) => one === form);
  if (format === undefined) throw badParameter('f', `"${form}" must be one of ${exportFormats.join(', ')}.`);
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

/** Every record once, in the order of the search results. */
async function* recordsFound(
  catalog: Pick<ServerContext['catalog'], 'list' | 'get'>,
  { facets: _, offset: __, ...query }: SearchQuery,
): AsyncGenerator<Resource> {
  let after: string | null = null;
  for (let left = mostRecords; left > 0; ) {
    const limit = Math.min(left, recordsAtOnce);
    const page: SearchQuery = { ...query, each: 'resource', limit, ...(after === null ? {} : { after }) };
    const { lines, next } = await catalog.list(page);
    for (const { resource } of lines) {
      const record = await catalog.get(resource.id);
      if (record !== null) yield record;
    }
    if (next === null || lines.length === 0) return;
    after = next;
    left -= lines.length;
  }
}
