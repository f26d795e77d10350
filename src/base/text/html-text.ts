// Descriptions written as HTML, made into plain text.
import { decodeHTML } from 'entities/decode';
import { foldSpace } from './text.ts';

/** Longer tags are not tags; the limit keeps the search linear. */
const tag = /<\/?[a-z!][^<>]{0,2000}>/gi;

/** Text with its tags gone and its entities read. "a < b" stays as it is. */
export function textOfHtml(html: string): string {
  if (!html.includes('<') && !html.includes('&')) return foldSpace(html);
  return foldSpace(decodeHTML(stripUnsafeUrls(html).replace(tag, ' ')));
}

/** Scripts and styles go with what is in them. One that is never closed takes the rest, as in a browser. */
function stripUnsafeUrls(html: string): string {
  const opening = /<(script|style)\b/gi;
  let result = '';
  let at = 0;
  for (let match = opening.exec(html); match !== null; match = opening.exec(html)) {
    result += html.slice(at, match.index);
    const closing = new RegExp(`</${match[1]}\\b[^>]{0,100}>`, 'gi');
    closing.lastIndex = opening.lastIndex;
    if (closing.exec(html) === null) return result;
    at = closing.lastIndex;
    opening.lastIndex = at;
  }
  return result + html.slice(at);
}
