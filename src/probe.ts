// Identifies the resources behind URLs, without a crawl or a database.

import { mapInOrder } from './base/async/map-in-order.ts';
import { makeDocument } from './base/document/document.ts';
import { systemClock } from './base/time/system-clock.ts';
import { type Config, settingsWith } from './config.ts';
import { reportDiscovery, reportNothing } from './describe/resource-report.ts';
import { createFetch } from './fetch/client.ts';
import { networkPolicy } from './fetch/policy.ts';
import { createPoliteFetch } from './fetch/polite-fetch.ts';
import { chooseKinds } from './identify/choose-kinds.ts';
import { explainFailureIn } from './identify/explain-failure.ts';
import { identify } from './identify/identify.ts';
import { type ProbeTools, probeUrl } from './identify/probe-url.ts';
import { GeotrawlError } from './model/errors.ts';
import type { Fetch } from './model/fetch.ts';
import type { PluginKind, ResourceKind } from './model/kind.ts';
import type { ProbeReport } from './model/report.ts';
import type { Discovery } from './model/resource.ts';
import { type LoadedKind, loadPluginKinds, registryOf } from './plugins/kind-modules.ts';
import type { KindFailure } from './plugins/plugin-kind.ts';
import { parseSeed } from './seeds/url-list.ts';

export interface ProbeOptions {
  readonly settings?: Partial<Config>;
  /** Ids of the kinds to try; all by default. */
  readonly kinds?: readonly string[] | null;
  /** The caller's kinds, tried before the built-in ones. */
  readonly ownKinds?: readonly PluginKind[];
}

/** Concurrency; the delay between requests to one host still applies. */
const sideBySide = 8;

/**
 * One report per resource found, or one that explains why not, in the order of the URLs. The user named the URL, so
 * robots.txt isn't consulted here as it is in a crawl; delay, limits and address guard apply.
 */
export async function* probe(
  urls: string | Iterable<string> | AsyncIterable<string>,
  options: ProbeOptions = {},
  signal?: AbortSignal,
): AsyncGenerator<ProbeReport> {
  const { tools, close } = await openTools(options);
  const given = typeof urls === 'string' ? [urls] : urls;
  try {
    for await (const reports of mapInOrder(given, (url) => probeOne(url, tools, signal), sideBySide)) yield* reports;
  } finally {
    await close();
  }
}

/** The complete descriptions behind one URL; fails with the reason if there are none. */
export async function discoveriesAt(
  url: string,
  options: ProbeOptions = {},
  signal?: AbortSignal,
): Promise<readonly Discovery[]> {
  const { tools, close } = await openTools(options);
  try {
    const { choose, ...rest } = tools;
    const { discoveries, reason } = await probeUrl(parseSeed(url), { ...rest, kinds: choose([]) }, signal);
    if (discoveries.length > 0) return discoveries;
    throw new GeotrawlError('crawl.not-confirmed', `${url}: ${reason?.message ?? 'Nothing was found.'}`);
  } finally {
    await close();
  }
}

type Tools = Omit<ProbeTools, 'kinds'> & { readonly choose: Choose };

async function openTools(options: ProbeOptions): Promise<{ readonly tools: Tools; close(): Promise<void> }> {
  const config = settingsWith(options.settings);
  const outside = await loadPluginKinds(config, options.ownKinds);
  const choose = chooser(outside, options.kinds ?? null);
  const fetch = createFetch(networkPolicy(config));
  const tools = {
    choose,
    fetch: inTurn(fetch, config['politeness.delayMs']),
    clock: systemClock,
    delayMs: 0,
    maxBytes: config['network.maxCapabilitiesBytes'],
  };
  return { tools, close: () => fetch.close() };
}

export interface DocumentOptions {
  readonly baseUrl: string;
  readonly kinds?: readonly string[] | null;
  readonly outside?: readonly LoadedKind[];
}

/** The same for a given document. */
export function* probeDocument(bytes: Uint8Array, options: DocumentOptions): Generator<ProbeReport> {
  const { baseUrl, kinds = null, outside = [] } = options;
  const failures: KindFailure[] = [];
  const document = makeDocument({ url: baseUrl, bytes });
  const discoveries = identify(document, chooser(outside, kinds)(failures));
  const reports = discoveries.map((discovery) => reportDiscovery(discovery, baseUrl));
  const found = reports.length > 0 ? reports : [reportNothing(baseUrl, explainFailureIn(document), 0)];
  yield* withFailures(found, failures);
}

/** The kinds for one call; failures of plugin kinds are collected in the list. */
type Choose = (failures: KindFailure[]) => readonly ResourceKind[];

function chooser(outside: readonly LoadedKind[], ids: readonly string[] | null): Choose {
  const choose: Choose = (failures) =>
    chooseKinds(
      registryOf(outside, (failure) => failures.push(failure)),
      ids,
    );
  // An unknown id is rejected before any request.
  choose([]);
  return choose;
}

/** A failed kind may be why nothing was found; beside a discovery it is reported as a problem. */
function withFailures(reports: readonly ProbeReport[], failures: readonly KindFailure[]): readonly ProbeReport[] {
  const [first, ...rest] = reports;
  const [failure] = failures;
  if (first === undefined || failure === undefined) return reports;
  const problems = failures.map(({ code, message }) => ({ code, message }));
  if (first.kind !== null) return [{ ...first, problems: [...first.problems, ...problems] }, ...rest];
  return first.reason.code === 'not-a-resource' ? [{ ...first, reason: problems[0]! }] : reports;
}

async function probeOne(
  given: string,
  { choose, ...tools }: Tools,
  signal?: AbortSignal,
): Promise<readonly ProbeReport[]> {
  try {
    const url = parseSeed(given);
    const failures: KindFailure[] = [];
    const outcome = await probeUrl(url, { ...tools, kinds: choose(failures) }, signal);
    const nothing = { code: 'not-a-resource', message: 'Nothing was found.' } as const;
    const reports = outcome.discoveries.map((discovery) => reportDiscovery(discovery, url));
    return withFailures(
      reports.length > 0 ? reports : [reportNothing(url, outcome.reason ?? nothing, outcome.requests)],
      failures,
    );
  } catch (error) {
    // One invalid line of a long list is reported like any other result, and the rest continues.
    if (!(error instanceof GeotrawlError) || signal?.aborted) throw error;
    return [reportNothing(given, { code: error.code, message: error.message }, 0)];
  }
}

function inTurn(fetch: Fetch, delayMs: number): Fetch {
  const polite = createPoliteFetch(fetch, systemClock);
  return { ...fetch, get: (request, signal) => polite.get({ ...request, delayMs, mayHop: () => true }, signal) };
}
