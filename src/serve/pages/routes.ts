// Pages for people, and what crawlers of the web look for.
import { exportAnswer } from '../api/export-results.ts';
import { layerDefinition, mapDefinition } from '../formats/qgis.ts';
import { may } from '../http/principal.ts';
import type { Asked } from '../http/request.ts';
import { type Answer, htmlAnswer, notFound } from '../http/response.ts';
import { get, type Route } from '../http/router.ts';
import { findRecord, pageOfRecord } from '../records/items.ts';
import type { Serving } from '../serving.ts';
import { getStatisticsFile } from '../statistics/files.ts';
import { apiPage } from './layout/api-page.ts';
import { getAsset } from './layout/assets.ts';
import { helpPage } from './layout/help-page.ts';
import { languageCookie, localeOf } from './messages/locale.ts';
import { settingOf } from './page-setting.ts';
import { mapLayers, mapPage, readMapWish } from './record/map-page.ts';
import { searchPage } from './search/search-page.ts';
import { isAsking, queryOf, readWish } from './search/search-params.ts';
import { statisticsPage } from './search/statistics-page.ts';
import { getSecurityText } from './security-text.ts';
import { getRobots, getSitemap, getSitemapIndex } from './sitemap.ts';

export function pageRoutes(serving: Serving): readonly Route[] {
  return [
    get('/', (asked) => page(asked, () => getSearchPage(asked, serving))),
    get('/export/:form', (asked) => getExportFile(asked, serving)),
    get('/service/:record', (asked) => page(asked, () => getRecordPage(asked, serving))),
    get('/service/:record/layers.qlr', (asked) => getLayerFile(asked, serving)),
    get('/map', (asked) => page(asked, () => getMap(asked, serving))),
    get('/map.qlr', (asked) => getMapFile(asked, serving)),
    get('/stats', (asked) => page(asked, () => getStatistics(asked, serving))),
    get('/stats/:file', (asked) => getStatisticsFile(asked, serving)),
    get('/help', (asked) => page(asked, () => helpPage(settingOf(asked, serving), serving.contact))),
    get('/help/api', (asked) => page(asked, () => apiPage(settingOf(asked, serving), serving))),
    get('/assets/:file', (asked) => getAsset(asked, serving.assets)),
    get('/sitemap.xml', (asked) => getSitemapIndex(asked, serving)),
    get('/sitemap/:file', (asked) => getSitemap(asked, serving)),
    get('/robots.txt', getRobots),
    get('/.well-known/security.txt', (asked) => getSecurityText(asked, serving)),
  ];
}

/** A language that was chosen is remembered. */
export async function page(asked: Asked, make: () => Promise<string> | string): Promise<Answer> {
  const answer = htmlAnswer(await make());
  const { language } = localeOf(asked);
  const headers = { vary: 'accept, accept-encoding, accept-language, cookie', 'content-language': language };
  if (asked.query.get('lang') !== language) return { ...answer, headers };
  const cookie = `${languageCookie}=${language}; Path=${new URL(`${asked.base}/`).pathname}; Max-Age=31536000; SameSite=Lax`;
  return { ...answer, headers: { ...headers, 'set-cookie': cookie } };
}

async function getSearchPage(asked: Asked, serving: Serving): Promise<string> {
  const { catalog } = serving;
  const setting = settingOf(asked, serving);
  const wish = readWish(asked.query, setting.locale.say);
  const found = await catalog.list(queryOf(wish), asked.signal);
  // Counting goes through all records: only where the page says how many there are, or that there are none.
  const counts = found.total === 0 || !isAsking(wish) ? await catalog.counts() : null;
  return searchPage({
    wish,
    found,
    counts,
    setting,
    mayKeep: may(asked.who, 'keep'),
    mayExport: may(asked.who, 'export'),
  });
}

/** The results of a page as a file: its address with another path. */
function getExportFile(asked: Asked, { catalog, assets }: Serving): Answer {
  const { say } = settingOf(asked, { assets }).locale;
  return exportAnswer(catalog, queryOf(readWish(asked.query, say)), asked.parameters.form ?? '');
}

async function getRecordPage(asked: Asked, serving: Serving): Promise<string> {
  return pageOfRecord(await findRecord(serving, asked.parameters.record ?? ''), asked, serving);
}

async function getMap(asked: Asked, serving: Serving): Promise<string> {
  return mapPage(await mapLayers(readMapWish(asked.query), serving.catalog.get), settingOf(asked, serving));
}

async function getMapFile(asked: Asked, { catalog }: Serving): Promise<Answer> {
  return qgisAnswer(mapDefinition(await mapLayers(readMapWish(asked.query), catalog.get)), 'map.qlr');
}

async function getLayerFile(asked: Asked, serving: Serving): Promise<Answer> {
  const record = await findRecord(serving, asked.parameters.record ?? '');
  return qgisAnswer(layerDefinition(record), `${record.id}.qlr`);
}

function qgisAnswer(body: string | null, name: string): Answer {
  if (body === null) throw notFound('There is nothing here that QGIS opens.');
  const headers = { 'content-disposition': `attachment; filename="${name}"` };
  return { status: 200, type: 'application/x-qgis-layer-definition', body, headers };
}

async function getStatistics(asked: Asked, serving: Serving): Promise<string> {
  return statisticsPage({ setting: settingOf(asked, serving), figures: await serving.statistics.figures() });
}
