// A first look at a web page: could any built-in kind claim it at all? Nearly all pages of a crawl end here.
import type { Document } from '../model/document.ts';

/** Products sign in the head of a page, its heading, or its footer. */
const headLength = 8192;
const tailLength = 2048;

/** One of these stands in every page that some kind claims; `page-signs.test.ts` asks about every HTML fixture. */
const signs = new RegExp(
  [
    'opendata-ui|window\\.__site|site-root|ckan|dkan|erddap|-root[\\s>]|geonetwork|geonode|opendap',
    'socrata|opendatasoft|/ods|"ods|ods-|thredds|udata',
    '>\\s{0,20}(?:index of|directory|contents of|folder listing)|]</a>',
  ].join('|'),
);

/** JSON-LD may stand anywhere in a page. */
const embedded = 'application/ld+json';
const embeddedWithin = 1_000_000;

export function isSignedPage(document: Document): boolean {
  const text = document.text();
  const isShort = text.length <= headLength + tailLength;
  if (signs.test((isShort ? text : text.slice(0, headLength)).toLowerCase())) return true;
  if (!isShort && signs.test(text.slice(-tailLength).toLowerCase())) return true;
  const embeddedAt = text.indexOf(embedded);
  return embeddedAt >= 0 && embeddedAt < embeddedWithin;
}
