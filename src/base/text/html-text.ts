// Converts descriptions written in HTML to plain text.
import { decodeHTML } from 'entities/decode';
import { foldSpace } from './text.ts';

/** Longer matches aren't tags; the limit keeps the search linear. */
const tag = /<\/?[a-z!][^<>]{0,2000}>/gi;

/** Removes tags and decodes entities. "a < b" is unchanged. */
export function textOfHtml(html: string): string {
  if (!html.includes('<') && !html.includes('&')) return foldSpace(html);
  return foldSpace(decodeHTML(stripScripts(html).replace(tag, ' ')));
}

/** Removes scripts and styles with their content. An unclosed one extends to the end, as in a browser. */
function stripScripts(html: string): string {
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
