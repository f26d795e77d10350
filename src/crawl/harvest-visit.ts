// Catalogs met on a crawl are harvested before their visit is settled: a crawl that is killed comes back to them.
import { unionExtents } from '../base/geo/extent.ts';
import { endpointKey, hostKeyOf, maskSecrets } from '../base/url/url.ts';
import { describeKnown } from '../crawl-recording.ts';
import type { CrawlSession } from '../crawl-session.ts';
import type { Harvest } from '../harvest/harvest.ts';
import { type HarvestOutcome, harvestCatalog } from '../harvest/harvest-catalog.ts';
import { readDatasets, readLinks, type StoredLinks } from '../harvest/harvest-table.ts';
import { connectors } from '../kinds/connectors.ts';
import type { Connector } from '../model/connector.ts';
import { GeotrawlError } from '../model/errors.ts';
import type { Offer, Visit } from '../model/frontier.ts';
import type { Link } from '../model/link.ts';
import type { CrawlEvent, HarvestEvent } from '../model/report.ts';
import type { Finding } from '../model/resource.ts';
import type { Transaction } from '../model/store.ts';
import type { VisitEffects } from './interpret-response.ts';

/** What a harvest needs to know of the crawl around it. */
export interface HarvestPlace {
  readonly session: CrawlSession;
  readonly progress: { requests: number; bytes: number; records?: number };
  /** The crawl has reached a limit or is being stopped. */
  isStopped(): boolean;
  /** There are new offers. */
  wake(): void;
}

interface FoundCatalog {
  readonly connector: Connector;
  readonly endpoint: string;
}

/** The effects of a visit, with the catalogs among its findings harvested. Unsettled where that was broken off. */
export async function withHarvest(
  place: HarvestPlace,
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
  const kept = session.harvest.isOnly === true ? { ...read, offers: read.offers.filter(isOnTheWay) } : read;
  if (found.length === 0) return kept;
  const events: CrawlEvent[] = [];
  let isBroken = false;
  let { findings } = kept;
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
    findings = await withDatasets(place, findings, { ...catalog, harvest: outcome.harvest });
  }
  const offers = kept.offers.filter((offer) => !isWalked(offer, found));
  return { ...kept, findings, offers, events: [...kept.events, ...events], outcome: isBroken ? null : kept.outcome };
}

/** Pages of the catalog itself; those of another one it names are for a visit of their own (edge case 67). */
function isWalked({ url }: Offer, found: readonly FoundCatalog[]): boolean {
  return found.some(({ connector, endpoint }) => {
    const isHere = connector.keepsPages !== true && hostKeyOf(url) === hostKeyOf(endpoint);
    return isHere && connector.isOwnPage(url, endpoint);
  });
}

/** Datasets of one catalog that can be searched for. Beyond, the catalog itself is the place to search. */
const maxDatasets = 50_000;

/** The catalog with its records as its datasets: who searches for one of them finds it there. */
async function withDatasets(
  { session }: HarvestPlace,
  findings: readonly Finding[],
  { connector, endpoint, harvest }: FoundCatalog & { readonly harvest: Harvest },
): Promise<readonly Finding[]> {
  const { datasets, count } = await session.store.transact(async (transaction) =>
    readDatasets(transaction, harvest, maxDatasets),
  );
  if (datasets.length === 0) return findings;
  const whole = unionExtents(datasets.flatMap(({ extent }) => (extent === null ? [] : [extent])));
  return findings.map((finding) => {
    if (connector.catalogOf(finding.identity) !== endpoint) return finding;
    const { description } = finding;
    const extent = description.extent ?? whole;
    return { ...finding, description: { ...description, layers: datasets, layerCount: count, extent } };
  });
}

/** Archives of connectors from outside that this visit reached. What they answer there, if only "no", is theirs to know. */
function archivesAt({ archives }: CrawlSession, visit: Visit, { outcome }: VisitEffects): readonly FoundCatalog[] {
  const isAnswered = outcome?.state === 'done' || (outcome?.state === 'failed' && outcome.reason === 'fetch.status');
  if (!isAnswered || visit.foundBy !== 'seed') return [];
  const here = archives.filter(({ url }) => url === visit.url);
  return here.map(({ connector, outside }) => ({ connector, endpoint: outside.endpoint }));
}

/** The door of a private API may well be shut to everything but its own requests. */
function asArchive(visit: Visit, effects: VisitEffects): VisitEffects {
  const events = effects.events.filter(({ type }) => type !== 'problem');
  return { ...effects, events, outcome: { visit, state: 'done', reason: null, found: effects.findings.length } };
}

function catalogsIn({ findings }: VisitEffects, wantsItems: boolean): readonly FoundCatalog[] {
  const found: FoundCatalog[] = [];
  for (const { identity } of findings) {
    for (const connector of connectors) {
      if (connector.onWish === true && !wantsItems) continue;
      const endpoint = connector.catalogOf(identity);
      if (endpoint !== null) found.push({ connector, endpoint });
    }
  }
  return found;
}

/** Several addresses lead to one catalog: each crawl harvests it once, and no part of a tree after the whole. */
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

/** What leads to the seed itself: redirects, further probes. */
function isOnTheWay({ depth, foundBy }: Offer): boolean {
  return depth === 0 && foundBy !== 'sibling';
}

interface HarvestTask extends FoundCatalog {
  readonly visit: Visit;
  readonly maxRecords: number;
}

function harvestOne(place: HarvestPlace, task: HarvestTask, halt: AbortSignal): Promise<HarvestOutcome> {
  const { session, progress } = place;
  const { connector, endpoint, visit, maxRecords } = task;
  return harvestCatalog({
    ...{ connector, endpoint, store: session.store, clock: session.clock, maxRecords },
    ...(session.harvest.since === undefined ? {} : { since: session.harvest.since }),
    ...(session.harvest.isFull === undefined ? {} : { isFull: session.harvest.isFull }),
    ask: async (request) => {
      const document = await session.visitor.ask(visit, request, halt);
      // Its pages are visited as well, unless the harvest is all that is wanted.
      if (connector.keepsPages === true && session.harvest.isOnly !== true) session.visitor.keepPart(document);
      return document;
    },
    shouldStop: () => place.isStopped() || halt.aborted,
    onPage: async (transaction, { fresh, requests, bytes }) => {
      await session.frontier.confirm(transaction, visit);
      await describeKnown(session, transaction, { visit, catalog: maskSecrets(endpoint) }, fresh);
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

/** What records lead to is offered with the catalog as the place it was found, and the record's title as its words. */
async function offer(
  { session }: HarvestPlace,
  transaction: Transaction,
  visit: Visit,
  records: readonly StoredLinks[],
): Promise<void> {
  if (session.harvest.isOnly === true) return;
  const links = records.flatMap(({ links: listed }) =>
    listed.map(({ url, label }): Link => ({ url, foundBy: 'catalog', anchor: label, window: '', nofollow: false })),
  );
  const offers = session.offersFrom(links, { via: visit, depth: visit.depth + 1 });
  // A transaction may be done again: the links are to be met as for the first time then.
  transaction.onEnd((isCommitted) => {
    if (!isCommitted) session.forgetLinks();
  });
  await session.frontier.offer(transaction, offers);
}

/** A second harvest brings only changes; a crawl of its own wants what the first one brought as well. */
async function offerEarlier(place: HarvestPlace, visit: Visit, harvest: Harvest): Promise<void> {
  if (harvest.run === 1 && !harvest.isResumed) return;
  await place.session.store.transact(async (transaction) =>
    offer(place, transaction, visit, await readLinks(transaction, harvest)),
  );
  place.wake();
}

/** What a connector from outside throws ends its harvest, not the crawl. */
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
