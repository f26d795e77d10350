// OGC API – Records 1.0 at /ogc.
import { get, post, type Route } from '../http/router.ts';
import type { Serving } from '../serving.ts';
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

export function recordsRoutes(serving: Serving): readonly Route[] {
  const collection = '/ogc/collections/:collection';
  return [
    get('/ogc', (asked) => getLanding(asked, serving)),
    get('/ogc/api', (asked) => getOpenApi(asked, serving)),
    get('/ogc/conformance', (asked) => getConformance(asked, serving)),
    get('/ogc/collections', (asked) => getCollections(asked, serving)),
    get(collection, (asked) => getCollection(asked, serving)),
    get(`${collection}/queryables`, getQueryables),
    get(`${collection}/sortables`, getSortables),
    get(`${collection}/items`, (asked) => {
      requireCollection(asked);
      return getItems(asked, serving);
    }),
    post(`${collection}/items`, (asked) => {
      requireCollection(asked);
      return postItems(asked, serving);
    }),
    get(`${collection}/items/:record`, (asked) => {
      requireCollection(asked);
      return getRecord(asked, serving);
    }),
  ];
}
