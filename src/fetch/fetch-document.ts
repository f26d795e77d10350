// From a request to a document: follows redirects, passes cookie walls, tries another Accept, retries once where it helps.
import { makeDocument } from '../base/document/document.ts';
import type { Credential } from '../model/credential.ts';
import type { Document, PartialReason } from '../model/document.ts';
import type { FetchRequest } from '../model/fetch.ts';
import type { RequestBody } from '../model/kind.ts';
import type { Problem } from '../model/problem.ts';
import { decodeBody } from './content-encoding.ts';
import { credentialHeaders, withKey, withoutKey, withoutSecret, withoutSecretBytes } from './credentials.ts';
import { Exchange } from './exchange.ts';
import { fetchFailure, isFetchFailure, isParserError, timeoutFailure } from './failures.ts';
import { startLenientExchange } from './lenient-exchange.ts';
import { likeBrowser } from './policy.ts';
import { createTrail, nextHop, type RedirectTrail } from './redirects.ts';
import { type HttpResponse, isRedirect, type SendRequest } from './response.ts';
import { parseTarget, type Transport } from './transport.ts';

/** How a caller stops a fetch in progress. */
export interface Stopper {
  stopped: Error | null;
  current: { stop(reason: Error): void } | null;
}

/** The state of one fetch, redirects and retries included. */
interface FetchState {
  readonly transport: Transport;
  readonly request: FetchRequest;
  readonly stopper: Stopper;
  /** Null until the first redirect: most fetches have none. */
  trail: RedirectTrail | null;
  readonly timeoutMs: number;
  readonly maxBytes: number;
  url: URL;
  accept: string;
  body: RequestBody | null;
  /** Whether this is the second attempt, with other headers. */
  isAlternative: boolean;
  requests: number;
  spentMs: number;
  readonly problems: Problem[];
}

/** Pages first, then machine formats, then anything. */
const defaultAccept = 'text/html,application/xhtml+xml,application/xml;q=0.9,application/json;q=0.9,*/*;q=0.8';
const alternativeAccept = '*/*';

export async function fetchDocument(transport: Transport, request: FetchRequest, stopper: Stopper): Promise<Document> {
  const fetchState = startFetch(transport, request, stopper);
  let response = await send(fetchState);
  while (isRedirect(response.status)) {
    fetchState.trail ??= createTrail(fetchState.url, transport.policy.maxRedirects);
    const next = nextHop(fetchState.trail, fetchState.url, response);
    if (next === null || !(await mayRequest(fetchState, next))) break;
    fetchState.trail.passed.push(fetchState.url.href);
    fetchState.url = next;
    fetchState.url = withoutKey(next, credentialFor(fetchState));
    // 303 redirects a POST to a page that is fetched with GET (RFC 9110, 15.4.4).
    if (response.status === 303) fetchState.body = null;
    response = await send(fetchState);
  }
  if (response.status === 403 || response.status === 406) response = await tryAlternative(fetchState, response);
  return finishDocument(fetchState, response);
}

function startFetch(transport: Transport, request: FetchRequest, stopper: Stopper): FetchState {
  return {
    transport,
    request,
    stopper,
    trail: null,
    timeoutMs: request.timeoutMs ?? transport.policy.timeoutMs,
    maxBytes: request.maxBytes ?? transport.policy.maxBytes,
    url: parseTarget(request.url),
    accept: request.accept ?? defaultAccept,
    body: request.body ?? null,
    isAlternative: false,
    requests: 0,
    spentMs: 0,
    problems: [],
  };
}

async function mayRequest(fetchState: FetchState, url: URL): Promise<boolean> {
  const { before } = fetchState.request;
  return before === undefined || before(url.href);
}

/** Sends the current request; retries once if a stale connection or the strict parser was the cause. */
async function send(fetchState: FetchState): Promise<HttpResponse> {
  const { transport, url } = fetchState;
  if (transport.proxy !== null && !transport.policy.allowPrivate) await transport.resolve(url);
  const exchange = startExchange(fetchState, makeSendRequest(fetchState));
  try {
    const response = clean(fetchState, await settle(fetchState, exchange));
    if (response.status === 407 && transport.proxy !== null) throw transport.proxy.authenticationFailure();
    return response;
  } catch (error) {
    const failure = fetchFailure(error, url);
    const wasStale = (failure.code === 'fetch.reset' || failure.code === 'fetch.empty') && exchange.reused;
    // A proxy rewrites responses: what it garbles stays garbled.
    const wasGarbled = isParserError(error) && transport.proxy === null;
    if (!(wasStale || wasGarbled) || !(await mayRequest(fetchState, url))) throw failure;
    return wasStale ? await sendAgain(fetchState) : await sendLeniently(fetchState);
  }
}

/** The server closed an idle connection as it was reused: a new connection decides. */
async function sendAgain(fetchState: FetchState): Promise<HttpResponse> {
  try {
    return clean(fetchState, await settle(fetchState, startExchange(fetchState, makeSendRequest(fetchState))));
  } catch (error) {
    throw fetchFailure(error, fetchState.url);
  }
}

async function sendLeniently(fetchState: FetchState): Promise<HttpResponse> {
  try {
    const response = clean(
      fetchState,
      await settle(fetchState, startLenientExchange(fetchState.transport, makeSendRequest(fetchState))),
    );
    addProblem(fetchState, 'body.lenient-http', 'The response violates HTTP; only a lenient parser accepts it.');
    return response;
  } catch (error) {
    throw fetchFailure(error, fetchState.url);
  }
}

function startExchange(fetchState: FetchState, request: SendRequest): Exchange {
  return new Exchange(fetchState.transport.route(request.sent), request);
}

/** Masks the credential, which a response may repeat. */
function clean(fetchState: FetchState, response: HttpResponse): HttpResponse {
  const credential = credentialFor(fetchState);
  if (credential === null) return response;
  const headers: Record<string, string> = Object.create(null);
  for (const [name, value] of Object.entries(response.headers)) headers[name] = withoutSecret(value, credential);
  return { ...response, headers };
}

async function settle(
  fetchState: FetchState,
  exchange: { response: Promise<HttpResponse>; stop(reason: Error): void },
) {
  const startMs = performance.now();
  fetchState.requests++;
  fetchState.stopper.current = exchange;
  try {
    return await exchange.response;
  } finally {
    fetchState.stopper.current = null;
    fetchState.spentMs += performance.now() - startMs;
  }
}

function makeSendRequest(fetchState: FetchState): SendRequest {
  const { request, url, maxBytes, timeoutMs, stopper } = fetchState;
  if (stopper.stopped !== null) throw stopper.stopped;
  // The first request gets the round number, so that Node keeps all timers of a crawl in one list.
  const leftMs = fetchState.requests === 0 ? timeoutMs : Math.ceil(timeoutMs - fetchState.spentMs);
  if (leftMs <= 0) throw timeoutFailure(url, timeoutMs);
  const body = fetchState.body?.text ?? null;
  const sent = withKey(url, credentialFor(fetchState));
  const { range, mayBegin } = request;
  return { url, sent, headers: makeHeaders(fetchState), range, body, maxBytes, timeoutMs: leftMs, mayBegin };
}

/** Looked up at every hop: credentials of one origin never go to another. */
function credentialFor({ transport, request, url }: FetchState): Credential | null {
  return request.isAnonymous === true ? null : (transport.policy.credentials?.(url.origin) ?? null);
}

function makeHeaders(fetchState: FetchState): Record<string, string> {
  const { transport, request, url, accept, body, isAlternative, trail } = fetchState;
  const { userAgent } = transport.policy;
  const headers: Record<string, string> = {
    'user-agent': isAlternative ? likeBrowser(userAgent) : userAgent,
    accept,
  };
  // A range of an encoded body would be a range of something else.
  headers['accept-encoding'] = request.range === undefined ? 'gzip, deflate, br' : 'identity';
  if (body !== null) headers['content-type'] = body.type;
  if (request.headers !== undefined && url.origin === new URL(request.url).origin)
    Object.assign(headers, request.headers);
  Object.assign(headers, credentialHeaders(credentialFor(fetchState)));
  if (request.range !== undefined) headers.range = `bytes=${request.range[0]}-${request.range[1]}`;
  if (request.ifNoneMatch !== undefined) headers['if-none-match'] = request.ifNoneMatch;
  if (request.ifModifiedSince !== undefined) headers['if-modified-since'] = request.ifModifiedSince;
  const cookie = trail?.jar.header(url.hostname) ?? '';
  if (cookie !== '') headers.cookie = cookie;
  if (transport.proxy !== null && url.protocol === 'http:') {
    Object.assign(headers, transport.proxy.headers, { host: url.host });
  }
  return headers;
}

/**
 * Some servers reject unknown types in Accept, or agents that don't start like a browser (edge case 3): retries once
 * with other headers that still identify us.
 */
async function tryAlternative(fetchState: FetchState, refused: HttpResponse): Promise<HttpResponse> {
  if (!(await mayRequest(fetchState, fetchState.url))) return refused;
  fetchState.accept = alternativeAccept;
  fetchState.isAlternative = true;
  try {
    const response = await send(fetchState);
    if (response.status >= 300) return refused;
    addProblem(
      fetchState,
      'http.alternative-accept',
      `Status ${refused.status} until requested with "Accept: */*" and a browser-like user agent.`,
    );
    return response;
  } catch (error) {
    // The refusal is a valid response, even though the second attempt failed.
    if (isFetchFailure(error) && error.code !== 'fetch.aborted') return refused;
    throw error;
  }
}

async function finishDocument(fetchState: FetchState, response: HttpResponse): Promise<Document> {
  const { request, url, trail, problems } = fetchState;
  const encoding = response.headers['content-encoding'];
  const plain = encoding === undefined || response.body.length === 0;
  const read = plain ? { bytes: response.body, partial: response.partial } : await decode(fetchState, response);
  const credential = credentialFor(fetchState);
  const bytes = credential === null ? read.bytes : withoutSecretBytes(read.bytes, credential);
  const { partial } = read;
  const reason = partial ?? (response.status === 206 ? readRange(response) : null);
  if (reason !== null && reason !== 'range') addPartialProblem(fetchState, reason, bytes.length);
  if (response.unverified !== null) {
    addProblem(fetchState, 'tls.unverified', `The certificate was accepted unverified (${response.unverified}).`);
  }
  return makeDocument({
    url: request.url,
    finalUrl: url.href,
    status: response.status,
    headers: response.headers,
    bytes,
    partial: reason,
    redirects: trail?.passed ?? [],
    address: response.address,
    latencyMs: response.latencyMs,
    elapsedMs: response.elapsedMs,
    fetchedAtMs: (fetchState.transport.seams.now ?? Date.now)(),
    requests: fetchState.requests,
    problems: trail === null ? problems : [...trail.problems, ...problems],
  });
}

async function decode(
  fetchState: FetchState,
  response: HttpResponse,
): Promise<{ bytes: Uint8Array; partial: PartialReason | null }> {
  const decoded = await decodeBody(response.body, response.headers['content-encoding'] ?? '', fetchState.maxBytes);
  if (decoded.falseLabel !== null) {
    addProblem(fetchState, 'body.encoding-false', `Content-Encoding is ${decoded.falseLabel}, but the body isn't.`);
  }
  const partial = decoded.capped ? 'size' : (response.partial ?? (decoded.broken ? 'cut' : null));
  return { bytes: decoded.bytes, partial };
}

/** A 206 with the entire range is complete. */
function readRange(response: HttpResponse): PartialReason | null {
  const [, first, last, total] =
    /^bytes\s+(\d{1,15})-(\d{1,15})\/(\d{1,15})$/.exec(response.headers['content-range'] ?? '') ?? [];
  return first === '0' && total !== undefined && Number(last) + 1 === Number(total) ? null : 'range';
}

function addPartialProblem(fetchState: FetchState, partial: 'size' | 'time' | 'cut', length: number): void {
  const why = {
    size: 'longer than the size limit',
    time: 'incomplete at the time limit',
    cut: 'cut off by the server',
  }[partial];
  addProblem(fetchState, `body.partial-${partial}`, `The body was ${why}; ${length} bytes are kept.`);
}

function addProblem(fetchState: FetchState, code: Problem['code'], message: string): void {
  fetchState.problems.push({ code, message });
}
