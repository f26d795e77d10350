// The port for web search engines: pure, like a resource kind; the caller fetches, politely and through the address guard.
import type { Document } from './document.ts';

/** Access to an engine, from the settings `search.*`. */
export interface SearchAccess {
  /** URL of the API; null for the engine's public one. */
  readonly url: string | null;
  readonly key: string | null;
  /** The search engine id of the account (Google's `cx`). */
  readonly account: string | null;
}

export interface SearchRequest {
  readonly url: string;
  /** Carries the key for engines that expect it in a header. */
  readonly headers?: Readonly<Record<string, string>>;
}

/** One page of results, of the engine's page size. */
export interface SearchPage {
  readonly urls: readonly string[];
  /** Start of the next page in the engine's terms; null after the last. */
  readonly cursor: string | null;
}

/** Why an engine returned no results. `denied`: the key; `quota`: too many requests; `unreadable`: unknown format. */
export type SearchRefusal = 'denied' | 'quota' | 'unreadable';

export interface SearchEngine {
  /** Value of the setting `search.engine`. */
  readonly id: string;
  readonly title: string;
  /** Where its format is documented. */
  readonly specification: string;
  /** Required settings. */
  readonly needs: readonly (keyof SearchAccess)[];
  /** The request for a page of results; `cursor` is null for the first. */
  request(query: string, cursor: string | null, access: SearchAccess): SearchRequest;
  /** Parses a response. A response without results is a page without URLs, never a refusal. */
  read(document: Document, cursor: string | null): SearchPage | SearchRefusal;
}
