// Serves every request of a rendered page from our own fetch: the browser itself never connects anywhere.
import type { Request, Route } from 'playwright-core';
import type { Document } from '../../model/document.ts';
import { GeotrawlError } from '../../model/errors.ts';
import type { RenderBudget, SeenAddress } from '../../model/rendering.ts';
import type { LoadResource } from '../page-resources.ts';
import type { PageWatch } from './page-budget.ts';
import { stubResponseFor } from './stub-responses.ts';

export interface PageRequests {
  readonly seen: SeenAddress[];
  /** Requests waiting for a response. */
  pending: number;
  /** Files loaded or attempted. */
  files: number;
  /** Requests actually sent to servers. */
  requests: number;
  bytes: number;
  refused: number;
  /** All requests of the page, stubs included. */
  attempts: number;
  /** When the last request was fulfilled. */
  lastAtMs: number;
}

export interface RequestContext {
  readonly document: Document;
  readonly load: LoadResource;
  readonly budget: RenderBudget;
  readonly watch: PageWatch;
  readonly counts: PageRequests;
}

/** A page may reload itself, for a cookie or a language, but not forever. */
const maxReloads = 3;
/** Attempts per allowed request: stubbed tiles cost nothing, but a flood of them isn't a map. */
const attemptsPerRequest = 50;
const maxSeen = 5_000;

/** Headers about the bytes on the wire, or that store state in the client. */
const droppedHeaders = new Set(
  'content-encoding content-length transfer-encoding connection set-cookie strict-transport-security'.split(' '),
);

export function startCounts(): PageRequests {
  return {
    seen: [],
    pending: 0,
    files: 0,
    requests: 0,
    bytes: 0,
    refused: 0,
    attempts: 0,
    lastAtMs: performance.now(),
  };
}

export async function handleRequest(context: RequestContext, route: Route): Promise<void> {
  const { counts, watch, budget } = context;
  const request = route.request();
  counts.attempts++;
  if (counts.attempts > budget.maxRequests * attemptsPerRequest)
    watch.end('render.budget', `The page made more than ${budget.maxRequests * attemptsPerRequest} requests.`);
  // The context is being closed: no need to fulfill the remaining requests.
  if (watch.isOver()) return;
  counts.pending++;
  try {
    await reply(context, route, request);
  } finally {
    counts.pending--;
    counts.lastAtMs = performance.now();
  }
}

function reply(context: RequestContext, route: Route, request: Request): Promise<void> {
  const url = request.url();
  if (isMainNavigation(request)) return replyToNavigation(context, route, url);
  recordSeen(context, { url, by: 'request', kind: null });
  const type = request.resourceType();
  const isRefused = request.method() !== 'GET' || !/^https?:/i.test(url) || /^(?:font|media|manifest|ping)$/.test(type);
  if (isRefused) return route.abort();
  const stub = stubResponseFor(url, type);
  if (stub !== null) {
    const { status, contentType, body } = stub;
    // Scripts of the page may read the stub.
    const headers = { 'content-type': contentType, 'access-control-allow-origin': '*' };
    return route.fulfill({ status, headers, body: Buffer.from(body) });
  }
  return replyFromServer(context, route, url);
}

/** Other pages are separate visits; the page itself is already fetched. */
async function replyToNavigation(context: RequestContext, route: Route, url: string): Promise<void> {
  const { document, counts, watch } = context;
  const isItself = withoutHash(url) === withoutHash(document.finalUrl);
  if (!isItself) {
    recordSeen(context, { url, by: 'navigation', kind: null });
    return route.abort();
  }
  const reloads = counts.seen.filter(({ by, url: seen }) => by === 'navigation' && seen === url).length;
  if (reloads > maxReloads) watch.end('render.budget', 'The page keeps reloading itself.');
  if (watch.isOver()) return route.abort();
  recordSeen(context, { url, by: 'navigation', kind: null });
  return fulfill(route, document);
}

async function replyFromServer(context: RequestContext, route: Route, url: string): Promise<void> {
  const { counts, budget, watch } = context;
  if (counts.files >= budget.maxRequests || counts.bytes >= budget.maxBytes) {
    watch.note('render.budget', `The page needs more than ${budget.maxRequests} requests or ${budget.maxBytes} bytes.`);
    return route.abort();
  }
  counts.files++;
  const loaded = await context
    .load(url, { accept: '*/*', maxBytes: budget.maxBytes }, watch.signal)
    .catch((error: unknown) => {
      if (!(error instanceof GeotrawlError)) throw error;
      if (error.code.startsWith('policy.')) counts.refused++;
      // A request may still have been waiting for its host when the page's time ended: nothing was sent.
      else if (error.facts.isRequested !== false) counts.requests++;
      return null;
    });
  if (loaded === null) return route.abort();
  counts.requests += loaded.requests;
  counts.bytes += loaded.document.bytes.length;
  return watch.isOver() ? route.abort() : fulfill(route, loaded.document);
}

function fulfill(route: Route, document: Document): Promise<void> {
  const headers = Object.fromEntries(Object.entries(document.headers).filter(([name]) => !droppedHeaders.has(name)));
  return route.fulfill({ status: document.status, headers, body: Buffer.from(document.bytes) });
}

function recordSeen({ counts }: RequestContext, address: SeenAddress): void {
  if (counts.seen.length < maxSeen) counts.seen.push(address);
}

function isMainNavigation(request: Request): boolean {
  return request.isNavigationRequest() && request.frame().parentFrame() === null;
}

function withoutHash(url: string): string {
  return url.split('#', 1)[0]!;
}
