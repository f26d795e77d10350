// Decodes character references in XML: numeric ones, XML's five, and the HTML ones that servers forget to declare.
import { decodeHTML } from 'entities/decode';

const xmlNames = new Map([
  ['lt', '<'],
  ['gt', '>'],
  ['amp', '&'],
  ['quot', '"'],
  ['apos', "'"],
]);

/** Maximum length of a reference; longer ones are raw ampersands. */
export const maxReferenceChars = 12;

export interface DecodedText {
  readonly text: string;
  /** True if every ampersand starts a reference defined by XML. */
  readonly wellFormed: boolean;
}

/** Replaces character references. Raw ampersands and entities declared by the document are unchanged. */
export function decodeReferences(raw: string): DecodedText {
  let from = raw.indexOf('&');
  if (from < 0) return { text: raw, wellFormed: true };
  let text = raw.slice(0, from);
  let wellFormed = true;
  while (from >= 0) {
    const end = referenceEnd(raw, from + 1);
    const name = end < 0 ? '' : raw.slice(from + 1, end);
    const character = xmlNames.get(name) ?? foreignReference(name);
    if (character === null || !(name.startsWith('#') || xmlNames.has(name))) wellFormed = false;
    text += character ?? '&';
    const next = character === null ? from + 1 : end + 1;
    from = raw.indexOf('&', next);
    text += from < 0 ? raw.slice(next) : raw.slice(next, from);
  }
  return { text, wellFormed };
}

function referenceEnd(raw: string, start: number): number {
  const limit = Math.min(raw.length, start + maxReferenceChars);
  for (let at = start; at < limit; at++) {
    const code = raw.charCodeAt(at);
    if (code === 0x3b) return at;
    const isDigit = code >= 0x30 && code <= 0x39;
    const isLetter = (code >= 0x41 && code <= 0x5a) || (code >= 0x61 && code <= 0x7a);
    if (!isDigit && !isLetter && code !== 0x23) return -1;
  }
  return -1;
}

/** A number or an HTML name. HTML decodes some names without semicolon: a remainder means that it is another name. */
function foreignReference(name: string): string | null {
  if (name === '') return null;
  const decoded = decodeHTML(`&${name};`);
  return decoded.startsWith('&') || decoded.endsWith(';') ? null : decoded;
}
