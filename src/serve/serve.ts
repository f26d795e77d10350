// The doors of the catalog, put together and opened.
import { systemClock } from '../base/system-clock.ts';
import type { Config } from '../config.ts';
import type { GeotrawlError } from '../model/errors.ts';
import { openCatalog } from '../open-catalog.ts';
import { apiRoutes } from './api/routes.ts';
import { exceptionAnswer } from './csw/ows-exception.ts';
import { cswRoutes } from './csw/routes.ts';
import { dcatRoutes } from './dcat/routes.ts';
import { healthRoutes } from './health/routes.ts';
import { type Answer, htmlAnswer } from './http/answer.ts';
import type { Route } from './http/router.ts';
import { type FailedRequest, type RunningHttp, startServer } from './http/server.ts';
import { keepIndexed } from './keep-indexed.ts';
import { openSearchRoutes } from './opensearch/routes.ts';
import { type Assets, openAssets } from './pages/assets.ts';
import { errorPage } from './pages/error-page.ts';
import { settingOf } from './pages/page-setting.ts';
import { pageRoutes } from './pages/routes.ts';
import { openPreviewProxy } from './preview/preview-proxy.ts';
import { previewRoutes } from './preview/routes.ts';
import { openRecordList } from './record-list.ts';
import { recordsRoutes } from './records/routes.ts';
import type { Serving } from './serving.ts';
import { stacRoutes } from './stac/routes.ts';

export interface ServeOptions {
  readonly settings: Config;
  readonly version: string;
  readonly onFailure: (error: unknown, what: string) => void;
}

/** Opens the catalog and serves it until `close`. Throws `serve.listen` and `store.*`. */
export async function serve({ settings, version, onFailure }: ServeOptions): Promise<RunningHttp> {
  const catalog = openCatalog({ db: settings.db });
  const assets = openAssets();
  const preview = openPreviewProxy(settings);
  const serving: Serving = {
    catalog,
    list: openRecordList(catalog),
    clock: systemClock,
    assets,
    preview,
    version,
    title: settings['server.title'],
  };
  try {
    const server = await startServer({
      routes: routesOf(serving),
      host: settings['server.host'],
      port: settings['server.port'],
      publicUrl: settings['server.publicUrl'],
      trustProxy: settings['server.trustProxy'],
      rateLimit: settings['server.rateLimit'],
      onFailure,
      errorForm: (error, status, failed) => errorAnswer(error, status, failed, assets),
    });
    const keeper = keepIndexed(catalog, onFailure);
    return {
      url: server.url,
      close: async (patienceMs) => {
        await server.close(patienceMs);
        await keeper.stop();
        await preview.close();
        await catalog.close();
      },
    };
  } catch (error) {
    await catalog.close();
    throw error;
  }
}

/** GIS clients of CSW want their form of it, people a page, everyone else problem+json. */
function errorAnswer(error: GeotrawlError, status: number, failed: FailedRequest, assets: Assets): Answer | null {
  const { path, headers, base } = failed;
  if (path.startsWith('/csw')) return exceptionAnswer(error, status);
  const isForPeople = /\btext\/html\b/.test(headers.accept ?? '') && !/^\/(?:api|ogc|stac)(?:\/|$)/.test(path);
  if (!isForPeople || base === '') return null;
  return htmlAnswer(errorPage(error, status, settingOf(failed, { assets })), status);
}

function routesOf(serving: Serving): readonly Route[] {
  return [
    ...pageRoutes(serving),
    ...previewRoutes(serving),
    ...recordsRoutes(serving),
    ...cswRoutes(serving),
    ...openSearchRoutes(serving),
    ...dcatRoutes(serving),
    ...stacRoutes(serving),
    ...apiRoutes(serving),
    ...healthRoutes(serving),
  ];
}
