// What checks work with, put together from settings: catalog, polite questions, kinds.
import { randomUUID } from 'node:crypto';
import { watchEventLoopLag } from '../../base/async/event-loop-lag.ts';
import { systemClock } from '../../base/time/system-clock.ts';
import { readUrl } from '../../base/url/url.ts';
import { openSqlCatalog } from '../../catalog/sql-catalog.ts';
import { type CheckHostLeases, openCheckHostLeases } from '../../cluster/hosts/host-leases.ts';
import type { SharedLimits } from '../../cluster/hosts/shared-limits.ts';
import { type Config, settingsWith } from '../../config.ts';
import { createAddressGuard } from '../../fetch/address-guard.ts';
import { createFetch } from '../../fetch/client.ts';
import { defaultDelayPolicy } from '../../fetch/crawl-delay.ts';
import { createHostGate, type HostGate } from '../../fetch/host-gate.ts';
import { networkPolicy } from '../../fetch/policy.ts';
import { createPoliteClient, type PoliteClient } from '../../fetch/polite-client.ts';
import { createMailer } from '../../fetch/send-mail.ts';
import { openCredentials } from '../../frontier/host-credentials.ts';
import { readError, readRefusal } from '../../identify/explain-failure.ts';
import { identifyFully } from '../../identify/gather.ts';
import type { Catalog } from '../../model/catalog.ts';
import type { Clock } from '../../model/clock.ts';
import { GeotrawlError } from '../../model/errors.ts';
import type { Ingest } from '../../model/ingest.ts';
import type { CheckRequest, ResourceKind } from '../../model/kind.ts';
import type { RetentionPolicy, Validators } from '../../model/monitoring.ts';
import type { Resource } from '../../model/resource.ts';
import type { Search } from '../../model/search.ts';
import { loadPluginKinds, registryOf } from '../../plugins/kind-registry.ts';
import { openHostCountries } from '../../search/host-countries.ts';
import { openSearch } from '../../search/open-search.ts';
import { expandByLexicon } from '../../search/query-synonyms.ts';
import { acquireLeaderLease, releaseLeaderLease } from '../../store/leader-lease.ts';
import { openStore } from '../../store/open-store.ts';
import type { PostgresStore } from '../../store/postgres/postgres.ts';
import type { SqlStore } from '../../store/sql/sql.ts';
import { deliverMail, type MailParts } from '../notify/mail-delivery.ts';
import { deliverWebhooks } from '../notify/webhook-delivery.ts';
import { openIngest } from '../open-ingest.ts';
import type { nextVisit } from '../schedule/schedule.ts';
import type { CheckTools, Described } from './check-round.ts';
import { conditionOf, readValidators } from './conditional-request.ts';

export interface MonitorDependencies extends Pick<CheckTools, 'ask' | 'describe' | 'reader' | 'clock'> {
  readonly store: SqlStore;
  readonly catalog: Catalog;
  readonly search: Search;
  readonly ingest: Ingest;
  readonly kinds: readonly ResourceKind[];
  readonly random: () => number;
  readonly retryAfterMs?: number;
  /** Whether this process is too busy to judge others, or to begin more. */
  readonly isStrained?: () => boolean;
  /** Where several machines check: which hosts are ours. */
  readonly turns?: CheckHostLeases;
  /** When to look again; the schedule that learns unless something else is given. */
  readonly plan?: typeof nextVisit;
}

export interface OpenMonitorOptions extends MonitorDependencies {
  /** Tells webhooks and readers of mail what they have not heard of; how many took it. */
  tell(signal?: AbortSignal): Promise<number>;
  close(): Promise<void>;
}

/** Longer than any one message; after it somebody else may tell. */
const longestTellMs = 10 * 60_000;
/** Answers of scored operations; a feature may be a whole coastline. */
const maxOperationBytes = 4 * 1024 * 1024;

export interface CheckSeams {
  /** For tests, as the next. */
  readonly clock?: Clock;
  readonly random?: () => number;
  /** Of the crawls in the same process. */
  readonly shared?: Pick<SharedLimits, 'store' | 'gate'>;
  /** As leases of hosts name this process; any name of its own otherwise. */
  readonly holder?: string;
}

export async function openMonitorDependencies(
  given: Partial<Config>,
  seams: CheckSeams = {},
): Promise<OpenMonitorOptions> {
  const { clock = systemClock, random = Math.random, shared } = seams;
  const config = settingsWith(given);
  const kinds = registryOf(await loadPluginKinds(config, undefined), () => undefined);
  const store = shared?.store ?? openStore(config.db, { cacheFolder: config['cache.folder'] });
  const fetch = createFetch({ ...networkPolicy(config), credentials: await openCredentials(store, config) });
  const delayPolicy = { ...defaultDelayPolicy, baseDelayMs: config['politeness.delayMs'] };
  const gate = shared?.gate ?? createHostGate(clock);
  const turns = store.engine === 'sqlite' ? null : openTurns(store as PostgresStore, { config, clock, gate, ...seams });
  const ask = createPoliteClient({ fetch, clock, delayPolicy, gate: turns?.gate ?? gate });
  const catalog = openSqlCatalog(store);
  const countryOf = openHostCountries(store, config['hosts.countries']);
  const search = openSearch(store, { read: catalog.get, expand: expandByLexicon, countryOf });
  const lag = watchEventLoopLag();
  const webhooks = { store, fetch, clock, ...webhooksOf(config) };
  const mail: MailParts = { store, catalog, clock, ...mailOf(config) };
  return {
    ...{ store, catalog, kinds, clock, random, isStrained: lag.isStrained, ...(turns && { turns }) },
    search,
    ingest: openIngest(store, { catalog, search }),
    ask: (request, signal) => ask(requests(request), signal),
    describe: (resource, known, signal) =>
      describe(resource, { ask, kinds, clock, known, maxBytes: config['network.maxCapabilitiesBytes'] }, signal),
    reader: { refusal: readRefusal, error: readError },
    tell: (signal) =>
      aloneIn(store, async (isOurs) => {
        const told = await deliverWebhooks({ ...webhooks, isOurs }, signal);
        return told + (await deliverMail({ ...mail, isOurs }));
      }),
    close: async () => {
      lag.stop();
      await fetch.close();
      await turns?.close();
      if (shared === undefined) await store.close();
    },
  };
}

interface TurnSeams {
  readonly config: Config;
  readonly clock: Clock;
  readonly gate: HostGate;
  readonly holder?: string;
}

function openTurns(store: PostgresStore, { config, clock, gate, holder }: TurnSeams): CheckHostLeases {
  const { 'workers.leaseMs': leaseMs, 'politeness.delayMs': delayMs } = config;
  return openCheckHostLeases({ store, clock, gate, leaseMs, delayMs, ...(holder === undefined ? {} : { holder }) });
}

/** Of several machines one tells at a time: nobody hears of a thing twice. */
async function aloneIn(store: SqlStore, work: (isOurs: () => Promise<boolean>) => Promise<number>): Promise<number> {
  const lease = { name: 'tell', holder: randomUUID() };
  const isOurs = () => acquireLeaderLease(store, { ...lease, forMs: longestTellMs });
  if (!(await isOurs())) return 0;
  try {
    return await work(isOurs);
  } finally {
    await releaseLeaderLease(store, lease);
  }
}

export function retentionOf(settings: Pick<Config, 'check.keepDays' | 'check.keepRounds'>): RetentionPolicy {
  const roundsMs = settings['check.keepDays'] * 24 * 3_600_000;
  const roundsPerResource = settings['check.keepRounds'];
  return { roundsMs, roundsPerResource, versionsPerResource: 100, eventsMs: 4 * roundsMs };
}

/** Unsigned messages could be anybody's. */
function webhooksOf(config: Config): { readonly urls: readonly string[]; readonly secret: string } {
  const [urls, secret] = [config['check.webhooks'], config['check.webhookSecret']];
  if (urls.length > 0 && secret === null)
    throw new GeotrawlError(
      'config.bad-value',
      'check.webhooks needs check.webhookSecret, the key messages are signed with.',
    );
  return { urls, secret: secret ?? '' };
}

function mailOf(config: Config): Omit<MailParts, 'store' | 'catalog' | 'clock'> {
  const [server, from, to] = [config['mail.smtp'], config['mail.from'], config['mail.to']];
  const shown = {
    ...{ to, digestMs: config['mail.digestHours'] * 3_600_000, title: config['server.title'] },
    base: config['server.publicUrl']?.replace(/\/+$/, '') ?? null,
  };
  if (server === null) return { ...shown, mailer: null };
  const url = readUrl(server);
  if (url === null || !/^smtps?:$/.test(url.protocol) || from === null)
    throw new GeotrawlError(
      'config.bad-value',
      'mail.smtp takes smtp://NAME:PASSWORD@HOST:PORT or smtps://…, and needs mail.from, the address mail comes from.',
    );
  return { ...shown, mailer: createMailer({ server: url, from, guard: createAddressGuard(networkPolicy(config)) }) };
}

function requests({ url, accept, headers, range, body }: CheckRequest, maxBytes = maxOperationBytes) {
  return {
    ...{ url, maxBytes: range === undefined ? maxBytes : range[1] - range[0] + 1 },
    ...(accept === undefined ? {} : { accept }),
    ...(headers === undefined ? {} : { headers }),
    ...(range === undefined ? {} : { range }),
    ...(body === undefined ? {} : { body }),
  };
}

interface DescribeTools {
  readonly ask: PoliteClient;
  readonly kinds: readonly ResourceKind[];
  readonly clock: Clock;
  readonly known: Validators | null;
  readonly maxBytes: number;
}

/** The request that proved it once, asked again in the same way, with the further parts its kind needs. */
async function describe(resource: Resource, tools: DescribeTools, signal?: AbortSignal): Promise<Described> {
  const { ask, kinds, clock, known, maxBytes } = tools;
  const kind = kinds.find(({ id }) => id === resource.kind);
  const probes = kind?.probe(resource.url) ?? [];
  const request = probes.find(({ url }) => url === resource.url) ?? { url: resource.url, ...methodOf(probes[0]) };
  const condition = known === null ? {} : conditionOf(known);
  const document = await ask({ ...requests(request, maxBytes), ...condition }, signal);
  if (known !== null && document.status === 304)
    return { document, discovery: null, isUnchanged: true, validators: known };
  let parts = 0;
  const discoveries = await identifyFully(document, kinds, (part) => {
    parts++;
    return ask(requests(part, maxBytes), signal);
  });
  const discovery = discoveries.find(({ identity }) => identity.kind === resource.kind) ?? null;
  // One part may stay while another changes.
  const isWhole = discovery !== null && parts === 0;
  return {
    document,
    discovery,
    isUnchanged: false,
    validators: isWhole ? readValidators(document, clock.now()) : null,
  };
}

function methodOf(probe: CheckRequest | undefined): Partial<CheckRequest> {
  const { accept, range } = probe ?? {};
  return { ...(accept === undefined ? {} : { accept }), ...(range === undefined ? {} : { range }) };
}
