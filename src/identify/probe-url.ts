// Is there a resource behind this one URL? The cascade in small: suspicion, cheapest request, identity.
import { readOwsQuery } from '../base/ows-url.ts';
import { hostKeyOf } from '../base/url.ts';
import type { Clock } from '../model/clock.ts';
import type { Document } from '../model/document.ts';
import { type ErrorCode, GeotrawlError } from '../model/errors.ts';
import type { Fetch } from '../model/fetch.ts';
import type { ProbeRequest, ResourceKind } from '../model/kind.ts';
import type { Link } from '../model/link.ts';
import type { ProblemCode } from '../model/problem.ts';
import type { Finding } from '../model/resource.ts';
import { hints } from './hints.ts';
import { identify } from './identify.ts';
import { suspicions } from './suspicions.ts';

export interface ProbeTools {
  readonly kinds: readonly ResourceKind[];
  readonly fetch: Fetch;
  readonly clock: Clock;
  /** Between two requests to the same host. */
  readonly delayMs: number;
}

export interface ProbeOutcome {
  readonly url: string;
  /** Empty when nothing was found; `reason` then says why. */
  readonly findings: readonly Finding[];
  readonly reason: { readonly code: ErrorCode | ProblemCode | 'not-a-resource'; readonly message: string } | null;
  /** Requests sent, redirect hops and retries included. */
  readonly requests: number;
  /** The answer the outcome rests on; null when none came. */
  readonly document: Document | null;
}

/** Requests for one URL: itself, one kind's list, and what an answer hints at. */
const maxProbes = 6;
/** Below this suspicion the URL is looked at as it is before anything is asked of it. */
const probeFrom = 0.5;
/** Capabilities may be far larger than pages (security.md). */
const maxBytes = 128 * 1024 * 1024;

/** Sends as few requests as it can and stops at the first identity. Failed requests are told in `reason`, not thrown. */
export async function probeUrl(url: string, tools: ProbeTools, signal?: AbortSignal): Promise<ProbeOutcome> {
  const queue = plan(url, tools.kinds);
  const sent = new Set<string>();
  let outcome: ProbeOutcome = { url, findings: [], reason: null, requests: 0, document: null };
  let lastHost: string | null = null;
  while (queue.length > 0 && sent.size < maxProbes) {
    const request = queue.shift();
    if (request === undefined || sent.has(request.url)) continue;
    sent.add(request.url);
    if (lastHost === hostKeyOf(request.url)) await tools.clock.sleep(tools.delayMs, signal);
    lastHost = hostKeyOf(request.url);
    outcome = await send(request, outcome, tools, signal);
    if (outcome.findings.length > 0) return outcome;
    // No answer, or an address that is gone: other questions to it are wasted.
    if (outcome.document === null || isGone(outcome.document.status)) break;
    queue.unshift(...hintedProbes(outcome.document, tools.kinds));
  }
  return outcome;
}

/** The URL as given when it asks for capabilities already or nothing suspects it; then the best suspicion's requests. */
function plan(url: string, kinds: readonly ResourceKind[]): ProbeRequest[] {
  const link: Link = { url, foundBy: 'seed', anchor: '', window: '', nofollow: false };
  const [best] = suspicions(link, kinds);
  const probes = best === undefined ? [] : (kinds.find(({ id }) => id === best.kind)?.probe(url) ?? []);
  const asked = readOwsQuery(url)?.request;
  const asGiven = asked === 'GetCapabilities' || asked === 'capabilities' || (best?.score ?? 0) < probeFrom;
  return asGiven ? [{ url }, ...probes] : [...probes];
}

/** The first request of what the answer hints at. */
function hintedProbes(document: Document, kinds: readonly ResourceKind[]): readonly ProbeRequest[] {
  return hints(document, kinds).flatMap(({ kind, url }) => {
    const request = kinds.find(({ id }) => id === kind)?.probe(url)[0];
    return request === undefined ? [] : [request];
  });
}

async function send(
  request: ProbeRequest,
  before: ProbeOutcome,
  tools: ProbeTools,
  signal?: AbortSignal,
): Promise<ProbeOutcome> {
  try {
    const document = await tools.fetch.get({ ...request, maxBytes }, signal);
    const requests = before.requests + document.requests;
    const findings = identify(document, tools.kinds).map((finding) => ({ ...finding, requests }));
    const reason = findings.length > 0 ? null : reasonFor(document);
    return { url: before.url, findings, reason, requests, document };
  } catch (error) {
    if (!(error instanceof GeotrawlError) || signal?.aborted) throw error;
    const reason = { code: error.code, message: error.message };
    // What our own policy refused was never sent.
    const sent = error.code.startsWith('policy.') ? 0 : 1;
    return { ...before, reason, requests: before.requests + sent, document: null };
  }
}

function reasonFor(document: Document): NonNullable<ProbeOutcome['reason']> {
  if (document.status >= 400) {
    return { code: 'http.error-status', message: `The server answered with status ${document.status}.` };
  }
  if (document.bytes.length === 0) return { code: 'not-a-resource', message: 'The answer is empty.' };
  const what = document.mediaType === '' ? 'an answer without a type' : document.mediaType;
  return { code: 'not-a-resource', message: `The answer is ${what}, but no geospatial resource we know.` };
}

function isGone(status: number): boolean {
  return status === 404 || status === 410 || status === 401;
}
