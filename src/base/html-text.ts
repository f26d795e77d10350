// Descriptions written as HTML, made into plain text.
import { decodeEntities, foldSpace } from './text.ts';

/** Longer tags are not tags; the limit keeps the search linear. */
const tag = /<\/?[a-z!][^<>]{0,2000}>/gi;

/** Text with its tags gone and its entities read. "a < b" stays as it is. */
export function textOfHtml(html: string): string {
  if (!html.includes('<') && !html.includes('&')) return foldSpace(html);
  return foldSpace(decodeEntities(html.replace(tag, ' ')));
}
