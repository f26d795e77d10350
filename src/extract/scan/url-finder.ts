// URLs written out in text: http://…, www.…, and host.tld/path?service=WMS… if unambiguous.
import { decodeHTMLAttribute } from 'entities/decode';
import { maxUrlLength } from '../page/resolve.ts';
import { equalsIgnoringCase } from './html-tag.ts';

export interface WrittenUrl {
  /** Absolute, trimmed and decoded. */
  readonly url: string;
  readonly at: number;
  readonly end: number;
}

/** Characters allowed before a service query if no scheme marks the start. */
const maxHostAndPath = 512;

/**
 * Finds URLs in ascending order. `hit` is the position of the next candidate, so that a caller reading the same text
 * needs one comparison to know whether there is one before; three forward searches that never go back maintain it.
 */
export class UrlFinder {
  hit: number;
  readonly #text: string;
  /** In markup, character references are decoded and `<wbr>` does not end a URL. */
  readonly #markup: boolean;
  #scheme = -1;
  #www = -1;
  #query = -1;

  constructor(text: string, markup: boolean) {
    this.#text = text;
    this.#markup = markup;
    this.hit = 0;
    this.seek(0);
  }

  /** Drops candidates before `from`. */
  seek(from: number): void {
    if (this.#scheme < from) this.#scheme = this.#find('://', from);
    if (this.#www < from) this.#www = this.#find('www.', from);
    if (this.#query < from) this.#query = this.#find('?', from);
    this.hit = Math.min(this.#scheme, this.#www, this.#query);
  }

  /** The next URL that starts at or after `from` and before `to`; null if there is none. */
  next(from: number, to: number): WrittenUrl | null {
    if (this.hit < from) this.seek(from);
    while (this.hit < to) {
      const hit = this.hit;
      const at = this.#startOf(hit, from);
      const end = at < 0 ? hit + 1 : urlEnd(this.#text, at, this.#markup);
      this.seek(Math.max(end, hit + 1));
      const url = at < 0 ? null : this.#clean(at, end);
      if (url !== null) return { url, at, end };
    }
    return null;
  }

  #find(needle: string, from: number): number {
    const at = this.#text.indexOf(needle, from);
    return at < 0 ? Number.POSITIVE_INFINITY : at;
  }

  /** Where the URL around a candidate starts, or -1 if it isn't a URL. */
  #startOf(hit: number, from: number): number {
    if (hit === this.#scheme) {
      if (equalsIgnoringCase(this.#text, hit - 4, 'http')) return hit - 4;
      return equalsIgnoringCase(this.#text, hit - 5, 'https') ? hit - 5 : -1;
    }
    if (hit === this.#www) return continuesWord(this.#text.charCodeAt(hit - 1)) ? -1 : hit;
    return serviceStart(this.#text, hit, from);
  }

  #clean(at: number, end: number): string | null {
    // Longer runs are data, not addresses.
    if (end - at > maxUrlLength * 2) return null;
    const written = this.#text.slice(at, end);
    // A URL shortened for display ("http://host/long…") isn't the URL.
    if (written.endsWith('...') || this.#text.charCodeAt(end) === 0x2026) return null;
    if (this.#markup && this.#text.startsWith('&hellip', end)) return null;
    const joined = written.replace(/<wbr ?\/?>|&shy;|&#(?:173|8203);|[\u00ad\u200b]/gi, '');
    const trimmed = trimPunctuation(this.#markup ? decodeHTMLAttribute(joined) : joined);
    if (trimmed.length > maxUrlLength) return null;
    return withHost(/^https?:/i.test(trimmed) ? trimmed : `http://${trimmed}`);
  }
}

/** Reports the URLs written in a text that isn't markup, until `report` returns false. */
export function collectUrls(text: string, report: (found: WrittenUrl) => unknown): void {
  const finder = new UrlFinder(text, false);
  let from = 0;
  for (let found = finder.next(from, text.length); found !== null; found = finder.next(from, text.length)) {
    if (report(found) === false) return;
    from = found.end;
  }
}

/** Punctuation at the end belongs to the sentence. A loop, since `[…]+$` is quadratic on long runs of dots. */
function trimPunctuation(url: string): string {
  let end = url.length;
  while (end > 0 && ".,;:!?*'".includes(url.charAt(end - 1))) end--;
  return url.slice(0, end);
}

/** The URL, if its host is valid; bare hosts must have a dot and a name after it. */
function withHost(url: string): string | null {
  const host = /^https?:\/\/(?:[^/?#@]*@)?(\[[0-9a-f:.]+\]|[^/?#:@\s]+)(?::\d{1,5})?(?:[/?#]|$)/i.exec(url)?.[1];
  if (host === undefined || host.includes('..')) return null;
  return /^[\p{L}\p{N}[]/u.test(host) && !/[{}$%<>()]/.test(host) ? url : null;
}

/** A letter, digit or joiner right before `www.` means that it is part of something else. */
function continuesWord(code: number): boolean {
  return (code >= 48 && code <= 57) || ((code | 32) >= 97 && (code | 32) <= 122) || [45, 46, 47, 64, 95].includes(code);
}

/** A query that only a geospatial service has, near its question mark. */
const serviceQuery = /\?&?(?:[a-z_][^\s<>"'?]{0,200}?[&;])?(?:service=w|service=cs|service=sos|request=getcap)/iy;

function serviceStart(text: string, question: number, from: number): number {
  serviceQuery.lastIndex = question;
  if (!serviceQuery.test(text)) return -1;
  let at = question;
  const limit = Math.max(from, question - maxHostAndPath);
  while (at > limit && isHostOrPath(text.charCodeAt(at - 1))) at--;
  const hostAndPath = text.slice(at, question);
  return /^[a-z0-9][a-z0-9.-]*\.[a-z]{2,24}(?::\d{1,5})?\//i.test(hostAndPath) ? at : -1;
}

function isHostOrPath(code: number): boolean {
  // Letters, digits and - . / : _ ~ %
  if (code >= 45 && code <= 58) return true;
  const letter = code | 32;
  return (letter >= 97 && letter <= 122) || code === 95 || code === 126 || code === 37;
}

/** References that end a URL in prose: quotes, angle brackets and the no-break space. */
const closingReference =
  /&(?:lt|gt|quot|apos|nbsp|laquo|raquo|ldquo|rdquo|hellip|#0{0,5}(?:34|39|60|62|160)|#x0{0,5}(?:22|27|3c|3e|a0));?/iy;

const wordBreak = /<wbr ?\/?>/iy;

/** Index after the URL that starts at `start`, before trailing punctuation is removed. */
function urlEnd(text: string, start: number, markup: boolean): number {
  const quoted = text.charCodeAt(start - 1) === 39;
  let round = 0;
  let square = 0;
  let at = start;
  for (; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === 60 && markup) {
      wordBreak.lastIndex = at;
      if (!wordBreak.test(text)) return at;
      at = wordBreak.lastIndex - 1;
      continue;
    }
    if (endsUrl(code) || (code === 39 && quoted)) return at;
    if (code === 40) round++;
    else if (code === 91) square++;
    else if (code === 41 && round-- === 0) return at;
    else if (code === 93 && square-- === 0) return at;
    else if (code === 38 && markup) {
      closingReference.lastIndex = at;
      if (closingReference.test(text)) return at;
    }
  }
  return at;
}

/**
 * White space, controls, < > " ` | \ ^, typographic quotes, and East Asian text, which follows URLs without a space.
 */
function endsUrl(code: number): boolean {
  if (code <= 32 || code === 34 || code === 60 || code === 62) return true;
  if (code === 92 || code === 94 || code === 96 || code === 124) return true;
  if (code < 127) return false;
  if (code <= 0xa0 || code === 0xab || code === 0xbb || code >= 0x2e80) return true;
  // The zero-width characters U+200B to U+200F don't end it: they allow it to wrap.
  return (code >= 0x2000 && code <= 0x200a) || (code >= 0x2010 && code <= 0x206f);
}

/**
 * Reports every absolute http(s) URL that starts a string literal. Concatenated URLs are handled by constant folding.
 */
export function collectScriptUrls(script: string, report: (url: string) => void): void {
  // Escaped slashes ("http:\/\/host\/") are plain ones for JavaScript.
  const text = script.includes('\\/') ? script.replaceAll('\\/', '/') : script;
  if (!text.includes('://')) return;
  collectUrls(text, ({ url, at }) => {
    const isQuoted = at > 0 && '"\'`'.includes(text.charAt(at - 1));
    if (isQuoted && text.startsWith('http', at)) report(url);
  });
}
