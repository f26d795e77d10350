// What a crawl would do first, without asking anybody: hosts, what is known of their robots.txt, and how long manners take.
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

/** `unknown`: asked first. The others are what is remembered of an earlier crawl. */
export type RobotsKnown = 'unknown' | 'allows' | 'forbids' | 'unreachable';

export interface DryHost {
  readonly host: string;
  readonly addresses: number;
  readonly robots: RobotsKnown;
  /** Least pause between two requests. */
  readonly pauseMs: number;
  /** Its publisher does not want to be here: nothing would be asked. */
  readonly hasOptedOut: boolean;
}

export interface DryRun {
  readonly seeds: readonly string[];
  readonly queries: readonly string[];
  /** In the order hosts would be asked, the first few. */
  readonly first: readonly FirstRequest[];
  readonly hosts: readonly DryHost[];
  /** Least time for the addresses given, in manners alone; answers take time besides. */
  readonly firstMs: number;
  /** The same for as many pages as it may read, on these hosts; null without a limit. */
  readonly allMs: number | null;
}

export interface DryRunWish {
  readonly seeds: readonly string[];
  readonly queries: readonly string[];
  readonly kinds: readonly ResourceKind[];
  readonly delayMs: number;
  readonly maxPages: number | null;
  readonly nowMs: number;
}

const [mostFirst, mostHosts] = [20, 50];
/** As everywhere; robots.txt has rules for this name. */
const productToken = 'geotrawl';

export async function dryRunOf(store: SqlStore, wish: DryRunWish): Promise<DryRun> {
  const { seeds, queries, kinds, maxPages } = wish;
  const keys = [...new Set(seeds.map(hostKeyOf))];
  const { isOut } = await openOptOutCheck(store);
  const known = await store.read(() => hostsOf(keys, wish));
  const all = known.map((host) => ({ ...host, hasOptedOut: isOut(new URL(host.host).hostname) }));
  const asked = all.filter(({ robots, hasOptedOut }) => robots !== 'forbids' && !hasOptedOut);
  const first = asked.flatMap(({ host, robots }) => {
    const own = seeds.filter((seed) => hostKeyOf(seed) === host).map((url) => ({ url, as: looksLike(url, kinds) }));
    // Services are asked before pages.
    const sorted = [...own.filter(({ as }) => as !== 'page'), ...own.filter(({ as }) => as === 'page')];
    return robots === 'unknown' ? [{ url: `${host}/robots.txt`, as: 'robots' }, ...sorted] : sorted;
  });
  return {
    ...{ seeds, queries, first: first.slice(0, mostFirst), hosts: all.slice(0, mostHosts) },
    firstMs: Math.max(
      0,
      ...asked.map(({ addresses, robots, pauseMs }) => pauseMs * (addresses - (robots === 'unknown' ? 0 : 1))),
    ),
    allMs: maxPages === null || asked.length === 0 ? null : sharedTime(asked, maxPages),
  };
}

/** Hosts are asked side by side: so long that together they have had this many pages. */
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

function* hostsOf(keys: readonly string[], wish: DryRunWish): Work<readonly Omit<DryHost, 'hasOptedOut'>[]> {
  const hosts: Omit<DryHost, 'hasOptedOut'>[] = [];
  for (const key of keys) hosts.push(yield* hostOf(key, wish));
  return hosts;
}

function* hostOf(key: string, { seeds, delayMs, nowMs }: DryRunWish): Work<Omit<DryHost, 'hasOptedOut'>> {
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

/** `forbids` where none of the addresses may be asked. */
function robotsKnown(record: RobotsRecord | null, urls: readonly string[], nowMs: number): RobotsKnown {
  const verdict = readRobotsVerdict(record, nowMs);
  if (verdict === 'expired' || record === null) return 'unknown';
  if (verdict === 'defer') return 'unreachable';
  const rules = parseRobots(record.body);
  return urls.some((url) => rules.allows(url, productToken)) ? 'allows' : 'forbids';
}
