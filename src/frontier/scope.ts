// Which URLs belong to a crawl: near its seeds, and matching the patterns its user gave.
import { readUrl, siteOf } from '../base/url/url.ts';
import { GeotrawlError } from '../model/errors.ts';

export interface ScopeRules {
  readonly seeds: readonly string[];
  /** `host`: the seeds' host names; `site`: their registrable domains; `web`: everywhere. */
  readonly scope: 'host' | 'site' | 'web';
  /** If any are given, a URL must match one of them. Seeds are always in scope. */
  readonly include?: readonly RegExp[];
  /** A URL that matches one of them is out of scope. */
  readonly exclude?: readonly RegExp[];
}

/**
 * The test for canonical URLs (`fetchKey`). Host names are compared without scheme and port: the same host over https
 * or on its map server's port is in scope.
 */
export function makeScope(rules: ScopeRules): (url: string) => boolean {
  const seeds = new Set(rules.seeds);
  const include = (rules.include ?? []).map(withoutMemory);
  const exclude = (rules.exclude ?? []).map(withoutMemory);
  const domainOf = rules.scope === 'site' ? siteOf : (hostname: string) => hostname;
  const domains = new Set<string>();
  for (const seed of rules.seeds) {
    const hostname = readUrl(seed)?.hostname;
    if (hostname !== undefined) domains.add(domainOf(hostname));
  }
  return (url) => {
    if (seeds.has(url)) return true;
    if (rules.scope !== 'web' && !domains.has(domainOf(hostnameOf(url)))) return false;
    if (exclude.some((pattern) => pattern.test(url))) return false;
    return include.length === 0 || include.some((pattern) => pattern.test(url));
  };
}

/** Throws `usage.bad-argument` naming the pattern. */
export function parsePattern(source: string): RegExp {
  try {
    return new RegExp(source);
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    throw new GeotrawlError('usage.bad-argument', `"${source}" is not a regular expression: ${error.message}.`, {
      cause: error,
      facts: { pattern: source },
    });
  }
}

/** A pattern with the g or y flag is stateful, and its next result would depend on the last match. */
function withoutMemory(pattern: RegExp): RegExp {
  return new RegExp(pattern.source, pattern.flags.replace(/[gy]/g, ''));
}

/** Without a URL parser, since this runs for every link of every page. */
function hostnameOf(url: string): string {
  const start = url.indexOf('//') + 2;
  const slash = url.indexOf('/', start);
  const host = url.slice(start, slash < 0 ? url.length : slash);
  return host.startsWith('[') ? host.slice(0, host.indexOf(']') + 1) : host.split(':', 1)[0]!;
}
