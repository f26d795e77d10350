// Visible text of HTML: of a page, of a link, and of its surroundings.
import { decodeHTML } from 'entities/decode';
import { foldSpace } from '../../base/text/text.ts';
import type { LinkWords } from '../page/found-link.ts';
import {
  type Attributes,
  attribute,
  equalsIgnoringCase,
  isLetter,
  isSpace,
  makeAttributes,
  readAttributes,
  tagNameEnd,
} from './html-tag.ts';

/** Characters of text stored per document. */
export const maxTextLength = 1_000_000;

/** Characters of markup read for the text of one link or heading. */
const maxPhrase = 4_096;
const windowWords = 10;
/** Characters of markup searched backwards; the next step only if the previous one had fewer than ten words. */
const windowReach = [200, 600, 2_000, 8_000];
/** Characters of text read after a link, more only if ten words are longer. */
const windowText = [120, 1_000];

/** Tags that don't separate words: "<b>W</b>eb" is one word. */
const joining = makeNameTable('b i u s em strong font sub sup wbr small big tt mark'.split(' '));
const hidden = makeNameTable(['script', 'style']);

/** Text of markup that starts outside of any tag, with white space collapsed. */
export function readText(html: string, maxLength: number): string {
  const attributes = makeAttributes();
  let text = '';
  let spaced = true;
  let at = 0;
  while (at >= 0 && text.length < maxLength) {
    const open = html.indexOf('<', at);
    const runEnd = open < 0 ? html.length : open;
    if (runEnd > at) {
      // No more than needed: a long paragraph would be copied as a whole when the text is cut.
      text += html.slice(at, Math.min(runEnd, at + maxLength - text.length));
      spaced = isSpace(html.charCodeAt(runEnd - 1));
    }
    if (open < 0) break;
    const code = html.charCodeAt(open + 1);
    const nameStart = code === 47 ? open + 2 : open + 1;
    if (isLetter(html.charCodeAt(nameStart))) {
      const nameEnd = tagNameEnd(html, nameStart);
      at = tagEnd(html, nameStart, nameEnd, attributes);
      if (spaced || joining(html, nameStart, nameEnd) !== undefined) continue;
      text += ' ';
      spaced = true;
    } else if (code === 33 || code === 63 || code === 47) {
      at = declarationEnd(html, open);
    } else {
      text += '<';
      at = open + 1;
    }
  }
  return foldSpace(decodeHTML(text.length > maxLength ? text.slice(0, maxLength) : text));
}

/** Index after a tag, and after hidden content; -1 if the document ends first. */
function tagEnd(html: string, nameStart: number, nameEnd: number, attributes: Attributes): number {
  const closed = html.charCodeAt(nameEnd) === 62;
  const end = closed ? nameEnd + 1 : readAttributes(html, nameEnd, attributes);
  const element = end < 0 || html.charCodeAt(nameStart - 1) === 47 ? undefined : hidden(html, nameStart, nameEnd);
  return element === undefined ? end : rawTextEnd(html, end, element);
}

/** Index after the comment, doctype or processing instruction at `at`, or -1 if the document ends first. */
export function declarationEnd(html: string, at: number): number {
  if (!html.startsWith('<!--', at)) return html.indexOf('>', at) + 1 || -1;
  if (html.startsWith('>', at + 4)) return at + 5;
  if (html.startsWith('->', at + 4)) return at + 6;
  const end = /--!?>/g;
  end.lastIndex = at + 4;
  return end.test(html) ? end.lastIndex : -1;
}

const rawTextEnds = new Map(
  ['script', 'style', 'title', 'textarea'].map((name) => [name, new RegExp(`</${name}(?=[\\t\\n\\f\\r />])`, 'gi')]),
);

/** End of the content of a raw text element: at its end tag, or -1 if there is none. */
export function rawTextEnd(html: string, from: number, name: string): number {
  const end = rawTextEnds.get(name);
  if (end === undefined) return from;
  end.lastIndex = from;
  return end.test(html) ? end.lastIndex - name.length - 2 : -1;
}

/** Text of a heading whose content starts at `from`. */
export function headingText(html: string, from: number): string {
  const content = html.slice(from, from + maxPhrase);
  const end = content.search(/<\/?h[1-6]/i);
  return readText(end < 0 ? content : content.slice(0, end), maxPhrase);
}

/** Text of links that are elements: their content, else the alternative text of an image inside, else their title. */
export function elementWords(html: string, checkpoints: readonly number[]): LinkWords {
  return {
    anchor: (at, end) => (isAnchor(html, at) ? anchorText(html, at, end) : titleOf(html, at)),
    window: (at, end) =>
      wordsAround(html, at, isAnchor(html, at) ? end + anchorContent(html, end).length : end, checkpoints),
  };
}

/** Text of URLs found elsewhere: none of their own, only the surroundings. */
export function contextWords(html: string, checkpoints: readonly number[]): LinkWords {
  return { anchor: () => '', window: (at, end) => wordsAround(html, at, end, checkpoints) };
}

function isAnchor(html: string, at: number): boolean {
  return equalsIgnoringCase(html, at + 1, 'a') && tagNameEnd(html, at + 1) === at + 2;
}

function anchorContent(html: string, from: number): string {
  const content = html.slice(from, from + maxPhrase);
  const end = content.search(/<\/?a[\s/>]/i);
  return end < 0 ? content : content.slice(0, end);
}

function anchorText(html: string, at: number, end: number): string {
  const content = anchorContent(html, end);
  const text = readText(content, maxPhrase);
  if (text !== '') return text;
  const image = content.search(/<img[\s/]/i);
  if (image >= 0) {
    const attributes = makeAttributes();
    readAttributes(content, image + 4, attributes);
    const alternative = foldSpace(attribute(content, attributes, 'alt') ?? '');
    if (alternative !== '') return alternative;
  }
  return titleOf(html, at);
}

function titleOf(html: string, at: number): string {
  const attributes = makeAttributes();
  readAttributes(html, tagNameEnd(html, at + 1), attributes);
  return foldSpace(attribute(html, attributes, 'alt') || attribute(html, attributes, 'title') || '');
}

/**
 * Up to ten words before `at` and after `end`. Parsing markup backwards is unreliable, so the pass over the page left
 * checkpoints: positions outside of any tag, every few hundred characters.
 */
function wordsAround(html: string, at: number, end: number, checkpoints: readonly number[]): string {
  let before = '';
  for (const reach of windowReach) {
    const text = readText(html.slice(checkpointBefore(checkpoints, at - reach), at), maxPhrase * 2);
    before = lastWords(text);
    if (before.length < text.length || reach >= at) break;
  }
  const following = html.slice(end, end + maxPhrase);
  let after = '';
  for (const length of windowText) {
    const text = readText(following, length);
    after = firstWords(text);
    if (after.length < text.length) break;
  }
  return before === '' || after === '' ? before + after : `${before} ${after}`;
}

/** The last ten words of collapsed text. */
function lastWords(text: string): string {
  let space = text.length;
  for (let word = 0; word < windowWords && space > 0; word++) space = text.lastIndexOf(' ', space - 1);
  return text.slice(space + 1);
}

/** The first ten words of collapsed text. */
function firstWords(text: string): string {
  let space = -1;
  for (let word = 0; word < windowWords; word++) {
    space = text.indexOf(' ', space + 1);
    if (space < 0) return text;
  }
  return text.slice(0, space);
}

function checkpointBefore(checkpoints: readonly number[], at: number): number {
  let low = 0;
  let high = checkpoints.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((checkpoints[middle] ?? 0) <= at) low = middle + 1;
    else high = middle;
  }
  return checkpoints[Math.max(0, low - 1)] ?? 0;
}

type NameLookup = (text: string, start: number, end: number) => string | undefined;

/** `names` must be lower-case ASCII, each starting with a letter. */
export function makeNameTable(names: readonly string[]): NameLookup {
  const byLetter: string[][] = Array.from({ length: 32 }, () => []);
  for (const name of names) byLetter[name.charCodeAt(0) & 31]?.push(name);
  return (text, start, end) => {
    for (const name of byLetter[text.charCodeAt(start) & 31] ?? []) {
      if (name.length === end - start && equalsIgnoringCase(text, start, name)) return name;
    }
    return undefined;
  };
}
