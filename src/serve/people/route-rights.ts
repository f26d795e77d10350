// What each route needs: the other half of the table of authorization. A route that is not here answers nobody.
import type { Route } from '../http/router.ts';
import type { Right } from './person.ts';

const routesByRight: Readonly<Record<Right, readonly string[]>> = {
  look: [
    'GET /',
    'GET /service/:record',
    'GET /sitemap.xml',
    'GET /sitemap/:file',
    'GET /robots.txt',
    'GET /assets/:file',
    'GET /map',
    'GET /map.qlr',
    'GET /stats',
    'GET /stats/:file',
    'GET /help',
    'GET /service/:record/layers.qlr',
    'GET /preview/:record',
    'GET /legend/:record',
    'GET /ogc',
    'GET /ogc/api',
    'GET /ogc/conformance',
    'GET /ogc/collections',
    'GET /ogc/collections/:collection',
    'GET /ogc/collections/:collection/queryables',
    'GET /ogc/collections/:collection/sortables',
    'GET /ogc/collections/:collection/items',
    'POST /ogc/collections/:collection/items',
    'GET /ogc/collections/:collection/items/:record',
    'GET /csw',
    'POST /csw',
    'GET /opensearch.xml',
    'GET /opensearch',
    'GET /dcat.jsonld',
    'GET /stac',
    'GET /stac/conformance',
    'GET /stac/queryables',
    'GET /stac/collections',
    'GET /stac/collections/:record',
    'GET /stac/collections/:record/items',
    'GET /api/v1/search',
    'GET /api/v1/facets',
    'GET /api/v1/resources',
    'GET /api/v1/resources/:id',
    'GET /api/v1/resources/:id/layers',
    'GET /api/v1/resources/:id/history',
    'GET /api/v1/resources/:id/provenance',
    'GET /api/v1/resources/:id/snippets',
    'GET /api/v1/health',
    'GET /api/v1/ready',
    'GET /api/v1/version',
    'GET /api/v1/openapi.json',
    'GET /api/v1/session',
  ],
  watch: [
    'GET /api/v1/tasks',
    'GET /api/v1/tasks/:id',
    'GET /api/v1/tasks/:id/events',
    'GET /api/v1/tasks/:id/found',
    'GET /api/v1/tasks/:id/problems',
    'GET /api/v1/tasks/:id/hosts',
    'GET /api/v1/tasks/:id/frontier',
  ],
  export: [],
  crawl: [
    'POST /api/v1/tasks',
    'PATCH /api/v1/tasks/:id',
    'DELETE /api/v1/tasks/:id',
    'POST /api/v1/tasks/:id/start',
    'POST /api/v1/tasks/:id/pause',
    'POST /api/v1/tasks/:id/resume',
    'POST /api/v1/tasks/:id/stop',
    'POST /api/v1/services',
  ],
  'log-in': ['POST /api/v1/session', 'POST /api/v1/session/link'],
  account: [
    'DELETE /api/v1/session',
    'PUT /api/v1/session/password',
    'GET /api/v1/tokens',
    'POST /api/v1/tokens',
    'DELETE /api/v1/tokens/:id',
  ],
  administer: [
    'GET /api/v1/users',
    'POST /api/v1/users',
    'PATCH /api/v1/users/:id',
    'DELETE /api/v1/users/:id',
    'POST /api/v1/users/:id/reset',
    'GET /api/v1/audit',
    'GET /api/v1/opt-outs',
    'POST /api/v1/opt-outs',
    'DELETE /api/v1/opt-outs/:host',
  ],
};

const rightByRoute = new Map(
  (Object.entries(routesByRight) as [Right, readonly string[]][]).flatMap(([right, routes]) =>
    routes.map((route) => [route, right] as const),
  ),
);

/** Null for a route nobody has thought about. */
export function rightOf({ method, path }: Pick<Route, 'method' | 'path'>): Right | null {
  return rightByRoute.get(`${method} ${path}`) ?? null;
}

/** Every route of the table, for the test that compares it with the router. */
export const knownRoutes: readonly string[] = [...rightByRoute.keys()];
