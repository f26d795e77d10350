// Any XML → the URLs in its attributes and text.
import { decodeHTML, decodeHTMLAttribute } from 'entities/decode';
import { foldSpace } from '../../base/text/text.ts';
import type { Document, Page } from '../../model/document.ts';
import type { FoundBy } from '../../model/link.ts';
import { FoundLink, type LinkWords, maxLinks, resolveLinks } from '../page/found-link.ts';
import { makePage } from '../page/page.ts';
import { makeResolver } from '../page/resolve.ts';
import { type Attributes, attribute, makeAttributes, readAttributes, tagNameEnd } from '../scan/html-tag.ts';
import { contextWords, maxTextLength, readText } from '../scan/html-text.ts';
import { collectUrls } from '../scan/url-finder.ts';
import { localName, walkXml } from '../scan/xml-scan.ts';

const checkpointDistance = 200;

/** Attributes (local names in lower case) whose URLs name vocabularies, code lists and schemas. */
const ignoredAttributes = new Set(
  (
    'schemalocation nonamespaceschemalocation targetnamespace namespace srsname codespace codelist codelistvalue uom system ' +
    'type role arcrole'
  ).split(' '),
);
const linkAttributes = new Set(['href', 'src', 'url', 'uri']);

interface XmlScan {
  readonly xml: string;
  readonly links: FoundLink[];
  readonly checkpoints: number[];
  readonly words: LinkWords;
  /** Text of the first title element, null before it. */
  title: string | null;
  inTitle: boolean;
}

export function readXmlPage(document: Document): Page {
  const xml = document.text();
  const scan = makeXmlScan(xml);
  walkXml(xml, {
    open: (name, attributes, at, end) => {
      // The first one is the root element: text before it doesn't count.
      if (at - (scan.checkpoints.at(-1) ?? -checkpointDistance) >= checkpointDistance) scan.checkpoints.push(at);
      scan.inTitle = scan.title === null && localName(name) === 'title';
      readUrlAttributes(scan, attributes, at, end);
    },
    text: (start, end, isCdata) => {
      const text = isCdata ? xml.slice(start, end) : decodeHTML(xml.slice(start, end));
      if (scan.inTitle) scan.title = foldSpace(text);
      scan.inTitle = false;
      readUrls(scan, text, 'xml', [start, end]);
    },
    comment: (start, end) => readUrls(scan, xml.slice(start, end), 'comment', [start, end]),
    isDone: () => scan.links.length >= maxLinks,
  });
  return makePage(document, {
    title: scan.title ?? '',
    links: resolveLinks(scan.links, makeResolver(document.finalUrl)),
    text: () => readText(xml.slice(scan.checkpoints[0] ?? 0), maxTextLength),
  });
}

function makeXmlScan(xml: string): XmlScan {
  const checkpoints: number[] = [];
  const context = contextWords(xml, checkpoints);
  const words: LinkWords = { anchor: (at) => titleAttribute(xml, at), window: context.window };
  return { xml, links: [], checkpoints, words, title: null, inTitle: false };
}

/** The title of the element at `at` (xlink:title, title); '' for URLs in text. */
function titleAttribute(xml: string, at: number): string {
  if (xml.charCodeAt(at) !== 60) return '';
  const attributes = makeAttributes();
  readAttributes(xml, tagNameEnd(xml, at + 1), attributes);
  return foldSpace(attribute(xml, attributes, 'xlink:title') ?? attribute(xml, attributes, 'title') ?? '');
}

function readUrlAttributes(scan: XmlScan, attributes: Attributes, at: number, end: number): void {
  const { offsets, count } = attributes;
  for (let index = 0; index < count; index += 4) {
    const value = scan.xml.slice(offsets[index + 2], offsets[index + 3]);
    const name = scan.xml.slice(offsets[index], offsets[index + 1]);
    const local = localName(name);
    const isLink = linkAttributes.has(local);
    if (!isLink && !value.includes('://')) continue;
    if (name.startsWith('xmlns') || ignoredAttributes.has(local)) continue;
    const decoded = decodeHTMLAttribute(value);
    if (isLink || /^https?:\/\/\S+$/i.test(decoded)) {
      if (decoded.charCodeAt(0) === 35) continue;
      scan.links.push(new FoundLink(scan.words, { url: decoded, foundBy: 'xml', nofollow: false, at, end }));
    } else {
      readUrls(scan, decoded, 'xml', [at, end]);
    }
  }
}

function readUrls(scan: XmlScan, text: string, foundBy: FoundBy, [at, end]: readonly [number, number]): void {
  if (!text.includes('://') && !text.includes('www.')) return;
  collectUrls(text, ({ url }) => {
    if (scan.links.length >= maxLinks) return false;
    return scan.links.push(new FoundLink(scan.words, { url, foundBy, nofollow: false, at, end }));
  });
}
