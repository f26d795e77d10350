// Visible text of HTML: of a page, of a link, and of the words around it.
import { decodeEntities, foldSpace } from '../base/text.ts';
import type { LinkWords } from './found-link.ts';
import { attribute, equalsIgnoringCase, isLetter, makeAttributes, readAttributes, tagNameEnd } from './html-tag.ts';
import { makeNameTable } from './name-table.ts';

/** Characters of text kept of one document. */
export const maxTextLength = 1_000_000;

/** Markup looked at for the words of one link or heading. */
const maxPhrase = 4_096;
const windowWords = 10;
/** Characters of markup looked back through, the next only where the one before did not hold ten words. */
const windowReach = [300, 2_000, 8_000];
/** Ten words rarely take more characters; asking for more would cost time on every new link. */
const windowText = 400;

/** Tags that do not separate words: "<b>W</b>eb" is one word. */
const joining = makeNameTable('b i u s em strong font sub sup wbr small big tt mark'.split(' '));
const hidden = makeNameTable(['script', 'style']);

/** Text of a piece of markup that begins outside of any tag, white space folded. */
export function readText(html: string, maxLength: number): string {
  const attributes = makeAttributes();
  let text = '';
  let at = 0;
  while (text.length < maxLength) {
    const open = html.indexOf('<', at);
    if (open < 0) {
      text += html.slice(at);
      break;
    }
    if (open > at) text += html.slice(at, open);
    const code = html.charCodeAt(open + 1);
    if (isLetter(code)) {
      const nameEnd = tagNameEnd(html, open + 1);
      at = html.charCodeAt(nameEnd) === 62 ? nameEnd + 1 : readAttributes(html, nameEnd, attributes);
      const element = hidden(html, open + 1, nameEnd);
      if (element !== undefined && at >= 0) at = rawTextEnd(html, at, element);
      if (joining(html, open + 1, nameEnd) === undefined) text += ' ';
    } else if (code === 47) {
      at = html.indexOf('>', open) + 1 || -1;
      if (joining(html, open + 2, at - 1) === undefined) text += ' ';
    } else if (code === 33 || code === 63) {
      at = declarationEnd(html, open);
    } else {
      text += '<';
      at = open + 1;
    }
    if (at < 0) break;
  }
  return foldSpace(decodeEntities(text.length > maxLength ? text.slice(0, maxLength) : text));
}

/** Index after the comment, doctype or processing instruction at `at`, or -1 when the document ends first. */
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

/** Where the content of an element without markup inside ends: at its end tag, or -1 when there is none. */
export function rawTextEnd(html: string, from: number, name: string): number {
  const end = rawTextEnds.get(name);
  if (end === undefined) return from;
  end.lastIndex = from;
  return end.test(html) ? end.lastIndex - name.length - 2 : -1;
}

/** Text of a heading whose content begins at `from`. */
export function headingText(html: string, from: number): string {
  const content = html.slice(from, from + maxPhrase);
  const end = content.search(/<\/?h[1-6]/i);
  return readText(end < 0 ? content : content.slice(0, end), maxPhrase);
}

/** Words for links of elements: their text, else the alternative text of an image inside, else their title. */
export function elementWords(html: string, checkpoints: readonly number[]): LinkWords {
  return {
    anchor: (at, end) => (isAnchor(html, at) ? anchorText(html, at, end) : titleOf(html, at)),
    window: (at, end) =>
      wordsAround(html, at, isAnchor(html, at) ? end + anchorContent(html, end).length : end, checkpoints),
  };
}

/** Words for URLs written somewhere: none of their own, but those around. */
export function placeWords(html: string, checkpoints: readonly number[]): LinkWords {
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
 * Up to ten words before `at` and after `end`. Reading backwards through markup is guesswork, so the walk over the page
 * left checkpoints: places outside of any tag, every few hundred characters.
 */
function wordsAround(html: string, at: number, end: number, checkpoints: readonly number[]): string {
  let before = '';
  for (const reach of windowReach) {
    const text = readText(html.slice(checkpointBefore(checkpoints, at - reach), at), maxPhrase * 2);
    before = lastWords(text);
    if (before.length < text.length || reach >= at) break;
  }
  const after = firstWords(readText(html.slice(end, end + maxPhrase), windowText));
  return before === '' || after === '' ? before + after : `${before} ${after}`;
}

/** The last ten words of folded text. */
function lastWords(text: string): string {
  let space = text.length;
  for (let word = 0; word < windowWords && space > 0; word++) space = text.lastIndexOf(' ', space - 1);
  return text.slice(space + 1);
}

/** The first ten words of folded text. */
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
  return low === 0 ? 0 : (checkpoints[low - 1] ?? 0);
}
