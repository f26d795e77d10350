// Monitoring routes: below /api/v1, and at the paths that monitoring tools expect.

import type { AccountsContext } from '../auth/accounts.ts';
import { jsonResponse } from '../http/response.ts';
import { get, queryParameters, type Route } from '../http/route.ts';
import { feedParameters, getCatalogFeed, getResourceFeed, getSearchFeed } from './event-feed.ts';
import {
  getBadge,
  getChecks,
  getDecay,
  getEvents,
  getHealth,
  getHealthCounts,
  getReport,
  getVersions,
} from './health.ts';
import { getMetrics } from './metrics.ts';
import { followingRoutes } from './subscriptions.ts';

const atom = ['application/atom+xml'];

export function healthRoutes(context: AccountsContext): readonly Route[] {
  return [
    ...followingRoutes(context),
    get(
      '/api/v1/resources/:id/health',
      { permission: 'look', summary: 'Status and score of a record with all parts', query: queryParameters() },
      (request) => getHealth(request, context),
    ),
    get(
      '/api/v1/resources/:id/checks',
      {
        permission: 'look',
        summary: 'Checks of a record with the exact requests, newest first',
        query: queryParameters('limit', 'since'),
      },
      (request) => getChecks(request, context),
    ),
    get(
      '/api/v1/resources/:id/versions',
      { permission: 'look', summary: "Versions of a record's description with what changed", query: queryParameters() },
      (request) => getVersions(request, context),
    ),
    get(
      '/api/v1/resources/:id/report',
      {
        permission: 'look',
        summary: 'What is broken, why and how to fix it',
        query: queryParameters('f'),
        types: ['application/json', 'text/markdown'],
      },
      (request) => getReport(request, context),
    ),
    get(
      '/api/v1/resources/:id/badge.svg',
      {
        permission: 'look',
        summary: 'Status and score as a badge',
        query: queryParameters(),
        types: ['image/svg+xml'],
      },
      (request) => getBadge(request, context),
    ),
    get(
      '/api/v1/resources/:id/feed',
      { permission: 'look', summary: 'Events of a record as an Atom feed', query: queryParameters(), types: atom },
      (request) => getResourceFeed(request, context),
    ),
    get(
      '/api/v1/feed',
      { permission: 'look', summary: 'Events of all records as an Atom feed', query: queryParameters(), types: atom },
      (request) => getCatalogFeed(request, context),
    ),
    get(
      '/api/v1/search/feed',
      {
        permission: 'look',
        summary: 'New and changed results of a search as an Atom feed; also at /feeds/search',
        query: queryParameters(...feedParameters),
        types: atom,
      },
      (request) => getSearchFeed(request, context),
    ),
    get(
      '/feeds/search',
      {
        permission: 'look',
        summary: 'The same as /api/v1/search/feed',
        query: queryParameters(...feedParameters),
        types: atom,
      },
      (request) => getSearchFeed(request, context),
    ),
    get(
      '/api/v1/events',
      { permission: 'look', summary: 'Events of all records, newest first', query: queryParameters('limit', 'after') },
      (request) => getEvents(request, context),
    ),
    get(
      '/api/v1/stats/health',
      { permission: 'look', summary: 'Number of records by status', query: queryParameters() },
      (request) => getHealthCounts(request, context),
    ),
    get(
      '/api/v1/stats/decay',
      {
        permission: 'look',
        summary: 'New, dead and revived records by month: in total and by country, server and kind',
        query: queryParameters('f'),
        types: ['application/json', 'text/csv'],
      },
      (request) => getDecay(request, context),
    ),
    get(
      '/metrics',
      { permission: 'look', summary: 'Metrics for Prometheus', query: queryParameters(), types: ['text/plain'] },
      () => getMetrics(context),
    ),
    get('/health', { permission: 'look', summary: 'Whether the server runs' }, () => jsonResponse({ status: 'ok' })),
    // Reads the catalog: if the database is missing or locked, the response is 503 or 500.
    get('/ready', { permission: 'look', summary: 'Whether the catalog can be read' }, async () => {
      const { resources } = await context.catalog.counts();
      return jsonResponse({ status: 'ready', resources });
    }),
  ];
}
