// Harvests the catalogs found by a visit before it is settled, so that a killed crawl returns to them.
import { unionExtents } from '../base/geo/extent.ts';
import { endpointKey, hostKeyOf, maskSecrets } from '../base/url/url.ts';
import type { Harvest } from '../harvest/harvest.ts';
import { type HarvestOutcome, harvestCatalog } from '../harvest/harvest-catalog.ts';
import { readDatasets, readLinks, type StoredLinks } from '../harvest/harvest-table.ts';
import { connectors } from '../kinds/connectors.ts';
import type { Connector } from '../model/connector.ts';
import { GeotrawlError } from '../model/errors.ts';
import type { Offer, Visit } from '../model/frontier.ts';
import type { Link } from '../model/link.ts';
import type { CrawlEvent, HarvestEvent } from '../model/report.ts';
import type { Discovery } from '../model/resource.ts';
import type { Transaction } from '../model/store.ts';
import type { CrawlSession } from './crawl-session.ts';
import type { VisitEffects } from './interpret-response.ts';
import { refreshKnown } from './record-discoveries.ts';

/** What a harvest needs from the crawl. */
export interface HarvestContext {
  readonly session: CrawlSession;
  readonly progress: { requests: number; bytes: number; records?: number };
  /** The crawl has reached a limit or is stopping. */
  isStopped(): boolean;
  /** There are new offers. */
  wake(): void;
}

interface FoundCatalog {
  readonly connector: Connector;
  readonly endpoint: string;
}

/** The effects of a visit with its catalogs harvested. Unsettled if a harvest was interrupted. */
export async function withHarvest(
  place: HarvestContext,
  visit: Visit,
  effects: VisitEffects,
  halt: AbortSignal,
): Promise<VisitEffects> {
  const { session } = place;
  const maxRecords = session.config['crawl.harvestRecords'];
  const archives = archivesAt(session, visit, effects);
  const found =
    maxRecords === 0 ? [] : archives.length > 0 ? archives : catalogsIn(effects, session.harvest.items === true);
  const read = archives.length > 0 ? asArchive(visit, effects) : effects;
  const kept = session.harvest.isOnly === true ? { ...read, offers: read.offers.filter(isOnPath) } : read;
  if (found.length === 0) return kept;
  const events: CrawlEvent[] = [];
  let isBroken = false;
  let { discoveries } = kept;
  for (const catalog of found) {
    if (isTaken(session, catalog)) continue;
    const outcome = await harvestOne(place, { visit, ...catalog, maxRecords }, halt).catch(failureOfConnector);
    if (typeof outcome === 'string') {
      events.push(failedEvent(catalog, outcome));
      continue;
    }
    isBroken ||= outcome.ended === 'stopped';
    events.push(eventOf(catalog, outcome));
    if (outcome.ended === 'stopped') continue;
    await offerEarlier(place, visit, outcome.harvest);
    discoveries = await withDatasets(place, discoveries, { ...catalog, harvest: outcome.harvest });
  }
  const offers = kept.offers.filter((offer) => !isWalked(offer, found));
  return { ...kept, discoveries, offers, events: [...kept.events, ...events], outcome: isBroken ? null : kept.outcome };
}

/** Pages of the catalog itself; those of another catalog it names get a visit of their own (edge case 67). */
function isWalked({ url }: Offer, found: readonly FoundCatalog[]): boolean {
  return found.some(({ connector, endpoint }) => {
    const isHere = connector.keepsPages !== true && hostKeyOf(url) === hostKeyOf(endpoint);
    return isHere && connector.isOwnPage(url, endpoint);
  });
}

/** Searchable datasets per catalog. Beyond this the catalog itself is the place to search. */
const maxDatasets = 50_000;

/** The catalog with its records as datasets, so that search finds them. */
async function withDatasets(
  { session }: HarvestContext,
  discoveries: readonly Discovery[],
  { connector, endpoint, harvest }: FoundCatalog & { readonly harvest: Harvest },
): Promise<readonly Discovery[]> {
  const { datasets, count } = await session.store.transact(async (transaction) =>
    readDatasets(transaction, harvest, maxDatasets),
  );
  if (datasets.length === 0) return discoveries;
  const whole = unionExtents(datasets.flatMap(({ extent }) => (extent === null ? [] : [extent])));
  return discoveries.map((discovery) => {
    if (connector.catalogOf(discovery.identity) !== endpoint) return discovery;
    const { description } = discovery;
    const extent = description.extent ?? whole;
    return { ...discovery, description: { ...description, layers: datasets, layerCount: count, extent } };
  });
}

/** Archives of plugin connectors reached by this visit, whatever they responded. */
function archivesAt({ archives }: CrawlSession, visit: Visit, { outcome }: VisitEffects): readonly FoundCatalog[] {
  const isAnswered = outcome?.state === 'done' || (outcome?.state === 'failed' && outcome.reason === 'fetch.status');
  if (!isAnswered || visit.foundBy !== 'seed') return [];
  const here = archives.filter(({ url }) => url === visit.url);
  return here.map(({ connector, outside }) => ({ connector, endpoint: outside.endpoint }));
}

/** A private API may reject everything but its own requests. */
function asArchive(visit: Visit, effects: VisitEffects): VisitEffects {
  const events = effects.events.filter(({ type }) => type !== 'problem');
  return { ...effects, events, outcome: { visit, state: 'done', reason: null, found: effects.discoveries.length } };
}

function catalogsIn({ discoveries }: VisitEffects, wantsItems: boolean): readonly FoundCatalog[] {
  const found: FoundCatalog[] = [];
  for (const { identity } of discoveries) {
    for (const connector of connectors) {
      if (connector.onRequest === true && !wantsItems) continue;
      const endpoint = connector.catalogOf(identity);
      if (endpoint !== null) found.push({ connector, endpoint });
    }
  }
  return found;
}

/** Several URLs lead to one catalog: each crawl harvests it once, and no part of a tree after the whole. */
function isTaken({ harvested, harvest }: CrawlSession, { connector, endpoint }: FoundCatalog): boolean {
  const key = `${connector.kind} ${endpointKey(endpoint)}`;
  if (harvested.has(key)) return true;
  if (connector.keepsPages === true && harvest.isOnly !== true) {
    for (const [other, whole] of harvested)
      if (other.startsWith(`${connector.kind} `) && connector.isOwnPage(endpoint, whole)) return true;
  }
  harvested.set(key, endpoint);
  return false;
}

/** URLs that derive from the seed: redirects, further probes. */
function isOnPath({ depth, foundBy }: Offer): boolean {
  return depth === 0 && foundBy !== 'sibling';
}

interface HarvestTask extends FoundCatalog {
  readonly visit: Visit;
  readonly maxRecords: number;
}

function harvestOne(place: HarvestContext, task: HarvestTask, halt: AbortSignal): Promise<HarvestOutcome> {
  const { session, progress } = place;
  const { connector, endpoint, visit, maxRecords } = task;
  return harvestCatalog({
    ...{ connector, endpoint, store: session.store, clock: session.clock, maxRecords },
    ...(session.harvest.since === undefined ? {} : { since: session.harvest.since }),
    ...(session.harvest.isFull === undefined ? {} : { isFull: session.harvest.isFull }),
    ask: async (request) => {
      const document = await session.visitor.requestPart(visit, request, halt);
      // Its pages are visited as well, unless only the harvest was requested.
      if (connector.keepsPages === true && session.harvest.isOnly !== true) session.visitor.cachePart(document);
      return document;
    },
    shouldStop: () => place.isStopped() || halt.aborted,
    onPage: async (transaction, { fresh, requests, bytes }) => {
      await session.frontier.confirm(transaction, visit);
      await refreshKnown(session, transaction, { visit, catalog: maskSecrets(endpoint) }, fresh);
      await offer(place, transaction, visit, fresh);
      await session.count(transaction, { pages: 0, requests, bytes, resources: 0 });
      transaction.onEnd((isCommitted) => {
        if (!isCommitted) return;
        progress.requests += requests;
        progress.bytes += bytes;
        progress.records = (progress.records ?? 0) + fresh.length;
        place.wake();
      });
    },
  });
}

/** URLs in records are offered with the catalog as source and the record's title as anchor. */
async function offer(
  { session }: HarvestContext,
  transaction: Transaction,
  visit: Visit,
  records: readonly StoredLinks[],
): Promise<void> {
  if (session.harvest.isOnly === true) return;
  const links = records.flatMap(({ links: listed }) =>
    listed.map(({ url, label }): Link => ({ url, foundBy: 'catalog', anchor: label, window: '', nofollow: false })),
  );
  const offers = session.offersFrom(links, { via: visit, depth: visit.depth + 1 });
  // A transaction may be retried: the links must then count as new.
  transaction.onEnd((isCommitted) => {
    if (!isCommitted) session.forgetLinks();
  });
  await session.frontier.offer(transaction, offers);
}

/** A later harvest returns only changes; a crawl of its own also needs the earlier records. */
async function offerEarlier(place: HarvestContext, visit: Visit, harvest: Harvest): Promise<void> {
  if (harvest.run === 1 && !harvest.isResumed) return;
  await place.session.store.transact(async (transaction) =>
    offer(place, transaction, visit, await readLinks(transaction, harvest)),
  );
  place.wake();
}

/** An exception of a plugin connector ends its harvest, not the crawl. */
function failureOfConnector(error: unknown): string {
  if (error instanceof GeotrawlError && error.code === 'crawl.connector-failed') return error.message;
  throw error;
}

function failedEvent({ connector, endpoint }: FoundCatalog, message: string): HarvestEvent {
  return {
    ...{ type: 'harvest', url: maskSecrets(endpoint), kind: connector.kind, ended: 'failed', isResumed: false },
    ...{ since: null, records: 0, changed: 0, total: null, skipped: 0, requests: 0, problems: [], message },
  };
}

function eventOf({ connector, endpoint }: FoundCatalog, outcome: HarvestOutcome): HarvestEvent {
  const { state, isResumed } = outcome.harvest;
  const { since, seen, changed, total, skipped, requests } = state;
  return {
    type: 'harvest',
    url: maskSecrets(endpoint),
    kind: connector.kind,
    ...{ ended: outcome.ended, isResumed, since, records: seen, changed, total, skipped, requests },
    problems: outcome.problems.map(({ code, message }) => ({ code, message: maskSecrets(message) })),
    message: maskSecrets(outcome.failure?.message ?? ''),
  };
}
