// The port in front of web search engines: pure, like a resource kind; whoever fetches sees to pace and address guard.
import type { Document } from './document.ts';

/** How an engine is reached, from the settings `search.*`. */
export interface SearchAccess {
  /** Address of the API; null for the engine's public one. */
  readonly url: string | null;
  readonly key: string | null;
  /** Which search engine of the account is meant (Google's `cx`). */
  readonly account: string | null;
}

export interface SearchRequest {
  readonly url: string;
  /** Carries the key where the engine wants it in a header. */
  readonly headers?: Readonly<Record<string, string>>;
}

/** One page of results, as long as the engine makes it. */
export interface SearchPage {
  readonly urls: readonly string[];
  /** Where the next page begins, in the engine's own terms; null behind the last. */
  readonly cursor: string | null;
}

/** Why an engine gave no results. `denied`: the key; `quota`: too many requests; `unreadable`: not its format. */
export type SearchRefusal = 'denied' | 'quota' | 'unreadable';

export interface SearchEngine {
  /** Value of the setting `search.engine`. */
  readonly id: string;
  readonly title: string;
  /** Where its format is documented. */
  readonly specification: string;
  /** Settings it cannot do without. */
  readonly needs: readonly (keyof SearchAccess)[];
  /** The request for a page of results; `cursor` is null for the first. */
  request(query: string, cursor: string | null, access: SearchAccess): SearchRequest;
  /** What came back. An answer without results is a page without URLs, never a refusal. */
  read(document: Document, cursor: string | null): SearchPage | SearchRefusal;
}
