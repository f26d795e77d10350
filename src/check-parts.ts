// What checks work with, put together from settings: catalog, polite questions, kinds.
import { systemClock } from './base/system-clock.ts';
import { openSqliteCatalog } from './catalog/sqlite-catalog.ts';
import type { CheckTools, Described } from './check/check-round.ts';
import type { nextVisit } from './check/schedule.ts';
import { tellWebhooks } from './check-tell.ts';
import { type Config, settingsWith } from './config.ts';
import { createFetch } from './fetch/client.ts';
import { defaultPacePolicy } from './fetch/pace.ts';
import { createPoliteAsk, type PoliteAsk } from './fetch/polite-ask.ts';
import { identifyFully } from './identify/gather.ts';
import { readError, readRefusal } from './identify/why-nothing.ts';
import { loadOutsideKinds, registryOf } from './kind-registry.ts';
import type { Catalog } from './model/catalog.ts';
import type { Clock } from './model/clock.ts';
import { GeotrawlError } from './model/errors.ts';
import type { CheckRequest, ResourceKind } from './model/kind.ts';
import type { Resource } from './model/resource.ts';
import type { Search } from './model/search.ts';
import { networkPolicy } from './network-policy.ts';
import { openSearch } from './search/open-search.ts';
import { expandByLexicon } from './search-meanings.ts';
import { openStore } from './store/open-store.ts';
import type { SqlStore } from './store/sql.ts';

export interface CheckParts extends Pick<CheckTools, 'ask' | 'describe' | 'reader' | 'clock'> {
  readonly store: SqlStore;
  readonly catalog: Catalog;
  readonly search: Search;
  readonly kinds: readonly ResourceKind[];
  readonly random: () => number;
  readonly retryAfterMs?: number;
  /** When to look again; the schedule that learns unless something else is given. */
  readonly plan?: typeof nextVisit;
}

export interface OpenParts extends CheckParts {
  /** Tells webhooks of what they have not heard of; how many took it. */
  tell(signal?: AbortSignal): Promise<number>;
  close(): Promise<void>;
}

/** Answers of scored operations; a feature may be a whole coastline. */
const maxOperationBytes = 4 * 1024 * 1024;

/** `clock` and `random` are for tests. */
export async function openCheckParts(
  given: Partial<Config>,
  { clock = systemClock, random = Math.random }: { readonly clock?: Clock; readonly random?: () => number } = {},
): Promise<OpenParts> {
  const config = settingsWith(given);
  const kinds = registryOf(await loadOutsideKinds(config, undefined), () => undefined);
  const fetch = createFetch(networkPolicy(config));
  const pace = { ...defaultPacePolicy, baseDelayMs: config['politeness.delayMs'] };
  const ask = createPoliteAsk({ fetch, clock, pace });
  const store = openStore(config.db, { cacheFolder: config['cache.folder'] });
  const catalog = openSqliteCatalog(store);
  return {
    ...{ store, catalog, kinds, clock, random },
    search: openSearch(store, { read: catalog.get, expand: expandByLexicon }),
    ask: (request, signal) => ask(asked(request), signal),
    describe: (resource, signal) =>
      describe(resource, { ask, kinds, maxBytes: config['network.maxCapabilitiesBytes'] }, signal),
    reader: { refusal: readRefusal, error: readError },
    tell: (signal) => tellWebhooks({ store, fetch, clock, ...webhooksOf(config) }, signal),
    close: async () => {
      await fetch.close();
      await store.close();
    },
  };
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

function asked({ url, accept, headers, range, body }: CheckRequest, maxBytes = maxOperationBytes) {
  return {
    ...{ url, maxBytes: range === undefined ? maxBytes : range[1] - range[0] + 1 },
    ...(accept === undefined ? {} : { accept }),
    ...(headers === undefined ? {} : { headers }),
    ...(range === undefined ? {} : { range }),
    ...(body === undefined ? {} : { body }),
  };
}

interface DescribeTools {
  readonly ask: PoliteAsk;
  readonly kinds: readonly ResourceKind[];
  readonly maxBytes: number;
}

/** The request that proved it once, asked again in the same way, with the further parts its kind needs. */
async function describe(resource: Resource, tools: DescribeTools, signal?: AbortSignal): Promise<Described> {
  const { ask, kinds, maxBytes } = tools;
  const kind = kinds.find(({ id }) => id === resource.kind);
  const probes = kind?.probe(resource.url) ?? [];
  const request = probes.find(({ url }) => url === resource.url) ?? { url: resource.url, ...wayOf(probes[0]) };
  const document = await ask(asked(request, maxBytes), signal);
  const findings = await identifyFully(document, kinds, (part) => ask(asked(part, maxBytes), signal));
  return { document, finding: findings.find(({ identity }) => identity.kind === resource.kind) ?? null };
}

function wayOf(probe: CheckRequest | undefined): Partial<CheckRequest> {
  const { accept, range } = probe ?? {};
  return { ...(accept === undefined ? {} : { accept }), ...(range === undefined ? {} : { range }) };
}
