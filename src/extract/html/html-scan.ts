// The state of one walk over an HTML page: what was found so far, and the tag being read.
import type { FoundBy } from '../../model/link.ts';
import { FoundLink, type LinkWords, maxLinks } from '../page/found-link.ts';
import { type Attributes, makeAttributes } from '../scan/html-tag.ts';
import { elementWords, placeWords } from '../scan/html-text.ts';
import { UrlFinder } from '../scan/url-finder.ts';

export interface HtmlScan {
  readonly html: string;
  readonly links: FoundLink[];
  readonly finder: UrlFinder;
  /** Places outside of any tag, every few hundred characters. */
  readonly checkpoints: number[];
  /** Words of a link that is an element, and of a URL written in text or an attribute. */
  readonly elementWords: LinkWords;
  readonly placeWords: LinkWords;
  /** The tag being read: its attributes, where it begins, where the walk goes on. */
  readonly attributes: Attributes;
  start: number;
  end: number;
  /** Where the content of the first title begins and ends; -1 while there is none. */
  titleStart: number;
  titleEnd: number;
  readonly headings: number[];
  base: string | null;
  canonical: string | null;
  language: string | null;
  metaLanguage: string | null;
  nofollow: boolean;
  noindex: boolean;
  /** Scripts inside the page, as pairs of offsets, and the addresses of those outside. */
  readonly scripts: number[];
  readonly scriptSources: string[];
  /** The page loads a map library or has a script that draws a map. */
  isMapApplication: boolean;
  /** Elements whose end tag was searched and is not there: searched once only, or the walk would be quadratic. */
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
    placeWords: placeWords(html, checkpoints),
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

/** Adds a link of the tag being read; `url` may still be relative. */
export function addElementLink(scan: HtmlScan, url: string, nofollow: boolean): void {
  if (isFull(scan) || url.charCodeAt(0) === 35) return;
  const { start, end } = scan;
  scan.links.push(new FoundLink(scan.elementWords, { url, foundBy: 'link', nofollow, at: start, end }));
}

/** Adds a URL written at a place of the page that is no link. */
export function addWrittenUrl(
  scan: HtmlScan,
  written: { url: string; at: number; end: number },
  foundBy: FoundBy,
): void {
  if (isFull(scan)) return;
  // Link texts often repeat the address.
  const last = scan.links.at(-1)?.url;
  if (last === written.url || last === `${written.url}/`) return;
  const { url, at, end } = written;
  scan.links.push(new FoundLink(scan.placeWords, { url, foundBy, nofollow: false, at, end }));
}

/** Adds a URL that has no words around it; `anchor` says where it stood. */
export function addBareUrl(scan: HtmlScan, url: string, foundBy: FoundBy, anchor: string): void {
  if (isFull(scan)) return;
  const words = anchor === '' ? noWords : { anchor: () => anchor, window: () => '' };
  scan.links.push(new FoundLink(words, { url, foundBy, nofollow: false, at: 0, end: 0 }));
}

const noWords: LinkWords = { anchor: () => '', window: () => '' };
