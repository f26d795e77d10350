// The port through which every byte from outside arrives.
import type { Document } from './document.ts';
import type { RequestBody } from './kind.ts';

export interface FetchRequest {
  readonly url: string;
  readonly accept?: string;
  /** Further headers, such as the key of an API. They go to the origin of `url` alone, never along a redirect to another. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Sent without what the host is known to want to see: for what others choose to ask for. */
  readonly isAnonymous?: boolean;
  readonly range?: readonly [first: number, last: number];
  /** Sent by POST. Only for questions: it may be sent again after a redirect or on a fresh connection. */
  readonly body?: RequestBody;
  /** Validators of a copy we hold: the answer may be 304 with an empty body. */
  readonly ifNoneMatch?: string;
  readonly ifModifiedSince?: string;
  /** Cap on the decompressed body; the default is for pages, capabilities may ask for more. */
  readonly maxBytes?: number;
  /** Whole-request time budget. */
  readonly timeoutMs?: number;
  /**
   * Called before every further request the fetch needs (a redirect hop, a retry), with the URL it goes to. It waits as
   * politeness demands and answers whether to go on; on `false` the fetch stops with the answer it has.
   */
  readonly before?: (url: string) => Promise<boolean>;
  /** Asked when a connection is there and the request is about to be written; on `false` it is not, and `fetch.aborted` thrown. */
  readonly mayBegin?: () => boolean;
}

/** Throws GeotrawlError `fetch.*` or `policy.*` when no answer could be had; any HTTP status is an answer. */
export interface Fetch {
  get(request: FetchRequest, signal?: AbortSignal): Promise<Document>;
  /** The address the guard would connect to for this host; the caller spaces requests per address with it. */
  locate(url: string, signal?: AbortSignal): Promise<string>;
  close(): Promise<void>;
}
