// RSS 0.9x, 1.0 and 2.0, Atom → the links of feed and items, with titles as anchors.
import { decodeHTML, decodeHTMLAttribute } from 'entities/decode';
import { foldSpace } from '../../base/text/text.ts';
import type { Document, Page } from '../../model/document.ts';
import type { Link } from '../../model/link.ts';
import { maxLinks, plainLink } from '../page/found-link.ts';
import { makePage } from '../page/page.ts';
import { makeResolver, type Resolve } from '../page/resolve.ts';
import { type Attributes, attribute } from '../scan/html-tag.ts';
import { maxTextLength, readText } from '../scan/html-text.ts';
import { collectUrls } from '../scan/url-finder.ts';
import { localName, walkXml } from '../scan/xml-scan.ts';

/** Part of a feed with a title: the feed itself, or an item. */
interface Entry {
  title: string;
  language: string | null;
  /** In document order, including the entry's own URL. */
  readonly urls: string[];
}

const maxTitle = 1_000;
const urlElements = new Set(['link', 'guid', 'comments', 'id', 'docs']);
const textElements = new Set(['description', 'summary', 'content', 'encoded', 'subtitle', 'tagline']);

export function readFeedPage(document: Document): Page {
  const xml = document.text();
  const feed = makeEntry();
  const items: Entry[] = [];
  let current = feed;
  let element = '';
  let count = 0;
  walkXml(xml, {
    open: (name, attributes) => {
      element = localName(name);
      if (element === 'item' || element === 'entry') {
        current = makeEntry();
        items.push(current);
      }
      count += addAttributeUrl(current, element, { xml, attributes });
    },
    close: (name) => {
      if (/^(?:item|entry)$/.test(localName(name))) current = feed;
      element = '';
    },
    text: (start, end, isCdata) => {
      const text = isCdata ? xml.slice(start, end) : decodeHTML(xml.slice(start, end));
      count += addText(current, element, text);
    },
    isDone: () => count >= maxLinks,
  });
  const resolve = makeResolver(document.finalUrl);
  return makePage(document, {
    title: feed.title,
    language: feed.language,
    links: [feed, ...items].flatMap((entry) => entryLinks(entry, resolve)).slice(0, maxLinks),
    text: () => readText(xml, maxTextLength),
  });
}

function makeEntry(): Entry {
  return { title: '', language: null, urls: [] };
}

/** Atom's link, RSS's enclosure, media and source elements. */
function addAttributeUrl(entry: Entry, element: string, tag: { xml: string; attributes: Attributes }): number {
  const url = attribute(tag.xml, tag.attributes, element === 'link' ? 'href' : 'url');
  if (url === null || (element === 'content' && url === '')) return 0;
  entry.urls.push(url);
  return 1;
}

function addText(entry: Entry, element: string, text: string): number {
  const trimmed = text.trim();
  if (trimmed === '') return 0;
  if (element === 'title' && entry.title.length < maxTitle) {
    entry.title = foldSpace(`${entry.title} ${readText(trimmed, maxTitle)}`);
  }
  if (element === 'language') entry.language ??= trimmed;
  if (element === 'link' || (urlElements.has(element) && /^https?:\/\/\S+$/i.test(trimmed))) {
    entry.urls.push(trimmed);
    return 1;
  }
  return textElements.has(element) ? addUrlsIn(entry, trimmed) : 0;
}

/** Descriptions are HTML, escaped once more or in CDATA. */
function addUrlsIn(entry: Entry, text: string): number {
  const before = entry.urls.length;
  collectUrls(decodeHTMLAttribute(text), ({ url }) => entry.urls.push(url));
  return entry.urls.length - before;
}

function entryLinks(entry: Entry, resolve: Resolve): Link[] {
  const urls = new Set(entry.urls.map(resolve).filter((url) => url !== null));
  return [...urls].map((url) => plainLink(url, 'feed', entry.title));
}
