// The state of one pass over an HTML page: results so far, and the current tag.
import type { FoundBy } from '../../model/link.ts';
import { FoundLink, type LinkWords, maxLinks } from '../page/found-link.ts';
import { type Attributes, makeAttributes } from '../scan/html-tag.ts';
import { contextWords, elementWords } from '../scan/html-text.ts';
import { UrlFinder } from '../scan/url-finder.ts';

export interface HtmlScan {
  readonly html: string;
  readonly links: FoundLink[];
  readonly finder: UrlFinder;
  /** Positions outside of any tag, every few hundred characters. */
  readonly checkpoints: number[];
  /** Text of a link that is an element, and of a URL written in text or an attribute. */
  readonly elementWords: LinkWords;
  readonly contextWords: LinkWords;
  /** The current tag: its attributes, where it starts, where the pass continues. */
  readonly attributes: Attributes;
  start: number;
  end: number;
  /** Start and end of the first title's content; -1 while there is none. */
  titleStart: number;
  titleEnd: number;
  readonly headings: number[];
  base: string | null;
  canonical: string | null;
  language: string | null;
  metaLanguage: string | null;
  nofollow: boolean;
  noindex: boolean;
  /** Inline scripts, as pairs of offsets, and the URLs of external ones. */
  readonly scripts: number[];
  readonly scriptSources: string[];
  /** The page loads a map library or has a script that draws a map. */
  isMapApplication: boolean;
  /** Elements whose end tag is missing: searched only once, or the pass would be quadratic. */
  readonly unclosed: Set<string>;
}

export function makeScan(html: string): HtmlScan {
  const checkpoints = [0];
  return {
    html,
    links: [],
    finder: new UrlFinder(html, true),
    checkpoints,
    elementWords: elementWords(html, checkpoints),
    contextWords: contextWords(html, checkpoints),
    attributes: makeAttributes(),
    start: 0,
    end: 0,
    titleStart: -1,
    titleEnd: -1,
    headings: [],
    base: null,
    canonical: null,
    language: null,
    metaLanguage: null,
    nofollow: false,
    noindex: false,
    scripts: [],
    scriptSources: [],
    isMapApplication: false,
    unclosed: new Set(),
  };
}

export function isFull(scan: HtmlScan): boolean {
  return scan.links.length >= maxLinks;
}

/** Adds a link of the current tag; `url` may still be relative. */
export function addElementLink(scan: HtmlScan, url: string, nofollow: boolean): void {
  if (isFull(scan) || url.charCodeAt(0) === 35) return;
  const { start, end } = scan;
  scan.links.push(new FoundLink(scan.elementWords, { url, foundBy: 'link', nofollow, at: start, end }));
}

/** Adds a URL that isn't a link, found at a position of the page. */
export function addWrittenUrl(
  scan: HtmlScan,
  written: { url: string; at: number; end: number },
  foundBy: FoundBy,
): void {
  if (isFull(scan)) return;
  // Link texts often repeat the URL.
  const last = scan.links.at(-1)?.url;
  if (last === written.url || last === `${written.url}/`) return;
  const { url, at, end } = written;
  scan.links.push(new FoundLink(scan.contextWords, { url, foundBy, nofollow: false, at, end }));
}

/** Adds the URLs written in the text between two positions. */
export function addTextUrls(scan: HtmlScan, from: number, to: number): void {
  let at = from;
  for (let found = scan.finder.next(at, to); found !== null; found = scan.finder.next(at, to)) {
    addWrittenUrl(scan, found, 'text');
    at = found.end;
  }
}

/** Adds a URL without surrounding text; `anchor` states its location. */
export function addBareUrl(scan: HtmlScan, url: string, foundBy: FoundBy, anchor: string): void {
  if (isFull(scan)) return;
  const words = anchor === '' ? noWords : { anchor: () => anchor, window: () => '' };
  scan.links.push(new FoundLink(words, { url, foundBy, nofollow: false, at: 0, end: 0 }));
}

const noWords: LinkWords = { anchor: () => '', window: () => '' };
