// One HTTP request and its response on the wire, before redirects and encodings are handled.
import type { PartialReason } from '../model/document.ts';
import type { FetchRequest } from '../model/fetch.ts';

export interface HttpResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /** Set-Cookie headers one by one: joined, they couldn't be separated. */
  readonly cookies: readonly string[];
  /** Still encoded as Content-Encoding says. */
  readonly body: Uint8Array;
  readonly partial: PartialReason | null;
  readonly latencyMs: number;
  /** Until its last byte. */
  readonly elapsedMs: number;
  readonly address: string | null;
  /** Why TLS would have refused the certificate, or null. */
  readonly unverified: string | null;
}

/** One request on the wire. */
export interface SendRequest {
  /** The public form, without our key. */
  readonly url: URL;
  /** As sent: with our key if the host requires one. */
  readonly sent: URL;
  readonly headers: Readonly<Record<string, string>>;
  readonly range: FetchRequest['range'];
  /** Text to POST; null for a GET. */
  readonly body: string | null;
  readonly maxBytes: number;
  readonly timeoutMs: number;
  readonly mayBegin: FetchRequest['mayBegin'];
}

/** The text of a redirect page is discarded; reading a short one keeps the connection usable. */
const redirectBodyBytes = 64 * 1024;

/** How much of a body is read: the cap, less for redirects, and no more than a requested range. */
export function bodyCap(request: SendRequest, status: number): number {
  if (isRedirect(status)) return Math.min(request.maxBytes, redirectBodyBytes);
  if (request.range === undefined) return request.maxBytes;
  const [first, last] = request.range;
  if (status === 206) return Math.min(request.maxBytes, last - first + 1);
  // The server ignored the range and sends from byte 0.
  return status === 200 ? Math.min(request.maxBytes, last + 1) : request.maxBytes;
}

/** Why reading stopped at the cap: our own range or the limit. */
export function capReason(request: SendRequest, cap: number): PartialReason {
  return request.range !== undefined && cap < request.maxBytes ? 'range' : 'size';
}

export function isRedirect(status: number): boolean {
  return status === 301 || status === 302 || status === 303 || status === 307 || status === 308;
}

/** Joins raw headers into the Document's form; without a prototype, so that no header name is special. */
export function joinHeaders(raw: Readonly<Record<string, string | string[] | undefined>>): Record<string, string> {
  const headers: Record<string, string> = Object.create(null);
  for (const name in raw) {
    const value = raw[name];
    if (value !== undefined) headers[name] = typeof value === 'string' ? value : value.join(', ');
  }
  return headers;
}

export function readCookies(raw: string | string[] | undefined): readonly string[] {
  if (raw === undefined) return [];
  return typeof raw === 'string' ? [raw] : raw;
}
