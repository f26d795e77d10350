// Addresses of JSON APIs: what lies above and below them, with the parameters of the server kept.
import { readUrl } from '../../base/url/url.ts';
import { webUrl } from '../../base/url/web-url.ts';

/** What is asked for rather than where: format, language, filters and pages of OGC API and STAC. */
const asked = new Set(
  `f format lang limit offset startindex bbox bbox-crs crs datetime filter filter-lang filter-crs sortby properties
  skipgeometry resulttype q ids collections intersects page cursor next fields query $top $skip $filter $expand $select
  $orderby $count $resultformat`.split(/\s+/),
);

/** The address without what is asked of it. Text that is no web address comes back as it is. */
export function apiAddress(url: string): string {
  return withPath(url, (path) => path, null);
}

/** The address with its path cut at the first match; null where the pattern does not fit. Paging tokens go as well. */
export function addressAbove(url: string, tail: RegExp): string | null {
  const href = webUrl(url);
  if (href === null) return null;
  const path = new URL(href).pathname;
  const at = path.search(tail);
  return at < 0 ? null : withPath(href, () => path.slice(0, at) || '/', 'token');
}

/** A path below the address: addressBelow('https://a/api?key=1', 'collections', 'f=json'). */
export function addressBelow(url: string, path: string, query = ''): string {
  const target = new URL(url);
  target.hash = '';
  if (path !== '') target.pathname = `${target.pathname.replace(/\/+$/, '')}/${path}`;
  const kept = target.search.replace(/^\?/, '');
  return `${target.origin}${target.pathname}${joinQuery(kept, query)}`;
}

function joinQuery(...parts: readonly string[]): string {
  const given = parts.filter((part) => part !== '');
  return given.length === 0 ? '' : `?${given.join('&')}`;
}

function withPath(url: string, change: (path: string) => string, alsoAsked: string | null): string {
  const href = webUrl(url);
  if (href === null) return url;
  const target = new URL(href);
  const kept = target.search
    .replace(/^\?/, '')
    .split('&')
    .filter((part) => {
      const name = (part.split('=', 1)[0] ?? '').toLowerCase();
      return name !== '' && !asked.has(name) && name !== alsoAsked;
    });
  return `${target.origin}${change(target.pathname)}${joinQuery(kept.join('&'))}`;
}

/** True where both stand on the same scheme, host and port. */
export function haveSameOrigin(one: string, other: string): boolean {
  const origin = readUrl(one)?.origin;
  return origin !== undefined && origin === readUrl(other)?.origin;
}

export interface LinkAddress {
  readonly host: string;
  /** Decoded no further than it is written; at most 300 characters. */
  readonly path: string;
  readonly query: string;
}

/** The parts of an address that suspicion looks at, lower case. */
export function splitAddress(url: string): LinkAddress {
  const start = url.indexOf('://') + 3;
  const rest = url.slice(start, start + 1000).toLowerCase();
  const end = rest.search(/[/?#]/);
  const host = end < 0 ? rest : rest.slice(0, end);
  const tail = end < 0 ? '' : rest.slice(end).replace(/#.*$/s, '');
  const mark = tail.indexOf('?');
  return { host, path: (mark < 0 ? tail : tail.slice(0, mark)).slice(0, 300), query: mark < 0 ? '' : tail.slice(mark) };
}

/** Hosts that show code, packages and manuals. */
const talkHosts =
  /(?:^|\.)(?:github\.com|gitlab\.com|readthedocs\.(?:io|org)|pypi\.org|npmjs\.com|anaconda\.org|shields\.io|docker\.com|stackexchange\.com|stackoverflow\.com)$/;

/** Documents made for people, and places where interfaces are talked about rather than served. */
export function isTalk(path: string, host = ''): boolean {
  return (
    talkHosts.test(host) ||
    /\.(?:html?|xhtml|pdf|docx?|pptx?|txt|md|rst|png|jpe?g|gif|svg|zip|js|css|map)$/.test(path) ||
    /\/(?:wikis?|docs?|documentation|userguide|manual|tutorials?|blog|news|questions|commit|issues|pull|tree|blob|articles?|packages?|standards?|specs?)(?:\/|$)/.test(
      path,
    )
  );
}
