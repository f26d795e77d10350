// A URL and where it was found.

/** How a URL was discovered. Stored in the catalog as `foundBy`. */
export type FoundBy =
  | 'seed'
  | 'link' // href, src, action and the like in a page
  | 'text' // written in running text
  | 'attribute' // in a data-… or other non-link attribute
  | 'comment'
  | 'script'
  | 'json'
  | 'xml'
  | 'feed'
  | 'sitemap'
  | 'redirect'
  | 'catalog' // listed by a catalog resource
  | 'description' // named by the description of a resource
  | 'sibling' // inferred from a confirmed service at the same address
  | 'rendered'; // requested by a page in a browser

export interface Link {
  /** Absolute http or https URL, as found (not yet canonical). */
  readonly url: string;
  readonly foundBy: FoundBy;
  /** The anchor text; empty if there is none. May be computed on first read. */
  readonly anchor: string;
  /** Up to ten words before and after the link. May be computed on first read. */
  readonly window: string;
  /** True for rel="nofollow". */
  readonly nofollow: boolean;
}
