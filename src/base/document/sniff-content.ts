// The format of a body by its first bytes. Content-Type only decides ambiguous cases, since servers often get it wrong.
import type { DocumentForm } from '../../model/document.ts';

const headBytes = 1024;

export interface FormSource {
  readonly bytes: Uint8Array;
  readonly charset: string;
  readonly mediaType: string;
}

const htmlBeginning =
  /^(?:<!doctype\s+html|<(?:html|head|body|title|meta|script|style|div|span|p|a|table|ul|ol|h[1-6]|center|font|form|iframe|frameset|img|br|hr|pre|link|nav|main|section|article|header)[\s/>])/i;

export function readForm({ bytes, charset, mediaType }: FormSource): DocumentForm {
  if (bytes.length === 0) return 'empty';
  if (bytes[0] === 0x50 && bytes[1] === 0x4b && (bytes[2] === 3 || bytes[2] === 5 || bytes[2] === 7)) return 'zip';
  const isWide = charset.startsWith('utf-16');
  const head = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.length, headBytes));
  if (!isWide && isBinary(head)) return 'binary';
  const text = (isWide ? new TextDecoder(charset).decode(head) : head.toString('latin1')).replace(
    /^(?:\xef\xbb\xbf|\ufeff|[\s\0])+/,
    '',
  );
  return textForm(text, mediaType);
}

function textForm(text: string, mediaType: string): DocumentForm {
  if (text === '') return 'empty';
  if (text.startsWith('<')) {
    const beginning = withoutPrologue(text);
    // HTML before an XML document is a script's error message (edge case 32).
    return htmlBeginning.test(beginning) && !beginning.includes('<?xml') ? 'html' : 'xml';
  }
  // An object or array, perhaps as the argument of a JSONP callback.
  if (/^(?:[\w$.]{1,80}\s?\(\s{0,8})?[{[]/.test(text)) return 'json';
  // Text before the document: PHP warnings and the like.
  if (text.includes('<?xml')) return 'xml';
  if (/<(?:!doctype html|html|body)[\s>]/i.test(text)) return 'html';
  return mediaType.includes('html') ? 'html' : 'text';
}

/** Skips the XML declaration, processing instructions and comments, as far as the window reaches. */
function withoutPrologue(text: string): string {
  let rest = text;
  for (;;) {
    const end = rest.startsWith('<?') ? rest.indexOf('?>') + 2 : rest.startsWith('<!--') ? rest.indexOf('-->') + 3 : 0;
    if (end <= 2) return rest;
    rest = rest.slice(end).trimStart();
  }
}

/** Detects control characters that don't occur in text. */
function isBinary(head: Uint8Array): boolean {
  let odd = 0;
  for (let at = 0; at < head.length; at++) {
    const byte = head[at]!;
    if (byte < 32 && (byte < 9 || byte > 13) && byte !== 27) odd++;
  }
  return odd > head.length / 64;
}
