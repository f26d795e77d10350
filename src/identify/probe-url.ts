// Identifies the resource behind one URL: suspicion, cheapest request, identity.
import { readOwsQuery, withoutQuery } from '../base/url/ows-url.ts';
import { hostKeyOf } from '../base/url/url.ts';
import type { Clock } from '../model/clock.ts';
import type { Document } from '../model/document.ts';
import { type ErrorCode, GeotrawlError } from '../model/errors.ts';
import type { Fetch } from '../model/fetch.ts';
import type { ProbeRequest, ResourceKind } from '../model/kind.ts';
import type { ProblemCode } from '../model/problem.ts';
import type { Discovery } from '../model/resource.ts';
import { explainFailure } from './explain-failure.ts';
import { identifyFully } from './gather.ts';
import { ProbeQueue } from './probe-queue.ts';
import { behindSubjects } from './siblings.ts';

export interface ProbeTools {
  readonly kinds: readonly ResourceKind[];
  readonly fetch: Fetch;
  readonly clock: Clock;
  /** Delay between two requests to the same host. */
  readonly delayMs: number;
  /** Limit of a response that may be a service description. */
  readonly maxBytes?: number;
}

export interface ProbeOutcome {
  readonly url: string;
  /** Empty if nothing was found; `reason` then explains why. */
  readonly discoveries: readonly Discovery[];
  readonly reason: { readonly code: ErrorCode | ProblemCode | 'not-a-resource'; readonly message: string } | null;
  /** Requests sent, including redirects and retries. */
  readonly requests: number;
  /** The deciding response; null if there was none. */
  readonly document: Document | null;
}

/** Requests per URL: itself, one kind's list, hints of responses, and siblings of discoveries. */
const maxProbes = 8;
/** For all of them together: some servers take a minute for every response (edge case 16). */
const maxTotalMs = 5 * 60_000;
/** Capabilities may be far larger than pages (security.md). */
const defaultMaxBytes = 128 * 1024 * 1024;

/**
 * Sends as few requests as possible. A URL that names a service is done at the first identity; a server's bare address
 * continues with siblings. Failed requests are reported in `reason`, not thrown.
 */
export async function probeUrl(url: string, tools: ProbeTools, signal?: AbortSignal): Promise<ProbeOutcome> {
  const queue = new ProbeQueue(url, tools.kinds);
  let last: ProbeOutcome = { url, discoveries: [], reason: null, requests: 0, document: null };
  let discoveries: readonly Discovery[] = [];
  let proof: Document | null = null;
  let lastHost: string | null = null;
  const endMs = tools.clock.now() + maxTotalMs;
  while (queue.sent < maxProbes && tools.clock.now() < endMs) {
    const request = queue.next();
    if (request === null) break;
    if (lastHost === hostKeyOf(request.url)) await tools.clock.sleep(tools.delayMs, signal);
    lastHost = hostKeyOf(request.url);
    last = await send(request, { ...last, discoveries: [] }, tools, signal);
    if (last.document === null) break;
    if (last.discoveries.length === 0) {
      queue.missed(last.document);
      continue;
    }
    proof ??= last.document;
    discoveries = withDiscoveries(discoveries, last.discoveries);
    queue.settled(last.discoveries);
  }
  return proof === null ? last : { ...last, discoveries: behindSubjects(discoveries), reason: null, document: proof };
}

/** Each resource once: siblings may lead back to each other. */
function withDiscoveries(before: readonly Discovery[], now: readonly Discovery[]): readonly Discovery[] {
  const isNew = ({ identity }: Discovery) =>
    !before.some((one) => one.identity.kind === identity.kind && one.identity.endpoint === identity.endpoint);
  return [...before, ...now.filter(isNew)];
}

async function send(
  request: ProbeRequest,
  before: ProbeOutcome,
  tools: ProbeTools,
  signal?: AbortSignal,
): Promise<ProbeOutcome> {
  try {
    const document = isLook(request, before.url)
      ? await tools.fetch.get(request, signal)
      : await get(request, tools, signal);
    let requests = before.requests + document.requests;
    const requestPart = async (part: ProbeRequest) => {
      await tools.clock.sleep(tools.delayMs, signal);
      requests++;
      const response = await get(part, tools, signal);
      requests += response.requests - 1;
      return response;
    };
    const found = await identifyFully(document, tools.kinds, requestPart);
    const discoveries = found.map((discovery) => ({ ...discovery, requests }));
    const reason = discoveries.length > 0 ? null : explainFailure(document);
    return { url: before.url, discoveries, reason, requests, document };
  } catch (error) {
    if (!(error instanceof GeotrawlError) || signal?.aborted) throw error;
    const reason = { code: error.code, message: error.message };
    // Requests refused by our own policy were never sent.
    const sent = error.code.startsWith('policy.') ? 0 : 1;
    return { ...before, reason, requests: before.requests + sent, document: null };
  }
}

/** The URL as given without suspicion of a long document: the page limit applies. */
function isLook({ url, range }: ProbeRequest, given: string): boolean {
  if (range !== undefined || url !== given || readOwsQuery(url) !== null) return false;
  return !/\.(?:xml|json)$/i.test(withoutQuery(url));
}

/** A file is never read beyond the requested range, whatever the server sends. */
async function get(request: ProbeRequest, tools: ProbeTools, signal?: AbortSignal): Promise<Document> {
  if (request.range === undefined) {
    return tools.fetch.get({ ...request, maxBytes: tools.maxBytes ?? defaultMaxBytes }, signal);
  }
  const [first, last] = request.range;
  const size = last - first + 1;
  // One byte more than requested: a body that reaches it ignored the range.
  const document = await tools.fetch.get({ ...request, maxBytes: size + 1 }, signal);
  if (first > 0 || !refusesRanges(document.status)) return document;
  await tools.clock.sleep(tools.delayMs, signal);
  const { range: _, ...plain } = request;
  const whole = await tools.fetch.get({ ...plain, maxBytes: size }, signal);
  return { ...whole, requests: whole.requests + document.requests };
}

/** 416 refers to a range; 400 and 501 come from servers that don't know the header (edge case 84). */
function refusesRanges(status: number): boolean {
  return status === 416 || status === 400 || status === 501;
}
