// What came back for one request, and what was read from it.
import type { Link } from './link.ts';
import type { Problem } from './problem.ts';

/** Why a body is shorter than what the server holds. `range` is our own doing: we asked for a part. */
export type PartialReason = 'size' | 'time' | 'cut' | 'range';

/** What the first bytes say a body is. `binary` is anything that is not text; `zip` is singled out since so much comes in it. */
export type DocumentForm = 'xml' | 'html' | 'json' | 'text' | 'zip' | 'binary' | 'empty';

export interface Document {
  /** The URL that was asked for. */
  readonly url: string;
  /** The URL that answered, after redirects. */
  readonly finalUrl: string;
  readonly status: number;
  /** Lower-case names; repeated headers joined with ', '. */
  readonly headers: Readonly<Record<string, string>>;
  /** Essence of Content-Type in lower case ('text/html'), or '' where the server gave none. It may lie: sniff. */
  readonly mediaType: string;
  /** The body after decompression. */
  readonly bytes: Uint8Array;
  readonly partial: PartialReason | null;
  /** The encoding decided by BOM > valid UTF-8 > declaration > header > windows-1252. */
  readonly charset: string;
  /** URLs passed through before `finalUrl`, oldest first. */
  readonly redirects: readonly string[];
  /** Address connected to, or null for documents that did not come over the network. */
  readonly address: string | null;
  /** From sending the request to the first byte of the answer. */
  readonly latencyMs: number;
  /** From sending the request to the last byte of the answer. */
  readonly elapsedMs: number;
  readonly fetchedAtMs: number;
  /** Requests it took, redirect hops and retries included. */
  readonly requests: number;
  readonly problems: readonly Problem[];
  /** What the first bytes say it is; decided once. */
  readonly form: DocumentForm;
  /** Further reads of the same resource (`ResourceKind.more`), in the order they were asked for. */
  readonly parts: readonly Document[];
  /** The body as text in `charset`; decoded once, on first call. */
  text(): string;
}

/** A document read for its links and words. */
export interface Page {
  readonly title: string;
  readonly headings: readonly string[];
  /** BCP 47 tag the page declares, or null. */
  readonly language: string | null;
  /** Base for relative references: <base href> where valid, else the document's URL. */
  readonly baseUrl: string;
  /** The address the page prefers for itself (rel=canonical), or null. */
  readonly canonicalUrl: string | null;
  readonly links: readonly Link[];
  /** meta robots / X-Robots-Tag nofollow: links are listed but must not be followed. */
  readonly nofollow: boolean;
  readonly noindex: boolean;
  /** Visible text, white space folded; computed on first call. */
  text(): string;
  /** At least the first `length` characters of it, where there are as many; cheaper than all. */
  textStart?(length: number): string;
}
