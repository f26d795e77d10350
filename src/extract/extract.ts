// Extracts a page from a document, with the reader for its format.
import type { Document, Page } from '../model/document.ts';
import { readFeedPage } from './formats/feed.ts';
import { readJsonPage } from './formats/json.ts';
import { readPlainTextPage } from './formats/plain-text.ts';
import { readSitemapPage } from './formats/sitemap.ts';
import { readXmlPage } from './formats/xml.ts';
import { readHtmlPage } from './html/html.ts';
import { makePage } from './page/page.ts';
import { readScriptPage } from './script/script-page.ts';
import { type PageFormat, sniff } from './sniff.ts';

const readers: Readonly<Record<PageFormat, (document: Document) => Page>> = {
  html: readHtmlPage,
  feed: readFeedPage,
  sitemap: readSitemapPage,
  xml: readXmlPage,
  json: readJsonPage,
  script: readScriptPage,
  text: readPlainTextPage,
  none: (document) => makePage(document, { links: [], text: () => '' }),
};

/** Never throws, whatever the bytes: malformed documents give fewer links. */
export function extractPage(document: Document): Page {
  return readers[sniff(document)](document);
}
