// HTML → links, title, headings, language; text on access. One linear pass over the tags, exact on quotes and comments.
import { decodeHTMLAttribute } from 'entities/decode';
import type { Document, Page } from '../../model/document.ts';
import { isLetter, readAttributes, tagNameEnd } from '../scan/html-tag.ts';
import { declarationEnd, makeNameTable } from '../scan/html-text.ts';
import { collectUrls } from '../scan/url-finder.ts';
import { elements, readAttributeNames } from './html-elements.ts';
import { HtmlPage } from './html-page.ts';
import { addBareUrl, addTextUrls, addWrittenUrl, type HtmlScan, isFull, makeScan } from './html-scan.ts';

const checkpointDistance = 200;
const elementName = makeNameTable([...elements.keys()]);

/** Attributes whose URLs are vocabulary names or presentation. */
const ignoredAttribute = makeNameTable(
  'alt background class id itemid itemtype poster prefix profile property rel rev style typeof vocab'.split(' '),
);
/** Attributes handled by the readers of elements. */
const readAttribute = makeNameTable(readAttributeNames);

export function readHtmlPage(document: Document): Page {
  return new HtmlPage(document, scanHtml(document));
}

/** Results of one pass over the tags. */
export function scanHtml(document: Document): HtmlScan {
  const scan = makeScan(document.text());
  walk(scan);
  return scan;
}

function walk(scan: HtmlScan): void {
  const { html, finder } = scan;
  let at = 0;
  while (at >= 0 && !isFull(scan)) {
    const open = html.indexOf('<', at);
    const runEnd = open < 0 ? html.length : open;
    if (finder.hit < runEnd) addTextUrls(scan, at, runEnd);
    if (open < 0) return;
    const code = html.charCodeAt(open + 1);
    if (isLetter(code)) at = readTag(scan, open);
    else if (code === 33 || code === 63) at = readDeclaration(scan, open);
    else at = open + 1;
  }
}

/** Reads the tag at `open`; returns where to continue, or -1 if the document ends inside the tag. */
function readTag(scan: HtmlScan, open: number): number {
  const { html, attributes, checkpoints } = scan;
  const nameEnd = tagNameEnd(html, open + 1);
  if (html.charCodeAt(nameEnd) === 62) {
    attributes.count = 0;
    scan.end = nameEnd + 1;
  } else {
    scan.end = readAttributes(html, nameEnd, attributes);
    if (scan.end < 0) return -1;
  }
  scan.start = open;
  if (open - (checkpoints.at(-1) ?? 0) >= checkpointDistance) checkpoints.push(open);
  const name = elementName(html, open + 1, nameEnd);
  const read = name === undefined ? undefined : elements.get(name);
  if (attributes.count > 0 && name !== 'img') readOtherAttributes(scan, read !== undefined);
  if (read !== undefined) read(scan);
  return scan.end;
}

/** Comments may contain URLs; doctypes and processing instructions only vocabulary names. */
function readDeclaration(scan: HtmlScan, open: number): number {
  const { html, finder } = scan;
  const end = declarationEnd(html, open);
  if (html.startsWith('<!--', open) && finder.hit < (end < 0 ? html.length : end)) {
    const comment = html.slice(open + 4, end < 0 ? html.length : end);
    collectEscapedUrls(comment, (url) => addBareUrl(scan, url, 'comment', ''));
  }
  return end;
}

/** Searches the attributes without an element reader: data-url="…", value="…", onclick="…". */
function readOtherAttributes(scan: HtmlScan, hasReader: boolean): void {
  const { html, finder } = scan;
  const { offsets, count } = scan.attributes;
  for (let at = 0; at < count; at += 4) {
    const start = offsets[at + 2] ?? 0;
    const end = offsets[at + 3] ?? 0;
    if (finder.hit < start) finder.seek(start);
    const first = html.charCodeAt(start);
    const relative = first === 47 || first === 46;
    const structured = first === 123 || first === 91 || first === 38;
    if (start === end || !(relative || structured || finder.hit < end)) continue;
    const nameStart = offsets[at] ?? 0;
    const nameEnd = offsets[at + 1] ?? 0;
    if (ignoredAttribute(html, nameStart, nameEnd) !== undefined) continue;
    if (hasReader && readAttribute(html, nameStart, nameEnd) !== undefined) continue;
    const name = html.slice(nameStart, nameEnd).toLowerCase();
    if (!name.startsWith('xmlns')) readUrlValue(scan, name, decodeHTMLAttribute(html.slice(start, end)));
  }
}

function readUrlValue(scan: HtmlScan, name: string, value: string): void {
  const position = { at: scan.start, end: scan.end };
  if (/^https?:\/\/\S+$/i.test(value)) {
    addWrittenUrl(scan, { url: value, ...position }, 'attribute');
  } else if (/^\.{0,2}\//.test(value)) {
    // A path counts as a URL only if the attribute's name implies it.
    if (/(?:url|uri|href|link|endpoint|service)$/.test(name))
      addWrittenUrl(scan, { url: value, ...position }, 'attribute');
  } else {
    collectEscapedUrls(value, (url) => addWrittenUrl(scan, { url, ...position }, 'attribute'));
  }
}

/** URLs in text that isn't part of the page's own, possibly with escaped slashes. */
function collectEscapedUrls(text: string, report: (url: string) => void): void {
  const plain = text.includes('\\/') ? text.replaceAll('\\/', '/') : text;
  collectUrls(decodeHTMLAttribute(plain), ({ url }) => report(url));
}
