// What each HTML element contributes to a page: links, title, headings, base, language, robots rules.
import { collectJsonUrls } from '../formats/json.ts';
import { namesService } from '../page/follow.ts';
import { addressesUs, readLanguage, readRobotRules } from '../page/page.ts';
import { attribute } from '../scan/html-tag.ts';
import { rawTextEnd } from '../scan/html-text.ts';
import { collectScriptUrls } from '../scan/url-finder.ts';
import { hasMapWords, namesMap } from '../script/classify-script.ts';
import { addBareUrl, addElementLink, addTextUrls, addWrittenUrl, type HtmlScan, isFull } from './html-scan.ts';

type ReadElement = (scan: HtmlScan) => void;

const maxHeadings = 50;
/** Scripts analyzed per page. */
const maxScripts = 200;

/** Relations of link elements that name the page's own assets, or nothing to read at all. */
const assetRelation =
  /(?:^|\s)(?:stylesheet|icon|mask-icon|apple-touch-\S*|preload|modulepreload|prefetch|preconnect|dns-prefetch|manifest|pingback)(?:\s|$)/i;

/** Reader per element, by lower-case name. For all others only the attributes are searched for URLs. */
export const elements: ReadonlyMap<string, ReadElement> = new Map<string, ReadElement>([
  ['a', readAnchor],
  ['area', readAnchor],
  ['base', readBase],
  ['blockquote', linkIn('cite')],
  ['del', linkIn('cite')],
  ['embed', linkIn('src')],
  ['form', linkIn('action')],
  ['frame', linkIn('src')],
  ['h1', readHeading],
  ['h2', readHeading],
  ['h3', readHeading],
  ['html', readRoot],
  ['iframe', linkIn('src')],
  ['img', readImage],
  ['ins', linkIn('cite')],
  ['link', readLinkElement],
  ['meta', readMeta],
  ['object', linkIn('data')],
  ['q', linkIn('cite')],
  ['script', readScript],
  ['source', readSource],
  ['style', readStyle],
  ['textarea', readTextarea],
  ['title', readTitle],
]);

/** Attributes handled by the readers above; they aren't searched again. */
export const readAttributeNames = ['href', 'src', 'action', 'data', 'cite', 'srcset', 'content'];

function get(scan: HtmlScan, name: string): string | null {
  return attribute(scan.html, scan.attributes, name);
}

function readAnchor(scan: HtmlScan): void {
  const href = get(scan, 'href');
  if (href !== null) addElementLink(scan, href, hasNofollow(get(scan, 'rel')));
}

function hasNofollow(rel: string | null): boolean {
  return rel !== null && /(?:^|\s)nofollow(?:\s|$)/i.test(rel);
}

function linkIn(name: string): ReadElement {
  return (scan) => {
    const url = get(scan, name);
    if (url !== null) addElementLink(scan, url, false);
  };
}

function readBase(scan: HtmlScan): void {
  scan.base ??= get(scan, 'href');
}

function readHeading(scan: HtmlScan): void {
  if (scan.headings.length < maxHeadings) scan.headings.push(scan.end);
}

function readRoot(scan: HtmlScan): void {
  scan.language ??= readLanguage(get(scan, 'lang') ?? get(scan, 'xml:lang'));
}

/** Images aren't worth a visit, unless a map service draws them: then the service's URL is part of theirs. */
function readImage(scan: HtmlScan): void {
  for (const name of ['src', 'data-src', 'srcset']) {
    const value = get(scan, name);
    for (const url of name === 'srcset' ? sourceSet(value ?? '') : [value ?? '']) {
      if (namesService(url)) addElementLink(scan, url, false);
    }
  }
}

function readSource(scan: HtmlScan): void {
  const url = get(scan, 'src');
  if (url !== null) addElementLink(scan, url, false);
  for (const candidate of sourceSet(get(scan, 'srcset') ?? '')) addElementLink(scan, candidate, false);
}

/** Candidates of a srcset ("a.png 1x, b.png 640w"). URLs may contain commas; white space ends one (HTML, 4.8.4.2.1). */
function sourceSet(value: string): string[] {
  const urls: string[] = [];
  for (const field of value.split(/\s+/)) {
    const url = field.replace(/^,/, '').replace(/,$/, '');
    if (url !== '' && !/^\d[\d.]*[wxh]$/.test(url)) urls.push(url);
  }
  return urls;
}

function readLinkElement(scan: HtmlScan): void {
  const href = get(scan, 'href');
  const rel = get(scan, 'rel') ?? '';
  if (href === null || assetRelation.test(rel)) return;
  if (/(?:^|\s)canonical(?:\s|$)/i.test(rel)) scan.canonical ??= href;
  addElementLink(scan, href, hasNofollow(rel));
}

function readMeta(scan: HtmlScan): void {
  const content = get(scan, 'content');
  if (content === null) return;
  const name = get(scan, 'name') ?? get(scan, 'property') ?? '';
  const equivalent = (get(scan, 'http-equiv') ?? '').toLowerCase();
  if (equivalent === 'refresh') {
    const target = refreshTarget(content);
    if (target !== null) addElementLink(scan, target, false);
  } else if (equivalent === 'content-language') {
    scan.metaLanguage ??= readLanguage(content);
  } else if (addressesUs(name)) {
    const rules = readRobotRules(content);
    scan.nofollow ||= rules.nofollow;
    scan.noindex ||= rules.noindex;
  } else if (/^https?:\/\//i.test(content) && !/image|video|audio|logo|icon/i.test(name)) {
    addWrittenUrl(scan, { url: content, at: scan.start, end: scan.end }, 'attribute');
  }
}

/** URL in "5; url='next.html'", or null for a plain reload. */
function refreshTarget(content: string): string | null {
  const separator = content.search(/[;,]/);
  if (separator < 0) return null;
  const rest = content.slice(separator + 1).trim();
  const target = rest.replace(/^url\s*=\s*/i, '');
  const quote = target.charAt(0);
  if (quote !== '"' && quote !== "'") return target === '' ? null : target;
  const close = target.indexOf(quote, 1);
  return close < 0 ? target.slice(1) : target.slice(1, close);
}

function readTitle(scan: HtmlScan): void {
  const end = contentEnd(scan, 'title');
  if (scan.titleStart < 0) {
    scan.titleStart = scan.end;
    scan.titleEnd = end;
  }
  scan.end = end;
}

/** Portals show service URLs in text areas for copying. */
function readTextarea(scan: HtmlScan): void {
  const end = contentEnd(scan, 'textarea');
  addTextUrls(scan, scan.end, end);
  scan.end = end;
}

function readStyle(scan: HtmlScan): void {
  const end = rawTextEnd(scan.html, scan.end, 'style');
  scan.end = end < 0 ? scan.html.length : end;
}

/** Every script is checked for map terms; only pages with some are analyzed, once they are read to the end. */
function readScript(scan: HtmlScan): void {
  const close = rawTextEnd(scan.html, scan.end, 'script');
  const end = close < 0 ? scan.html.length : close;
  const content = scan.html.slice(scan.end, end);
  const src = get(scan, 'src');
  const type = get(scan, 'type') ?? '';
  if (src !== null && scan.scriptSources.length < maxScripts) {
    scan.scriptSources.push(src);
    scan.isMapApplication ||= namesMap(src);
  }
  if (/importmap/i.test(type)) scan.isMapApplication ||= namesMap(content) || hasMapWords(content);
  else if (/json/i.test(type)) {
    collectJsonUrls(content, (url, path) => {
      addBareUrl(scan, url, 'json', path);
      return !isFull(scan);
    });
  } else if (content !== '') {
    if (scan.scripts.length < 2 * maxScripts) scan.scripts.push(scan.end, end);
    scan.isMapApplication ||= hasMapWords(content);
    collectScriptUrls(content, (url) => addBareUrl(scan, url, 'script', ''));
  }
  scan.end = end;
}

/** Where the text of an element without markup ends; without an end tag, at the next tag. */
function contentEnd(scan: HtmlScan, name: string): number {
  if (!scan.unclosed.has(name)) {
    const end = rawTextEnd(scan.html, scan.end, name);
    if (end >= 0) return end;
    scan.unclosed.add(name);
  }
  const next = scan.html.indexOf('<', scan.end);
  return next < 0 ? scan.html.length : next;
}
