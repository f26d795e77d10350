// Catalogs met on a crawl are harvested before their visit is settled: a crawl that is killed comes back to them.
import { maskSecrets } from './base/url.ts';
import type { VisitEffects } from './crawl-reading.ts';
import type { CrawlSession } from './crawl-session.ts';
import { type HarvestOutcome, harvestCatalog } from './harvest/harvest-catalog.ts';
import { type Harvest, readLinks, type StoredLinks } from './harvest/harvest-table.ts';
import { connectors } from './kinds/connectors.ts';
import type { Connector } from './model/connector.ts';
import type { Offer, Visit } from './model/frontier.ts';
import type { Link } from './model/link.ts';
import type { CrawlEvent, HarvestEvent } from './model/report.ts';
import type { Transaction } from './model/store.ts';

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
  const found = maxRecords === 0 ? [] : catalogsIn(effects);
  const kept = session.harvest.isOnly === true ? { ...effects, offers: effects.offers.filter(isOnTheWay) } : effects;
  if (found.length === 0) return kept;
  const events: CrawlEvent[] = [];
  let isBroken = false;
  for (const catalog of found) {
    if (isTaken(session, catalog)) continue;
    const outcome = await harvestOne(place, { visit, ...catalog, maxRecords }, halt);
    isBroken ||= outcome.ended === 'stopped';
    events.push(eventOf(catalog, outcome));
    if (outcome.ended !== 'stopped') await offerEarlier(place, visit, outcome.harvest);
  }
  const isOwnPage = ({ url }: Offer) =>
    found.some(({ connector, endpoint }) => connector.keepsPages !== true && connector.isOwnPage(url, endpoint));
  const offers = kept.offers.filter((offer) => !isOwnPage(offer));
  return { ...kept, offers, events: [...kept.events, ...events], outcome: isBroken ? null : kept.outcome };
}

function catalogsIn({ findings }: VisitEffects): readonly FoundCatalog[] {
  const found: FoundCatalog[] = [];
  for (const { identity } of findings) {
    for (const connector of connectors) {
      const endpoint = connector.catalogOf(identity);
      if (endpoint !== null) found.push({ connector, endpoint });
    }
  }
  return found;
}

/** Several addresses lead to one catalog: each crawl harvests it once, and no part of a tree after the whole. */
function isTaken({ harvested, harvest }: CrawlSession, { connector, endpoint }: FoundCatalog): boolean {
  const key = `${connector.kind} ${endpoint}`;
  if (harvested.has(key)) return true;
  if (connector.keepsPages === true && harvest.isOnly !== true) {
    for (const other of harvested) {
      const [kind, whole = ''] = other.split(' ');
      if (kind === connector.kind && connector.isOwnPage(endpoint, whole)) return true;
    }
  }
  harvested.add(key);
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
    ask: (request) => session.visitor.ask(visit, request, halt),
    shouldStop: () => place.isStopped() || halt.aborted,
    onPage: async (transaction, { fresh, requests, bytes }) => {
      await offer(place, transaction, visit, fresh);
      session.count(transaction, { pages: 0, requests, bytes, resources: 0 });
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
  await session.frontier.offer(transaction, offers);
}

/** A second harvest brings only changes; a crawl of its own wants what the first one brought as well. */
async function offerEarlier(place: HarvestPlace, visit: Visit, harvest: Harvest): Promise<void> {
  if (harvest.run === 1 && !harvest.isResumed) return;
  await place.session.store.transact((transaction) =>
    offer(place, transaction, visit, readLinks(transaction, harvest)),
  );
  place.wake();
}

function eventOf({ connector, endpoint }: FoundCatalog, outcome: HarvestOutcome): HarvestEvent {
  const { state, isResumed } = outcome.harvest;
  const { since, seen, changed, total, skipped, requests } = state;
  return {
    type: 'harvest',
    url: maskSecrets(endpoint),
    kind: connector.kind,
    ...{ ended: outcome.ended, isResumed, since, records: seen, changed, total, skipped, requests },
    problems: outcome.problems,
    message: outcome.failure?.message ?? '',
  };
}
