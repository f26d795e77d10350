// Prefilter for web pages: could a built-in kind claim it, or a product be behind it? Nearly all pages of a crawl end here.
import { createWordFinder } from '../base/text/word-finder.ts';
import type { Document } from '../model/document.ts';

/** Products identify themselves in the head of a page, its heading, or its footer. */
const headLength = 8192;
const tailLength = 2048;
/** How much of the body's start is examined: its class, a banner, a heading. */
const openingLength = 3072;
/** A word may span the end of the head. */
const longestWord = 32;

/**
 * Every page that some kind claims contains one of these or of `listing`; `page-prefilter.test.ts` verifies it on every
 * HTML fixture.
 */
const claimed = [
  'opendata-ui',
  'window.__site',
  'site-root',
  'ckan',
  'dkan',
  'erddap',
  'geonetwork',
  'geonode',
  'opendap',
  'socrata',
  'opendatasoft',
  '/ods',
  '"ods',
  'ods-',
  'thredds',
  'udata',
];
/** Everyday words count only in the context of a folder listing, or in an element name. */
const listing = />\s{0,20}(?:index of|directory|contents of|folder listing)|]<\/a>|-root[\s>]/;
const listingWords = [
  'index of /',
  '>index of',
  'directory listing',
  '>directory',
  '>contents of',
  'folder listing',
  ']</a>',
  '-root',
];

/** Every page with `hints` contains one of these. */
const products = [
  ...['mapserver', 'no query information', 'loadparams', 'geoserver', 'mapproxy', 'ncwms', 'qgis server', 'pywps'],
  ...[
    'received wms',
    'received request',
    'geowebcache',
    'sensor observation',
    'landing page as json',
    'exceptionreport',
  ],
  ...['f=json', 'application/json', 'geo+json', 'ld+json'],
];

const mentionsAny = createWordFinder([...claimed, ...listingWords, ...products]);
const signs = new RegExp([...claimed.map((word) => word.replaceAll('.', '\\.')), listing.source].join('|'));

/** JSON-LD may be anywhere in a page. */
const embedded = 'application/ld+json';
const embeddedWithin = 1_000_000;

/** Whether a page needs a closer look; checked first by both stages that do. */
export function isWorthChecking(document: Document): boolean {
  const known = looks.get(document);
  if (known !== undefined) return known;
  const isWorth = look(document);
  looks.set(document, isWorth);
  return isWorth;
}

const looks = new WeakMap<Document, boolean>();

function look({ bytes, charset }: Document): boolean {
  // Words in two-byte encodings aren't found in the bytes.
  if (charset.startsWith('utf-16')) return true;
  const { buffer, byteOffset, length } = bytes;
  const page = Buffer.from(buffer, byteOffset, Math.min(length, embeddedWithin));
  const headEnd = page.indexOf('</head');
  const opening = headEnd < 0 ? headLength : Math.min(headLength, headEnd + openingLength);
  return (
    mentionsAny(bytes, 0, opening) ||
    mentionsAny(bytes, Math.max(opening - longestWord, length - tailLength), length) ||
    page.includes(embedded)
  );
}

/** Whether any kind could claim the page. */
export function mayBeClaimedPage(document: Document): boolean {
  if (!isWorthChecking(document)) return false;
  const text = document.text();
  const isShort = text.length <= headLength + tailLength;
  if (signs.test((isShort ? text : text.slice(0, headLength)).toLowerCase())) return true;
  if (!isShort && signs.test(text.slice(-tailLength).toLowerCase())) return true;
  const embeddedAt = text.indexOf(embedded);
  return embeddedAt >= 0 && embeddedAt < embeddedWithin;
}
