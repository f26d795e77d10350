// One request with Node's lenient HTTP parser, for responses the strict one rejects.
import { type ClientRequest, request as httpRequest, type IncomingMessage } from 'node:http';
import { request as httpsRequest } from 'node:https';
import type { TLSSocket } from 'node:tls';
import { tlsOptions } from './connector.ts';
import { timeoutFailure } from './failures.ts';
import { bodyCap, capReason, type HttpResponse, joinHeaders, readCookies, type SendRequest } from './response.ts';
import { maxHeaderBytes, type Transport } from './transport.ts';

export interface LenientExchange {
  readonly response: Promise<HttpResponse>;
  stop(reason: Error): void;
}

export function startLenientExchange(transport: Transport, request: SendRequest): LenientExchange {
  let client: ClientRequest | null = null;
  let stopped: Error | null = null;
  const open = async (): Promise<HttpResponse> => {
    // The same guard, and no lookup after it: the request goes to the checked address.
    const [endpoint] = await transport.resolve(request.url);
    if (endpoint === undefined) throw new Error('the guard let no address through');
    if (stopped !== null) throw stopped;
    client = makeRequest(transport, request, endpoint);
    return readResponse(client, request, endpoint.address);
  };
  return {
    response: open(),
    stop: (reason) => {
      stopped = reason;
      client?.destroy(reason);
    },
  };
}

function makeRequest(
  transport: Transport,
  request: SendRequest,
  endpoint: { address: string; port: number },
): ClientRequest {
  const { url } = request;
  const { policy, seams } = transport;
  const isTls = url.protocol === 'https:';
  const named = url.hostname.startsWith('[') || /^[0-9.]+$/.test(url.hostname) ? {} : { servername: url.hostname };
  return (isTls ? httpsRequest : httpRequest)({
    host: endpoint.address,
    port: endpoint.port,
    path: request.sent.pathname + request.sent.search,
    method: request.body === null ? 'GET' : 'POST',
    headers: { ...request.headers, host: url.host, connection: 'close' },
    insecureHTTPParser: true,
    maxHeaderSize: maxHeaderBytes,
    agent: false,
    ...(isTls ? { ...named, ...tlsOptions(policy, url.hostname, seams.ca) } : {}),
  });
}

function readResponse(client: ClientRequest, request: SendRequest, address: string): Promise<HttpResponse> {
  const sentAtMs = performance.now();
  return new Promise((resolve, reject) => {
    let isLate = false;
    const timer = setTimeout(() => {
      isLate = true;
      client.destroy(timeoutFailure(request.url, request.timeoutMs));
    }, request.timeoutMs);
    client.once('error', (error) => {
      clearTimeout(timer);
      reject(error);
    });
    client.once('response', (response) => {
      const latencyMs = performance.now() - sentAtMs;
      const cap = bodyCap(request, response.statusCode ?? 0);
      readBody(response, cap, (body, ended) => {
        clearTimeout(timer);
        const partial = ended === 'cap' ? capReason(request, cap) : ended === 'end' ? null : isLate ? 'time' : 'cut';
        resolve(makeResponse(response, { body, partial, latencyMs, elapsedMs: performance.now() - sentAtMs, address }));
        client.destroy();
      });
    });
    client.end(request.body ?? undefined);
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
  // A body that stops early ends here; what was received is kept.
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
