// Tolerant XML scanner: tags, text, CDATA. For links and text only; identification has its own reader.
import { type Attributes, isLetter, makeAttributes, readAttributes, tagNameEnd } from './html-tag.ts';
import { declarationEnd } from './html-text.ts';

export interface XmlReader {
  /** `at` and `end` are the offsets of the tag. */
  open?(name: string, attributes: Attributes, at: number, end: number): void;
  close?(name: string): void;
  /** Text between tags, or the content of a CDATA section, whose character references are literal. */
  text?(start: number, end: number, isCdata: boolean): void;
  comment?(start: number, end: number): void;
  isDone?(): boolean;
}

export function walkXml(xml: string, reader: XmlReader): void {
  const attributes = makeAttributes();
  let at = 0;
  while (at >= 0 && reader.isDone?.() !== true) {
    const open = xml.indexOf('<', at);
    const runEnd = open < 0 ? xml.length : open;
    if (runEnd > at) reader.text?.(at, runEnd, false);
    if (open < 0) return;
    const code = xml.charCodeAt(open + 1);
    if (isLetter(code) || code === 95 || code > 127) at = readOpenTag(xml, open, attributes, reader);
    else if (code === 47) at = readCloseTag(xml, open, reader);
    else if (code === 33 || code === 63) at = readDeclaration(xml, open, reader);
    else at = open + 1;
  }
}

function readOpenTag(xml: string, open: number, attributes: Attributes, reader: XmlReader): number {
  const nameEnd = tagNameEnd(xml, open + 1);
  const end = readAttributes(xml, nameEnd, attributes);
  if (end < 0) return -1;
  const name = xml.slice(open + 1, nameEnd);
  reader.open?.(name, attributes, open, end);
  if (xml.charCodeAt(end - 2) === 47) reader.close?.(name);
  return end;
}

function readCloseTag(xml: string, open: number, reader: XmlReader): number {
  const end = xml.indexOf('>', open);
  if (end < 0) return -1;
  reader.close?.(xml.slice(open + 2, tagNameEnd(xml, open + 2)));
  return end + 1;
}

function readDeclaration(xml: string, open: number, reader: XmlReader): number {
  if (xml.startsWith('<![CDATA[', open)) {
    const end = xml.indexOf(']]>', open);
    reader.text?.(open + 9, end < 0 ? xml.length : end, true);
    return end < 0 ? -1 : end + 3;
  }
  if (xml.startsWith('<!DOCTYPE', open)) return doctypeEnd(xml, open);
  const end = declarationEnd(xml, open);
  if (xml.startsWith('<!--', open)) reader.comment?.(open + 4, end < 0 ? xml.length : end - 3);
  return end;
}

/** Longer internal subsets aren't searched: a page of unclosed ones would take quadratic time. */
const maxSubset = 65_536;

/** A doctype with an internal subset ends after its closing bracket; the subset is skipped unread. */
function doctypeEnd(xml: string, open: number): number {
  const end = declarationEnd(xml, open);
  if (end < 0 || !xml.slice(open, end).includes('[')) return end;
  const bracket = xml.slice(open, open + maxSubset).indexOf(']');
  return bracket < 0 ? end : xml.indexOf('>', open + bracket) + 1 || -1;
}

/** 'wms:Layer' → 'layer'. */
export function localName(name: string): string {
  return name.slice(name.indexOf(':') + 1).toLowerCase();
}
