// The Fetch port: sends requests through the guarded transport; identical concurrent requests are sent once.
import type { Document } from '../model/document.ts';
import type { Fetch, FetchRequest } from '../model/fetch.ts';
import { onAbort } from './abort-listeners.ts';
import { abortFailure } from './failures.ts';
import { fetchDocument, type Stopper } from './fetch-document.ts';
import type { FetchPolicy } from './policy.ts';
import { createTransport, type FetchSeams, parseTarget, type Transport } from './transport.ts';

/** A request in progress and how many callers wait for it. */
interface InFlightRequest extends Stopper {
  /** Null once settled: V8 may keep this entry in an outgrown table, and the document must not stay with it. */
  document: Promise<Document> | null;
  callers: number;
}

export function createFetch(policy: FetchPolicy, seams: FetchSeams = {}): Fetch {
  const transport = createTransport(policy, seams);
  const inFlightRequests = new Map<string, InFlightRequest>();
  return {
    get: (request, signal) => join(transport, inFlightRequests, request, signal),
    locate: async (url) => {
      const target = parseTarget(url);
      // A proxy that may reach private addresses resolves names itself; the name is all we know.
      const isProxied = transport.proxy !== null && policy.allowPrivate;
      if (isProxied && !policy.refuses?.(target.hostname)) return target.hostname;
      const [endpoint] = await transport.resolve(target);
      if (endpoint === undefined) throw new Error('the guard let no address through');
      return endpoint.address;
    },
    close: () => transport.close(),
  };
}

function join(
  transport: Transport,
  inFlightRequests: Map<string, InFlightRequest>,
  request: FetchRequest,
  signal: AbortSignal | undefined,
): Promise<Document> {
  if (signal?.aborted) return Promise.reject(abortFailure(request.url, signal.reason, false));
  const key = requestIdentity(request);
  const inFlight = inFlightRequests.get(key) ?? startRequest(transport, inFlightRequests, key, request);
  const { document } = inFlight;
  if (document === null) throw new Error(`the request to ${request.url} has settled but is still listed`);
  inFlight.callers++;
  if (signal === undefined) return document;
  const leave = (failure: Error) => {
    inFlight.callers--;
    if (inFlight.callers > 0) return;
    inFlightRequests.delete(key);
    inFlight.stopped = failure;
    inFlight.current?.stop(failure);
  };
  return waitFor(document, signal, () => abortFailure(request.url, signal.reason), leave);
}

function startRequest(
  transport: Transport,
  inFlightRequests: Map<string, InFlightRequest>,
  key: string,
  request: FetchRequest,
): InFlightRequest {
  const stopper: Stopper = { stopped: null, current: null };
  const settle = () => {
    if (inFlightRequests.get(key) === inFlight) inFlightRequests.delete(key);
    inFlight.document = null;
  };
  const document = fetchDocument(transport, request, stopper);
  const inFlight: InFlightRequest = Object.assign(stopper, { document, callers: 0 });
  inFlightRequests.set(key, inFlight);
  document.then(settle, settle);
  return inFlight;
}

/** One caller's view of a shared request: leaving doesn't end it, unless this was the last caller. */
function waitFor(
  document: Promise<Document>,
  signal: AbortSignal,
  makeFailure: () => Error,
  leave: (failure: Error) => void,
): Promise<Document> {
  return new Promise((resolve, reject) => {
    const stopWaiting = onAbort(signal, () => {
      const failure = makeFailure();
      reject(failure);
      leave(failure);
    });
    document.then(resolve, reject).then(stopWaiting);
  });
}

function requestIdentity(request: FetchRequest): string {
  const {
    url,
    accept = '',
    headers = {},
    range,
    ifNoneMatch = '',
    ifModifiedSince = '',
    maxBytes = '',
    timeoutMs = '',
  } = request;
  const { body, isAnonymous = false } = request;
  const posted = body === undefined ? '' : `${body.type}\n${body.text}`;
  return `${url}\n${accept}\n${JSON.stringify(headers)}\n${range ?? ''}\n${ifNoneMatch}\n${ifModifiedSince}\n${maxBytes}\n${timeoutMs}\n${isAnonymous}\n${posted}`;
}
