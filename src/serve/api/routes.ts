// Our own API at /api/v1.
import { jsonAnswer } from '../http/response.ts';
import { get, type Route } from '../http/router.ts';
import type { Serving } from '../serving.ts';
import { getExport } from './export-results.ts';
import { getOpenApi } from './openapi.ts';
import { getHistory, getLayers, getProvenance, getResource, getResources, getSnippets } from './resources.ts';
import { getFacets, getSearch } from './search.ts';
import { getWays } from './ways.ts';

export function apiRoutes(serving: Serving): readonly Route[] {
  return [
    get('/api/v1/search', (asked) => getSearch(asked, serving)),
    get('/api/v1/export', (asked) => getExport(asked, serving)),
    get('/api/v1/facets', (asked) => getFacets(asked, serving)),
    get('/api/v1/resources', (asked) => getResources(asked, serving)),
    get('/api/v1/resources/:id', (asked) => getResource(asked, serving)),
    get('/api/v1/resources/:id/layers', (asked) => getLayers(asked, serving)),
    get('/api/v1/resources/:id/history', (asked) => getHistory(asked, serving)),
    get('/api/v1/resources/:id/provenance', (asked) => getProvenance(asked, serving)),
    get('/api/v1/resources/:id/ways', (asked) => getWays(asked, serving)),
    get('/api/v1/resources/:id/snippets', (asked) => getSnippets(asked, serving)),
    get('/api/v1/health', () => jsonAnswer({ status: 'ok' })),
    // Reads the catalog: a database that is gone or locked answers 503 or 500.
    get('/api/v1/ready', async () => {
      const { resources, layers } = await serving.catalog.counts();
      return jsonAnswer({ status: 'ready', resources, layers });
    }),
    get('/api/v1/version', () => jsonAnswer({ geotrawl: serving.version, api: 'v1', node: process.version })),
    get('/api/v1/openapi.json', (asked) => getOpenApi(asked, serving)),
  ];
}
