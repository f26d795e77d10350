// OGC API – Records 1.0 at /ogc.
import { itemParameters } from '../http/record-query.ts';
import { get, post, queryParameters, type Route } from '../http/route.ts';
import {
  getCollection,
  getCollections,
  getConformance,
  getLanding,
  getQueryables,
  getSortables,
  requireCollection,
} from './collections.ts';
import { getItems, getRecord, postItems } from './items.ts';
import { getOpenApi } from './openapi.ts';
import type { RecordsContext } from './records-context.ts';

export function recordsRoutes(context: RecordsContext): readonly Route[] {
  const collection = '/ogc/collections/:collection';
  return [
    get('/ogc', { permission: 'look', query: queryParameters('f', 'lang') }, (request) => getLanding(request, context)),
    get('/ogc/api', { permission: 'look', query: queryParameters('f', 'lang') }, (request) =>
      getOpenApi(request, context),
    ),
    get('/ogc/conformance', { permission: 'look', query: queryParameters('f', 'lang') }, (request) =>
      getConformance(request, context),
    ),
    get('/ogc/collections', { permission: 'look', query: queryParameters('f', 'lang', 'limit') }, (request) =>
      getCollections(request, context),
    ),
    get(collection, { permission: 'look', query: queryParameters('f', 'lang') }, (request) =>
      getCollection(request, context),
    ),
    get(`${collection}/queryables`, { permission: 'look', query: queryParameters('f', 'lang') }, getQueryables),
    get(`${collection}/sortables`, { permission: 'look', query: queryParameters('f', 'lang') }, getSortables),
    get(`${collection}/items`, { permission: 'look', query: queryParameters(...itemParameters) }, (request) => {
      requireCollection(request);
      return getItems(request, context);
    }),
    post(`${collection}/items`, { permission: 'look', query: queryParameters(...itemParameters) }, (request) => {
      requireCollection(request);
      return postItems(request, context);
    }),
    get(`${collection}/items/:record`, { permission: 'look', query: queryParameters('f', 'lang') }, (request) => {
      requireCollection(request);
      return getRecord(request, context);
    }),
  ];
}
