// Directory listings of web servers (Apache, nginx, IIS, lighttpd, Tomcat, Jetty, Python …): the folder's entries.

import { memoize } from '../../base/memoize.ts';
import { percentDecoded } from '../../base/url/read-url.ts';
import { webUrl } from '../../base/url/web-url.ts';
import type { Document } from '../../model/document.ts';
import { type Anchor, htmlHead, readAnchors } from '../address/html-source.ts';

export interface ListingEntry {
  readonly url: string;
  /** Decoded; without the slash of folders. */
  readonly name: string;
  readonly isFolder: boolean;
  /** When it was last changed, as ISO 8601 in the server's time zone; '' if the listing has no date. */
  readonly modified: string;
}

export interface Listing {
  /** 'Index of /data/lidar/'. */
  readonly title: string;
  readonly entries: readonly ListingEntry[];
}

const maxEntries = 20_000;
/** Between two names: columns of date, size and description, with their tags. */
const maxGap = 600;

/** Headings only listings have, followed by the path. IIS writes "host - /path/" and a link to the parent. */
const headings =
  /<(?:title|h1|h2)[^>]{0,100}>\s{0,20}((?:index of|directory listing (?:for|of|--)|directory:|contents of|folder listing)[^<]{0,300})/i;
const iisHeading = /<title>\s{0,20}([\w.:-]{1,200} - \/[^<]{0,300})<\/title>/i;
const iisParentLink =
  /\[(?:To Parent Directory|Zum übergeordneten Verzeichnis|Vers le répertoire parent|[^\]<]{3,60})\]<\/a>/i;

/** Null if the page isn't a listing, or has no entries. */
export const readListing = memoize((document: Document): Listing | null => {
  const title = listingTitle(document);
  if (title === undefined) return null;
  const entries = [...entriesOf(document)];
  return entries.length === 0 ? null : { title: title.trim(), entries };
});

/** Whether it is a listing at all, even of an empty folder. */
export function isListing(document: Document): boolean {
  return document.form === 'html' && listingTitle(document) !== undefined;
}

function listingTitle(document: Document): string | undefined {
  const head = htmlHead(document).slice(0, 8192);
  return headings.exec(head)?.[1] ?? (iisParentLink.test(head) ? iisHeading.exec(head)?.[1] : undefined);
}

/** Only direct members: the parent link, sort links and the server's own links point elsewhere. */
function* entriesOf(document: Document): Generator<ListingEntry> {
  const folder = folderOf(document.finalUrl);
  const seen = new Set<string>();
  const html = document.text();
  const anchors = [...readAnchors(html, maxEntries)];
  const dateOf = datesBeside(html, anchors);
  for (const [at, { href }] of anchors.entries()) {
    // Sort links: ?C=N;O=D (Apache), ?sort=name (Caddy), ?N=D.
    if (href === '' || href.startsWith('?') || href.startsWith('#')) continue;
    const url = webUrl(href.trim(), document.finalUrl);
    if (url === null || url.includes('?') || !url.startsWith(folder)) continue;
    const path = url.slice(folder.length).replace(/#.*$/s, '');
    const name = path.replace(/\/$/, '');
    if (name === '' || name.includes('/') || seen.has(name)) continue;
    seen.add(name);
    yield { url: folder + path, name: percentDecoded(name), isFolder: path.endsWith('/'), modified: dateOf(at) };
  }
}

/** Dates come after the names (Apache, nginx and most others), or before them (IIS). */
function datesBeside(html: string, anchors: readonly Anchor[]): (at: number) => string {
  const after = (at: number) => html.slice(anchors[at]?.end ?? 0, nextStart(at)).slice(0, maxGap);
  const before = (at: number) => html.slice(anchors[at - 1]?.end ?? 0, anchors[at]?.start).slice(-maxGap);
  const nextStart = (at: number) => anchors[at + 1]?.start ?? html.length;
  const last = anchors.length - 1;
  const isBefore = readListingDate(after(last)) === '' && readListingDate(before(last)) !== '';
  return (at) => readListingDate(isBefore ? before(at) : after(at));
}

function folderOf(url: string): string {
  const path = url.replace(/[?#].*$/s, '');
  return webUrl(path.slice(0, path.lastIndexOf('/') + 1)) ?? path;
}

const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];
const time = String.raw`(?:,?[ T]{1,3}(\d{1,2}):(\d\d)(?::(\d\d))?(?:\s?([AP])\.?M)?)?`;

/** Each with the group numbers of year, month and day; the time follows. */
const forms: readonly (readonly [pattern: RegExp, order: 'ymd' | 'dmy' | 'mdy'])[] = [
  // 2024-01-31 10:00, 2024-Jan-31 10:00:00
  [new RegExp(String.raw`\b((?:19|20)\d\d)[-/](\d\d|[A-Z][a-z]{2})[-/](\d\d)${time}`), 'ymd'],
  // 31-Jan-2024 10:00, Wed, 31 Jan 2024 10:00:00 GMT, 31.01.2024 10:00
  [new RegExp(String.raw`\b(\d{1,2})[- .](\d\d|[A-Z][a-z]{2,8})[- .]((?:19|20)\d\d)${time}`), 'dmy'],
  // Wednesday, January 31, 2024 10:00 AM
  [new RegExp(String.raw`\b([A-Z][a-z]{2,8}) (\d{1,2}), ((?:19|20)\d\d)${time}`), 'mdy'],
  // 1/31/2024 10:00 AM
  [new RegExp(String.raw`\b(\d{1,2})/(\d{1,2})/((?:19|20)\d\d)${time}`), 'mdy'],
];

/** The first date in a text, as ISO 8601 without zone; '' for none. */
export function readListingDate(text: string): string {
  for (const [pattern, order] of forms) {
    const match = pattern.exec(text);
    if (match !== null) return isoDate(match, order);
  }
  return '';
}

function isoDate([, a = '', b = '', c = '', hour, minute, second, half]: RegExpExecArray, order: string): string {
  const [year, month, day] = order === 'ymd' ? [a, b, c] : order === 'dmy' ? [c, b, a] : [c, a, b];
  const [first, later] = [monthOf(month), Number(day)];
  // 31/1/2024 has no such month: the day came first after all.
  const [mm, dd] = first > 12 && later <= 12 ? [later, first] : [first, later];
  if (mm < 1 || mm > 12 || dd < 1 || dd > 31) return '';
  const date = `${year}-${two(mm)}-${two(dd)}`;
  if (hour === undefined || minute === undefined) return date;
  const hours = half === undefined ? Number(hour) : (Number(hour) % 12) + (half === 'P' ? 12 : 0);
  return `${date}T${two(hours)}:${minute}:${second ?? '00'}`;
}

function monthOf(text: string): number {
  const named = months.indexOf(text.slice(0, 3).toLowerCase());
  return named < 0 ? Number(text) : named + 1;
}

function two(number: number): string {
  return String(number).padStart(2, '0');
}
