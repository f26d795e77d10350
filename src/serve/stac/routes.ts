// STAC API 1.0 at /stac, separate from /ogc: our records are collections, and STAC clients would read records under /ogc as
// items.

import { queryables } from '../formats/queryables.ts';
import { openApiType, withQuery } from '../formats/record-links.ts';
import { stacCollection } from '../formats/stac-collection.ts';
import { sortIn } from '../http/query-filter.ts';
import { filterOf, findRecord, sortableNames } from '../http/record-query.ts';
import { countIn, type HttpRequest } from '../http/request.ts';
import { type HttpResponse, jsonResponse } from '../http/response.ts';
import { get, queryParameters, type Route } from '../http/route.ts';
import type { ServerContext } from '../http/server-context.ts';

/** No item search: there are no items. */
const conformsTo = [
  'https://api.stacspec.org/v1.0.0/core',
  'https://api.stacspec.org/v1.0.0/collections',
  'https://api.stacspec.org/v1.0.0/ogcapi-features',
  'https://api.stacspec.org/v1.0.0-rc.1/collection-search',
  'https://api.stacspec.org/v1.0.0-rc.1/collection-search#free-text',
  'https://api.stacspec.org/v1.0.0-rc.1/collection-search#filter',
  'https://api.stacspec.org/v1.0.0-rc.1/collection-search#sort',
  'http://www.opengis.net/spec/ogcapi-common-2/1.0/conf/simple-query',
  'http://www.opengis.net/spec/ogcapi-features-1/1.0/conf/core',
  'http://www.opengis.net/spec/ogcapi-features-1/1.0/conf/geojson',
  'http://www.opengis.net/spec/ogcapi-features-3/1.0/conf/filter',
  'http://www.opengis.net/spec/cql2/1.0/conf/cql2-text',
  'http://www.opengis.net/spec/cql2/1.0/conf/cql2-json',
  'http://www.opengis.net/spec/cql2/1.0/conf/basic-cql2',
];

const itemsType = 'application/geo+json';
const schemaType = 'application/schema+json';
const collectionParameters = ['q', 'bbox', 'datetime', 'limit', 'offset', 'filter', 'filter-lang', 'sortby', 'f'];

export function stacRoutes(context: ServerContext): readonly Route[] {
  return [
    get(
      '/stac',
      { permission: 'look', summary: 'Landing page of STAC API 1.0', query: queryParameters('f') },
      (request) => getLanding(request, context),
    ),
    get('/stac/conformance', { permission: 'look', summary: 'Conformance classes' }, () =>
      jsonResponse({ conformsTo }),
    ),
    get(
      '/stac/collections',
      {
        permission: 'look',
        summary: 'Records that match a filter, as collections',
        query: queryParameters(...collectionParameters),
      },
      (request) => getCollections(request, context),
    ),
    get(
      '/stac/collections/:record',
      { permission: 'look', summary: 'One record as a collection', query: queryParameters('f') },
      async ({ parameters, base }) =>
        jsonResponse(stacCollection(await findRecord(context, parameters.record ?? ''), base)),
    ),
    get(
      '/stac/collections/:record/items',
      { permission: 'look', summary: 'Items of a collection: none', types: [itemsType] },
      async ({ parameters }) => {
        await findRecord(context, parameters.record ?? '');
        const items = { type: 'FeatureCollection', numberMatched: 0, numberReturned: 0, features: [], links: [] };
        return jsonResponse(items, itemsType);
      },
    ),
    get(
      '/stac/queryables',
      { permission: 'look', summary: 'Properties for filters, as JSON Schema', types: [schemaType] },
      ({ base }) => jsonResponse(queryables(base), schemaType),
    ),
  ];
}

function getLanding(request: HttpRequest, { title }: ServerContext): HttpResponse {
  const { base } = request;
  const json = 'application/json';
  return jsonResponse({
    type: 'Catalog',
    stac_version: '1.0.0',
    id: 'geotrawl',
    title,
    description: 'Map services, catalogs and geodata found on the web, each as a collection.',
    conformsTo,
    links: [
      { rel: 'self', type: json, href: `${base}/stac` },
      { rel: 'root', type: json, href: `${base}/stac` },
      { rel: 'data', type: json, href: `${base}/stac/collections` },
      { rel: 'conformance', type: json, href: `${base}/stac/conformance` },
      { rel: 'service-desc', type: openApiType, href: `${base}/ogc/api` },
      { rel: 'service-doc', type: 'text/html', href: `${base}/ogc/api?f=html` },
      {
        rel: 'http://www.opengis.net/def/rel/ogc/1.0/queryables',
        type: 'application/schema+json',
        href: `${base}/stac/queryables`,
      },
    ],
  });
}

async function getCollections(request: HttpRequest, { list }: ServerContext): Promise<HttpResponse> {
  const { base, query } = request;
  const limit = countIn(query, 'limit', 100, { least: 1, most: 1000 });
  const offset = countIn(query, 'offset');
  const found = await list.find({ filter: filterOf(query), sort: sortIn(query, sortableNames), offset, limit });
  const url = `${base}/stac/collections`;
  const at = (start: number) => withQuery(url, query, { offset: String(start), limit: String(limit) });
  const type = 'application/json';
  return jsonResponse({
    collections: found.records.map((record) => stacCollection(record, base)),
    numberMatched: found.total,
    numberReturned: found.records.length,
    links: [
      { rel: 'self', type, href: withQuery(url, query, {}) },
      { rel: 'root', type, href: `${base}/stac` },
      { rel: 'parent', type, href: `${base}/stac` },
      ...(found.next === null ? [] : [{ rel: 'next', type, method: 'GET', href: at(found.next) }]),
      ...(offset > 0 ? [{ rel: 'prev', type, method: 'GET', href: at(Math.max(0, offset - limit)) }] : []),
    ],
  });
}
