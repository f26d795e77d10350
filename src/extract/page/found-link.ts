// A link as the readers create it: cheap to construct, its text computed on access.
import type { FoundBy, Link } from '../../model/link.ts';

/** Links stored per document (engine.md, "Traps and budgets"). */
export const maxLinks = 6_000;

/** Computes a link's text from its position, as offsets into the document. */
export interface LinkWords {
  anchor(at: number, end: number): string;
  window(at: number, end: number): string;
}

export interface LinkFields {
  /** As written in the document until the reader has resolved it. */
  readonly url: string;
  readonly foundBy: FoundBy;
  readonly nofollow: boolean;
  /** Start and end of the tag or URL. */
  readonly at: number;
  readonly end: number;
}

/**
 * A class, because most links of a crawl are already known and their text is never read: two getters on the prototype
 * cost nothing per link. It keeps the document's text alive, and so may its `url`: copy what must outlive the page.
 */
export class FoundLink implements Link {
  readonly foundBy: FoundBy;
  readonly nofollow: boolean;
  url: string;
  readonly #words: LinkWords;
  readonly #at: number;
  readonly #end: number;
  #anchor: string | null = null;
  #window: string | null = null;

  constructor(words: LinkWords, found: LinkFields) {
    this.url = found.url;
    this.foundBy = found.foundBy;
    this.nofollow = found.nofollow;
    this.#words = words;
    this.#at = found.at;
    this.#end = found.end;
  }

  get anchor(): string {
    this.#anchor ??= this.#words.anchor(this.#at, this.#end);
    return this.#anchor;
  }

  get window(): string {
    this.#window ??= this.#words.window(this.#at, this.#end);
    return this.#window;
  }
}

/** Resolves every link in place and drops those that aren't web URLs. */
export function resolveLinks(links: FoundLink[], resolve: (reference: string) => string | null): FoundLink[] {
  let kept = 0;
  for (const link of links) {
    const url = resolve(link.url);
    if (url === null) continue;
    link.url = url;
    links[kept++] = link;
  }
  links.length = kept;
  return links;
}

/** Text known in advance, for documents whose links aren't in prose. */
export function plainLink(url: string, foundBy: FoundBy, anchor: string): Link {
  return { url, foundBy, anchor, window: '', nofollow: false };
}
