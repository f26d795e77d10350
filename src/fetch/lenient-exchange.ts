// One request read with Node's lenient HTTP parser, for servers whose answers the strict one refuses.
import { type ClientRequest, request as httpRequest, type IncomingMessage } from 'node:http';
import { request as httpsRequest } from 'node:https';
import type { TLSSocket } from 'node:tls';
import { tlsOptions } from './connector.ts';
import { timeoutFailure } from './failures.ts';
import { bodyCap, capReason, type HttpResponse, joinHeaders, readCookies, type SendRequest } from './response.ts';
import { maxHeaderBytes, type Transport } from './transport.ts';

export interface LenientExchange {
  readonly answer: Promise<HttpResponse>;
  stop(reason: Error): void;
}

export function startLenientExchange(transport: Transport, ask: SendRequest): LenientExchange {
  let request: ClientRequest | null = null;
  let stopped: Error | null = null;
  const open = async (): Promise<HttpResponse> => {
    // The same guard, and again no lookup after it: the request goes to the checked address.
    const [endpoint] = await transport.resolve(ask.url);
    if (endpoint === undefined) throw new Error('the guard let no address through');
    if (stopped !== null) throw stopped;
    request = makeRequest(transport, ask, endpoint);
    return readResponse(request, ask, endpoint.address);
  };
  return {
    answer: open(),
    stop: (reason) => {
      stopped = reason;
      request?.destroy(reason);
    },
  };
}

function makeRequest(
  transport: Transport,
  ask: SendRequest,
  endpoint: { address: string; port: number },
): ClientRequest {
  const { url } = ask;
  const { policy, seams } = transport;
  const isTls = url.protocol === 'https:';
  const named = url.hostname.startsWith('[') || /^[0-9.]+$/.test(url.hostname) ? {} : { servername: url.hostname };
  return (isTls ? httpsRequest : httpRequest)({
    host: endpoint.address,
    port: endpoint.port,
    path: ask.sent.pathname + ask.sent.search,
    method: ask.body === null ? 'GET' : 'POST',
    headers: { ...ask.headers, host: url.host, connection: 'close' },
    insecureHTTPParser: true,
    maxHeaderSize: maxHeaderBytes,
    agent: false,
    ...(isTls ? { ...named, ...tlsOptions(policy, url.hostname, seams.ca) } : {}),
  });
}

function readResponse(request: ClientRequest, ask: SendRequest, address: string): Promise<HttpResponse> {
  const sentAtMs = performance.now();
  return new Promise((resolve, reject) => {
    let isLate = false;
    const timer = setTimeout(() => {
      isLate = true;
      request.destroy(timeoutFailure(ask.url, ask.timeoutMs));
    }, ask.timeoutMs);
    request.once('error', (error) => {
      clearTimeout(timer);
      reject(error);
    });
    request.once('response', (response) => {
      const latencyMs = performance.now() - sentAtMs;
      const cap = bodyCap(ask, response.statusCode ?? 0);
      readBody(response, cap, (body, ended) => {
        clearTimeout(timer);
        const partial = ended === 'cap' ? capReason(ask, cap) : ended === 'end' ? null : isLate ? 'time' : 'cut';
        resolve(makeResponse(response, { body, partial, latencyMs, elapsedMs: performance.now() - sentAtMs, address }));
        request.destroy();
      });
    });
    request.end(ask.body ?? undefined);
  });
}

type BodyEnd = 'end' | 'cap' | 'error';

function readBody(response: IncomingMessage, cap: number, done: (body: Buffer, ended: BodyEnd) => void): void {
  const chunks: Buffer[] = [];
  let length = 0;
  let finished = false;
  const finish = (ended: BodyEnd) => {
    if (finished) return;
    finished = true;
    done(Buffer.concat(chunks, Math.min(length, cap)), ended);
  };
  response.on('data', (chunk: Buffer) => {
    chunks.push(chunk);
    length += chunk.length;
    if (length > cap) finish('cap');
  });
  response.on('end', () => finish('end'));
  // Every way a body can stop early ends here; what came is kept.
  response.on('error', () => finish('error'));
  response.on('close', () => finish('error'));
}

function makeResponse(
  response: IncomingMessage,
  facts: Pick<HttpResponse, 'body' | 'partial' | 'latencyMs' | 'elapsedMs' | 'address'>,
): HttpResponse {
  const socket = response.socket as Partial<TLSSocket>;
  const isUnverified = socket.encrypted === true && socket.authorized === false;
  return {
    ...facts,
    status: response.statusCode ?? 0,
    headers: joinHeaders(response.headers),
    cookies: readCookies(response.headers['set-cookie']),
    unverified: isUnverified ? String(socket.authorizationError ?? 'not verified') : null,
  };
}
