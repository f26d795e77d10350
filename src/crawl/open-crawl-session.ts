// Opens everything a crawl needs: the database, its task, the network, and its rules.
import { systemClock } from '../base/time/system-clock.ts';
import { hostKeyOf } from '../base/url/url.ts';
import { openSqlDuplicates } from '../catalog/duplicates/sql-duplicates.ts';
import { openSqlCatalog } from '../catalog/sql-catalog.ts';
import { createRemoteBrowser, type RemoteBrowserOptions } from '../cluster/browsers/remote-browser.ts';
import { alone, startHeartbeat } from '../cluster/members/task-heartbeat.ts';
import { joinCluster, type WorkerRegistration } from '../cluster/members/worker-registration.ts';
import { type Config, settingsWith } from '../config.ts';
import { isFollowable } from '../extract/page/follow.ts';
import { createPageBrowser, type PageBrowser } from '../fetch/browser/browser.ts';
import { findBrowser, noBrowser } from '../fetch/browser/browser-program.ts';
import { createFetch } from '../fetch/client.ts';
import { defaultDelayPolicy } from '../fetch/crawl-delay.ts';
import { createHostGate } from '../fetch/host-gate.ts';
import { networkPolicy } from '../fetch/network-policy.ts';
import { createVisitClient } from '../fetch/visit.ts';
import type { Budgets } from '../frontier/budgets.ts';
import { openCredentials } from '../frontier/host-credentials.ts';
import { createOfferMaker, type OfferSource } from '../frontier/offers.ts';
import { openOptOutCheck } from '../frontier/opt-outs.ts';
import { openAllowance } from '../frontier/postgres/page-allowance.ts';
import { openPostgresFrontier } from '../frontier/postgres/postgres-frontier.ts';
import { makeScope, parsePattern } from '../frontier/scope.ts';
import { type FrontierOptions, openSqliteFrontier } from '../frontier/sqlite/sqlite-frontier.ts';
import { addToTask, claimTask, getTask, joinTask, type Task, type TaskClaim } from '../frontier/task-table.ts';
import { chooseKinds } from '../identify/choose-kinds.ts';
import { nextProbe } from '../identify/next-probe.ts';
import { suspicions } from '../identify/suspicions.ts';
import type { Clock } from '../model/clock.ts';
import { GeotrawlError } from '../model/errors.ts';
import type { Frontier, PageAllowance } from '../model/frontier.ts';
import type { Link } from '../model/link.ts';
import type { StopReason } from '../model/report.ts';
import { openIngest } from '../monitor/open-ingest.ts';
import { type LoadedConnector, loadConnectors } from '../plugins/connector-modules.ts';
import type { LoadedKind } from '../plugins/kind-modules.ts';
import { loadPluginKinds, registryOf } from '../plugins/kind-registry.ts';
import type { KindFailure } from '../plugins/plugin-kind.ts';
import { fifo } from '../rank/fifo.ts';
import { openHostCountries } from '../search/host-countries.ts';
import { openSearch } from '../search/open-search.ts';
import { openPostgres, type PostgresStore } from '../store/postgres/postgres.ts';
import { isPostgresAddress } from '../store/sql/database-address.ts';
import type { SqlStore } from '../store/sql/sql.ts';
import { openSqlite, type SqliteStore } from '../store/sqlite/sqlite.ts';
import { openCrawlRanking } from './crawl-ranking.ts';
import type { CrawlDependencies, CrawlSession } from './crawl-session.ts';
import { type CrawlOptions, chosenNow, openTask, requireDatabase } from './crawl-task.ts';
import { openCrawlSearch } from './search-seeds.ts';
import { openStoredOptions, type StoredCrawlOptions, type StoredOptions } from './stored-crawl-options.ts';

export async function openCrawlSession(options: CrawlOptions, parts: CrawlDependencies): Promise<CrawlSession> {
  const given = settingsWith(options.settings);
  const outside = await loadPluginKinds(given, options.ownKinds);
  const archives = await loadConnectors(given, options.ownConnectors);
  if (options.resume === undefined) chooseKinds(registryOf(outside), options.kinds ?? null);
  else requireDatabase(given.db, options.resume);
  const store = parts.shared?.store ?? openStore(given, parts);
  let own: WorkerRegistration | null = null;
  try {
    own = parts.member === undefined ? await ownMember(store, given) : null;
    const member = parts.member ?? own;
    const clock = parts.clock ?? member?.clock ?? systemClock;
    const { task, isNew } = await openTask(store, options, { given, outside, archives, nowMs: clock.now() });
    const claim = parts.member === undefined ? await claimTask(store, task.id) : joinTask(store, task.id);
    return await assembleOrAbandon({ store, member, clock, task, isNew, claim, options, outside, archives, parts });
  } catch (error) {
    await own?.close();
    if (parts.shared === undefined) await store.close();
    throw error;
  }
}

async function assembleOrAbandon(opened: Opened): Promise<CrawlSession> {
  try {
    return await assemble(opened);
  } catch (error) {
    await opened.claim.abandon();
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

interface Opened {
  readonly store: SqlStore;
  readonly member: WorkerRegistration | null;
  readonly clock: Clock;
  readonly task: Task;
  readonly isNew: boolean;
  readonly claim: TaskClaim;
  readonly options: CrawlOptions;
  readonly outside: readonly LoadedKind[];
  readonly archives: readonly LoadedConnector[];
  readonly parts: CrawlDependencies;
}

async function assemble(opened: Opened): Promise<CrawlSession> {
  const { store, member, clock, task, isNew, claim, options, outside, archives, parts } = opened;
  const plan = task.options as StoredCrawlOptions;
  const running = openStoredOptions(store, plan, task.id);
  const config = settingsWith({ ...plan.settings, ...chosenNow(options, isNew) });
  const kindFailures: KindFailure[] = [];
  const kinds = chooseKinds(
    registryOf(outside, (failure) => kindFailures.push(failure)),
    plan.kinds,
  );
  const baseDelayMs = config['politeness.delayMs'];
  const addressSpacingMs = Math.min(250, baseDelayMs);
  const frontier = await openFrontier(store, member, task.id, {
    nowMs: clock.now(),
    unclean: claim.unclean,
    baseDelayMs,
    addressSpacingMs,
    budgets: seriesBudgets(config['crawl.urlsPerSeries']),
    ...(parts.shared === undefined ? {} : { addresses: parts.shared.addresses }),
  });
  await wakeSeedHosts(frontier, plan.seeds, clock.now());
  const optOuts = await openOptOutCheck(store);
  const network = createFetch({
    ...networkPolicy(config),
    refuses: optOuts.isOut,
    credentials: await openCredentials(store, config),
  });
  const fetch = parts.wrapFetch?.(network) ?? network;
  const path = parts.hasNoBrowser === true ? null : findBrowser(config['render.browser']);
  // With a remote browser the requests are made elsewhere, so a local gate would not see them.
  const gate = parts.shared?.gate ?? (path === null && member !== null ? createHostGate(clock) : undefined);
  const remote = gate === undefined || member === null ? null : { member, gate, task: task.id };
  const browser = openBrowser(config, path, remote);
  const delayPolicy = { ...defaultDelayPolicy, baseDelayMs };
  const scope = openScope(running, config);
  const ranking = openCrawlRanking(running, config['crawl.strategy'], clock);
  const offerRules = {
    maxDepth: config['crawl.depth'],
    inScope: scope.inScope,
    isFollowable,
    suspicions: (link: Link) => suspicions(link, kinds),
    firstProbe: (kind: string, url: string) => nextProbe(kind, url, 0, kinds)?.url ?? null,
    rank: ranking?.rank ?? fifo,
  };
  let makeOffers = createOfferMaker(offerRules);
  const offersFrom = (links: Iterable<Link>, source: OfferSource) => makeOffers(links, source);
  const { wrapOffers } = parts;
  const catalog = openSqlCatalog(store);
  const countryOf = openHostCountries(store, config['hosts.countries']);
  const search = openSearch(store, { read: catalog.get, countryOf });
  const isJoining = parts.member !== undefined;
  const allowance = await openPageAllowance(member, { task: task.id, most: config['crawl.maxPages'], isJoining });
  const refresh = async () => {
    await optOuts.refresh();
    await running.refresh();
    scope.refresh();
  };
  const listen = async () => allowance?.refresh();
  const heartbeat = member === null ? alone : startHeartbeat(member, { frontier, task, refresh, listen });
  const leaving: (() => void)[] = [];
  return {
    heartbeat,
    allowance,
    places: parts.places ?? null,
    drainMs: parts.drainMs ?? 0,
    isJoining,
    hint: (queue) => member?.dispatcher.hint(queue, task.id),
    hear: (wake, work) => {
      if (member === null) return;
      const read = () => ({ task: task.name, ...work() });
      member.works.add(read);
      const silence = member.dispatcher.onHint('visit', (hinted) => {
        if (hinted !== task.id) return;
        frontier.look();
        wake();
      });
      leaving.push(silence, () => void member.works.delete(read));
    },
    ...{ task, isNew, seeds: plan.seeds, config, region: plan.region, kinds, kindFailures, clock, store, frontier },
    guesses: plan.guesses ?? [],
    harvest: options.harvest ?? {},
    archives,
    harvested: new Map(),
    keywordSearch: isJoining ? null : openCrawlSearch({ plan: running, config, fetch, clock, gate }),
    catalog,
    search,
    ingest: openIngest(store, { catalog, search }),
    duplicates: openSqlDuplicates(store, catalog.get),
    visitor: createVisitClient({
      ...{ fetch, frontier, clock, delayPolicy, maxProbeBytes: config['network.maxCapabilitiesBytes'] },
      ...(gate === undefined ? {} : { gate }),
      probeRequest: ({ kind, url, step }) => (kind === null ? null : nextProbe(kind, url, step, kinds)),
    }),
    offersFrom: wrapOffers === undefined ? offersFrom : (links, source) => wrapOffers(offersFrom(links, source)),
    forgetLinks: () => {
      makeOffers = createOfferMaker(offerRules);
    },
    rank: ranking?.rank ?? null,
    log: async (transaction, events) => parts.log?.(transaction, task, events),
    browser,
    rendered: new Map(),
    platformGuesses: new Map(),
    hasResponse: false,
    pagesFromMs: 0,
    pageVisits: 0,
    refused: {},
    inScope: scope.inScope,
    widenScope: scope.widen,
    count: async (transaction, totals) => {
      await store.within(transaction, () => addToTask(task.id, totals));
      ranking?.note();
      await running.save(transaction);
    },
    totals: () => getTask(store, task.name),
    close: async (stopped) => {
      await browser?.close();
      await fetch.close();
      for (const leave of leaving) leave();
      await heartbeat.close();
      try {
        if (stopped !== null) await frontier.close();
        if (stopped !== null && !isJoining) await ranking?.save(store);
        // A crawl with keywords is over when its search is, which its starter knows.
        const isOver = stopped === 'complete' && (!isJoining || plan.search === undefined);
        if (isOver) await claim.release('done');
        else if (stopped !== null && (!isJoining || limits.has(stopped))) await claim.release('stopped');
        else if (!isJoining) await claim.abandon();
        if (member !== null && !isJoining) await member.close();
      } finally {
        if (parts.shared === undefined && !isJoining) await store.close();
      }
    },
  };
}

/** When one of these is reached, the crawl is over for all workers. */
const limits: ReadonlySet<StopReason> = new Set(['max-pages', 'max-bytes', 'max-time']);

interface PageLimit {
  readonly task: number;
  readonly most: number | null;
  readonly isJoining: boolean;
}

async function openPageAllowance(member: WorkerRegistration | null, limit: PageLimit): Promise<PageAllowance | null> {
  const { task, most, isJoining } = limit;
  if (member === null || most === null) return null;
  const longestMs = 2 * member.leaseMs;
  return openAllowance(member.store, { task, most, longestMs, isJoining, now: () => member.clock.now() });
}

function openFrontier(
  store: SqlStore,
  member: WorkerRegistration | null,
  task: number,
  options: FrontierOptions,
): Promise<Frontier> {
  if (member === null) return openSqliteFrontier(store as SqliteStore, task, options);
  const sharing = { holder: member.id, leaseMs: member.leaseMs, lookEveryMs: 50, countEveryMs: 1000 };
  return openPostgresFrontier(member.store, task, { ...options, ...sharing });
}

/** Naming a host as a seed clears earlier connection failures; delays requested by the host still apply. */
async function wakeSeedHosts(frontier: Frontier, seeds: readonly string[], nowMs: number): Promise<void> {
  for (const seed of seeds) {
    const state = await frontier.hostByKey(hostKeyOf(seed));
    const couldNotBeReached = state?.why?.startsWith('fetch.') === true;
    if (couldNotBeReached) frontier.learn({ host: state.host, nextAtMs: nowMs, failures: 0, why: null });
  }
}

/** `auto` continues without a browser, local or remote; `all` fails. */
function openBrowser(config: Config, path: string | null, remote: RemoteBrowserOptions | null): PageBrowser | null {
  if (config['render.mode'] === 'off') return null;
  if (path !== null) return createPageBrowser(path);
  if (config['render.browser'] === null && remote !== null) return createRemoteBrowser(remote);
  if (config['render.mode'] === 'auto' && config['render.browser'] === null) return null;
  throw new GeotrawlError('render.unavailable', noBrowser(config['render.browser']));
}

function seriesBudgets(urlsPerTemplate: number): Partial<Budgets> {
  return { urlsPerTemplate, urlsPerDryTemplate: Math.ceil(urlsPerTemplate / 10) };
}

interface OpenScope {
  inScope(url: string): boolean;
  widen(url: string): void;
  /** By the current options. */
  refresh(): void;
}

function openScope(plan: StoredOptions, config: Config): OpenScope {
  const { include, exclude } = plan.current();
  const patterns = { include: include.map(parsePattern), exclude: exclude.map(parsePattern) };
  const scopeOf = (seeds: readonly string[]) => makeScope({ seeds, scope: config['crawl.scope'], ...patterns });
  let { seeds: known } = plan.current();
  let scope = scopeOf(known);
  return {
    inScope: (url) => scope(url),
    refresh: () => {
      const { seeds } = plan.current();
      if (seeds.length === known.length) return;
      known = seeds;
      scope = scopeOf(seeds);
    },
    widen: (url) => {
      const { seeds } = plan.current();
      if (seeds.includes(url)) return;
      known = [...seeds, url];
      plan.change({ seeds: known });
      scope = scopeOf(known);
    },
  };
}
