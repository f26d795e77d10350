// The parts of an HTML page that reveal its product, cheaply: title, generator, links, embedded JSON-LD.
import { decodeHTML, decodeHTMLAttribute } from 'entities/decode';
import { memoize } from '../../base/memoize.ts';
import { foldSpace } from '../../base/text/text.ts';
import type { Document } from '../../model/document.ts';

/** Bytes at the start of a page in which products sign. */
const headBytes = 65_536;

/** The first bytes as text. */
export const htmlHead = memoize(({ bytes, charset }: Document) =>
  new TextDecoder(charset).decode(bytes.subarray(0, headBytes)),
);

export function htmlTitle(head: string): string {
  const title = /<title[^>]{0,200}>([^<]{0,500})/i.exec(head)?.[1] ?? '';
  return foldSpace(decodeHTML(title));
}

/** Content of the first <meta> with this name (or property); '' if there is none. */
export function metaContent(head: string, name: string): string {
  for (const [tag] of head.matchAll(/<meta\s[^>]{1,1000}>/gi)) {
    const named = attributeIn(tag, 'name') ?? attributeIn(tag, 'property');
    if (named?.toLowerCase() === name) return foldSpace(attributeIn(tag, 'content') ?? '');
  }
  return '';
}

/** An attribute of one tag, decoded; null if it is missing. */
export function attributeIn(tag: string, name: string): string | null {
  const match = new RegExp(`[\\s"']${name}\\s{0,8}=\\s{0,8}(?:"([^"]*)"|'([^']*)'|([^\\s"'>]+))`, 'i').exec(tag);
  return match === null ? null : decodeHTMLAttribute(match[1] ?? match[2] ?? match[3] ?? '');
}

export interface Anchor {
  /** As written, entities decoded. */
  readonly href: string;
  readonly text: string;
  /** Where it starts in the page, and where its text ends. */
  readonly start: number;
  readonly end: number;
}

/** Anchors in document order, at most `limit`; text without tags. Linear in the page's size. */
export function* readAnchors(html: string, limit: number): Generator<Anchor> {
  const opening = /<a\s/gi;
  for (let count = 0; count < limit; count++) {
    const match = opening.exec(html);
    if (match === null) return;
    const tagEnd = html.indexOf('>', match.index);
    if (tagEnd < 0) return;
    const href = attributeIn(html.slice(match.index, Math.min(tagEnd, match.index + 2000)), 'href');
    opening.lastIndex = tagEnd;
    if (href === null) continue;
    const textEnd = html.slice(tagEnd + 1, tagEnd + 1001).search(/<\/a|<a\s/i);
    const end = tagEnd + 1 + (textEnd < 0 ? 200 : textEnd);
    const text = foldSpace(decodeHTML(html.slice(tagEnd + 1, end).replace(/<[^<>]{0,500}>/g, ' ')));
    yield { href, text, start: match.index, end };
  }
}

/** Scripts of one type read per page. */
const maxScripts = 50;

/** Bodies of <script type="…"> elements of this type. */
export function* readScripts(html: string, type: string): Generator<string> {
  let at = 0;
  for (let count = 0; count < maxScripts; count++) {
    at = html.indexOf(type, at);
    if (at < 0) return;
    const open = html.lastIndexOf('<', at);
    const start = html.indexOf('>', at);
    if (start < 0) return;
    const isScript = /^<script\s/i.test(html.slice(open, open + 8));
    const end = isScript ? endOfScript(html, start + 1) : start;
    if (isScript) yield html.slice(start + 1, end);
    at = end;
  }
}

function endOfScript(html: string, from: number): number {
  const end = /<\/script/gi;
  end.lastIndex = from;
  return end.exec(html)?.index ?? html.length;
}
