// Directory listings of web servers (Apache, nginx, IIS, lighttpd, Tomcat, Jetty, Python …): what lies in the folder.

import { percentDecoded } from '../../base/url/percent-decoded.ts';
import { webUrl } from '../../base/url/web-url.ts';
import type { Document } from '../../model/document.ts';
import { type Anchor, htmlHead, readAnchors } from '../address/html-source.ts';
import { readListingDate } from '../listing-date.ts';

export interface ListingEntry {
  readonly url: string;
  /** Decoded; without the slash of folders. */
  readonly name: string;
  readonly isFolder: boolean;
  /** When it was last changed, as ISO 8601 in whatever zone the server is in; '' where the listing does not say. */
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

/** Headings only listings have; the path follows. IIS writes "host - /path/" and a way up. */
const headings =
  /<(?:title|h1|h2)[^>]{0,100}>\s{0,20}((?:index of|directory listing (?:for|of|--)|directory:|contents of|folder listing)[^<]{0,300})/i;
const iisHeading = /<title>\s{0,20}([\w.:-]{1,200} - \/[^<]{0,300})<\/title>/i;
const iisWayUp =
  /\[(?:To Parent Directory|Zum übergeordneten Verzeichnis|Vers le répertoire parent|[^\]<]{3,60})\]<\/a>/i;

const listings = new WeakMap<Document, Listing | null>();

/** Null for pages that are no listing. Read once per document. */
export function readListing(document: Document): Listing | null {
  const known = listings.get(document);
  if (known !== undefined) return known;
  const listing = findListing(document);
  listings.set(document, listing);
  return listing;
}

/** Whether it is a listing at all, be it of an empty folder. */
export function isListing(document: Document): boolean {
  return document.form === 'html' && listingTitle(document) !== undefined;
}

function listingTitle(document: Document): string | undefined {
  const head = htmlHead(document).slice(0, 8192);
  return headings.exec(head)?.[1] ?? (iisWayUp.test(head) ? iisHeading.exec(head)?.[1] : undefined);
}

function findListing(document: Document): Listing | null {
  const title = listingTitle(document);
  if (title === undefined) return null;
  const entries = [...entriesOf(document)];
  return entries.length === 0 ? null : { title: title.trim(), entries };
}

/** Only what lies directly inside: the way up, the columns to sort by and the server's own links point elsewhere. */
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
    const rest = url.slice(folder.length).replace(/#.*$/s, '');
    const name = rest.replace(/\/$/, '');
    if (name === '' || name.includes('/') || seen.has(name)) continue;
    seen.add(name);
    yield { url: folder + rest, name: percentDecoded(name), isFolder: rest.endsWith('/'), modified: dateOf(at) };
  }
}

/** Dates stand behind the names (Apache, nginx and most others), or in front of them (IIS). */
function datesBeside(html: string, anchors: readonly Anchor[]): (at: number) => string {
  const behind = (at: number) => html.slice(anchors[at]?.end ?? 0, nextStart(at)).slice(0, maxGap);
  const inFront = (at: number) => html.slice(anchors[at - 1]?.end ?? 0, anchors[at]?.start).slice(-maxGap);
  const nextStart = (at: number) => anchors[at + 1]?.start ?? html.length;
  const last = anchors.length - 1;
  const isInFront = readListingDate(behind(last)) === '' && readListingDate(inFront(last)) !== '';
  return (at) => readListingDate(isInFront ? inFront(at) : behind(at));
}

function folderOf(url: string): string {
  const path = url.replace(/[?#].*$/s, '');
  return webUrl(path.slice(0, path.lastIndexOf('/') + 1)) ?? path;
}
