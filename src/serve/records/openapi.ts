// The OpenAPI 3.0 description of OGC API – Records: QGIS reads its page size and GDAL its filters from here.
import { recordProperties } from '../../query/record-properties.ts';
import { schemaOf } from '../formats/queryables.ts';
import { collectionId, openApiType } from '../formats/record-links.ts';
import { filterLanguages } from '../http/query-filter.ts';
import { formOf, type HttpRequest } from '../http/request.ts';
import { type HttpResponse, htmlResponse, jsonResponse } from '../http/response.ts';
import { defaultLimit, maxLimit } from './items.ts';
import type { RecordsContext } from './records-context.ts';

const forms = { json: openApiType, html: 'text/html' } as const;

export function getOpenApi(request: HttpRequest, context: RecordsContext): HttpResponse {
  const { title, version } = context;
  // GDAL and QGIS accept it only under this type or a bare application/json.
  if (formOf(request, { json: openApiType.split(';')[0]!, html: forms.html }) === 'html')
    return htmlResponse(
      context.pages.links(
        request,
        'The API',
        Object.keys(paths()).map((path) => ({ rel: 'path', href: `${request.base}/ogc${path}`, title: path })),
      ),
    );
  const document = {
    openapi: '3.0.3',
    info: { title, version, description: 'OGC API – Records over what Geotrawl found.' },
    servers: [{ url: `${request.base}/ogc` }],
    paths: paths(),
    components: { parameters: parameters() },
  };
  return jsonResponse(document, openApiType);
}

function paths(): Readonly<Record<string, object>> {
  const of = (summary: string, names: readonly string[], path: readonly object[] = []) => ({
    get: {
      summary,
      operationId: summary.toLowerCase().replaceAll(/[^a-z]+/g, '-'),
      parameters: [...path, ...names.map((name) => ({ $ref: `#/components/parameters/${name}` }))],
      responses: {
        200: { description: 'As asked for' },
        400: { description: 'Not understood; the reason is in the body' },
      },
    },
  });
  const collection = pathParameter('collectionId');
  const record = pathParameter('recordId');
  const itemNames = Object.keys(parameters());
  return {
    '/': of('Landing page', ['f']),
    '/conformance': of('Conformance', ['f']),
    '/collections': of('Collections', ['f']),
    [`/collections/${collectionId}`]: of('The catalog', ['f']),
    // Clients look for either of these two.
    [`/collections/${collectionId}/items`]: of('Records of the catalog', itemNames),
    [`/collections/${collectionId}/items/{recordId}`]: of('One record of the catalog', ['f'], [record]),
    '/collections/{collectionId}': of('A collection', ['f'], [collection]),
    '/collections/{collectionId}/items': of('Records', itemNames, [collection]),
    '/collections/{collectionId}/items/{recordId}': of('One record', ['f'], [collection, record]),
    '/collections/{collectionId}/queryables': of('What filters can name', ['f'], [collection]),
    '/collections/{collectionId}/sortables': of('What can be sorted by', ['f'], [collection]),
  };
}

function pathParameter(name: string): object {
  return { name, in: 'path', required: true, schema: { type: 'string' } };
}

function parameters(): Readonly<Record<string, object>> {
  const text = (name: string, description: string) => queryParameter(name, description, { type: 'string' });
  const list = (name: string, description: string) =>
    queryParameter(name, description, { type: 'array', items: { type: 'string' } });
  return {
    bbox: queryParameter('bbox', 'west,south,east,north in degrees', {
      type: 'array',
      minItems: 4,
      maxItems: 6,
      items: { type: 'number' },
    }),
    datetime: text('datetime', 'A moment, or start/end with .. for an open end'),
    limit: queryParameter('limit', 'Records on a page', {
      type: 'integer',
      minimum: 1,
      maximum: maxLimit,
      default: defaultLimit,
    }),
    offset: queryParameter('offset', 'Records left out before the page', { type: 'integer', minimum: 0, default: 0 }),
    ids: list('ids', 'Identifiers of records'),
    q: list('q', 'Words; commas between alternatives'),
    externalIds: list('externalIds', 'Addresses, with or without "url:" before them'),
    sortby: list('sortby', 'Properties, with - before those in descending order'),
    filter: text('filter', 'A filter in CQL2'),
    'filter-lang': queryParameter('filter-lang', 'Language of the filter', {
      type: 'string',
      enum: filterLanguages,
      default: 'cql2-text',
    }),
    f: text('f', 'Form of the answer'),
    lang: text('lang', 'Accepted for clients that send it; records stay in the language they are written in'),
    ...Object.fromEntries(
      recordProperties.map((property) => [
        property.name,
        queryParameter(property.name, property.title, schemaOf(property)),
      ]),
    ),
  };
}

function queryParameter(name: string, description: string, schema: object): object {
  return { name, in: 'query', required: false, description, style: 'form', explode: false, schema };
}
