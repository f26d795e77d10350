// The doors of the catalog, put together and opened.
import { systemClock } from '../base/system-clock.ts';
import type { Config } from '../config.ts';
import { openCatalog } from '../open-catalog.ts';
import { apiRoutes } from './api/routes.ts';
import { exceptionAnswer } from './csw/ows-exception.ts';
import { cswRoutes } from './csw/routes.ts';
import { dcatRoutes } from './dcat/routes.ts';
import { healthRoutes } from './health/routes.ts';
import type { Route } from './http/router.ts';
import { type RunningHttp, startServer } from './http/server.ts';
import { keepIndexed } from './keep-indexed.ts';
import { openSearchRoutes } from './opensearch/routes.ts';
import { pageRoutes } from './pages/routes.ts';
import { openRecordList } from './record-list.ts';
import { recordsRoutes } from './records/routes.ts';
import type { Serving } from './serving.ts';
import { stacRoutes } from './stac/routes.ts';

export interface ServeOptions {
  readonly settings: Pick<
    Config,
    | 'db'
    | 'server.host'
    | 'server.port'
    | 'server.publicUrl'
    | 'server.trustProxy'
    | 'server.rateLimit'
    | 'server.title'
  >;
  readonly version: string;
  readonly onFailure: (error: unknown, what: string) => void;
}

/** Opens the catalog and serves it until `close`. Throws `serve.listen` and `store.*`. */
export async function serve({ settings, version, onFailure }: ServeOptions): Promise<RunningHttp> {
  const catalog = openCatalog({ db: settings.db });
  const serving: Serving = {
    catalog,
    list: openRecordList(catalog),
    clock: systemClock,
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
      errorForm: (error, status, path) => (path.startsWith('/csw') ? exceptionAnswer(error, status) : null),
    });
    const keeper = keepIndexed(catalog, onFailure);
    return {
      url: server.url,
      close: async (patienceMs) => {
        await server.close(patienceMs);
        await keeper.stop();
        await catalog.close();
      },
    };
  } catch (error) {
    await catalog.close();
    throw error;
  }
}

function routesOf(serving: Serving): readonly Route[] {
  return [
    ...pageRoutes(serving),
    ...recordsRoutes(serving),
    ...cswRoutes(serving),
    ...openSearchRoutes(serving),
    ...dcatRoutes(serving),
    ...stacRoutes(serving),
    ...apiRoutes(serving),
    ...healthRoutes(serving),
  ];
}
