// The format of a document: its first bytes decide, Content-Type only if they are ambiguous.
import type { Document } from '../model/document.ts';

export type PageFormat = 'html' | 'feed' | 'sitemap' | 'xml' | 'json' | 'script' | 'text' | 'none';

/** Bytes checked per document. */
const headLength = 2_048;

const htmlNames = new Set(
  (
    'html head body title meta link base script style div span p a b i table tr td ul ol li h1 h2 h3 h4 font center ' +
    'img br hr form frameset frame iframe pre article main header nav section'
  ).split(' '),
);

/** Signatures of binary files: PDF, ZIP, gzip, PNG, JPEG, GIF, TIFF, RAR, 7z, WOFF, RIFF, SQLite. */
const binaryBeginnings =
  /^(?:%PDF-|PK\x03\x04|\x1f\x8b|\x89PNG|\xff\xd8\xff|GIF8|II\*\x00|MM\x00\*|II\+\x00|MM\x00\+|Rar!|7z\xbc\xaf|wOF[F2]|RIFF|SQLite format 3)/;

export function sniff(document: Document): PageFormat {
  const { mediaType } = document;
  if (document.bytes.length === 0 || isBinary(document)) return 'none';
  const head = document
    .text()
    .slice(0, headLength)
    .replace(/^[\s\ufeff\u0000]+/, '');
  if (head.startsWith('<')) return markupFormat(head, mediaType);
  if (isJson(head, mediaType)) return 'json';
  if (/html/.test(mediaType)) return 'html';
  if (/javascript|ecmascript/.test(mediaType)) return 'script';
  if (mediaType === 'text/css') return 'none';
  if (/<(?:html|head|body|a|title|table|p|h1)[\s>]/i.test(head)) return 'html';
  // Text before the document (PHP warnings and the like).
  const xml = head.indexOf('<?xml');
  if (xml >= 0) return markupFormat(head.slice(xml), mediaType);
  return 'text';
}

function isBinary(document: Document): boolean {
  if (document.charset.startsWith('utf-16')) return false;
  const { buffer, byteOffset, length } = document.bytes;
  const head = Buffer.from(buffer, byteOffset, Math.min(length, headLength)).toString('latin1');
  if (binaryBeginnings.test(head)) return true;
  // NUL bytes in a page declared as HTML are an accident; elsewhere they mean binary data.
  return head.includes('\u0000') && !/html|xml/.test(document.mediaType) && !/^\s*</.test(head);
}

function markupFormat(head: string, mediaType: string): PageFormat {
  const root = rootName(head);
  const local = root.slice(root.indexOf(':') + 1);
  if (local === 'html' || /^<!doctype html/i.test(head)) return 'html';
  if (root === 'rss' || root === 'feed' || root.endsWith(':feed')) return 'feed';
  if (local === 'rdf' && /purl\.org\/rss|my\.netscape\.com\/rdf/i.test(head)) return 'feed';
  if (local === 'urlset' || local === 'sitemapindex') return 'sitemap';
  if (head.startsWith('<?xml')) return 'xml';
  if (/html/.test(mediaType) || htmlNames.has(root) || root === '') return 'html';
  return 'xml';
}

/** Name of the first element in lower case, after declarations and comments; '' if there is none. */
function rootName(head: string): string {
  let at = 0;
  while (at >= 0) {
    const open = head.indexOf('<', at);
    if (open < 0) return '';
    const name = /^[a-z_][\w:.-]*/i.exec(head.slice(open + 1, open + 80))?.[0];
    if (name !== undefined) return name.toLowerCase();
    at = head.startsWith('<!--', open) ? head.indexOf('-->', open) : head.indexOf('>', open);
  }
  return '';
}

/**
 * An object or array, possibly as the argument of a callback. With another Content-Type, its content must look like
 * JSON too.
 */
function isJson(head: string, mediaType: string): boolean {
  if (!/^(?:[\w$.]{1,80}\s?\(\s{0,8})?[{[]/.test(head)) return false;
  if (/json/.test(mediaType)) return true;
  return /^(?:[\w$.]{1,80}\s?\(\s{0,8})?(?:\{\s*["'}]|\[\s*(?:["{[\]\d-]|null|true|false))/.test(head);
}
