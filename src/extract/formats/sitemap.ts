// Sitemaps and sitemap indexes (sitemaps.org protocol 0.9), and the lines of robots.txt that list them.
import { decodeHTML } from 'entities/decode';
import type { Document, Page } from '../../model/document.ts';
import type { Link } from '../../model/link.ts';
import { maxLinks, plainLink } from '../page/found-link.ts';
import { makePage } from '../page/page.ts';
import { makeResolver } from '../page/resolve.ts';
import { attribute } from '../scan/html-tag.ts';
import { localName, walkXml } from '../scan/xml-scan.ts';

/** Extensions of the protocol whose `loc` is an image or video, not a page. */
const mediaPrefix = /^(?:image|video|news):/i;

export function readSitemapPage(document: Document): Page {
  const xml = document.text();
  const resolve = makeResolver(document.finalUrl);
  const links: Link[] = [];
  let inLocation = false;
  const add = (reference: string) => {
    const url = resolve(reference);
    if (url !== null) links.push(plainLink(url, 'sitemap', ''));
  };
  walkXml(xml, {
    open: (name, attributes) => {
      const local = localName(name);
      inLocation = local === 'loc' && !mediaPrefix.test(name);
      // xhtml:link names the same page in another language.
      const alternate = local === 'link' ? attribute(xml, attributes, 'href') : null;
      if (alternate !== null) add(alternate);
    },
    close: () => {
      inLocation = false;
    },
    text: (start, end, isCdata) => {
      if (inLocation) add(isCdata ? xml.slice(start, end) : decodeHTML(xml.slice(start, end)));
    },
    isDone: () => links.length >= maxLinks,
  });
  return makePage(document, { links, text: () => '' });
}

/** Absolute URLs of the `Sitemap:` lines of a robots.txt, each once; they are outside of its groups. */
export function readSitemapLines(robotsTxt: string): string[] {
  const urls = new Set<string>();
  for (const line of robotsTxt.split(/\r\n|\r|\n/)) {
    const colon = line.indexOf(':');
    if (colon < 0 || line.slice(0, colon).trim().toLowerCase() !== 'sitemap') continue;
    const url = (
      line
        .slice(colon + 1)
        .trim()
        .split(/\s/, 1)[0] ?? ''
    ).replace(/#.*$/, '');
    if (/^https?:\/\/[^/]/i.test(url)) urls.add(url);
  }
  return [...urls];
}
