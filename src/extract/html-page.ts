// A page read from HTML: its links are there, its words are put together when somebody asks.
import { decodeEntities, foldSpace } from '../base/text.ts';
import type { Document, Page } from '../model/document.ts';
import type { HtmlScan } from './html/html-scan.ts';
import { mapApplicationLinks } from './html-scripts.ts';
import { type FoundLink, resolveLinks } from './page/found-link.ts';
import { headerRules, readLanguage } from './page/page-rules.ts';
import { makeResolver } from './page/resolve.ts';
import { headingText, maxTextLength, readText } from './scan/html-text.ts';

/**
 * A class for the sake of its two getters. An object literal with getters gets a hidden class of its own each time it is
 * made, and V8 then keeps the whole page until the next full collection: half of the time extraction took.
 */
export class HtmlPage implements Page {
  readonly language: string | null;
  readonly baseUrl: string;
  readonly canonicalUrl: string | null;
  readonly links: readonly FoundLink[];
  readonly nofollow: boolean;
  readonly noindex: boolean;
  readonly #scan: HtmlScan;
  #headings: readonly string[] | null = null;
  #text: string | null = null;

  constructor(document: Document, scan: HtmlScan) {
    const rules = headerRules(document);
    this.#scan = scan;
    this.baseUrl = baseOf(scan, document.finalUrl);
    const resolve = makeResolver(this.baseUrl);
    this.links = resolveLinks(scan.isMapApplication ? mapApplicationLinks(scan, this.baseUrl) : scan.links, resolve);
    this.canonicalUrl = scan.canonical === null ? null : resolve(scan.canonical);
    this.language = scan.language ?? readLanguage(document.headers['content-language']) ?? scan.metaLanguage;
    this.nofollow = scan.nofollow || rules.nofollow;
    this.noindex = scan.noindex || rules.noindex;
  }

  get title(): string {
    const { html, titleStart, titleEnd } = this.#scan;
    return titleStart < 0 ? '' : foldSpace(decodeEntities(html.slice(titleStart, titleEnd)));
  }

  get headings(): readonly string[] {
    const { html, headings } = this.#scan;
    this.#headings ??= headings.map((from) => headingText(html, from)).filter((heading) => heading !== '');
    return this.#headings;
  }

  textStart(length: number): string {
    return this.#text ?? readText(this.#scan.html, length);
  }

  text(): string {
    this.#text ??= readText(this.#scan.html, maxTextLength);
    return this.#text;
  }
}

/** The first base element counts, for links before it too (HTML Standard, 2.4.3). */
export function baseOf(scan: HtmlScan, documentUrl: string): string {
  return (scan.base === null ? null : makeResolver(documentUrl)(scan.base)) ?? documentUrl;
}
