// Front pages of portals: what stands on the page, and the API answer read beside it.
import { decodeEntities, foldSpace } from '../../base/text.ts';
import type { Document } from '../../model/document.ts';
import type { Description } from '../../model/resource.ts';
import { isFrontPath, portalFolder } from './catalog-address.ts';
import { htmlHead, htmlTitle, metaContent } from './html-source.ts';

/**
 * The portal a page is the front of, or null. Inner pages carry the same signs, but each of them would bring the same
 * catalog again, with another title.
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

/** The document, or what was read beside a page: where the records are. */
export function recordSources(document: Document): readonly Document[] {
  return document.form === 'html' ? document.parts : [document, ...document.parts];
}

/** Running text of a description written in HTML. */
export function plainText(html: string): string {
  if (!html.includes('<') && !html.includes('&')) return html.trim();
  return foldSpace(decodeEntities(html.replace(/<[^<>]{0,1000}>/g, ' ')));
}
