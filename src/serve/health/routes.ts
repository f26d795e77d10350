// Doors of the monitoring: below /api/v1, and where machines that watch servers look.
import { jsonAnswer } from '../http/response.ts';
import { get, type Route } from '../http/router.ts';
import type { Serving } from '../serving.ts';
import { getDecay } from './decay.ts';
import { getCatalogFeed, getResourceFeed, getSearchFeed } from './event-feed.ts';
import { followingRoutes } from './following.ts';
import { getBadge, getChecks, getEvents, getHealth, getHealthCounts, getReport, getVersions } from './health.ts';
import { getMetrics } from './metrics.ts';

export function healthRoutes(serving: Serving): readonly Route[] {
  return [
    ...followingRoutes(serving),
    get('/api/v1/resources/:id/health', (asked) => getHealth(asked, serving)),
    get('/api/v1/resources/:id/checks', (asked) => getChecks(asked, serving)),
    get('/api/v1/resources/:id/versions', (asked) => getVersions(asked, serving)),
    get('/api/v1/resources/:id/report', (asked) => getReport(asked, serving)),
    get('/api/v1/resources/:id/badge.svg', (asked) => getBadge(asked, serving)),
    get('/api/v1/resources/:id/feed', (asked) => getResourceFeed(asked, serving)),
    get('/api/v1/feed', (asked) => getCatalogFeed(asked, serving)),
    get('/api/v1/search/feed', (asked) => getSearchFeed(asked, serving)),
    get('/feeds/search', (asked) => getSearchFeed(asked, serving)),
    get('/api/v1/events', (asked) => getEvents(asked, serving)),
    get('/api/v1/stats/health', (asked) => getHealthCounts(asked, serving)),
    get('/api/v1/stats/decay', (asked) => getDecay(asked, serving)),
    get('/metrics', (asked) => getMetrics(asked, serving)),
    get('/health', () => jsonAnswer({ status: 'ok' })),
    // Reads the catalog: a database that is gone or locked answers 503 or 500.
    get('/ready', async () => {
      const { resources } = await serving.catalog.counts();
      return jsonAnswer({ status: 'ready', resources });
    }),
  ];
}
