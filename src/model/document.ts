// The response to one request, and what was extracted from it.
import type { Link } from './link.ts';
import type { Problem } from './problem.ts';

/** Why a body is shorter than the server's. `range` is intended: only a part was requested. */
export type PartialReason = 'size' | 'time' | 'cut' | 'range';

/**
 * The format detected from the first bytes. `binary` is anything that isn't text; `zip` is separate because many
 * formats use it.
 */
export type DocumentForm = 'xml' | 'html' | 'json' | 'text' | 'zip' | 'binary' | 'empty';

export interface Document {
  /** The requested URL. */
  readonly url: string;
  /** The URL of the response, after redirects. */
  readonly finalUrl: string;
  readonly status: number;
  /** Lowercase names; repeated headers joined with ', '. */
  readonly headers: Readonly<Record<string, string>>;
  /** Media type of Content-Type in lowercase ('text/html'), or '' if missing. Unreliable: sniff. */
  readonly mediaType: string;
  /** The body after decompression. */
  readonly bytes: Uint8Array;
  readonly partial: PartialReason | null;
  /** The encoding decided by BOM > valid UTF-8 > declaration > header > windows-1252. */
  readonly charset: string;
  /** Redirecting URLs, oldest first. */
  readonly redirects: readonly string[];
  /** Remote address, or null for documents that weren't fetched. */
  readonly address: string | null;
  /** From sending the request to the first byte of the response. */
  readonly latencyMs: number;
  /** From sending the request to the last byte of the response. */
  readonly elapsedMs: number;
  readonly fetchedAtMs: number;
  /** Number of requests, including redirects and retries. */
  readonly requests: number;
  readonly problems: readonly Problem[];
  /** The format detected from the first bytes; computed once. */
  readonly form: DocumentForm;
  /** Further reads of the same resource (`ResourceKind.more`), in request order. */
  readonly parts: readonly Document[];
  /** The body as text in `charset`; decoded on the first call. */
  text(): string;
}

/** A document with its links and words. */
export interface Page {
  readonly title: string;
  readonly headings: readonly string[];
  /** BCP 47 tag declared by the page, or null. */
  readonly language: string | null;
  /** Base for relative references: <base href> if valid, else the document's URL. */
  readonly baseUrl: string;
  /** The page's preferred URL (rel=canonical), or null. */
  readonly canonicalUrl: string | null;
  readonly links: readonly Link[];
  /** meta robots / X-Robots-Tag nofollow: links are listed but must not be followed. */
  readonly nofollow: boolean;
  readonly noindex: boolean;
  /** Visible text, whitespace collapsed; computed on the first call. */
  text(): string;
  /** At least its first `length` characters, if available; cheaper than the full text. */
  textStart?(length: number): string;
}
