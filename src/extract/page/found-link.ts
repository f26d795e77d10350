// A link as the readers make it: light to create, its words computed when somebody asks.
import type { FoundBy, Link } from '../../model/link.ts';

/** Out-links kept per document (engine.md, "Traps and budgets"). */
export const maxLinks = 6_000;

/** Gives a link its words from the place it stands at, as offsets into the document. */
export interface LinkWords {
  anchor(at: number, end: number): string;
  window(at: number, end: number): string;
}

export interface Found {
  /** As written in the document until the reader has resolved it. */
  readonly url: string;
  readonly foundBy: FoundBy;
  readonly nofollow: boolean;
  /** Where the tag or URL begins and where it ends. */
  readonly at: number;
  readonly end: number;
}

/**
 * A class, because most links of a crawl are known already and nobody reads their words: two getters on the prototype
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

  constructor(words: LinkWords, found: Found) {
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

/** Resolves every link in place and leaves out those that are no web address. */
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

/** Words known at once, for documents whose links do not stand in running text. */
export function plainLink(url: string, foundBy: FoundBy, anchor: string): Link {
  return { url, foundBy, anchor, window: '', nofollow: false };
}
