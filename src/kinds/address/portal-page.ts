// Front pages of portals: the page's content, and the API response read with it.
import { decodeHTML } from 'entities/decode';
import { foldSpace } from '../../base/text/text.ts';
import type { Document } from '../../model/document.ts';
import type { Description } from '../../model/resource.ts';
import { isFrontPath, portalFolder } from './catalog-address.ts';
import { htmlHead, htmlTitle, metaContent } from './html-source.ts';

/**
 * The portal a page is the front of, or null. Inner pages have the same signs, but each would report the same catalog
 * again with another title.
 */
export function portalFront(document: Document, isSigned: (head: string) => boolean): string | null {
  if (document.form !== 'html' || !isFrontPath(document.finalUrl)) return null;
  return isSigned(htmlHead(document)) ? new URL('/', portalFolder(document.finalUrl)).href : null;
}

/** Title and description of the page itself. */
export function pageWords(document: Document): Pick<Description, 'title' | 'abstract'> {
  const head = htmlHead(document);
  const name = metaContent(head, 'og:site_name');
  return { title: name || htmlTitle(head), abstract: metaContent(head, 'description') };
}

/** The document, or the API responses read for a page: where the records are. */
export function recordSources(document: Document): readonly Document[] {
  return document.form === 'html' ? document.parts : [document, ...document.parts];
}

/** Plain text of a description written in HTML. */
export function plainText(html: string): string {
  if (!html.includes('<') && !html.includes('&')) return html.trim();
  return foldSpace(decodeHTML(html.replace(/<[^<>]{0,1000}>/g, ' ')));
}
