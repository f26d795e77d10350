// OGC API – Records 1.0 at /ogc.
import { Type } from 'typebox';
import { itemParameters } from '../http/record-query.ts';
import type { HttpRequest } from '../http/request.ts';
import { get, post, queryParameters, type Route } from '../http/route.ts';
import {
  catalogType,
  getCollection,
  getCollections,
  getConformance,
  getLanding,
  getQueryables,
  getSortables,
  pageForms,
  requireCollection,
  schemaForms,
} from './collections.ts';
import { defaultLimit, getItems, getRecord, itemForms, maxLimit, postItems, recordForms } from './items.ts';
import { apiForms, getOpenApi } from './openapi.ts';
import type { RecordsContext } from './records-context.ts';

const pageTypes = Object.values(pageForms);
const pageQuery = queryParameters('f', 'lang');
/** As the standard describes them: `q` with alternatives, and the page size. */
const itemsQuery = Type.Object(
  {
    ...queryParameters(...itemParameters).properties,
    q: Type.Optional(Type.Array(Type.String(), { description: 'Words; commas separate alternatives' })),
    limit: Type.Optional(
      Type.Integer({ minimum: 1, maximum: maxLimit, default: defaultLimit, description: 'Records per page' }),
    ),
  },
  { additionalProperties: false },
);

export function recordsRoutes(context: RecordsContext): readonly Route[] {
  const collection = '/ogc/collections/:collectionId';
  const look = { permission: 'look', query: pageQuery } as const;
  const inCollection =
    <T>(handle: (request: HttpRequest, context: RecordsContext) => T) =>
    (request: HttpRequest): T => {
      requireCollection(request);
      return handle(request, context);
    };
  return [
    get('/ogc', { ...look, summary: 'Landing page of OGC API – Records', types: pageTypes }, (request) =>
      getLanding(request, context),
    ),
    get('/ogc/api', { ...look, summary: 'OpenAPI 3.0 description', types: Object.values(apiForms) }, (request) =>
      getOpenApi(request, context),
    ),
    get('/ogc/conformance', { ...look, summary: 'Conformance classes', types: pageTypes }, (request) =>
      getConformance(request, context),
    ),
    get(
      '/ogc/collections',
      { ...look, query: queryParameters('f', 'lang', 'limit'), summary: 'Collections: one catalog', types: pageTypes },
      (request) => getCollections(request, context),
    ),
    get(
      collection,
      { ...look, summary: 'The catalog', types: [...pageTypes, catalogType] },
      inCollection(getCollection),
    ),
    get(
      `${collection}/queryables`,
      { ...look, summary: 'Properties for filters, as JSON Schema', types: Object.values(schemaForms) },
      inCollection(getQueryables),
    ),
    get(
      `${collection}/sortables`,
      { ...look, summary: 'Properties to sort by, as JSON Schema', types: Object.values(schemaForms) },
      inCollection(getSortables),
    ),
    get(
      `${collection}/items`,
      { ...look, query: itemsQuery, summary: 'Records that match a filter', types: Object.values(itemForms) },
      inCollection(getItems),
    ),
    post(
      `${collection}/items`,
      {
        ...look,
        query: itemsQuery,
        bodyTypes: ['application/json'],
        summary: 'Records that match a filter in CQL2 JSON',
        types: Object.values(itemForms),
      },
      inCollection(postItems),
    ),
    get(
      `${collection}/items/:record`,
      { ...look, summary: 'One record', types: Object.values(recordForms) },
      inCollection(getRecord),
    ),
  ];
}
