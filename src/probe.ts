// What is behind these URLs? The cascade for a person or program that asks, without a crawl and without a database.
import { makeDocument } from './base/document.ts';
import { mapInOrder } from './base/map-in-order.ts';
import { reportFinding, reportNothing } from './base/report.ts';
import { systemClock } from './base/system-clock.ts';
import { type Config, settingsWith } from './config.ts';
import { createFetch } from './fetch/client.ts';
import { createPoliteFetch } from './fetch/polite-fetch.ts';
import { chooseKinds } from './identify/choose-kinds.ts';
import { identify } from './identify/identify.ts';
import { probeUrl } from './identify/probe-url.ts';
import { kinds as allKinds } from './kinds/index.ts';
import { GeotrawlError } from './model/errors.ts';
import type { Fetch } from './model/fetch.ts';
import type { ProbeReport } from './model/report.ts';
import { networkPolicy } from './network-policy.ts';
import { parseSeed } from './seeds/url-list.ts';

export interface ProbeOptions {
  readonly settings?: Partial<Config>;
  /** Ids of the kinds to try; all when null or not given. */
  readonly kinds?: readonly string[] | null;
}

/** Looked at side by side; requests to one host still keep their pause. */
const sideBySide = 8;

/**
 * One report per resource found, or one that says why not, in the order of the URLs. Typing a URL is asking for it, so
 * robots.txt is not consulted here as it is in a crawl; pause, limits and address guard hold all the same.
 */
export async function* probe(
  urls: string | Iterable<string> | AsyncIterable<string>,
  options: ProbeOptions = {},
  signal?: AbortSignal,
): AsyncGenerator<ProbeReport> {
  const config = settingsWith(options.settings);
  const kinds = chooseKinds(allKinds, options.kinds ?? null);
  const fetch = createFetch(networkPolicy(config));
  const tools = { kinds, fetch: inTurn(fetch, config['politeness.delayMs']), clock: systemClock, delayMs: 0 };
  const given = typeof urls === 'string' ? [urls] : urls;
  try {
    for await (const reports of mapInOrder(given, (url) => probeOne(url, tools, signal), sideBySide)) yield* reports;
  } finally {
    await fetch.close();
  }
}

/** The same for a document at hand. */
export function* probeDocument(
  bytes: Uint8Array,
  options: { readonly baseUrl: string; readonly kinds?: readonly string[] | null },
): Generator<ProbeReport> {
  const document = makeDocument({ url: options.baseUrl, bytes });
  const findings = identify(document, chooseKinds(allKinds, options.kinds ?? null));
  for (const finding of findings) yield reportFinding(finding, options.baseUrl);
  if (findings.length === 0) {
    yield reportNothing(
      options.baseUrl,
      { code: 'not-a-resource', message: 'The document is no geospatial resource we know.' },
      0,
    );
  }
}

async function probeOne(
  given: string,
  tools: Parameters<typeof probeUrl>[1],
  signal?: AbortSignal,
): Promise<readonly ProbeReport[]> {
  try {
    const url = parseSeed(given);
    const outcome = await probeUrl(url, tools, signal);
    if (outcome.findings.length > 0) return outcome.findings.map((finding) => reportFinding(finding, url));
    const nothing = { code: 'not-a-resource', message: 'Nothing was found.' } as const;
    return [reportNothing(url, outcome.reason ?? nothing, outcome.requests)];
  } catch (error) {
    // One odd line of a long list is told like any other result, and the rest goes on.
    if (!(error instanceof GeotrawlError) || signal?.aborted) throw error;
    return [reportNothing(given, { code: error.code, message: error.message }, 0)];
  }
}

function inTurn(fetch: Fetch, delayMs: number): Fetch {
  const polite = createPoliteFetch(fetch, systemClock);
  return { ...fetch, get: (request, signal) => polite.get({ ...request, delayMs, mayHop: () => true }, signal) };
}
