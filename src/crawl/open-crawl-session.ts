// Opens everything one crawl needs: the database, the task in it, the network, and the rules of the crawl.
import { systemClock } from '../base/time/system-clock.ts';
import { hostKeyOf } from '../base/url/url.ts';
import { openSqlDuplicates } from '../catalog/duplicates/sql-duplicates.ts';
import { openSqlCatalog } from '../catalog/sql-catalog.ts';
import { alone, attend } from '../cluster/members/task-heartbeat.ts';
import { type ClusterMember, joinCluster } from '../cluster/members/worker-registration.ts';
import { type Config, settingsWith } from '../config.ts';
import { type OpenPlan, openPlan, type Plan } from '../crawl-plan.ts';
import type { CrawlParts, CrawlSession } from '../crawl-session.ts';
import { isFollowable } from '../extract/page/follow.ts';
import { createPageBrowser, type PageBrowser } from '../fetch/browser/browser.ts';
import { findBrowser, noBrowser } from '../fetch/browser/browser-program.ts';
import { createFetch } from '../fetch/client.ts';
import { defaultPacePolicy } from '../fetch/crawl-delay.ts';
import { createHostGate } from '../fetch/host-gate.ts';
import { networkPolicy } from '../fetch/network-policy.ts';
import { createVisitor } from '../fetch/visit.ts';
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
import { loadOutsideKinds, registryOf } from '../kind-registry.ts';
import type { Clock } from '../model/clock.ts';
import { GeotrawlError } from '../model/errors.ts';
import type { Frontier, PageAllowance } from '../model/frontier.ts';
import type { Link } from '../model/link.ts';
import type { StopReason } from '../model/report.ts';
import { openSqlChecks } from '../monitor/tables/sql-checks.ts';
import { type LoadedConnector, loadConnectors } from '../plugins/connector-modules.ts';
import type { LoadedKind } from '../plugins/kind-modules.ts';
import type { KindFailure } from '../plugins/plugin-kind.ts';
import { fifo } from '../rank/fifo.ts';
import { createRemoteBrowser, type RemoteBrowserParts } from '../remote-browser.ts';
import { openHostCountries } from '../search/host-countries.ts';
import { openSearch } from '../search/open-search.ts';
import { openPostgres, type PostgresStore } from '../store/postgres/postgres.ts';
import { isPostgresAddress } from '../store/sql/database-address.ts';
import type { SqlStore } from '../store/sql/sql.ts';
import { openSqlite, type SqliteStore } from '../store/sqlite/sqlite.ts';
import { openCrawlRanking } from './crawl-ranking.ts';
import { type CrawlOptions, chosenNow, openTask, requireDatabase } from './crawl-task.ts';
import { openCrawlSearch } from './search-seeds.ts';

export async function openCrawlSession(options: CrawlOptions, parts: CrawlParts): Promise<CrawlSession> {
  const given = settingsWith(options.settings);
  const outside = await loadOutsideKinds(given, options.ownKinds);
  const archives = await loadConnectors(given, options.ownConnectors);
  if (options.resume === undefined) chooseKinds(registryOf(outside), options.kinds ?? null);
  else requireDatabase(given.db, options.resume);
  const store = parts.shared?.store ?? openStore(given, parts);
  let own: ClusterMember | null = null;
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

function openStore(given: Config, { driver }: CrawlParts): SqlStore {
  const { db, 'cache.folder': cacheFolder, 'workers.leaseMs': leaseMs } = given;
  if (isPostgresAddress(db)) return openPostgres(db, { connections: 12, cacheFolder, longestPauseMs: leaseMs / 2 });
  return openSqlite(db, driver === undefined ? {} : { driver });
}

async function ownMember(store: SqlStore, given: Config): Promise<ClusterMember | null> {
  return store.engine === 'postgres' ? joinCluster(store as PostgresStore, given, 'crawl') : null;
}

interface Opened {
  readonly store: SqlStore;
  readonly member: ClusterMember | null;
  readonly clock: Clock;
  readonly task: Task;
  readonly isNew: boolean;
  readonly claim: TaskClaim;
  readonly options: CrawlOptions;
  readonly outside: readonly LoadedKind[];
  readonly archives: readonly LoadedConnector[];
  readonly parts: CrawlParts;
}

async function assemble(opened: Opened): Promise<CrawlSession> {
  const { store, member, clock, task, isNew, claim, options, outside, archives, parts } = opened;
  const plan = task.options as Plan;
  const running = openPlan(store, plan, task.id);
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
  // Where a browser elsewhere asks a host for us, nobody here does: a gate of our own would not know.
  const gate = parts.shared?.gate ?? (path === null && member !== null ? createHostGate(clock) : undefined);
  const remote = gate === undefined || member === null ? null : { member, gate, task: task.id };
  const browser = openBrowser(config, path, remote);
  const pace = { ...defaultPacePolicy, baseDelayMs };
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
  const isJoining = parts.member !== undefined;
  const allowance = await openPageAllowance(member, { task: task.id, most: config['crawl.maxPages'], isJoining });
  const refresh = async () => {
    await optOuts.refresh();
    await running.refresh();
    scope.refresh();
  };
  const listen = async () => allowance?.refresh();
  const attendance = member === null ? alone : attend(member, { frontier, task, refresh, listen });
  const leaving: (() => void)[] = [];
  return {
    attendance,
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
    checks: openSqlChecks(store),
    search: openSearch(store, {
      read: catalog.get,
      countryOf: openHostCountries(store, config['hosts.countries']),
    }),
    duplicates: openSqlDuplicates(store, catalog.get),
    visitor: createVisitor({
      ...{ fetch, frontier, clock, pace, maxProbeBytes: config['network.maxCapabilitiesBytes'] },
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
    hasAnswer: false,
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
      await attendance.close();
      try {
        if (stopped !== null) await frontier.close();
        if (stopped !== null && !isJoining) await ranking?.save(store);
        // A crawl with keywords is over when its search is, which whoever began it knows.
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

/** Where one of these is reached, the crawl is over for all who work on it. */
const limits: ReadonlySet<StopReason> = new Set(['max-pages', 'max-bytes', 'max-time']);

interface PageLimit {
  readonly task: number;
  readonly most: number | null;
  readonly isJoining: boolean;
}

async function openPageAllowance(member: ClusterMember | null, limit: PageLimit): Promise<PageAllowance | null> {
  const { task, most, isJoining } = limit;
  if (member === null || most === null) return null;
  const longestMs = 2 * member.leaseMs;
  return openAllowance(member.store, { task, most, longestMs, isJoining, now: () => member.clock.now() });
}

function openFrontier(
  store: SqlStore,
  member: ClusterMember | null,
  task: number,
  options: FrontierOptions,
): Promise<Frontier> {
  if (member === null) return openSqliteFrontier(store as SqliteStore, task, options);
  const sharing = { holder: member.id, leaseMs: member.leaseMs, lookEveryMs: 50, countEveryMs: 1000 };
  return openPostgresFrontier(member.store, task, { ...options, ...sharing });
}

/** Who names a host wants it asked now, though it could not be reached the last time. What it asked of us itself still holds. */
async function wakeSeedHosts(frontier: Frontier, seeds: readonly string[], nowMs: number): Promise<void> {
  for (const seed of seeds) {
    const state = await frontier.hostByKey(hostKeyOf(seed));
    const couldNotBeReached = state?.why?.startsWith('fetch.') === true;
    if (couldNotBeReached) frontier.learn({ host: state.host, nextAtMs: nowMs, failures: 0, why: null });
  }
}

/** `auto` does without where there is no browser, here or with another worker; `all` is a wish that cannot be met then. */
function openBrowser(config: Config, path: string | null, remote: RemoteBrowserParts | null): PageBrowser | null {
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
  /** By what the plan says now. */
  refresh(): void;
}

function openScope(plan: OpenPlan, config: Config): OpenScope {
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
