// A page read from HTML: its links are ready, its text is computed on access.
import { decodeHTML } from 'entities/decode';
import { foldSpace } from '../../base/text/text.ts';
import type { Document, Page } from '../../model/document.ts';
import { FoundLink, resolveLinks } from '../page/found-link.ts';
import { headerRules, readLanguage } from '../page/page.ts';
import { makeResolver } from '../page/resolve.ts';
import { headingText, maxTextLength, readText } from '../scan/html-text.ts';
import { isOwnScript } from '../script/classify-script.ts';
import { isByRule, scriptCandidates } from '../script/script-candidates.ts';
import { candidateUrl } from '../script/service-url.ts';
import type { HtmlScan } from './html-scan.ts';

/**
 * A class because of its two getters. Each object literal with getters gets its own hidden class, and V8 then retains
 * the whole page until the next full collection: that took half of the extraction time.
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
    return titleStart < 0 ? '' : foldSpace(decodeHTML(html.slice(titleStart, titleEnd)));
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

/**
 * The links of a page classified as a map application; relative ones are still to be resolved. If the rules of [JSWMS]
 * find what its scripts use, the other URLs in them aren't candidates.
 */
function mapApplicationLinks(scan: HtmlScan, pageUrl: string): FoundLink[] {
  const candidates = scriptCandidates(inlineScripts(scan), pageUrl);
  const found = candidates.map((candidate) => {
    const words = { anchor: () => candidate.title, window: () => candidate.kind ?? '' };
    return new FoundLink(words, { url: candidateUrl(candidate), foundBy: 'script', nofollow: false, at: 0, end: 0 });
  });
  const files = scan.scriptSources.filter(isOwnScript).map((url) => {
    return new FoundLink(scan.elementWords, { url, foundBy: 'script', nofollow: false, at: 0, end: 0 });
  });
  // Texts that only look like a service don't rule out the other URLs of a script.
  if (candidates.some(isByRule))
    return [...scan.links.filter(({ foundBy }) => foundBy !== 'script'), ...found, ...files];
  const known = new Set(scan.links.map(({ url }) => url));
  return [...scan.links, ...found.filter(({ url }) => !known.has(url)), ...files];
}

/** The inline scripts of the page, in document order: they share a global scope. */
export function inlineScripts({ html, scripts }: HtmlScan): { readonly text: string; readonly file: string }[] {
  const texts = [];
  for (let at = 0; at < scripts.length; at += 2)
    texts.push({ text: html.slice(scripts[at], scripts[at + 1]), file: '' });
  return texts;
}
