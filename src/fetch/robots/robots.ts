// robots.txt by RFC 9309, with the common extensions Crawl-delay and Sitemap.
import { readUrl } from '../../base/url/url.ts';
import { canonicalPath, matchesPattern, parsePattern, type RobotsPattern } from './robots-pattern.ts';

export interface RobotsRules {
  /** May this product fetch this URL? */
  allows(url: string, productToken: string): boolean;
  /** Crawl-delay for this product, or null; never more than 300 s. */
  crawlDelayMs(productToken: string): number | null;
  /** Absolute http(s) URLs of sitemaps, for every product. */
  readonly sitemaps: readonly string[];
}

interface Rule {
  readonly isAllowed: boolean;
  readonly pattern: RobotsPattern;
}

interface Group {
  readonly rules: Rule[];
  crawlDelayMs: number | null;
}

const maxCrawlDelayMs = 300_000;
/** RFC 9309, 2.5 requires at least 500 KiB; the remainder isn't read. */
export const maxRobotsBytes = 512 * 1024;

/** Parses any text; an HTML or XML page instead of robots.txt has no rules. */
export function parseRobots(text: string): RobotsRules {
  const groups = new Map<string, Group>();
  const sitemaps: string[] = [];
  // Consecutive User-agent lines start one group (RFC 9309, 2.2).
  let open: Group[] = [];
  let isNaming = false;
  for (const [key, value] of readRecords(text)) {
    if (key === 'user-agent') {
      if (!isNaming) open = [];
      isNaming = true;
      open.push(groupOf(groups, readToken(value)));
    } else if (key === 'allow' || key === 'disallow') {
      isNaming = false;
      addRule(open, key === 'allow', value);
    } else if (key === 'crawl-delay') {
      addCrawlDelay(open, value);
    } else if (key === 'sitemap' && isSitemapUrl(value)) {
      sitemaps.push(value);
    }
  }
  const groupFor = (productToken: string) => groups.get(productToken.toLowerCase()) ?? groups.get('*');
  return {
    allows: (url, productToken) => isAllowed(groupFor(productToken), url),
    crawlDelayMs: (productToken) => groupFor(productToken)?.crawlDelayMs ?? null,
    sitemaps,
  };
}

/** Key and value of every line that has both, without comments; keys in lower case. */
function* readRecords(text: string): Generator<[key: string, value: string]> {
  const body = (text.startsWith('\ufeff') ? text.slice(1) : text).slice(0, maxRobotsBytes);
  if (body.trimStart().startsWith('<')) return;
  for (const line of body.split(/\r\n|\r|\n/)) {
    const hash = line.indexOf('#');
    const record = hash < 0 ? line : line.slice(0, hash);
    const colon = record.indexOf(':');
    if (colon > 0) yield [record.slice(0, colon).trim().toLowerCase(), record.slice(colon + 1).trim()];
  }
}

/** Groups for the same product are one group (RFC 9309, 2.2.1). */
function groupOf(groups: Map<string, Group>, token: string): Group {
  let group = groups.get(token);
  if (group === undefined) {
    group = { rules: [], crawlDelayMs: null };
    groups.set(token, group);
  }
  return group;
}

/** The product token of a User-agent line, without a version or remark. */
function readToken(value: string): string {
  return /^[^\s/]*/.exec(value)?.[0].toLowerCase() ?? '';
}

function addRule(open: readonly Group[], isAllowed: boolean, value: string): void {
  // An empty "Disallow:" disallows nothing.
  if (value === '') return;
  const rule = { isAllowed, pattern: parsePattern(value) };
  for (const group of open) group.rules.push(rule);
}

function addCrawlDelay(open: readonly Group[], value: string): void {
  const seconds = Number(value.replace(',', '.'));
  if (value === '' || !Number.isFinite(seconds) || seconds < 0) return;
  const delayMs = Math.min(Math.round(seconds * 1000), maxCrawlDelayMs);
  for (const group of open) group.crawlDelayMs = Math.max(group.crawlDelayMs ?? 0, delayMs);
}

/** The most specific match decides, a tie allows (RFC 9309, 2.2.2); robots.txt itself is always allowed. */
function isAllowed(group: Group | undefined, url: string): boolean {
  if (group === undefined || group.rules.length === 0) return true;
  const { pathname, search } = new URL(url);
  if (pathname === '/robots.txt') return true;
  const path = canonicalPath(pathname + search);
  let longest = -1;
  let allowed = true;
  for (const { pattern, isAllowed } of group.rules) {
    if (pattern.octets < longest || (pattern.octets === longest && allowed)) continue;
    if (!matchesPattern(pattern, path)) continue;
    longest = pattern.octets;
    allowed = isAllowed;
  }
  return allowed;
}

function isSitemapUrl(value: string): boolean {
  return /^https?:$/.test(readUrl(value)?.protocol ?? '');
}
