// HTTP responses, and errors as problem documents.
import type { ServerResponse } from 'node:http';
import { type ErrorFacts, GeotrawlError } from '../../model/errors.ts';

export interface HttpResponse {
  readonly status: number;
  /** Content-Type; '' without a body. */
  readonly type: string;
  /** Bytes are sent without compression: images and compressed files. */
  readonly body: string | Uint8Array | AsyncIterable<string>;
  /** Empty ones aren't sent. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Source of the ETag if the body has parts that always change, such as the time. */
  readonly etagSource?: string;
  /** Writes an event stream after the headers and `body`. */
  readonly stream?: (response: ServerResponse) => Promise<void>;
}

export function jsonResponse(value: unknown, type = 'application/json', status = 200): HttpResponse {
  return { status, type, body: `${JSON.stringify(value)}\n` };
}

export function xmlResponse(
  body: string | AsyncIterable<string>,
  type = 'application/xml; charset=utf-8',
  status = 200,
): HttpResponse {
  return { status, type, body };
}

export function htmlResponse(body: string, status = 200): HttpResponse {
  return { status, type: 'text/html; charset=utf-8', body };
}

/** The HTTP status of an error that the client caused; null for our own. */
export function statusOf({ code }: Pick<GeotrawlError, 'code'>): number | null {
  return code.startsWith('filter.') ? 400 : (requestStatus[code] ?? null);
}

const requestStatus: Readonly<Record<string, number>> = {
  'request.bad-parameter': 400,
  'request.not-found': 404,
  'request.method': 405,
  'request.not-acceptable': 406,
  'request.too-large': 413,
  'request.too-many': 429,
  'request.host': 421,
  'request.overloaded': 503,
  'request.preparing': 503,
  'usage.bad-argument': 400,
  'usage.bad-url': 400,
  'usage.no-search-engine': 400,
  'policy.private-address': 400,
  'policy.port': 400,
  'policy.scheme': 400,
  'credentials.key': 409,
  'access.needed': 401,
  'access.wrong-password': 401,
  'access.denied': 403,
  'access.origin': 403,
  'access.link': 410,
  'access.throttled': 429,
  'access.busy': 503,
  'crawl.task-not-found': 404,
  'task.not-found': 404,
  'task.too-many': 409,
  'task.quota': 409,
  'task.state': 409,
  // The remote server failed.
  'serve.preview-failed': 502,
};

/** Names the invalid parameter and the valid values. Pages translate it by `facts.reason`. */
export function badParameter(name: string, message: string, facts: ErrorFacts = {}): GeotrawlError {
  return new GeotrawlError('request.bad-parameter', `${name}: ${message}`, { facts: { parameter: name, ...facts } });
}

export function notFound(what: string): GeotrawlError {
  return new GeotrawlError('request.not-found', what);
}

/** RFC 9457. The message of the command line; `code` is for programs. */
export function problemResponse(error: GeotrawlError, status: number): HttpResponse {
  const problem = {
    type: `urn:geotrawl:error:${error.code}`,
    title: statusTitles[status] ?? 'Error',
    status,
    detail: error.message,
    code: error.code,
    ...error.facts,
  };
  return jsonResponse(problem, 'application/problem+json', status);
}

export const statusTitles: Readonly<Record<number, string>> = {
  400: 'Invalid request',
  401: 'Login required',
  403: 'Not allowed',
  404: 'Not found',
  405: 'Method not allowed',
  406: 'Not available in this format',
  409: 'Conflict',
  410: 'Gone',
  413: 'The request is too large',
  421: 'Unknown host name',
  429: 'Too many requests',
  500: 'Internal error',
  502: 'The service returned no image',
  503: 'Temporarily unavailable',
};
