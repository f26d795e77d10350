// One HTTP answer as it came over the wire, before redirects and encodings are dealt with.
import type { PartialReason } from '../model/document.ts';
import type { FetchRequest } from '../model/fetch.ts';

export interface HttpResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /** Set-Cookie headers one by one: joined they could not be told apart. */
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

/** What one request over the wire needs to know. */
export interface SendRequest {
  /** As people may see it. */
  readonly url: URL;
  /** As it is sent: with a key of ours, where the host wants one. */
  readonly sent: URL;
  readonly headers: Readonly<Record<string, string>>;
  readonly range: FetchRequest['range'];
  /** Text to POST; null for a GET. */
  readonly body: string | null;
  readonly maxBytes: number;
  readonly timeoutMs: number;
  readonly mayBegin: FetchRequest['mayBegin'];
}

/** The words of a redirect page are not wanted; reading a short one keeps the connection usable. */
const redirectBodyBytes = 64 * 1024;

/** How much of a body is read: the cap, less for redirects, and no more than asked where a range was. */
export function bodyCap(ask: SendRequest, status: number): number {
  if (isRedirect(status)) return Math.min(ask.maxBytes, redirectBodyBytes);
  if (ask.range === undefined) return ask.maxBytes;
  const [first, last] = ask.range;
  if (status === 206) return Math.min(ask.maxBytes, last - first + 1);
  // The server ignored the range and sends from byte 0.
  return status === 200 ? Math.min(ask.maxBytes, last + 1) : ask.maxBytes;
}

/** Why reading stopped at the cap: our own range, or the limit. */
export function capReason(ask: SendRequest, cap: number): PartialReason {
  return ask.range !== undefined && cap < ask.maxBytes ? 'range' : 'size';
}

export function isRedirect(status: number): boolean {
  return status === 301 || status === 302 || status === 303 || status === 307 || status === 308;
}

/** Joins raw headers into the Document's form; without prototype, so that no header name has a meaning of its own. */
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
