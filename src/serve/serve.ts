// Assembles the server from its routes and starts it.
import { systemClock } from '../base/time/system-clock.ts';
import { type Config, settingsWith } from '../config.ts';
import { openCredentials } from '../frontier/host-credentials.ts';
import type { CredentialOf } from '../model/credential.ts';
import { GeotrawlError } from '../model/errors.ts';
import { type OpenCatalog, openCatalogIn } from '../open-catalog.ts';
import { openSearchThreads, type SearchThreads, type ThreadOrders } from '../search/threads/search-pool.ts';
import { openStore } from '../store/open-store.ts';
import type { SqlStore } from '../store/sql/sql.ts';
import { apiRoutes } from './api/routes.ts';
import { openAccounts } from './auth/accounts.ts';
import { authorize, principalOrAnonymous } from './auth/authorize.ts';
import { accountRoutes, linkOf } from './auth/routes.ts';
import { credentialRoutes } from './crawls/credential-routes.ts';
import { optOutRoutes } from './crawls/opt-out-routes.ts';
import { taskRoutes } from './crawls/routes.ts';
import { openTasks } from './crawls/tasks.ts';
import { workerRoutes } from './crawls/workers.ts';
import { exceptionResponse } from './csw/ows-exception.ts';
import { cswRoutes } from './csw/routes.ts';
import { dcatRoutes } from './dcat/routes.ts';
import { healthRoutes } from './health/routes.ts';
import type { Principal } from './http/principal.ts';
import { openRecordList } from './http/record-list.ts';
import type { RequestSummary } from './http/request-log.ts';
import { type HttpResponse, htmlResponse } from './http/response.ts';
import type { Route } from './http/route.ts';
import { type FailedRequest, isLoopbackHost, privateHeaders, type RunningHttp, startServer } from './http/server.ts';
import { startIndexUpdater } from './keep-indexed.ts';
import { openSearchRoutes } from './opensearch/routes.ts';
import { accountPageRoutes } from './pages/accounts/account-page-routes.ts';
import { credentialPageRoutes } from './pages/accounts/credentials-page.ts';
import { crawlPageRoutes } from './pages/crawls/crawl-page-routes.ts';
import { centerRoutes } from './pages/crawls/data-centers.ts';
import { type Assets, openAssets } from './pages/layout/assets.ts';
import { seeOther } from './pages/layout/form-parts.ts';
import { errorPage } from './pages/layout/page.ts';
import { settingOf } from './pages/layout/page-setting.ts';
import { monitorRoutes } from './pages/monitor/monitor-page.ts';
import type { PageContext } from './pages/page-context.ts';
import { recordPages } from './pages/record/record-pages.ts';
import { pageRoutes } from './pages/routes.ts';
import { savedRoutes } from './pages/search/saved-searches.ts';
import { countedFacets } from './pages/search/search-params.ts';
import { openPreviewProxy } from './preview/preview-proxy.ts';
import { previewRoutes } from './preview/routes.ts';
import { recordsRoutes } from './records/routes.ts';
import { stacRoutes } from './stac/routes.ts';
import { openStatistics } from './statistics/catalog-statistics.ts';

export interface ServeOptions {
  readonly settings: Config;
  readonly version: string;
  readonly onFailure: (error: unknown, what: string) => void;
  /** Called after every request. */
  readonly onResponse?: (answered: RequestSummary) => void;
  /** Single-user mode without accounts: anyone who reaches the server has full access. */
  readonly isLocal?: boolean;
  /** log2 of the password hashing cost; tests use a low one. */
  readonly passwordLogCost?: number;
}

export interface RunningServe extends RunningHttp {
  /** Link for creating the first administrator; null if one exists or none is needed. */
  readonly adminLink: string | null;
}

/** Small: most reads are served by the search, which has its own cache. */
const cacheMb = 64;

/** Opens the catalog and serves it until `close`. Throws `serve.listen`, `usage.bad-argument` and `store.*`. */
export async function serve(options: ServeOptions): Promise<RunningServe> {
  const { settings, version, onFailure, isLocal = false, passwordLogCost } = options;
  if (isLocal) requireLoopback(settings['server.host']);
  const store = openStore(settings.db, { cacheMb, cacheFolder: settings['cache.folder'] });
  const searching = { hostCountries: settings['hosts.countries'], isTended: true };
  const threads = threadsFor(settings, searching);
  const catalog = openCatalogIn(store, { ...searching, ...(threads === null ? {} : { finder: threads }) });
  const credentials = await credentialsOf(store, settings);
  const people = openAccounts({
    store,
    clock: systemClock,
    onFailure,
    ...(passwordLogCost === undefined ? {} : { logCost: passwordLogCost }),
  });
  const tasks = openTasks({ store, settings, people, isLocal, onFailure });
  const assets = openAssets();
  const preview = openPreviewProxy(settings, credentials);
  const context: PageContext = {
    catalog,
    list: openRecordList(catalog),
    routes: () => routes,
    statistics: openStatistics(catalog, systemClock, countedFacets),
    clock: systemClock,
    assets,
    preview,
    people,
    tasks,
    store,
    version,
    title: settings['server.title'],
    contact: contactIn(settings),
  };
  const routes = routesOf(context);
  try {
    const server = await startServer({
      routes,
      authorize: (admission) => authorize(admission, { people, isLocal }),
      host: settings['server.host'],
      port: settings['server.port'],
      publicUrl: settings['server.publicUrl'],
      trustProxy: settings['server.trustProxy'],
      rateLimit: settings['server.rateLimit'],
      onFailure,
      ...(options.onResponse === undefined ? {} : { onResponse: options.onResponse }),
      errorForm: (error, status, failed) =>
        errorResponse(error, status, failed, { assets, who: () => principalOrAnonymous(failed, { people, isLocal }) }),
    });
    const keeper = await startIndexUpdater({ store, catalog, haveTended: tasks.tend, onFailure });
    // Loads the columns that every search reads, so the first visitor doesn't wait for them.
    const closing = new AbortController();
    const warming = warmUp(catalog, closing.signal, onFailure);
    const needsAdmin = !isLocal && !(await people.hasAdmin());
    return {
      url: server.url,
      adminLink: needsAdmin
        ? linkOf({ base: publicAddress(settings, server.url) }, await people.firstAdminLink())
        : null,
      close: async (patienceMs) => {
        keeper.stop();
        closing.abort();
        await warming;
        await tasks.close(patienceMs ?? 10_000);
        await server.close(patienceMs);
        await people.settled();
        await preview.close();
        await threads?.close();
        await catalog.close();
      },
    };
  } catch (error) {
    await tasks.close(0);
    await threads?.close();
    await catalog.close();
    throw error;
  }
}

/** If the index has to be copied first, this is reported once and waited for. */
async function warmUp(catalog: OpenCatalog, signal: AbortSignal, onFailure: ServeOptions['onFailure']): Promise<void> {
  for (let isSaid = false; !signal.aborted; isSaid = true) {
    try {
      await catalog.list({ facets: countedFacets, limit: 1 });
      return;
    } catch (error) {
      const isPreparing = error instanceof GeotrawlError && error.code === 'request.preparing';
      if (!isPreparing || !isSaid) onFailure(error, 'the first search');
      if (!isPreparing) return;
    }
  }
}

/** The first database query: an unreachable database fails here. */
async function credentialsOf(store: SqlStore, settings: Config): Promise<CredentialOf> {
  try {
    return await openCredentials(store, settings);
  } catch (error) {
    await store.close();
    throw error;
  }
}

/** Null if searches run on the server's own thread. */
function threadsFor(
  settings: Config,
  searching: Pick<ThreadOrders, 'hostCountries' | 'isTended'>,
): SearchThreads | null {
  const count = settings['server.searchThreads'];
  if (count === 0) return null;
  return openSearchThreads(count, { db: settings.db, cacheFolder: settings['cache.folder'], ...searching });
}

function publicAddress(settings: ServeOptions['settings'], url: string): string {
  return settings['server.publicUrl']?.replace(/\/+$/, '') ?? url;
}

function requireLoopback(host: string): void {
  if (isLoopbackHost(host)) return;
  throw new GeotrawlError(
    'usage.bad-argument',
    `--local turns accounts off, so it listens on loopback only, not at ${host}.`,
    { facts: { host } },
  );
}

interface ErrorParts {
  readonly assets: Assets;
  who(): Promise<Principal>;
}

/** Errors are OWS exceptions for CSW clients, pages for browsers, problem+json for everyone else. */
async function errorResponse(
  error: GeotrawlError,
  status: number,
  failed: FailedRequest,
  { assets, who: principalOf }: ErrorParts,
): Promise<HttpResponse | null> {
  const { path, headers, base } = failed;
  if (path.startsWith('/csw')) return exceptionResponse(error, status);
  const isForPeople = /\btext\/html\b/.test(headers.accept ?? '') && !/^\/(?:api|ogc|stac)(?:\/|$)/.test(path);
  if (!isForPeople || base === '') return null;
  if (error.code === 'access.needed') return seeOther(`${base}/login?${new URLSearchParams({ next: path })}`);
  const who = await principalOf();
  const page = htmlResponse(errorPage(error, status, settingOf({ ...failed, who }, { assets })), status);
  return who.by === 'nobody' ? page : { ...page, headers: privateHeaders };
}

/** All routes of the server. */
export function routesOf(context: PageContext): readonly Route[] {
  return [
    ...pageRoutes(context),
    ...accountPageRoutes(context),
    ...crawlPageRoutes(context),
    ...centerRoutes(context),
    ...monitorRoutes(context),
    ...savedRoutes(context),
    ...previewRoutes(context),
    ...recordsRoutes({ ...context, pages: recordPages(context) }),
    ...cswRoutes(context),
    ...openSearchRoutes(context),
    ...dcatRoutes(context),
    ...stacRoutes(context),
    ...apiRoutes(context),
    ...healthRoutes(context),
    ...accountRoutes(context.people),
    ...taskRoutes(context),
    ...workerRoutes(context),
    ...optOutRoutes(context),
    ...credentialRoutes(context),
    ...credentialPageRoutes(context),
  ];
}

/** The default settings contain no contact. */
function contactIn(settings: Config): string | null {
  const contact = settings['politeness.contact'];
  return contact === settingsWith()['politeness.contact'] ? null : contact;
}
