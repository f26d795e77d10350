// The HTTP server: one request in, one answer out, errors mapped in one place, stopped without cutting anyone off.
import { randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { GeotrawlError } from '../../model/errors.ts';
import { nobody, type Who } from './principal.ts';
import { clientAddress, type ProxySettings, publicBase, refuseForeignHost } from './public-url.ts';
import { openRateLimit } from './rate-limit.ts';
import type { Asked } from './request.ts';
import { type Answered, shownTarget } from './request-log.ts';
import { type Answer, jsonAnswer, problemAnswer, statusOf } from './response.ts';
import { type FindRoute, openRouter, type Route } from './router.ts';
import { sendAnswer } from './send.ts';

export interface ServerOptions extends Omit<ProxySettings, 'isLoopback'> {
  readonly routes: readonly Route[];
  readonly host: string;
  /** 0 takes any free one. */
  readonly port: number;
  /** Requests of one client per minute; 0 for any number. */
  readonly rateLimit: number;
  /** Told of every failure that is ours. */
  readonly onFailure: (error: unknown, what: string) => void;
  /** Told of every request when it is over. */
  readonly onAnswered?: (answered: Answered) => void;
  /** Who asks; throws `access.*` where they may not. Without it everything is open to guests. */
  readonly admit?: (admission: Admission) => Promise<Who>;
  /** Errors of some paths have a form of their own. */
  readonly errorForm?: (error: GeotrawlError, status: number, failed: FailedRequest) => Promise<Answer | null>;
}

/** What is known of a request before anybody answers it. */
export interface Admission {
  readonly route: Pick<Route, 'method' | 'path'>;
  readonly headers: Asked['headers'];
  /** The public address. */
  readonly base: string;
  readonly address: string;
}

/** What is known of a request that failed. */
export interface FailedRequest extends Pick<Asked, 'path' | 'query' | 'headers' | 'base'> {
  readonly address: string;
}

export interface RunningHttp {
  /** Where it listens. */
  readonly url: string;
  /** Takes no new requests, lets those under way end, and cuts them off after `patienceMs`. */
  close(patienceMs?: number): Promise<void>;
}

const maxBodyBytes = 1024 * 1024;

/** Throws `serve.listen` where the port is taken or the address is none of ours. */
export async function startServer(options: ServerOptions): Promise<RunningHttp> {
  const { publicUrl, trustProxy } = options;
  const settings = { publicUrl, trustProxy, isLoopback: isLoopbackHost(options.host) };
  const limit = openRateLimit(options.rateLimit);
  const situation = { options, settings, findRoute: openRouter(options.routes) };
  const server = createServer(
    { requestTimeout: 60_000, headersTimeout: 20_000, keepAliveTimeout: 10_000 },
    (request, response) => {
      void respond(request, response).catch((error: unknown) => {
        options.onFailure(error, `${request.method} ${shownTarget(request.url ?? '')}`);
        response.destroy();
      });
    },
  );
  const respond = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    // Once we are stopping, a connection that has its answer is not kept for another request.
    response.once('finish', () => setImmediate(() => server.listening || server.closeIdleConnections()));
    const headers = request.headers as Asked['headers'];
    if (options.onAnswered !== undefined) tellWhenOver(request, response, options.onAnswered);
    const counted = limit.count(clientAddress(request.socket.remoteAddress ?? '', headers, settings), Date.now());
    let answer: Answer;
    try {
      if (counted.isOver)
        throw new GeotrawlError('request.too-many', 'Too many requests; Retry-After says when to ask again.');
      refuseForeignHost(headers, settings);
      answer = await answerTo(request, response, situation);
    } catch (error) {
      answer = await failureAnswer(error, request, situation);
    }
    await sendAnswer(request, response, { ...answer, headers: { ...counted.headers, ...answer.headers } });
  };
  await listen(server, options);
  const address = server.address() as { port: number };
  const shown = options.host.includes(':') ? `[${options.host}]` : options.host;
  return { url: `http://${shown}:${address.port}`, close: (patienceMs = 10_000) => closeServer(server, patienceMs) };
}

function tellWhenOver(request: IncomingMessage, response: ServerResponse, tell: (answered: Answered) => void): void {
  const [id, beganMs] = [randomUUID(), performance.now()];
  response.setHeader('x-request-id', id);
  response.once('close', () =>
    tell({
      ...{ id, method: request.method ?? '', path: shownTarget(request.url ?? ''), status: response.statusCode },
      ...{ ms: Math.round((performance.now() - beganMs) * 10) / 10, isWhole: response.writableFinished },
    }),
  );
}

/** Reached from this machine alone. */
export function isLoopbackHost(host: string): boolean {
  return host === 'localhost' || host === '::1' || /^127(?:\.\d{1,3}){3}$/.test(host);
}

async function answerTo(
  request: IncomingMessage,
  response: ServerResponse,
  { options, settings, findRoute }: Situation,
): Promise<Answer> {
  if (request.method === 'OPTIONS') return preflight;
  const { path, query } = splitTarget(request.url ?? '/');
  const method = request.method === 'HEAD' ? 'GET' : (request.method ?? 'GET');
  const { route, parameters } = findRoute(method, path);
  const headers = request.headers as Asked['headers'];
  const base = publicBase(headers, settings);
  const address = clientAddress(request.socket.remoteAddress ?? '', headers, settings);
  const who = (await options.admit?.({ route, headers, base, address })) ?? { ...nobody, address };
  const left = new AbortController();
  // After its last byte nobody waits any more; to abort then would make an error with its stack for every request.
  response.once('close', () => response.writableFinished || left.abort());
  const { signal } = left;
  const text = () => readBody(request);
  const asked = { method: route.method, path, query, headers, base, parameters, who, text, signal };
  const answer = await answerUnlessLeft(route, asked);
  return who.by === 'nobody' ? answer : { ...answer, headers: { ...forOneOnly, ...answer.headers } };
}

/** Work given up because the client has hung up: nobody is left to tell. */
async function answerUnlessLeft(route: Route, asked: Asked): Promise<Answer> {
  try {
    return await route.handle(asked);
  } catch (error) {
    if (!asked.signal.aborted || error !== asked.signal.reason) throw error;
    return { status: 499, type: '', body: '' };
  }
}

/** What somebody sees who is known here is not for others, nor for pages of other sites. */
export const forOneOnly = {
  'cache-control': 'private, no-cache',
  'access-control-allow-origin': '',
  vary: 'accept, accept-encoding, cookie, authorization',
};

function splitTarget(target: string): Pick<Asked, 'path' | 'query'> {
  const mark = target.indexOf('?');
  if (mark < 0) return { path: target, query: new URLSearchParams() };
  return { path: target.slice(0, mark), query: new URLSearchParams(target.slice(mark + 1)) };
}

function failedRequest(request: IncomingMessage, settings: ProxySettings): FailedRequest {
  const headers = request.headers as Asked['headers'];
  const address = clientAddress(request.socket.remoteAddress ?? '', headers, settings);
  return { ...splitTarget(request.url ?? '/'), headers, base: knownBase(headers, settings), address };
}

/** A name we do not answer to is not repeated in links. */
function knownBase(headers: Asked['headers'], settings: ProxySettings): string {
  try {
    return publicBase(headers, settings);
  } catch (error) {
    if (error instanceof GeotrawlError) return '';
    throw error;
  }
}

const preflight: Answer = {
  status: 204,
  type: '',
  body: '',
  headers: {
    'access-control-allow-methods': 'GET, HEAD, POST, OPTIONS',
    'access-control-allow-headers': 'accept, content-type, if-none-match',
    'access-control-max-age': '86400',
  },
};

interface Situation {
  readonly options: ServerOptions;
  readonly settings: ProxySettings;
  readonly findRoute: FindRoute;
}

async function failureAnswer(
  error: unknown,
  request: IncomingMessage,
  { options, settings }: Situation,
): Promise<Answer> {
  if (error instanceof GeotrawlError) {
    const status = statusOf(error);
    if (status !== null) {
      const answer = (await formOf(error, status, request, { options, settings })) ?? problemAnswer(error, status);
      return { ...answer, headers: { ...answer.headers, ...headersOf(error, status) } };
    }
  }
  // What went wrong inside is for the operator's log, not for the client.
  options.onFailure(error, `${request.method} ${shownTarget(request.url ?? '')}`);
  const isBusy = error instanceof GeotrawlError && error.retry;
  const code = error instanceof GeotrawlError ? error.code : 'internal';
  const status = isBusy ? 503 : 500;
  const problem = { type: 'about:blank', title: isBusy ? 'Not available now' : 'Internal error', status, code };
  return { ...jsonAnswer(problem, 'application/problem+json', status), headers: isBusy ? { 'retry-after': '5' } : {} };
}

/** Where the form itself fails, the plain one says what went wrong first, and the log what went wrong then. */
async function formOf(
  error: GeotrawlError,
  status: number,
  request: IncomingMessage,
  { options, settings }: Omit<Situation, 'findRoute'>,
): Promise<Answer | null> {
  try {
    return (await options.errorForm?.(error, status, failedRequest(request, settings))) ?? null;
  } catch (failure) {
    options.onFailure(failure, `the page of an error at ${shownTarget(request.url ?? '')}`);
    return null;
  }
}

function headersOf({ facts }: GeotrawlError, status: number): Record<string, string> {
  if (status === 405) return { allow: String(facts.allow ?? '') };
  if (status === 401) return { 'www-authenticate': 'Bearer realm="geotrawl"' };
  return facts.retryAfter === undefined ? {} : { 'retry-after': String(facts.retryAfter) };
}

async function readBody(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    if (bytes > maxBodyBytes)
      throw new GeotrawlError('request.too-large', `A request may hold ${maxBodyBytes} bytes.`, {
        facts: { maxBodyBytes },
      });
    chunks.push(chunk);
  }
  return new TextDecoder().decode(Buffer.concat(chunks));
}

function listen(server: Server, { host, port }: ServerOptions): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', (cause: NodeJS.ErrnoException) => {
      const message = cause.code === 'EADDRINUSE' ? `Port ${port} is taken. Give another with --port.` : cause.message;
      reject(
        new GeotrawlError('serve.listen', `Cannot listen at ${host}:${port}. ${message}`, {
          cause,
          facts: { host, port },
        }),
      );
    });
    server.listen(port, host, resolve);
  });
}

function closeServer(server: Server, patienceMs: number): Promise<void> {
  return new Promise((resolve) => {
    const cutOff = setTimeout(() => server.closeAllConnections(), patienceMs);
    server.close(() => {
      clearTimeout(cutOff);
      resolve();
    });
    server.closeIdleConnections();
  });
}
