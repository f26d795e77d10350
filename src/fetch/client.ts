// The Fetch port: bytes from outside, politely and safely; identical requests under way are made once.
import type { Document } from '../model/document.ts';
import type { Fetch, FetchRequest } from '../model/fetch.ts';
import { onAbort } from './abort-listeners.ts';
import { abortFailure } from './failures.ts';
import { fetchDocument, type Stopper } from './fetch-document.ts';
import type { FetchPolicy } from './policy.ts';
import { createTransport, type FetchSeams, parseTarget, type Transport } from './transport.ts';

/** A fetch under way and how many callers wait for it. */
interface InFlightRequest extends Stopper {
  /** Null once landed: V8 may keep the flight in an outgrown table, and the document must not stay with it. */
  document: Promise<Document> | null;
  callers: number;
}

export function createFetch(policy: FetchPolicy, seams: FetchSeams = {}): Fetch {
  const transport = createTransport(policy, seams);
  const flights = new Map<string, InFlightRequest>();
  return {
    get: (request, signal) => join(transport, flights, request, signal),
    locate: async (url) => {
      const target = parseTarget(url);
      // Behind a proxy that may see private addresses, the name is all we know.
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
  flights: Map<string, InFlightRequest>,
  request: FetchRequest,
  signal: AbortSignal | undefined,
): Promise<Document> {
  if (signal?.aborted) return Promise.reject(abortFailure(request.url, signal.reason, false));
  const key = flightKey(request);
  const inFlight = flights.get(key) ?? startRequest(transport, flights, key, request);
  const { document } = inFlight;
  if (document === null) throw new Error(`the flight to ${request.url} has landed but is still listed`);
  inFlight.callers++;
  if (signal === undefined) return document;
  const leave = (failure: Error) => {
    inFlight.callers--;
    if (inFlight.callers > 0) return;
    flights.delete(key);
    inFlight.stopped = failure;
    inFlight.current?.stop(failure);
  };
  return waitFor(document, signal, () => abortFailure(request.url, signal.reason), leave);
}

function startRequest(
  transport: Transport,
  flights: Map<string, InFlightRequest>,
  key: string,
  request: FetchRequest,
): InFlightRequest {
  const stopper: Stopper = { stopped: null, current: null };
  const land = () => {
    if (flights.get(key) === inFlight) flights.delete(key);
    inFlight.document = null;
  };
  const document = fetchDocument(transport, request, stopper);
  const inFlight: InFlightRequest = Object.assign(stopper, { document, callers: 0 });
  flights.set(key, inFlight);
  document.then(land, land);
  return inFlight;
}

/** A caller's own view of a flight: leaving it is not ending it, unless it was the last caller. */
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

function flightKey(request: FetchRequest): string {
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
