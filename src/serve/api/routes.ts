// Routes of Geotrawl's own API at /api/v1.

import { apiDescription } from '../http/openapi.ts';
import { jsonResponse } from '../http/response.ts';
import { get, queryParameters, type Route } from '../http/route.ts';
import { searchParameters } from '../http/search-query.ts';
import type { ServerContext } from '../http/server-context.ts';
import { exportParameters, exportRoute, getExport } from './export-results.ts';
import {
  getDistributions,
  getHistory,
  getLayers,
  getProvenance,
  getResource,
  getResources,
  getSnippets,
  resourceParameters,
} from './resources.ts';
import { facetParameters, getFacets, getSearch } from './search.ts';

export function apiRoutes(context: ServerContext): readonly Route[] {
  return [
    get(
      '/api/v1/search',
      {
        permission: 'look',
        summary: 'Search by words, place, kind and topic, ranked and with reasons',
        query: queryParameters(...searchParameters),
      },
      (request) => getSearch(request, context),
    ),
    get(
      '/api/v1/export',
      {
        ...exportRoute,
        summary: 'Search results as a file, at most 10,000 records: csv, geojson, ndjson or url',
        query: queryParameters(...exportParameters),
      },
      (request) => getExport(request, context),
    ),
    get(
      '/api/v1/facets',
      {
        permission: 'look',
        summary: 'Number of records by kind, organization, topic and more',
        query: queryParameters(...facetParameters),
      },
      (request) => getFacets(request, context),
    ),
    get(
      '/api/v1/resources',
      { permission: 'look', summary: 'Records that match a filter', query: queryParameters(...resourceParameters) },
      (request) => getResources(request, context),
    ),
    get(
      '/api/v1/resources/:id',
      { permission: 'look', summary: 'One record', query: queryParameters('fields') },
      (request) => getResource(request, context),
    ),
    get(
      '/api/v1/resources/:id/layers',
      { permission: 'look', summary: 'Layers of a record', query: queryParameters('limit', 'offset', 'cursor') },
      (request) => getLayers(request, context),
    ),
    get(
      '/api/v1/resources/:id/history',
      { permission: 'look', summary: 'States of a record, oldest first', query: queryParameters() },
      (request) => getHistory(request, context),
    ),
    get(
      '/api/v1/resources/:id/provenance',
      { permission: 'look', summary: 'How a record was found', query: queryParameters() },
      (request) => getProvenance(request, context),
    ),
    get(
      '/api/v1/resources/:id/distributions',
      {
        permission: 'look',
        summary: 'All distributions of the same dataset, best first, with the reasons why they are the same',
        query: queryParameters('layer'),
      },
      (request) => getDistributions(request, context),
    ),
    get(
      '/api/v1/resources/:id/snippets',
      {
        permission: 'look',
        summary: 'Code snippets for curl, GDAL, Python, R and map libraries',
        query: queryParameters(),
      },
      (request) => getSnippets(request, context),
    ),
    get('/api/v1/health', { permission: 'look', summary: 'Whether the server runs' }, () =>
      jsonResponse({ status: 'ok' }),
    ),
    // Reads the catalog: if the database is missing or locked, the response is 503 or 500.
    get('/api/v1/ready', { permission: 'look', summary: 'Whether the catalog can be read' }, async () => {
      const { resources, layers } = await context.catalog.counts();
      return jsonResponse({ status: 'ready', resources, layers });
    }),
    get('/api/v1/version', { permission: 'look', summary: 'Versions' }, () =>
      jsonResponse({ geotrawl: context.version, api: 'v1', node: process.version }),
    ),
    get('/api/v1/openapi.json', { permission: 'look', summary: 'This document', query: queryParameters() }, (request) =>
      jsonResponse(apiDescription(request.base, context)),
    ),
  ];
}
