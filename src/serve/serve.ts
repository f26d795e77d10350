// The doors of the catalog, put together and opened.
import { systemClock } from '../base/system-clock.ts';
import type { Config } from '../config.ts';
import { type OpenCatalog, openCatalog } from '../open-catalog.ts';
import { apiRoutes } from './api/routes.ts';
import { exceptionAnswer } from './csw/ows-exception.ts';
import { cswRoutes } from './csw/routes.ts';
import { dcatRoutes } from './dcat/routes.ts';
import type { Route } from './http/router.ts';
import { type RunningHttp, startServer } from './http/server.ts';
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
    return { url: server.url, close: (patienceMs) => closeBoth(server, catalog, patienceMs) };
  } catch (error) {
    await catalog.close();
    throw error;
  }
}

async function closeBoth(server: RunningHttp, catalog: OpenCatalog, patienceMs?: number): Promise<void> {
  await server.close(patienceMs);
  await catalog.close();
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
  ];
}
