// URLs of JSON APIs: what is above and below them, with the server's parameters preserved.
import { readUrl } from '../../base/url/url.ts';
import { webUrl } from '../../base/url/web-url.ts';

/** Request parameters that aren't part of the endpoint: format, language, filters and pages of OGC API and STAC. */
const requestParameters = new Set(
  `f format lang limit offset startindex bbox bbox-crs crs datetime filter filter-lang filter-crs sortby properties
  skipgeometry resulttype q ids collections intersects page cursor next fields query $top $skip $filter $expand $select
  $orderby $count $resultformat`.split(/\s+/),
);

/** The URL without request parameters. Text that isn't a web URL is returned unchanged. */
export function apiAddress(url: string): string {
  return withPath(url, (path) => path, null);
}

/**
 * The URL with its path cut at the first match; null if the pattern doesn't match. Paging tokens are removed as well.
 */
export function addressAbove(url: string, tail: RegExp): string | null {
  const href = webUrl(url);
  if (href === null) return null;
  const path = new URL(href).pathname;
  const at = path.search(tail);
  return at < 0 ? null : withPath(href, () => path.slice(0, at) || '/', 'token');
}

/** A path below the URL: addressBelow('https://a/api?key=1', 'collections', 'f=json'). */
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

function withPath(url: string, change: (path: string) => string, alsoRemoved: string | null): string {
  const href = webUrl(url);
  if (href === null) return url;
  const target = new URL(href);
  const kept = target.search
    .replace(/^\?/, '')
    .split('&')
    .filter((part) => {
      const name = (part.split('=', 1)[0] ?? '').toLowerCase();
      return name !== '' && !requestParameters.has(name) && name !== alsoRemoved;
    });
  return `${target.origin}${change(target.pathname)}${joinQuery(kept.join('&'))}`;
}

/** True if both have the same scheme, host and port. */
export function haveSameOrigin(one: string, other: string): boolean {
  const origin = readUrl(one)?.origin;
  return origin !== undefined && origin === readUrl(other)?.origin;
}

export interface LinkAddress {
  readonly host: string;
  /** Percent-decoded once; at most 300 characters. */
  readonly path: string;
  readonly query: string;
}

/** The parts of a URL used for scoring, lower case. */
export function splitAddress(url: string): LinkAddress {
  const start = url.indexOf('://') + 3;
  const rest = url.slice(start, start + 1000).toLowerCase();
  const end = rest.search(/[/?#]/);
  const host = end < 0 ? rest : rest.slice(0, end);
  const tail = end < 0 ? '' : rest.slice(end).replace(/#.*$/s, '');
  const mark = tail.indexOf('?');
  return { host, path: (mark < 0 ? tail : tail.slice(0, mark)).slice(0, 300), query: mark < 0 ? '' : tail.slice(mark) };
}

/** Hosts of code, packages and manuals. */
const talkHosts =
  /(?:^|\.)(?:github\.com|gitlab\.com|readthedocs\.(?:io|org)|pypi\.org|npmjs\.com|anaconda\.org|shields\.io|docker\.com|stackexchange\.com|stackoverflow\.com)$/;

/** Documents for people, and sites that discuss APIs rather than serve them. */
export function isTalk(path: string, host = ''): boolean {
  return (
    talkHosts.test(host) ||
    /\.(?:html?|xhtml|pdf|docx?|pptx?|txt|md|rst|png|jpe?g|gif|svg|zip|js|css|map)$/.test(path) ||
    /\/(?:wikis?|docs?|documentation|userguide|manual|tutorials?|blog|news|questions|commit|issues|pull|tree|blob|articles?|packages?|standards?|specs?)(?:\/|$)/.test(
      path,
    )
  );
}
