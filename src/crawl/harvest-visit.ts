// Harvests the catalogs found by a visit before it is settled, so that a killed crawl returns to them.
import { unionExtents } from '../base/geo/extent.ts';
import { endpointKey, hostKeyOf, maskSecrets } from '../base/url/url.ts';
import type { VisitClient } from '../fetch/visit.ts';
import { type HarvestOutcome, harvestCatalog } from '../harvest/harvest-catalog.ts';
import type { Harvest } from '../harvest/harvest-state.ts';
import { readDatasets, readLinks, type StoredLinks } from '../harvest/harvest-table.ts';
import { connectors } from '../kinds/connectors.ts';
import type { Connector } from '../model/connector.ts';
import { GeotrawlError } from '../model/errors.ts';
import type { Offer, Visit } from '../model/frontier.ts';
import type { Link } from '../model/link.ts';
import type { CrawlEvent, HarvestEvent } from '../model/report.ts';
import type { Discovery } from '../model/resource.ts';
import type { Store, Transaction } from '../model/store.ts';
import type { LoadedConnector } from '../plugins/connector-modules.ts';
import type { CrawlRun } from './crawl-run.ts';
import type { ReadingContext, RecordContext } from './crawl-session.ts';
import type { HarvestRequest } from './crawl-task.ts';
import { refreshKnown } from './record-discoveries.ts';
import type { VisitEffects } from './visit-effects.ts';

export interface HarvestContext {
  readonly archives: readonly LoadedConnector[];
  readonly options: HarvestRequest;
  /** 0 if catalogs aren't harvested. */
  readonly maxRecords: number;
  readonly visitor: Pick<VisitClient, 'requestPart' | 'cachePart'>;
  readonly reading: Pick<ReadingContext, 'offersFrom' | 'forgetLinks'>;
  readonly records: RecordContext;
  readonly run: Pick<CrawlRun, 'addHarvested'>;
  /** The crawl has reached a limit or is stopping. */
  isStopped(): boolean;
  /** There are new offers. */
  wake(): void;
}

interface FoundCatalog {
  readonly connector: Connector;
  readonly endpoint: string;
}

/** Replaces the effects of a visit by those with its catalogs harvested. Unsettled if a harvest was interrupted. */
export type Harvester = (visit: Visit, effects: VisitEffects, halt: AbortSignal) => Promise<VisitEffects>;

export function createHarvester(context: HarvestContext): Harvester {
  const { archives, options, maxRecords } = context;
  /** Catalogs harvested in this run: their URLs by kind and endpoint key. */
  const harvested = new Map<string, string>();
  return async (visit, effects, halt) => {
    const reached = archivesAt(archives, visit, effects);
    const isArchive = reached.length > 0;
    const read = isArchive ? asArchive(visit, effects) : effects;
    const kept = options.isOnly ? { ...read, offers: read.offers.filter(isOnPath) } : read;
    if (maxRecords === 0) return kept;
    const catalogs = isArchive ? reached : catalogsIn(effects, options);
    if (catalogs.length === 0) return kept;
    const events: CrawlEvent[] = [];
    let isInterrupted = false;
    let { discoveries } = kept;
    for (const catalog of catalogs) {
      if (!isFirstHarvest(harvested, catalog, options)) continue;
      const outcome = await harvestOne(context, { visit, ...catalog }, halt).catch(failureOfConnector);
      if (typeof outcome === 'string') {
        events.push(failedEvent(catalog, outcome));
        continue;
      }
      events.push(eventOf(catalog, outcome));
      if (outcome.ended === 'stopped') {
        isInterrupted = true;
        continue;
      }
      await offerEarlier(context, visit, outcome.harvest);
      discoveries = await withDatasets(context.records.store, discoveries, { ...catalog, harvest: outcome.harvest });
    }
    const offers = kept.offers.filter((offer) => !isHarvestedPage(offer, catalogs));
    const outcome = isInterrupted ? null : kept.outcome;
    return { ...kept, discoveries, offers, events: [...kept.events, ...events], outcome };
  };
}

/** Pages of the catalog itself; those of another catalog it names get their own visit (edge case 67). */
function isHarvestedPage({ url }: Offer, catalogs: readonly FoundCatalog[]): boolean {
  return catalogs.some(({ connector, endpoint }) => {
    const isHere = connector.keepsPages !== true && hostKeyOf(url) === hostKeyOf(endpoint);
    return isHere && connector.isOwnPage(url, endpoint);
  });
}

/** Searchable datasets per catalog. Beyond this the catalog itself is the place to search. */
const maxDatasets = 50_000;

/** The catalog with its records as datasets, so that search finds them. */
async function withDatasets(
  store: Store,
  discoveries: readonly Discovery[],
  { connector, endpoint, harvest }: FoundCatalog & { readonly harvest: Harvest },
): Promise<readonly Discovery[]> {
  const { datasets, count } = await store.transact((transaction) => readDatasets(transaction, harvest, maxDatasets));
  if (datasets.length === 0) return discoveries;
  const union = unionExtents(datasets.flatMap(({ extent }) => (extent === null ? [] : [extent])));
  return discoveries.map((discovery) => {
    if (connector.catalogOf(discovery.identity) !== endpoint) return discovery;
    const { description } = discovery;
    const extent = description.extent ?? union;
    return { ...discovery, description: { ...description, layers: datasets, layerCount: count, extent } };
  });
}

/** Archives of plugin connectors reached by this visit, whatever the response. */
function archivesAt(
  archives: readonly LoadedConnector[],
  visit: Visit,
  { outcome }: VisitEffects,
): readonly FoundCatalog[] {
  const hasResponse = outcome?.state === 'done' || (outcome?.state === 'failed' && outcome.reason === 'fetch.status');
  if (!hasResponse || visit.foundBy !== 'seed') return [];
  const reached = archives.filter(({ url }) => url === visit.url);
  return reached.map(({ connector, outside }) => ({ connector, endpoint: outside.endpoint }));
}

/** A private API may reject everything but its own requests. */
function asArchive(visit: Visit, effects: VisitEffects): VisitEffects {
  const events = effects.events.filter(({ type }) => type !== 'problem');
  return { ...effects, events, outcome: { visit, state: 'done', reason: null, found: effects.discoveries.length } };
}

function catalogsIn({ discoveries }: VisitEffects, { items }: HarvestRequest): readonly FoundCatalog[] {
  return discoveries.flatMap(({ identity }) =>
    connectors.flatMap((connector) => {
      const endpoint = connector.onRequest && !items ? null : connector.catalogOf(identity);
      return endpoint === null ? [] : [{ connector, endpoint }];
    }),
  );
}

/** Several URLs lead to one catalog: each crawl harvests it once, and no part of a tree after the entire tree. */
function isFirstHarvest(
  harvested: Map<string, string>,
  { connector, endpoint }: FoundCatalog,
  { isOnly }: HarvestRequest,
): boolean {
  const key = `${connector.kind} ${endpointKey(endpoint)}`;
  if (harvested.has(key)) return false;
  if (connector.keepsPages === true && !isOnly) {
    for (const [other, root] of harvested)
      if (other.startsWith(`${connector.kind} `) && connector.isOwnPage(endpoint, root)) return false;
  }
  harvested.set(key, endpoint);
  return true;
}

/** URLs that derive from the seed: redirects, further probes. */
function isOnPath({ depth, foundBy }: Offer): boolean {
  return depth === 0 && foundBy !== 'sibling';
}

function harvestOne(
  context: HarvestContext,
  { visit, connector, endpoint }: FoundCatalog & { readonly visit: Visit },
  halt: AbortSignal,
): Promise<HarvestOutcome> {
  const { options, visitor, records, run, maxRecords } = context;
  const { store, clock, frontier } = records;
  return harvestCatalog({
    connector,
    endpoint,
    store,
    clock,
    maxRecords,
    since: options.since,
    isFull: options.isFull,
    request: async (request) => {
      const document = await visitor.requestPart(visit, request, halt);
      // Its pages are visited as well, unless only the harvest was requested.
      if (connector.keepsPages === true && !options.isOnly) visitor.cachePart(document);
      return document;
    },
    shouldStop: () => context.isStopped() || halt.aborted,
    onPage: async (transaction, { fresh, requests, bytes }) => {
      await frontier.confirm(transaction, visit);
      await refreshKnown(records, transaction, { visit, catalog: maskSecrets(endpoint) }, fresh);
      await offerLinks(context, transaction, visit, fresh);
      await records.count(transaction, { pages: 0, requests, bytes, resources: 0 });
      transaction.onEnd((isCommitted) => {
        if (!isCommitted) return;
        run.addHarvested({ requests, bytes, records: fresh.length });
        context.wake();
      });
    },
  });
}

/** URLs in records are offered with the catalog as source and the record's title as anchor. */
async function offerLinks(
  { options, reading, records: { frontier } }: HarvestContext,
  transaction: Transaction,
  visit: Visit,
  records: readonly StoredLinks[],
): Promise<void> {
  if (options.isOnly) return;
  const links = records.flatMap((record) =>
    record.links.map(
      ({ url, label }): Link => ({ url, foundBy: 'catalog', anchor: label, window: '', nofollow: false }),
    ),
  );
  const offers = reading.offersFrom(links, { via: visit, depth: visit.depth + 1 });
  // A transaction may be retried: the links must then count as new.
  transaction.onEnd((isCommitted) => {
    if (!isCommitted) reading.forgetLinks();
  });
  await frontier.offer(transaction, offers);
}

/** A later harvest returns only changes, but a new crawl also needs the earlier records. */
async function offerEarlier(context: HarvestContext, visit: Visit, harvest: Harvest): Promise<void> {
  if (harvest.run === 1 && !harvest.isResumed) return;
  await context.records.store.transact(async (transaction) =>
    offerLinks(context, transaction, visit, await readLinks(transaction, harvest)),
  );
  context.wake();
}

/** An exception of a plugin connector ends its harvest, not the crawl. */
function failureOfConnector(error: unknown): string {
  if (error instanceof GeotrawlError && error.code === 'crawl.connector-failed') return error.message;
  throw error;
}

function failedEvent({ connector, endpoint }: FoundCatalog, message: string): HarvestEvent {
  return {
    type: 'harvest',
    url: maskSecrets(endpoint),
    kind: connector.kind,
    ended: 'failed',
    isResumed: false,
    since: null,
    records: 0,
    changed: 0,
    total: null,
    skipped: 0,
    requests: 0,
    problems: [],
    message,
  };
}

function eventOf({ connector, endpoint }: FoundCatalog, outcome: HarvestOutcome): HarvestEvent {
  const { state, isResumed } = outcome.harvest;
  const { since, seen, changed, total, skipped, requests } = state;
  return {
    type: 'harvest',
    url: maskSecrets(endpoint),
    kind: connector.kind,
    ended: outcome.ended,
    isResumed,
    since,
    records: seen,
    changed,
    total,
    skipped,
    requests,
    problems: outcome.problems.map(({ code, message }) => ({ code, message: maskSecrets(message) })),
    message: maskSecrets(outcome.failure?.message ?? ''),
  };
}
