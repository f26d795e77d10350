// Reads one start tag in a forward pass, with any quoting.
import { copyString } from '../text/copy-string.ts';
import { decodeReferences } from './xml-entities.ts';

export interface XmlTag {
  /** As written, prefix included. */
  readonly name: string;
  readonly attributes: ReadonlyMap<string, string>;
  readonly selfClosing: boolean;
  /** Index after the tag. */
  readonly end: number;
  readonly wellFormed: boolean;
}

const noAttributes: ReadonlyMap<string, string> = new Map();

/** Attributes kept per element. */
const maxAttributes = 1000;

const quoteDouble = 0x22;
const quoteSingle = 0x27;
const slash = 0x2f;
const lessThan = 0x3c;
const equals = 0x3d;
const greaterThan = 0x3e;

export function isSpace(code: number): boolean {
  return code === 0x20 || code === 0x0a || code === 0x0d || code === 0x09;
}

/** ASCII letters, '_' and ':', and everything beyond ASCII (XML 1.0, production 4, loosely). */
export function isNameStart(code: number): boolean {
  return (
    (code >= 0x61 && code <= 0x7a) || (code >= 0x41 && code <= 0x5a) || code === 0x5f || code === 0x3a || code > 0x7f
  );
}

function isNameEnd(code: number): boolean {
  // Letters have higher codes than all of these.
  if (code > greaterThan) return false;
  return code === greaterThan || isSpace(code) || code === slash || code === equals || code === lessThan;
}

export function nameEnd(text: string, start: number): number {
  let at = start;
  while (at < text.length && !isNameEnd(text.charCodeAt(at))) at++;
  return at;
}

/** Recent names. The same few repeat, and slicing and hashing a name is most of the cost of a tag. */
const recent: string[] = new Array(512).fill('');
const maxRecentChars = 64;

/** A copy of the name that doesn't retain the surrounding text. */
function readName(text: string, start: number, end: number): string {
  const length = end - start;
  if (length > maxRecentChars) return copyString(text.slice(start, end));
  const slot =
    (length * 31 + text.charCodeAt(start) * 7 + text.charCodeAt(end - 1) * 3 + text.charCodeAt(start + (length >> 1))) &
    511;
  const known = recent[slot]!;
  if (known.length === length && text.startsWith(known, start)) return known;
  const name = copyString(text.slice(start, end));
  recent[slot] = name;
  return name;
}

/**
 * Reads the start tag whose '<' is at `start`. Null if the text ends inside the tag; with `final` there is no more text.
 */
export function readStartTag(text: string, start: number, final: boolean): XmlTag | null {
  let at = nameEnd(text, start + 1);
  const name = readName(text, start + 1, at);
  let attributes: Map<string, string> | null = null;
  let wellFormed = true;
  for (;;) {
    while (at < text.length && isSpace(text.charCodeAt(at))) at++;
    if (at >= text.length) return null;
    const code = text.charCodeAt(at);
    const isSelfClosing = code === slash && text.charCodeAt(at + 1) === greaterThan;
    if (code === greaterThan || code === lessThan || isSelfClosing) {
      // A tag that runs into the next one is closed before it.
      const end = at + (isSelfClosing ? 2 : code === greaterThan ? 1 : 0);
      wellFormed &&= code !== lessThan;
      return { name, attributes: attributes ?? noAttributes, selfClosing: isSelfClosing, end, wellFormed };
    }
    const attribute = readAttribute(text, at, final);
    if (attribute === null) return null;
    attributes ??= new Map();
    if (attributes.has(attribute.name)) wellFormed = false;
    else if (attributes.size < maxAttributes) attributes.set(attribute.name, attribute.value);
    wellFormed &&= attribute.wellFormed;
    at = attribute.end;
  }
}

interface Attribute {
  readonly name: string;
  readonly value: string;
  readonly end: number;
  readonly wellFormed: boolean;
}

function readAttribute(text: string, start: number, final: boolean): Attribute | null {
  // Consumes at least one character, so that a stray '=' or quote can't cause an endless loop.
  let at = nameEnd(text, start + 1);
  const name = readName(text, start, at);
  while (at < text.length && isSpace(text.charCodeAt(at))) at++;
  if (at >= text.length) return null;
  if (text.charCodeAt(at) !== equals) return { name, value: '', end: at, wellFormed: false };
  at++;
  while (at < text.length && isSpace(text.charCodeAt(at))) at++;
  if (at >= text.length) return null;
  const quote = text.charCodeAt(at);
  if (quote === quoteDouble || quote === quoteSingle) return readQuoted(text, at, name, final);
  return readUnquoted(text, at, name);
}

function readQuoted(text: string, open: number, name: string, final: boolean): Attribute | null {
  const quote = text.charAt(open);
  const close = text.indexOf(quote, open + 1);
  if (close < 0 && !final) return null;
  const raw = text.slice(open + 1, close < 0 ? undefined : close);
  // '<' isn't allowed in a value; after a '>' it means that the closing quote is missing.
  const tagEnd = close < 0 || raw.includes('<') ? raw.indexOf('>') : -1;
  if (tagEnd >= 0 && (close < 0 || raw.indexOf('<', tagEnd) > 0)) {
    return { name, value: decodeReferences(raw.slice(0, tagEnd)).text, end: open + 1 + tagEnd, wellFormed: false };
  }
  if (close < 0) return null;
  const value = decodeReferences(raw);
  return { name, value: value.text, end: close + 1, wellFormed: value.wellFormed && !raw.includes('<') };
}

function readUnquoted(text: string, start: number, name: string): Attribute | null {
  let at = start;
  while (at < text.length && !isSpace(text.charCodeAt(at)) && text.charCodeAt(at) !== greaterThan) at++;
  if (at >= text.length) return null;
  const closesItself = text.charCodeAt(at) === greaterThan && at > start && text.charCodeAt(at - 1) === slash;
  const end = closesItself ? at - 1 : at;
  return { name, value: decodeReferences(text.slice(start, end)).text, end, wellFormed: false };
}
