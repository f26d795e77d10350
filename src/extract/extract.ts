// Document → page: looks at what it is and hands it to the reader for that form.
import type { Document, Page } from '../model/document.ts';
import { readFeedPage } from './feed.ts';
import { readHtmlPage } from './html.ts';
import { readJsonPage } from './json.ts';
import { makePage } from './page.ts';
import { readPlainTextPage } from './plain-text.ts';
import { readScriptPage } from './script-page.ts';
import { readSitemapPage } from './sitemap.ts';
import { type DocumentForm, sniff } from './sniff.ts';
import { readXmlPage } from './xml.ts';

const readers: Readonly<Record<DocumentForm, (document: Document) => Page>> = {
  html: readHtmlPage,
  feed: readFeedPage,
  sitemap: readSitemapPage,
  xml: readXmlPage,
  json: readJsonPage,
  script: readScriptPage,
  text: readPlainTextPage,
  none: (document) => makePage(document, { links: [], text: () => '' }),
};

/** Never throws, whatever the bytes: odd documents give fewer links. */
export function extractPage(document: Document): Page {
  return readers[sniff(document)](document);
}
