// From a request to a document: redirects by hand, cookie walls, the alternative Accept, one retry where it helps.
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

/** How a caller stops a journey under way. */
export interface Stopper {
  stopped: Error | null;
  current: { stop(reason: Error): void } | null;
}

/** The state of one journey. */
interface FetchState {
  readonly transport: Transport;
  readonly request: FetchRequest;
  readonly stopper: Stopper;
  /** Null until the first redirect: most journeys have none. */
  trail: RedirectTrail | null;
  readonly timeoutMs: number;
  readonly maxBytes: number;
  url: URL;
  accept: string;
  body: RequestBody | null;
  /** Asked once more, in another way. */
  isAlternative: boolean;
  requests: number;
  spentMs: number;
  readonly problems: Problem[];
}

/** Pages first, machine formats as welcome, anything rather than nothing. */
const defaultAccept = 'text/html,application/xhtml+xml,application/xml;q=0.9,application/json;q=0.9,*/*;q=0.8';
const alternativeAccept = '*/*';

export async function fetchDocument(transport: Transport, request: FetchRequest, stopper: Stopper): Promise<Document> {
  const fetchState = startFetch(transport, request, stopper);
  let answer = await send(fetchState);
  while (isRedirect(answer.status)) {
    fetchState.trail ??= createTrail(fetchState.url, transport.policy.maxRedirects);
    const next = nextHop(fetchState.trail, fetchState.url, answer);
    if (next === null || !(await mayGoOn(fetchState, next))) break;
    fetchState.trail.passed.push(fetchState.url.href);
    fetchState.url = next;
    fetchState.url = withoutKey(next, credentialFor(fetchState));
    // 303 answers a POST with the address of a page (RFC 9110, 15.4.4).
    if (answer.status === 303) fetchState.body = null;
    answer = await send(fetchState);
  }
  if (answer.status === 403 || answer.status === 406) answer = await tryAlternative(fetchState, answer);
  return finishDocument(fetchState, answer);
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

async function mayGoOn(fetchState: FetchState, url: URL): Promise<boolean> {
  const { before } = fetchState.request;
  return before === undefined || before(url.href);
}

/** One request for where the journey stands, tried again once where the connection or the parser was to blame. */
async function send(fetchState: FetchState): Promise<HttpResponse> {
  const { transport, url } = fetchState;
  if (transport.proxy !== null && !transport.policy.allowPrivate) await transport.resolve(url);
  const exchange = startExchange(fetchState, makeAsk(fetchState));
  try {
    const answer = clean(fetchState, await settle(fetchState, exchange));
    if (answer.status === 407 && transport.proxy !== null) throw transport.proxy.lockedOut();
    return answer;
  } catch (error) {
    const failure = fetchFailure(error, url);
    const wasStale = (failure.code === 'fetch.reset' || failure.code === 'fetch.empty') && exchange.reused;
    // A proxy writes its answers anew: what it garbles stays garbled.
    const wasGarbled = isParserError(error) && transport.proxy === null;
    if (!(wasStale || wasGarbled) || !(await mayGoOn(fetchState, url))) throw failure;
    return wasStale ? await sendAgain(fetchState) : await sendLeniently(fetchState);
  }
}

/** The server closed an idle connection just as it was used again: a fresh one decides. */
async function sendAgain(fetchState: FetchState): Promise<HttpResponse> {
  try {
    return clean(fetchState, await settle(fetchState, startExchange(fetchState, makeAsk(fetchState))));
  } catch (error) {
    throw fetchFailure(error, fetchState.url);
  }
}

async function sendLeniently(fetchState: FetchState): Promise<HttpResponse> {
  try {
    const answer = clean(
      fetchState,
      await settle(fetchState, startLenientExchange(fetchState.transport, makeAsk(fetchState))),
    );
    addProblem(fetchState, 'body.lenient-http', 'The answer breaks HTTP in a way only a lenient reader accepts.');
    return answer;
  } catch (error) {
    throw fetchFailure(error, fetchState.url);
  }
}

function startExchange(fetchState: FetchState, ask: SendRequest): Exchange {
  return new Exchange(fetchState.transport.route(ask.sent), ask);
}

/** An answer may repeat what it was asked with; from here on nobody knows it. */
function clean(fetchState: FetchState, answer: HttpResponse): HttpResponse {
  const credential = credentialFor(fetchState);
  if (credential === null) return answer;
  const headers: Record<string, string> = Object.create(null);
  for (const [name, value] of Object.entries(answer.headers)) headers[name] = withoutSecret(value, credential);
  return { ...answer, headers };
}

async function settle(fetchState: FetchState, exchange: { answer: Promise<HttpResponse>; stop(reason: Error): void }) {
  const startMs = performance.now();
  fetchState.requests++;
  fetchState.stopper.current = exchange;
  try {
    return await exchange.answer;
  } finally {
    fetchState.stopper.current = null;
    fetchState.spentMs += performance.now() - startMs;
  }
}

function makeAsk(fetchState: FetchState): SendRequest {
  const { request, url, maxBytes, timeoutMs, stopper } = fetchState;
  if (stopper.stopped !== null) throw stopper.stopped;
  // The first request gets the round figure, so that Node keeps all timers of a crawl in one list.
  const leftMs = fetchState.requests === 0 ? timeoutMs : Math.ceil(timeoutMs - fetchState.spentMs);
  if (leftMs <= 0) throw timeoutFailure(url, timeoutMs);
  const body = fetchState.body?.text ?? null;
  const sent = withKey(url, credentialFor(fetchState));
  const { range, mayBegin } = request;
  return { url, sent, headers: makeHeaders(fetchState), range, body, maxBytes, timeoutMs: leftMs, mayBegin };
}

/** Asked anew at every hop: what one origin gets, no other one does. */
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
 * Some servers refuse what they do not know in Accept, or agents that do not begin like a browser (edge case 3): asked
 * once more, openly and as ourselves.
 */
async function tryAlternative(fetchState: FetchState, refused: HttpResponse): Promise<HttpResponse> {
  if (!(await mayGoOn(fetchState, fetchState.url))) return refused;
  fetchState.accept = alternativeAccept;
  fetchState.isAlternative = true;
  try {
    const answer = await send(fetchState);
    if (answer.status >= 300) return refused;
    addProblem(
      fetchState,
      'http.alternative-accept',
      `Status ${refused.status} until asked for anything and as a browser begins.`,
    );
    return answer;
  } catch (error) {
    // The refusal is an answer; that the second try failed does not take it away.
    if (isFetchFailure(error) && error.code !== 'fetch.aborted') return refused;
    throw error;
  }
}

async function finishDocument(fetchState: FetchState, answer: HttpResponse): Promise<Document> {
  const { request, url, trail, problems } = fetchState;
  const encoding = answer.headers['content-encoding'];
  const plain = encoding === undefined || answer.body.length === 0;
  const read = plain ? { bytes: answer.body, partial: answer.partial } : await decode(fetchState, answer);
  const credential = credentialFor(fetchState);
  const bytes = credential === null ? read.bytes : withoutSecretBytes(read.bytes, credential);
  const { partial } = read;
  const whole = partial ?? (answer.status === 206 ? readRange(answer) : null);
  if (whole !== null && whole !== 'range') addPartialProblem(fetchState, whole, bytes.length);
  if (answer.unverified !== null) {
    addProblem(fetchState, 'tls.unverified', `The certificate was accepted unverified (${answer.unverified}).`);
  }
  return makeDocument({
    url: request.url,
    finalUrl: url.href,
    status: answer.status,
    headers: answer.headers,
    bytes,
    partial: whole,
    redirects: trail?.passed ?? [],
    address: answer.address,
    latencyMs: answer.latencyMs,
    elapsedMs: answer.elapsedMs,
    fetchedAtMs: (fetchState.transport.seams.now ?? Date.now)(),
    requests: fetchState.requests,
    problems: trail === null ? problems : [...trail.problems, ...problems],
  });
}

async function decode(
  fetchState: FetchState,
  answer: HttpResponse,
): Promise<{ bytes: Uint8Array; partial: PartialReason | null }> {
  const decoded = await decodeBody(answer.body, answer.headers['content-encoding'] ?? '', fetchState.maxBytes);
  if (decoded.falseLabel !== null) {
    addProblem(
      fetchState,
      'body.encoding-false',
      `Content-Encoding says ${decoded.falseLabel}, the body is something else.`,
    );
  }
  const partial = decoded.capped ? 'size' : (answer.partial ?? (decoded.broken ? 'cut' : null));
  return { bytes: decoded.bytes, partial };
}

/** A 206 that holds everything is whole. */
function readRange(answer: HttpResponse): PartialReason | null {
  const [, first, last, total] =
    /^bytes\s+(\d{1,15})-(\d{1,15})\/(\d{1,15})$/.exec(answer.headers['content-range'] ?? '') ?? [];
  return first === '0' && total !== undefined && Number(last) + 1 === Number(total) ? null : 'range';
}

function addPartialProblem(fetchState: FetchState, partial: 'size' | 'time' | 'cut', length: number): void {
  const why = {
    size: 'longer than what is read',
    time: 'not complete when the time was up',
    cut: 'broken off by the server',
  }[partial];
  addProblem(fetchState, `body.partial-${partial}`, `The body was ${why}; ${length} bytes are kept.`);
}

function addProblem(fetchState: FetchState, code: Problem['code'], message: string): void {
  fetchState.problems.push({ code, message });
}
