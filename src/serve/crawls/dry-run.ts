// Previews a crawl without any request: hosts, known robots.txt rules, and the minimum duration.
import { hostKeyOf } from '../../base/url/url.ts';
import { parseRobots } from '../../fetch/robots/robots.ts';
import { readRobotsVerdict } from '../../fetch/robots/robots-record.ts';
import { openOptOutCheck } from '../../frontier/opt-outs.ts';
import { suspicions } from '../../identify/suspicions.ts';
import type { RobotsRecord } from '../../model/frontier.ts';
import type { ResourceKind } from '../../model/kind.ts';
import { seedLink } from '../../seeds/url-list.ts';
import { type SqlStore, statement, type Work } from '../../store/sql/sql.ts';

export interface FirstRequest {
  readonly url: string;
  /** `robots`, `page`, or the kind of service it looks like. */
  readonly as: string;
}

/** `unknown`: requested first. The other values come from an earlier crawl. */
export type RobotsKnown = 'unknown' | 'allows' | 'forbids' | 'unreachable';

export interface DryHost {
  readonly host: string;
  readonly addresses: number;
  readonly robots: RobotsKnown;
  /** Crawl delay. */
  readonly pauseMs: number;
  /** The publisher has opted out: nothing would be requested. */
  readonly hasOptedOut: boolean;
}

export interface DryRun {
  readonly seeds: readonly string[];
  readonly queries: readonly string[];
  /** The first hosts, in request order. */
  readonly first: readonly FirstRequest[];
  readonly hosts: readonly DryHost[];
  /** Minimum time for the given URLs from crawl delays alone; responses take additional time. */
  readonly firstMs: number;
  /** The same for the page limit of the crawl on these hosts; null without a limit. */
  readonly allMs: number | null;
}

export interface DryRunRequest {
  readonly seeds: readonly string[];
  readonly queries: readonly string[];
  readonly kinds: readonly ResourceKind[];
  readonly delayMs: number;
  readonly maxPages: number | null;
  readonly nowMs: number;
}

const [mostFirst, mostHosts] = [20, 50];
/** The same product token as everywhere; robots.txt rules address it. */
const productToken = 'geotrawl';

export async function dryRunOf(store: SqlStore, request: DryRunRequest): Promise<DryRun> {
  const { seeds, queries, kinds, maxPages } = request;
  const keys = [...new Set(seeds.map(hostKeyOf))];
  const { isOut } = await openOptOutCheck(store);
  const known = await store.read(() => hostsOf(keys, request));
  const all = known.map((host) => ({ ...host, hasOptedOut: isOut(new URL(host.host).hostname) }));
  const requests = all.filter(({ robots, hasOptedOut }) => robots !== 'forbids' && !hasOptedOut);
  const first = requests.flatMap(({ host, robots }) => {
    const own = seeds.filter((seed) => hostKeyOf(seed) === host).map((url) => ({ url, as: looksLike(url, kinds) }));
    // Services are requested before pages.
    const sorted = [...own.filter(({ as }) => as !== 'page'), ...own.filter(({ as }) => as === 'page')];
    return robots === 'unknown' ? [{ url: `${host}/robots.txt`, as: 'robots' }, ...sorted] : sorted;
  });
  return {
    seeds,
    queries,
    first: first.slice(0, mostFirst),
    hosts: all.slice(0, mostHosts),
    firstMs: Math.max(
      0,
      ...requests.map(({ addresses, robots, pauseMs }) => pauseMs * (addresses - (robots === 'unknown' ? 0 : 1))),
    ),
    allMs: maxPages === null || requests.length === 0 ? null : sharedTime(requests, maxPages),
  };
}

/** Hosts are visited in parallel: the time until they have served this many pages together. */
function sharedTime(hosts: readonly DryHost[], pages: number): number {
  const perMs = hosts.reduce((sum, { pauseMs }) => sum + 1 / Math.max(1, pauseMs), 0);
  return Math.round(pages / perMs);
}

function looksLike(url: string, kinds: readonly ResourceKind[]): string {
  return suspicions(seedLink(url), kinds)[0]?.kind ?? 'page';
}

const remembered = statement<{ delayMs: number | null } & (RobotsRecord | { status: null })>(
  `SELECT delay_ms AS "delayMs", status, body, fetched_ms AS "fetchedAtMs", expires_ms AS "expiresAtMs"
  FROM host LEFT JOIN robots USING(host_id) WHERE key = ?`,
);

function* hostsOf(keys: readonly string[], request: DryRunRequest): Work<readonly Omit<DryHost, 'hasOptedOut'>[]> {
  const hosts: Omit<DryHost, 'hasOptedOut'>[] = [];
  for (const key of keys) hosts.push(yield* hostOf(key, request));
  return hosts;
}

function* hostOf(key: string, { seeds, delayMs, nowMs }: DryRunRequest): Work<Omit<DryHost, 'hasOptedOut'>> {
  const own = seeds.filter((seed) => hostKeyOf(seed) === key);
  const row = yield* remembered.get(key);
  const record = row === undefined || row.status === null ? null : (row as RobotsRecord);
  const rules = record === null ? null : parseRobots(record.body);
  return {
    host: key,
    addresses: own.length,
    robots: robotsKnown(record, own, nowMs),
    pauseMs: Math.max(delayMs, row?.delayMs ?? 0, rules?.crawlDelayMs(productToken) ?? 0),
  };
}

/** `forbids` if none of the URLs may be requested. */
function robotsKnown(record: RobotsRecord | null, urls: readonly string[], nowMs: number): RobotsKnown {
  const verdict = readRobotsVerdict(record, nowMs);
  if (verdict === 'expired' || record === null) return 'unknown';
  if (verdict === 'defer') return 'unreachable';
  const rules = parseRobots(record.body);
  return urls.some((url) => rules.allows(url, productToken)) ? 'allows' : 'forbids';
}
