// The fetch port: all remote bytes come through it.
import type { Document } from './document.ts';
import type { RequestBody } from './kind.ts';

export interface FetchRequest {
  readonly url: string;
  readonly accept?: string;
  /** Further headers, such as an API key. Sent to the origin of `url` only, never to a redirect target elsewhere. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Sent without the host's credentials: for URLs chosen by others. */
  readonly isAnonymous?: boolean;
  readonly range?: readonly [first: number, last: number];
  /** Sent by POST. Only for idempotent queries: it may be repeated after a redirect or on a new connection. */
  readonly body?: RequestBody;
  /** Validators of a stored copy: the response may be 304 with an empty body. */
  readonly ifNoneMatch?: string;
  readonly ifModifiedSince?: string;
  /** Limit of the decompressed body; the default suits pages, capabilities may need more. */
  readonly maxBytes?: number;
  /** Time limit of the whole request. */
  readonly timeoutMs?: number;
  /**
   * Called before every further request (a redirect, a retry) with its URL. Waits for the crawl delay and returns
   * whether to proceed; on `false` the fetch ends with the response it has.
   */
  readonly before?: (url: string) => Promise<boolean>;
  /**
   * Called when a connection is open and the request is about to be sent; on `false` it isn't, and `fetch.aborted` is
   * thrown.
   */
  readonly mayBegin?: () => boolean;
}

/** Throws GeotrawlError `fetch.*` or `policy.*` if there was no response; any HTTP status is a response. */
export interface Fetch {
  get(request: FetchRequest, signal?: AbortSignal): Promise<Document>;
  /** The address the guard would connect to for this host, for per-address limits. */
  locate(url: string, signal?: AbortSignal): Promise<string>;
  close(): Promise<void>;
}
