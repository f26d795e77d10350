// Routes of the HTML pages, robots.txt and sitemaps.
import { exportResponse, exportRoute } from '../api/export-results.ts';
import { layerDefinition, mapDefinition } from '../formats/qgis.ts';
import { may } from '../http/principal.ts';
import { findRecord } from '../http/record-query.ts';
import type { HttpRequest } from '../http/request.ts';
import { type HttpResponse, notFound } from '../http/response.ts';
import { get, queryParameters, type Route } from '../http/route.ts';
import { apiPage } from './layout/api-page.ts';
import { getAsset } from './layout/assets.ts';
import { helpPage } from './layout/help-page.ts';
import { pageResponse, settingOf } from './layout/page-setting.ts';
import type { PageContext } from './page-context.ts';
import { mapLayers, mapPage, readMapParams } from './record/map-page.ts';
import { pageOfRecord } from './record/record-pages.ts';
import { searchPage } from './search/search-page.ts';
import { hasConditions, queryOf, readSearchParams } from './search/search-params.ts';
import { getStatisticsFile } from './search/statistics-files.ts';
import { statisticsPage } from './search/statistics-page.ts';
import { getRobots, getSecurityText, getSitemap, getSitemapIndex } from './site-files.ts';

const qgisType = 'application/x-qgis-layer-definition';
const statisticsTypes = ['text/csv', 'image/svg+xml'];

export function pageRoutes(context: PageContext): readonly Route[] {
  return [
    get('/', { permission: 'look' }, (request) => pageResponse(request, () => getSearchPage(request, context))),
    get(
      '/export/:form',
      { ...exportRoute, summary: 'Results of the search page as a file; takes the parameters of the page' },
      (request) => getExportFile(request, context),
    ),
    get('/service/:record', { permission: 'look' }, (request) =>
      pageResponse(request, () => getRecordPage(request, context)),
    ),
    get(
      '/service/:record/layers.qlr',
      { permission: 'look', summary: 'A record as a layer definition of QGIS', types: [qgisType] },
      (request) => getLayerFile(request, context),
    ),
    get('/map', { permission: 'look' }, (request) => pageResponse(request, () => getMap(request, context))),
    get(
      '/map.qlr',
      {
        permission: 'look',
        summary: 'The layers of a map page as a layer definition of QGIS',
        types: [qgisType],
        statuses: [404],
      },
      (request) => getMapFile(request, context),
    ),
    get('/stats', { permission: 'look' }, (request) => pageResponse(request, () => getStatistics(request, context))),
    get(
      '/stats/:file',
      { permission: 'look', summary: 'One table of the statistics as NAME.csv or NAME.svg', types: statisticsTypes },
      (request) => getStatisticsFile(request, context),
    ),
    get('/help', { permission: 'look' }, (request) =>
      pageResponse(request, () => helpPage(settingOf(request, context), context.contact)),
    ),
    get('/help/api', { permission: 'look' }, (request) =>
      pageResponse(request, () => apiPage(settingOf(request, context), context)),
    ),
    get('/assets/:file', { permission: 'look' }, (request) => getAsset(request, context.assets)),
    get(
      '/sitemap.xml',
      { permission: 'look', summary: 'Index of the sitemaps', query: queryParameters(), types: ['application/xml'] },
      (request) => getSitemapIndex(request, context),
    ),
    get(
      '/sitemap/:file',
      {
        permission: 'look',
        summary: 'Record pages, 50,000 per file',
        query: queryParameters(),
        types: ['application/xml'],
      },
      (request) => getSitemap(request, context),
    ),
    get('/robots.txt', { permission: 'look', summary: 'Rules for crawlers', types: ['text/plain'] }, getRobots),
    get(
      '/.well-known/security.txt',
      {
        permission: 'look',
        summary: 'Where to report a vulnerability (RFC 9116)',
        query: queryParameters(),
        types: ['text/plain'],
        statuses: [404],
      },
      (request) => getSecurityText(request, context),
    ),
  ];
}

async function getSearchPage(request: HttpRequest, context: PageContext): Promise<string> {
  const { catalog } = context;
  const setting = settingOf(request, context);
  const params = readSearchParams(request.query, setting.locale.say);
  const found = await catalog.list(queryOf(params), request.signal);
  // Counting reads all records: only done if the page shows the totals.
  const counts = found.total === 0 || !hasConditions(params) ? await catalog.counts() : null;
  return searchPage({
    params,
    found,
    counts,
    setting,
    mayKeep: may(request.who, 'keep'),
    mayExport: may(request.who, 'export'),
  });
}

/** The results of a page as a file: the same query at another path. */
function getExportFile(request: HttpRequest, { catalog, assets }: PageContext): HttpResponse {
  const { say } = settingOf(request, { assets }).locale;
  return exportResponse(catalog, queryOf(readSearchParams(request.query, say)), request.parameters.form ?? '');
}

async function getRecordPage(request: HttpRequest, context: PageContext): Promise<string> {
  return pageOfRecord(await findRecord(context, request.parameters.record ?? ''), request, context);
}

async function getMap(request: HttpRequest, context: PageContext): Promise<string> {
  return mapPage(await mapLayers(readMapParams(request.query), context.catalog.get), settingOf(request, context));
}

async function getMapFile(request: HttpRequest, { catalog }: PageContext): Promise<HttpResponse> {
  return qgisResponse(mapDefinition(await mapLayers(readMapParams(request.query), catalog.get)), 'map.qlr');
}

async function getLayerFile(request: HttpRequest, context: PageContext): Promise<HttpResponse> {
  const record = await findRecord(context, request.parameters.record ?? '');
  return qgisResponse(layerDefinition(record), `${record.id}.qlr`);
}

function qgisResponse(body: string | null, name: string): HttpResponse {
  if (body === null) throw notFound('There is nothing here that QGIS opens.');
  const headers = { 'content-disposition': `attachment; filename="${name}"` };
  return { status: 200, type: qgisType, body, headers };
}

async function getStatistics(request: HttpRequest, context: PageContext): Promise<string> {
  return statisticsPage({ setting: settingOf(request, context), counted: await context.statistics.current() });
}
