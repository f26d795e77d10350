// The HTTP server: routes on Fastify, errors mapped in one place, stopped without cutting off responses.
import { randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { type FastifyInstance, type FastifyReply, type FastifyRequest, fastify } from 'fastify';
import type { TObject } from 'typebox';
import { GeotrawlError } from '../../model/errors.ts';
import { anonymous, type Principal } from './principal.ts';
import { clientAddress, type ProxySettings, publicBase, refuseForeignHost } from './public-url.ts';
import { openRateLimit, type RateClass } from './rate-limit.ts';
import type { HttpRequest } from './request.ts';
import { type RequestSummary, shownTarget } from './request-log.ts';
import {
  badParameter,
  type HttpResponse,
  jsonResponse,
  notFound,
  problemResponse,
  statusOf,
  statusTitles,
} from './response.ts';
import type { Route } from './route.ts';
import { sendResponse } from './send.ts';
import { queryError } from './validate.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    rate?: RateClass;
  }
}

export interface ServerOptions extends Omit<ProxySettings, 'isLoopback'> {
  readonly routes: readonly Route[];
  readonly host: string;
  /** 0 chooses a free one. */
  readonly port: number;
  /** Requests per client and minute; 0 disables the limit. */
  readonly rateLimit: number;
  /** Called for our own failures. */
  readonly onFailure: (error: unknown, what: string) => void;
  /** Called when a request is finished. */
  readonly onResponse?: (summary: RequestSummary) => void;
  /** Authenticates the caller; throws `access.*` if the route isn't allowed. Without it every caller is anonymous. */
  readonly authorize?: (request: AccessRequest) => Promise<Principal>;
  /** Errors in another format than problem+json; null for the default. */
  readonly errorForm?: (error: GeotrawlError, status: number, failed: FailedRequest) => Promise<HttpResponse | null>;
}

/** A request as seen by authorization, before its body is read. */
export interface AccessRequest {
  readonly route: Pick<Route, 'method' | 'permission'>;
  readonly headers: HttpRequest['headers'];
  /** The public address. */
  readonly base: string;
  readonly address: string;
}

/** A request that failed, perhaps before routing. */
export interface FailedRequest extends Pick<HttpRequest, 'path' | 'query' | 'headers' | 'base'> {
  readonly address: string;
}

export interface RunningHttp {
  /** The URL it listens at. */
  readonly url: string;
  /** Accepts no new requests, lets those in flight finish, and aborts them after `graceMs`. */
  close(graceMs?: number): Promise<void>;
}

const maxBodyBytes = 1024 * 1024;

/** Throws `serve.listen` when the port is in use or the address isn't ours. */
export async function startServer(options: ServerOptions): Promise<RunningHttp> {
  const { publicUrl, trustProxy } = options;
  const settings = { publicUrl, trustProxy, isLoopback: isLoopbackHost(options.host) };
  const app = fastify({
    serverFactory: (handler) =>
      createServer({ requestTimeout: 60_000, headersTimeout: 20_000, keepAliveTimeout: 10_000 }, handler),
    routerOptions: {
      ignoreTrailingSlash: true,
      ignoreDuplicateSlashes: true,
      maxParamLength: 4096,
      querystringParser: (text) => new URLSearchParams(text) as never,
    },
    bodyLimit: maxBodyBytes,
    return503OnClosing: false,
    // For paths that can't be decoded.
    frameworkErrors: (_, request, reply) => fail(notFound(`Nothing found at ${request.url}.`), request, reply),
  });
  const respond = async (request: FastifyRequest, reply: FastifyReply, content: HttpResponse): Promise<void> => {
    reply.hijack();
    const headers = { ...(reply.raw as Counted)[rateHeaders], ...content.headers };
    try {
      await sendResponse(request.raw, reply.raw, { ...content, headers });
    } catch (error) {
      options.onFailure(error, `${request.method} ${shownTarget(request.url)}`);
      reply.raw.destroy();
    }
  };
  const fail = async (error: unknown, request: FastifyRequest, reply: FastifyReply): Promise<void> =>
    respond(request, reply, await failureResponse(error, request.raw, { options, settings }));
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', { parseAs: 'buffer' }, (_, body, done) =>
    done(null, new TextDecoder().decode(body as Buffer)),
  );
  app.setValidatorCompiler(compileQueryCheck);
  app.addHook('onRequest', onEveryRequest(options, settings, app.server, respond));
  app.setErrorHandler(fail);
  app.setNotFoundHandler((request) => {
    throw unknownRoute(options.routes, request);
  });
  for (const route of options.routes) register(app, route, { options, settings, respond });
  await app.ready();
  const { server } = app;
  await listen(server, options);
  const address = server.address() as { port: number };
  const shown = options.host.includes(':') ? `[${options.host}]` : options.host;
  return { url: `http://${shown}:${address.port}`, close: (graceMs = 10_000) => closeServer(server, graceMs) };
}

/** Names and types are checked here; handlers check what a schema can't express. */
function compileQueryCheck({ schema }: { schema: unknown }) {
  return (query: URLSearchParams) => {
    const error = queryError(schema as TObject, query);
    return error === null ? { value: query } : { error };
  };
}

type Respond = (request: FastifyRequest, reply: FastifyReply, content: HttpResponse) => Promise<void>;

/** Headers of the rate limit; every response has them. */
const rateHeaders = Symbol('rate headers');
interface Counted extends ServerResponse {
  [rateHeaders]?: Readonly<Record<string, string>>;
}

/** Request log, rate limit, host name and preflight: before authorization, also for unknown paths. */
function onEveryRequest(options: ServerOptions, settings: ProxySettings, server: Server, respond: Respond) {
  const limit = openRateLimit(options.rateLimit);
  return async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    const response: Counted = reply.raw;
    // A stopping server doesn't keep connections alive.
    response.once('finish', () => setImmediate(() => server.listening || server.closeIdleConnections()));
    if (options.onResponse !== undefined) reportWhenClosed(request.raw, response, options.onResponse);
    const headers = request.headers as HttpRequest['headers'];
    const address = clientAddress(request.socket.remoteAddress ?? '', headers, settings);
    const { rate = 'standard' } = request.routeOptions.config;
    const counted = limit.count({ address, rate }, Date.now());
    response[rateHeaders] = counted.headers;
    if (counted.isOver)
      throw new GeotrawlError('request.too-many', 'Too many requests. Wait as long as Retry-After states.');
    refuseForeignHost(headers, settings);
    if (request.method === 'OPTIONS') await respond(request, reply, preflight);
  };
}

interface Registering extends ConnectionContext {
  readonly respond: Respond;
}

function register(app: FastifyInstance, route: Route, { options, settings, respond }: Registering): void {
  const principals = new WeakMap<FastifyRequest, Pick<HttpRequest, 'base' | 'who'>>();
  app.route({
    method: route.method,
    url: route.path,
    ...(route.query === undefined ? {} : { schema: { querystring: route.query } }),
    ...(route.rate === undefined ? {} : { config: { rate: route.rate } }),
    // Before the body is read: callers without permission can't make the server parse it.
    onRequest: async (request) => {
      const headers = request.headers as HttpRequest['headers'];
      const base = publicBase(headers, settings);
      const address = clientAddress(request.socket.remoteAddress ?? '', headers, settings);
      const who = (await options.authorize?.({ route, headers, base, address })) ?? { ...anonymous, address };
      principals.set(request, { base, who });
    },
    handler: async (request, reply) => {
      const disconnected = new AbortController();
      // Aborting after the last byte would create an error with its stack for every request.
      reply.raw.once('close', () => reply.raw.writableFinished || disconnected.abort());
      const { base, who } = principals.get(request)!;
      const { path, query } = splitTarget(request.url);
      const parameters = request.params as HttpRequest['parameters'];
      const text = async () => (request.body as string | undefined) ?? '';
      const headers = request.headers as HttpRequest['headers'];
      const httpRequest = {
        method: route.method,
        path,
        query,
        headers,
        base,
        parameters,
        who,
        text,
        signal: disconnected.signal,
        route,
      };
      const response = await handle(route, httpRequest);
      const isPrivate = who.by !== 'nobody';
      const headersFor = isPrivate ? { headers: { ...privateHeaders, ...response.headers } } : {};
      await respond(request, reply, { ...response, ...headersFor });
    },
  });
}

/** `request.method` when another method would do, else `request.not-found`. */
function unknownRoute(routes: readonly Route[], { url, method }: FastifyRequest): GeotrawlError {
  const { path } = splitTarget(url);
  const others = new Set(routes.filter((route) => matches(route, path)).map((route) => route.method));
  if (others.size === 0) return notFound(`Nothing found at ${path}.`);
  const allow = [...others, ...(others.has('GET') ? ['HEAD'] : []), 'OPTIONS'].join(', ');
  return new GeotrawlError('request.method', `${path} allows ${allow}, not ${method}.`, { facts: { allow } });
}

function matches(route: Route, path: string): boolean {
  const segments = (text: string) => text.split('/').filter((part) => part !== '');
  const [expected, given] = [segments(route.path), segments(path)];
  return expected.length === given.length && expected.every((part, n) => part.startsWith(':') || part === given[n]);
}

function reportWhenClosed(
  request: IncomingMessage,
  response: ServerResponse,
  report: (summary: RequestSummary) => void,
): void {
  const [id, startedMs] = [randomUUID(), performance.now()];
  response.setHeader('x-request-id', id);
  response.once('close', () =>
    report({
      id,
      method: request.method ?? '',
      path: shownTarget(request.url ?? ''),
      status: response.statusCode,
      ms: Math.round((performance.now() - startedMs) * 10) / 10,
      isComplete: response.writableFinished,
    }),
  );
}

/** Reachable from this machine only. */
export function isLoopbackHost(host: string): boolean {
  return host === 'localhost' || host === '::1' || /^127(?:\.\d{1,3}){3}$/.test(host);
}

/** Work aborted because the client disconnected isn't a failure. */
async function handle(route: Route, request: HttpRequest): Promise<HttpResponse> {
  try {
    return await route.handle(request);
  } catch (error) {
    if (!request.signal.aborted || error !== request.signal.reason) throw error;
    return { status: 499, type: '', body: '' };
  }
}

/** Responses to authenticated callers aren't for shared caches or pages of other sites. */
export const privateHeaders = {
  'cache-control': 'private, no-cache',
  'access-control-allow-origin': '',
  vary: 'accept, accept-encoding, cookie, authorization',
};

function splitTarget(target: string): Pick<HttpRequest, 'path' | 'query'> {
  const mark = target.indexOf('?');
  if (mark < 0) return { path: target, query: new URLSearchParams() };
  return { path: target.slice(0, mark), query: new URLSearchParams(target.slice(mark + 1)) };
}

function failedRequest(request: IncomingMessage, settings: ProxySettings): FailedRequest {
  const headers = request.headers as HttpRequest['headers'];
  const address = clientAddress(request.socket.remoteAddress ?? '', headers, settings);
  return { ...splitTarget(request.url ?? '/'), headers, base: knownBase(headers, settings), address };
}

/** Empty for a foreign host name, which must not be repeated in links. */
function knownBase(headers: HttpRequest['headers'], settings: ProxySettings): string {
  try {
    return publicBase(headers, settings);
  } catch (error) {
    if (error instanceof GeotrawlError) return '';
    throw error;
  }
}

const preflight: HttpResponse = {
  status: 204,
  type: '',
  body: '',
  headers: {
    'access-control-allow-methods': 'GET, HEAD, POST, OPTIONS',
    'access-control-allow-headers': 'accept, content-type, if-none-match',
    'access-control-max-age': '86400',
  },
};

interface ConnectionContext {
  readonly options: ServerOptions;
  readonly settings: ProxySettings;
}

async function failureResponse(
  thrown: unknown,
  request: IncomingMessage,
  { options, settings }: ConnectionContext,
): Promise<HttpResponse> {
  const error = thrown instanceof Error ? clientError(thrown) : thrown;
  if (error instanceof GeotrawlError) {
    const status = statusOf(error);
    if (status !== null) {
      const response = (await formOf(error, status, request, { options, settings })) ?? problemResponse(error, status);
      return { ...response, headers: { ...response.headers, ...headersOf(error, status) } };
    }
  }
  // Internal errors go to the log, not to the client.
  options.onFailure(error, `${request.method} ${shownTarget(request.url ?? '')}`);
  const isBusy = error instanceof GeotrawlError && error.retry;
  const code = error instanceof GeotrawlError ? error.code : 'internal';
  const status = isBusy ? 503 : 500;
  const problem = { type: 'about:blank', title: statusTitles[status], status, code };
  return {
    ...jsonResponse(problem, 'application/problem+json', status),
    headers: isBusy ? { 'retry-after': '5' } : {},
  };
}

/** Errors of Fastify that the client caused. */
function clientError(error: Error & { readonly statusCode?: number }): Error {
  if (error instanceof GeotrawlError || error.statusCode === undefined || error.statusCode >= 500) return error;
  if (error.statusCode === 413)
    return new GeotrawlError('request.too-large', `The body must not exceed ${maxBodyBytes} bytes.`, {
      facts: { maxBodyBytes },
    });
  return badParameter('body', error.message);
}

/** If the formatter fails, its error is logged and the default format reports the original one. */
async function formOf(
  error: GeotrawlError,
  status: number,
  request: IncomingMessage,
  { options, settings }: ConnectionContext,
): Promise<HttpResponse | null> {
  try {
    return (await options.errorForm?.(error, status, failedRequest(request, settings))) ?? null;
  } catch (failure) {
    options.onFailure(failure, `error page of ${shownTarget(request.url ?? '')}`);
    return null;
  }
}

function headersOf({ facts }: GeotrawlError, status: number): Record<string, string> {
  if (status === 405) return { allow: String(facts.allow ?? '') };
  if (status === 401) return { 'www-authenticate': 'Bearer realm="geotrawl"' };
  return facts.retryAfter === undefined ? {} : { 'retry-after': String(facts.retryAfter) };
}

function listen(server: Server, { host, port }: ServerOptions): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', (cause: NodeJS.ErrnoException) => {
      const message =
        cause.code === 'EADDRINUSE' ? `Port ${port} is in use. Choose another with --port.` : cause.message;
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

function closeServer(server: Server, graceMs: number): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(() => server.closeAllConnections(), graceMs);
    server.close(() => {
      clearTimeout(timer);
      resolve();
    });
    server.closeIdleConnections();
  });
}
