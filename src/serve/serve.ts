// The doors of the catalog, put together and opened.
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
import { openPeople } from './auth/accounts.ts';
import { admit, whoFailed } from './auth/authorize.ts';
import { credentialRoutes } from './crawls/credential-routes.ts';
import { openTasks } from './crawls/tasks.ts';
import { workerRoutes } from './crawls/workers.ts';
import { exceptionAnswer } from './csw/ows-exception.ts';
import { cswRoutes } from './csw/routes.ts';
import { dcatRoutes } from './dcat/routes.ts';
import { healthRoutes } from './health/routes.ts';
import type { Who } from './http/principal.ts';
import type { Answered } from './http/request-log.ts';
import { type Answer, htmlAnswer } from './http/response.ts';
import type { Route } from './http/router.ts';
import { type FailedRequest, forOneOnly, isLoopbackHost, type RunningHttp, startServer } from './http/server.ts';
import { keepIndexed } from './keep-indexed.ts';
import { openSearchRoutes } from './opensearch/routes.ts';
import { credentialPageRoutes } from './pages/accounts/credentials-page.ts';
import { centerRoutes } from './pages/center-routes.ts';
import { crawlPageRoutes } from './pages/crawl-page-routes.ts';
import { type Assets, openAssets } from './pages/layout/assets.ts';
import { errorPage } from './pages/layout/error-page.ts';
import { seeOther } from './pages/layout/form-parts.ts';
import { monitorRoutes } from './pages/monitor-routes.ts';
import { settingOf } from './pages/page-setting.ts';
import { peoplePageRoutes } from './pages/people-page-routes.ts';
import { pageRoutes } from './pages/routes.ts';
import { savedRoutes } from './pages/saved-routes.ts';
import { linkOf, peopleRoutes } from './people/routes.ts';
import { openPreviewProxy } from './preview/preview-proxy.ts';
import { previewRoutes } from './preview/routes.ts';
import { openRecordList } from './record-list.ts';
import { recordsRoutes } from './records/routes.ts';
import type { Serving } from './serving.ts';
import { stacRoutes } from './stac/routes.ts';
import { countedFacets, openStatistics } from './statistics/figures.ts';
import { optOutRoutes } from './tasks/opt-out-routes.ts';
import { taskRoutes } from './tasks/routes.ts';

export interface ServeOptions {
  readonly settings: Config;
  readonly version: string;
  readonly onFailure: (error: unknown, what: string) => void;
  /** Told of every request when it is over. */
  readonly onAnswered?: (answered: Answered) => void;
  /** One person on this machine, without accounts: whoever reaches the server may do everything. */
  readonly isLocal?: boolean;
  /** log2 of what a password costs; tests take a small one. */
  readonly passwordLogCost?: number;
}

export interface RunningServe extends RunningHttp {
  /** Where the first administrator begins; null where there is one, or none is needed. */
  readonly adminLink: string | null;
}

/** Most of what is read comes from the search, which keeps what it needs itself. */
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
  const people = openPeople({
    ...{ store, clock: systemClock, onFailure },
    ...(passwordLogCost === undefined ? {} : { logCost: passwordLogCost }),
  });
  const tasks = openTasks({ store, settings, people, isLocal, onFailure });
  const assets = openAssets();
  const preview = openPreviewProxy(settings, credentials);
  const serving: Serving = {
    catalog,
    list: openRecordList(catalog),
    statistics: openStatistics(catalog, systemClock),
    clock: systemClock,
    ...{ assets, preview, people, tasks, store },
    version,
    title: settings['server.title'],
    contact: contactIn(settings),
  };
  try {
    const server = await startServer({
      routes: routesOf(serving),
      admit: (admission) => admit(admission, { people, isLocal }),
      host: settings['server.host'],
      port: settings['server.port'],
      publicUrl: settings['server.publicUrl'],
      trustProxy: settings['server.trustProxy'],
      rateLimit: settings['server.rateLimit'],
      onFailure,
      ...(options.onAnswered === undefined ? {} : { onAnswered: options.onAnswered }),
      errorForm: (error, status, failed) =>
        errorAnswer(error, status, failed, { assets, who: () => whoFailed(failed, { people, isLocal }) }),
    });
    const keeper = await keepIndexed({ store, catalog, haveTended: tasks.tend, onFailure });
    // The first visitor shall not wait for columns that every search reads.
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

/** Where the index has to be copied first that is said once, and waited for. */
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

/** The first question to the database: one that cannot be reached is said here. */
async function credentialsOf(store: SqlStore, settings: Config): Promise<CredentialOf> {
  try {
    return await openCredentials(store, settings);
  } catch (error) {
    await store.close();
    throw error;
  }
}

/** Null where searches run on the thread that answers. */
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
    `--local is for this machine alone: whoever reaches the server may do everything. It cannot listen at ${host}.`,
    { facts: { host } },
  );
}

interface ErrorParts {
  readonly assets: Assets;
  who(): Promise<Who>;
}

/** GIS clients of CSW want their form of it, people a page, everyone else problem+json. */
async function errorAnswer(
  error: GeotrawlError,
  status: number,
  failed: FailedRequest,
  { assets, who: whoAsks }: ErrorParts,
): Promise<Answer | null> {
  const { path, headers, base } = failed;
  if (path.startsWith('/csw')) return exceptionAnswer(error, status);
  const isForPeople = /\btext\/html\b/.test(headers.accept ?? '') && !/^\/(?:api|ogc|stac)(?:\/|$)/.test(path);
  if (!isForPeople || base === '') return null;
  if (error.code === 'access.needed') return seeOther(`${base}/login?${new URLSearchParams({ next: path })}`);
  const who = await whoAsks();
  const page = htmlAnswer(errorPage(error, status, settingOf({ ...failed, who }, { assets })), status);
  return who.by === 'nobody' ? page : { ...page, headers: forOneOnly };
}

/** Every route there is; a test compares them with the table of rights. */
export function routesOf(serving: Serving): readonly Route[] {
  return [
    ...pageRoutes(serving),
    ...peoplePageRoutes(serving),
    ...crawlPageRoutes(serving),
    ...centerRoutes(serving),
    ...monitorRoutes(serving),
    ...savedRoutes(serving),
    ...previewRoutes(serving),
    ...recordsRoutes(serving),
    ...cswRoutes(serving),
    ...openSearchRoutes(serving),
    ...dcatRoutes(serving),
    ...stacRoutes(serving),
    ...apiRoutes(serving),
    ...healthRoutes(serving),
    ...peopleRoutes(serving.people),
    ...taskRoutes(serving),
    ...workerRoutes(serving),
    ...optOutRoutes(serving),
    ...credentialRoutes(serving),
    ...credentialPageRoutes(serving),
  ];
}

/** The contact of the default settings is nobody's. */
function contactIn(settings: Config): string | null {
  const contact = settings['politeness.contact'];
  return contact === settingsWith()['politeness.contact'] ? null : contact;
}
