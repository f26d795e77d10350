// Opens everything a crawl needs: the database, its task, the network, and its rules.
import { systemClock } from '../base/time/system-clock.ts';
import { hostKeyOf } from '../base/url/url.ts';
import { openSqlDuplicates } from '../catalog/duplicates/sql-duplicates.ts';
import { openSqlCatalog } from '../catalog/sql-catalog.ts';
import { joinCluster, type WorkerRegistration } from '../cluster/members/worker-registration.ts';
import { type Config, settingsWith } from '../config.ts';
import { openOptOutCheck } from '../frontier/opt-outs.ts';
import { openPostgresFrontier } from '../frontier/postgres/postgres-frontier.ts';
import { type FrontierOptions, openSqliteFrontier } from '../frontier/sqlite/sqlite-frontier.ts';
import { addToTask, claimTask, getTask, joinTask, type Task, type TaskClaim } from '../frontier/task-table.ts';
import { chooseKinds } from '../identify/choose-kinds.ts';
import type { Clock } from '../model/clock.ts';
import type { Frontier } from '../model/frontier.ts';
import type { StopReason } from '../model/report.ts';
import { openIngest } from '../monitor/open-ingest.ts';
import { type LoadedConnector, loadConnectors } from '../plugins/connector-modules.ts';
import type { LoadedKind } from '../plugins/kind-modules.ts';
import { loadPluginKinds, registryOf } from '../plugins/kind-modules.ts';
import { openHostCountries } from '../search/host-countries.ts';
import { openSearch } from '../search/open-search.ts';
import { openPostgres, type PostgresStore } from '../store/postgres/postgres.ts';
import { isPostgresAddress } from '../store/sql/database-address.ts';
import type { SqlStore } from '../store/sql/sql.ts';
import { openSqlite, type SqliteStore } from '../store/sqlite/sqlite.ts';
import { openCrawlRanking } from './crawl-ranking.ts';
import type { CrawlDependencies, CrawlSession } from './crawl-session.ts';
import { type CrawlOptions, chosenNow, openTask, requireDatabase } from './crawl-task.ts';
import { openCoordination } from './open-coordination.ts';
import { openCrawlNetwork } from './open-crawl-network.ts';
import { openKinds, openReading, openScope } from './open-reading.ts';
import { openCrawlSearch } from './search-seeds.ts';
import { openStoredOptions, type StoredCrawlOptions } from './stored-crawl-options.ts';

/** Duration of an indexing slice while the crawl is idle. */
const indexingMs = 20;

/** When one of these is reached, the crawl is over for all workers. */
const limits: ReadonlySet<StopReason> = new Set(['max-pages', 'max-bytes', 'max-time']);

export async function openCrawlSession(options: CrawlOptions, dependencies: CrawlDependencies): Promise<CrawlSession> {
  const given = settingsWith(options.settings);
  const plugins = await loadPluginKinds(given, options.ownKinds);
  const archives = await loadConnectors(given, options.ownConnectors);
  if (options.resume === undefined) chooseKinds(registryOf(plugins), options.kinds ?? null);
  else requireDatabase(given.db, options.resume);
  const { shared } = dependencies;
  const store = shared?.store ?? openStore(given, dependencies);
  let own: WorkerRegistration | null = null;
  try {
    own = dependencies.member === undefined ? await ownMember(store, given) : null;
    const member = dependencies.member ?? own;
    const clock = dependencies.clock ?? member?.clock ?? systemClock;
    const { task, isNew } = await openTask(store, options, { given, plugins, archives, nowMs: clock.now() });
    const claim = dependencies.member === undefined ? await claimTask(store, task.id) : joinTask(store, task.id);
    try {
      return await assemble({ store, member, clock, task, isNew, claim, plugins, archives }, options, dependencies);
    } catch (error) {
      await claim.abandon();
      throw error;
    }
  } catch (error) {
    await own?.close();
    if (shared === undefined) await store.close();
    throw error;
  }
}

function openStore(given: Config, { driver }: CrawlDependencies): SqlStore {
  const { db, 'cache.folder': cacheFolder, 'workers.leaseMs': leaseMs } = given;
  if (isPostgresAddress(db)) return openPostgres(db, { connections: 12, cacheFolder, longestPauseMs: leaseMs / 2 });
  return openSqlite(db, driver === undefined ? {} : { driver });
}

async function ownMember(store: SqlStore, given: Config): Promise<WorkerRegistration | null> {
  return store.engine === 'postgres' ? joinCluster(store as PostgresStore, given, 'crawl') : null;
}

interface OpenedTask {
  readonly store: SqlStore;
  readonly member: WorkerRegistration | null;
  readonly clock: Clock;
  readonly task: Task;
  readonly isNew: boolean;
  readonly claim: TaskClaim;
  readonly plugins: readonly LoadedKind[];
  readonly archives: readonly LoadedConnector[];
}

async function assemble(
  opened: OpenedTask,
  options: CrawlOptions,
  dependencies: CrawlDependencies,
): Promise<CrawlSession> {
  const { store, member, clock, task, isNew, archives } = opened;
  const { shared, log } = dependencies;
  const stored = openStoredOptions(store, task.options as StoredCrawlOptions, task.id);
  const { seeds, guesses = [], region, kinds: chosenKinds, settings } = stored.current();
  const config = settingsWith({ ...settings, ...chosenNow(options, isNew) });
  const isJoining = dependencies.member !== undefined;
  const kinds = openKinds(opened.plugins, chosenKinds);
  const frontier = await openFrontier(opened, config, shared);
  await wakeSeedHosts(frontier, seeds, clock.now());
  const optOuts = await openOptOutCheck(store);
  const network = await openCrawlNetwork({
    config,
    store,
    clock,
    member,
    task: task.id,
    frontier,
    kinds: kinds.kinds,
    refuses: optOuts.isOut,
    dependencies,
  });
  const { fetch, gate, visitor, browser } = network;
  const keywordSearch = isJoining ? null : openCrawlSearch({ stored, config, fetch, clock, gate });
  const scope = openScope(stored, config);
  const ranking = openCrawlRanking(stored, config['crawl.strategy'], clock);
  const rank = ranking?.rank ?? null;
  const terms = keywordSearch?.terms ?? null;
  const reading = openReading({ config, kinds, scope, region, rank, terms }, dependencies.wrapOffers);
  const catalog = openSqlCatalog(store);
  const countryOf = openHostCountries(store, config['hosts.countries']);
  const search = openSearch(store, { read: catalog.get, countryOf });
  const duplicates = openSqlDuplicates(store, catalog.get);
  const coordination = await openCoordination(member, {
    task,
    frontier,
    isJoining,
    concurrency: dependencies.concurrency ?? null,
    maxPages: config['crawl.maxPages'],
    refresh: async () => {
      await optOuts.refresh();
      await stored.refresh();
      scope.refresh();
    },
  });
  return {
    config,
    clock,
    frontier,
    visitor,
    browser,
    reading,
    coordination,
    target: { task, isNew, seeds, guesses, keywordSearch, archives, harvest: options.harvest ?? {} },
    records: {
      task,
      clock,
      store,
      frontier,
      catalog,
      ingest: openIngest(store, { catalog, search }),
      terms,
      log: async (transaction, events) => log?.(transaction, task, events),
      count: async (transaction, totals) => {
        await store.within(transaction, () => addToTask(task.id, totals));
        ranking?.note();
        await stored.save(transaction);
      },
      totals: () => getTask(store, task.name),
    },
    // One worker of a cluster is enough, and one that joined may leave at any time.
    tend: async () => isJoining || ((await search.tend(indexingMs)) && duplicates.tend(indexingMs)),
    close: async (stopped) => {
      await network.close();
      await coordination.close();
      try {
        if (stopped !== null) await frontier.close();
        if (stopped !== null && !isJoining) await ranking?.save(store);
        await release(opened.claim, stopped, { isJoining, hasSearch: stored.current().search !== undefined });
        if (!isJoining) await member?.close();
      } finally {
        if (shared === undefined && !isJoining) await store.close();
      }
    },
  };
}

interface ReleaseOptions {
  readonly isJoining: boolean;
  readonly hasSearch: boolean;
}

/** A crawl with keywords is over when its search is, which its starter knows. */
async function release(
  claim: TaskClaim,
  stopped: StopReason | null,
  { isJoining, hasSearch }: ReleaseOptions,
): Promise<void> {
  if (stopped === 'complete' && (!isJoining || !hasSearch)) await claim.release('done');
  else if (stopped !== null && (!isJoining || limits.has(stopped))) await claim.release('stopped');
  else if (!isJoining) await claim.abandon();
}

async function openFrontier(
  { store, member, clock, task, claim }: OpenedTask,
  config: Config,
  shared: CrawlDependencies['shared'],
): Promise<Frontier> {
  const { 'politeness.delayMs': baseDelayMs, 'crawl.urlsPerSeries': urlsPerTemplate } = config;
  const options: FrontierOptions = {
    nowMs: clock.now(),
    unclean: claim.unclean,
    baseDelayMs,
    addressSpacingMs: Math.min(250, baseDelayMs),
    budgets: { urlsPerTemplate, urlsPerDryTemplate: Math.ceil(urlsPerTemplate / 10) },
    ...(shared === undefined ? {} : { addresses: shared.addresses }),
  };
  if (member === null) return openSqliteFrontier(store as SqliteStore, task.id, options);
  const sharing = { holder: member.id, leaseMs: member.leaseMs, lookEveryMs: 50, countEveryMs: 1000 };
  return openPostgresFrontier(member.store, task.id, { ...options, ...sharing });
}

/** Naming a host as a seed clears earlier connection failures; delays requested by the host still apply. */
async function wakeSeedHosts(frontier: Frontier, seeds: readonly string[], nowMs: number): Promise<void> {
  for (const seed of seeds) {
    const state = await frontier.hostByKey(hostKeyOf(seed));
    const couldNotBeReached = state?.why?.startsWith('fetch.') === true;
    if (couldNotBeReached) frontier.learn({ host: state.host, nextAtMs: nowMs, failures: 0, why: null });
  }
}
