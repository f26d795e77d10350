// URL identity: the canonical form a page is fetched and stored by, and the names of its host and site.
import { getDomain } from 'tldts';
import { decodedValue, queryOf, readOwsParts, splitQuery, withoutQuery } from './ows-url.ts';
import { readUrl } from './read-url.ts';
import { isListingOrder, isSessionParameter, isTracker } from './url-noise.ts';

export { endpointKey, endpointUrl, resourceKey } from './endpoint.ts';
export { readUrl } from './read-url.ts';
export { maskSecrets } from './url-secrets.ts';

/** Longer URLs are traps or data; servers commonly reject them too. */
export const maxUrlLength = 2048;

/** Bits of `charClass`: where a character may occur in a URL that the WHATWG parser would return unchanged. */
const inHost = 1;
const inPath = 2;
const inQuery = 4;
const charClass = makeCharClasses();

/** Pages have about forty links: the split base of the last one is cached. */
let lastBase = '';
let lastOrigin: string | null = null;
let lastDirectory: string | null = null;

/**
 * The canonical form for fetching ("have we seen this page?"), or null for URLs that are never fetched: other schemes, invalid
 * ones, more than 2,048 characters. Parameters are sorted only for OGC key-value requests, where the order is irrelevant.
 */
export function fetchKey(raw: string, base?: string): string | null {
  if (raw.length > 4 * maxUrlLength) return null;
  const hash = raw.indexOf('#');
  const text = hash < 0 ? raw : raw.slice(0, hash);
  const joined = joinPlainly(text, base);
  if (joined !== null && joined.length <= maxUrlLength && isCanonical(joined)) return withCleanQuery(joined);
  return parsedKey(text, base);
}

/** "Have we sent this request?": names and the values of `service` and `request` are case-insensitive. */
export function requestKey(url: string): string {
  const key = fetchKey(url);
  const parts = splitQuery(queryOf(key ?? ''));
  if (key === null || readOwsParts(parts) === null) return key ?? url;
  const values = new Map<string, string>();
  for (const { text, lower } of parts) {
    if (values.has(lower)) continue;
    const value = decodedValue(text);
    values.set(lower, lower === 'service' || lower === 'request' ? value.toLowerCase() : value);
  }
  const sorted = [...values].sort(([one], [other]) => (one < other ? -1 : 1));
  return `${withoutQuery(key)}?${sorted.map(([name, value]) => `${name}=${encodeURIComponent(value)}`).join('&')}`;
}

/** scheme://host[:port] of a URL returned by `fetchKey`: the unit of politeness and of robots.txt (RFC 9309, 2.3). */
export function hostKeyOf(url: string): string {
  const slash = url.indexOf('/', 8);
  const key = slash < 0 ? url : url.slice(0, slash);
  return isCanonical(`${key}/`) ? key : new URL(url).origin;
}

/** The registrable domain, usually of one organization; for IP addresses and single labels the host name itself. */
export function siteOf(hostname: string): string {
  return getDomain(hostname, { allowPrivateDomains: true, validateHostname: false }) ?? hostname;
}

/** The URL with identifiers, dates and numbers replaced, equal for all pages of a generated series. */
export function urlTemplate(url: string): string {
  const start = url.indexOf('/', 8);
  if (start < 0 || !/\d/.test(url)) return url;
  const path = url
    .slice(start)
    .replace(/[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}/gi, '{id}')
    .replace(/[\da-f]{16,}/gi, '{id}')
    .replace(/\d+/g, '{n}');
  return url.slice(0, start) + path;
}

/** Joins the two common forms of references without a parser; null leaves it to `new URL`. */
function joinPlainly(text: string, base: string | undefined): string | null {
  if (text.startsWith('http://') || text.startsWith('https://')) return text;
  if (base === undefined || text === '') return null;
  if (base !== lastBase) splitBase(base);
  const first = text.charCodeAt(0);
  if (first === 47) return text.charCodeAt(1) === 47 || lastOrigin === null ? null : lastOrigin + text;
  const isPlainName = first < 128 && (charClass[first]! & inHost) !== 0 && !text.includes(':');
  return isPlainName && lastDirectory !== null ? lastDirectory + text : null;
}

function splitBase(base: string): void {
  const path = withoutQuery(base);
  const slash = path.indexOf('/', 8);
  lastBase = base;
  lastOrigin = slash < 0 ? null : path.slice(0, slash);
  lastDirectory = slash < 0 ? null : path.slice(0, path.lastIndexOf('/') + 1);
}

/** True only if the WHATWG parser would return the text unchanged and only the query may need cleaning. */
function isCanonical(url: string): boolean {
  const pathStart = canonicalHostEnd(url);
  if (pathStart < 0) return false;
  let allowed = inPath;
  for (let at = pathStart; at < url.length; at++) {
    const code = url.charCodeAt(at);
    if (code === 63 && allowed === inPath) {
      allowed = inQuery;
      continue;
    }
    if (code > 127 || (charClass[code]! & allowed) === 0) return false;
    if (allowed === inQuery) continue;
    const next = url.charCodeAt(at + 1);
    // Dot segments also as %2e, and cookieless ASP.NET sessions '/(S(…))', need the slow path.
    if (code === 47 && (next === 46 || next === 40)) return false;
    if (code === 37 && next === 50 && (url.charCodeAt(at + 2) | 32) === 101) return false;
  }
  return true;
}

/** Index of the slash after a lower-case host that is neither a number nor punycode; -1 for others. */
function canonicalHostEnd(url: string): number {
  const secure = url.charCodeAt(4) === 115;
  if (!url.startsWith(secure ? 'https://' : 'http://')) return -1;
  let labelStart = secure ? 8 : 7;
  let at = labelStart;
  for (; at < url.length; at++) {
    const code = url.charCodeAt(at);
    if (code === 46) {
      if (at === labelStart) return -1;
      labelStart = at + 1;
    } else if (code > 127 || (charClass[code]! & inHost) === 0) break;
    else if (code === 45 && url.charCodeAt(at - 1) === 45) return -1;
  }
  // A last label that starts with a digit may be an IPv4 number (URL Standard, 3.5).
  const startsWithLetter = at > labelStart && url.charCodeAt(labelStart) >= 97;
  if (!startsWithLetter) return -1;
  if (url.charCodeAt(at) === 58) at = canonicalPortEnd(url, at + 1, secure);
  return at > 0 && url.charCodeAt(at) === 47 ? at : -1;
}

function canonicalPortEnd(url: string, start: number, secure: boolean): number {
  let port = 0;
  let at = start;
  for (; at < start + 6; at++) {
    const digit = url.charCodeAt(at) - 48;
    if (!(digit >= 0 && digit <= 9) || (at === start && digit === 0)) break;
    port = port * 10 + digit;
  }
  return at === start || port > 65_535 || port === (secure ? 443 : 80) ? -1 : at;
}

function parsedKey(text: string, base: string | undefined): string | null {
  const url = readUrl(text, base);
  if (url === null || (url.protocol !== 'http:' && url.protocol !== 'https:')) return null;
  url.hash = '';
  url.username = '';
  url.password = '';
  if (url.hostname.endsWith('.')) url.hostname = withoutTrailingDots(url.hostname);
  if (url.hostname.endsWith('.')) return null;
  const path = withoutSessions(url.pathname);
  if (path !== url.pathname) url.pathname = path;
  const key = withCleanQuery(url.href);
  return key.length > maxUrlLength ? null : key;
}

function withoutTrailingDots(hostname: string): string {
  let end = hostname.length;
  while (end > 0 && hostname[end - 1] === '.') end--;
  return hostname.slice(0, end);
}

/** Drops `;jsessionid=…` (servlets) and `/(S(…))` (cookieless ASP.NET). */
function withoutSessions(path: string): string {
  const plain = path.includes(';') ? path.replace(/;jsessionid=[^/;]*/gi, '') : path;
  return plain.includes('/(') ? plain.replace(/\/\([AFS]\([\w-]*\)\)(?=\/|$)/g, '') : plain;
}

function withCleanQuery(url: string): string {
  const mark = url.indexOf('?');
  if (mark < 0) return url;
  const query = url.slice(mark + 1);
  if (isListingOrder(query)) return url.slice(0, mark);
  const pieces = query.split('&');
  let hasNoise = false;
  let hasOwsName = false;
  for (const piece of pieces) {
    const equals = piece.indexOf('=');
    const name = (equals < 0 ? piece : piece.slice(0, equals)).toLowerCase();
    if (name === 'request' || name === 'service') hasOwsName = true;
    else if (isTracker(name) || isSessionParameter(name, piece, equals)) hasNoise = true;
  }
  const kept = hasNoise ? pieces.filter((piece) => !isNoise(piece)).join('&') : query;
  const clean = hasOwsName ? sortedIfOws(kept) : kept;
  if (clean === query && query !== '') return url;
  return clean === '' ? url.slice(0, mark) : `${url.slice(0, mark)}?${clean}`;
}

function sortedIfOws(query: string): string {
  const parts = splitQuery(query);
  if (readOwsParts(parts) === null) return query;
  const sorted = [...parts].sort((one, other) => (one.lower < other.lower ? -1 : one.lower > other.lower ? 1 : 0));
  return sorted.map((part) => part.text).join('&');
}

function isNoise(piece: string): boolean {
  const equals = piece.indexOf('=');
  const name = (equals < 0 ? piece : piece.slice(0, equals)).toLowerCase();
  return isTracker(name) || isSessionParameter(name, piece, equals);
}

function makeCharClasses(): Uint8Array {
  const classes = new Uint8Array(128);
  const add = (characters: string, bits: number): void => {
    for (const character of characters) classes[character.charCodeAt(0)]! |= bits;
  };
  add('abcdefghijklmnopqrstuvwxyz0123456789-', inHost | inPath | inQuery);
  add('ABCDEFGHIJKLMNOPQRSTUVWXYZ_~!$&()*+,=:@/.%', inPath | inQuery);
  add("'", inPath);
  add(';?[]|', inQuery);
  return classes;
}
