// What somebody asks a crawl for, read from a request; only what is its owner's business can be chosen.

import type { Config } from '../../config.ts';
import type { CrawlOptions } from '../../crawl-task.ts';
import { isPublicAddress, isWithin, parseAddressRange, readAddressLiteral } from '../../fetch/address-guard.ts';
import { GeotrawlError } from '../../model/errors.ts';
import type { Extent } from '../../model/extent.ts';
import { orderingNames } from '../../model/rank.ts';
import { parseSeed } from '../../seeds/url-list.ts';
import { badParameter } from '../http/answer.ts';
import type { Body } from '../http/read-body.ts';
import { userPorts } from './run-settings.ts';

/** As stored, to be shown again and to make another crawl like it. */
export interface TaskWish {
  readonly name: string;
  readonly seeds: readonly string[];
  readonly keywords: readonly string[];
  readonly kinds: readonly string[];
  /** Texts a page's address must, or must not, contain. */
  readonly include: readonly string[];
  readonly exclude: readonly string[];
  readonly region: Extent | null;
  readonly every: Every | null;
  readonly shared: boolean;
  /** Settings that were chosen. */
  readonly chosen: Partial<Config>;
}

export const everyMs = { day: 86_400_000, week: 7 * 86_400_000, month: 30 * 86_400_000 } as const;
export type Every = keyof typeof everyMs;

export const wishMembers = [
  ...['name', 'seeds', 'keywords', 'kinds', 'include', 'exclude', 'region', 'every', 'shared'],
  ...['depth', 'width', 'scope', 'strategy', 'maxPages', 'maxMinutes', 'maxBytes', 'delayMs', 'start', 'dryRun'],
] as const;

const [mostSeeds, mostKeywords, mostPatterns, mostNameCharacters] = [1000, 50, 50, 100];

/** Throws `request.bad-parameter` and `usage.*` with what would fit. */
export function readTaskWish(body: Body): TaskWish {
  const seeds = within(body.list('seeds'), 'seeds', mostSeeds).map(parseSeed);
  const keywords = within(body.list('keywords'), 'keywords', mostKeywords);
  if (seeds.length + keywords.length === 0)
    throw badParameter('seeds', 'a crawl needs at least one address, or keywords.');
  const name = body.text('name', '').trim();
  if (name.length > mostNameCharacters) throw badParameter('name', `${mostNameCharacters} characters at most.`);
  return {
    ...{ name, seeds, keywords, chosen: chosenIn(body) },
    kinds: body.list('kinds'),
    include: within(body.list('include'), 'include', mostPatterns),
    exclude: within(body.list('exclude'), 'exclude', mostPatterns),
    region: regionIn(body),
    every: body.has('every') ? oneOf(body.text('every'), 'every', Object.keys(everyMs) as Every[]) : null,
    shared: body.flag('shared'),
  };
}

/** What the crawl is begun with; patterns are plain texts, since a regular expression may be made to run for ever. */
export function crawlOptionsOf(wish: TaskWish, settings: Config): CrawlOptions {
  const { seeds, keywords, kinds, include, exclude, region, chosen } = wish;
  return {
    seeds,
    keywords,
    include: include.map(literal),
    exclude: exclude.map(literal),
    ...(region === null ? {} : { region }),
    ...(kinds.length === 0 ? {} : { kinds }),
    settings: { ...settings, ...chosen },
  };
}

/**
 * A seed that is a private address is refused at once; names are looked up by the crawl, where the address guard has the last
 * word on every connection.
 */
export function requirePublicSeeds(seeds: readonly string[], settings: Config): void {
  const ranges = settings['network.allowRanges'].map(parseAddressRange);
  for (const seed of seeds) {
    const { hostname, port } = new URL(seed);
    const address = readAddressLiteral(hostname);
    if (address !== null && isWithin(address, ranges)) continue;
    const isPublic = address === null || isPublicAddress(address);
    // A name may stand for a listed address: of it, the guard has the last word.
    if (isPublic && address !== null && port !== '' && !userPorts(settings).includes(port))
      throw new GeotrawlError(
        'policy.port',
        `Port ${port} of ${hostname} is none that may be crawled. Administrators list further ones (server.userPorts).`,
        { facts: { url: seed } },
      );
    if (isPublic) continue;
    throw new GeotrawlError(
      'policy.private-address',
      `${seed} is not a public address. Administrators list the private ranges that may be crawled (network.allowRanges).`,
      { facts: { url: seed } },
    );
  }
}

function chosenIn(body: Body): Partial<Config> {
  const counts = {
    'crawl.depth': body.count('depth'),
    'search.width': body.count('width'),
    'crawl.maxPages': body.count('maxPages'),
    'crawl.maxTimeMs': minutes(body.count('maxMinutes')),
    'crawl.maxBytes': body.count('maxBytes'),
    'politeness.delayMs': body.count('delayMs'),
  };
  const given = Object.entries(counts).filter(([, value]) => value !== null);
  for (const [name, value] of given)
    if (value === 0 && name !== 'crawl.depth') throw badParameter(name.split('.')[1]!, '1 is the least.');
  return {
    ...Object.fromEntries(given),
    ...(body.has('scope')
      ? { 'crawl.scope': oneOf(body.text('scope'), 'scope', ['host', 'site', 'web'] as const) }
      : {}),
    ...(body.has('strategy') ? { 'crawl.strategy': oneOf(body.text('strategy'), 'strategy', orderingNames) } : {}),
  };
}

function minutes(count: number | null): number | null {
  return count === null ? null : count * 60_000;
}

/** [west, south, east, north], or the same as text with commas between. */
function regionIn(body: Body): Extent | null {
  if (!body.has('region')) return null;
  const given = body.raw('region');
  const parts =
    typeof given === 'string'
      ? given.split(',').map((part) => (part.trim() === '' ? Number.NaN : Number(part)))
      : given;
  const isExtent =
    Array.isArray(parts) &&
    parts.length === 4 &&
    parts.every((part, index) => Number.isFinite(part) && Math.abs(part) <= (index % 2 === 0 ? 180 : 90)) &&
    parts[1] <= parts[3];
  if (!isExtent) throw badParameter('region', 'west,south,east,north in degrees is expected.');
  return parts as unknown as Extent;
}

function oneOf<T extends string>(text: string, name: string, values: readonly T[]): T {
  const found = values.find((value) => value === text);
  if (found === undefined) throw badParameter(name, `"${text}" is none of ${values.join(', ')}.`);
  return found;
}

function within(values: readonly string[], name: string, most: number): readonly string[] {
  if (values.length > most) throw badParameter(name, `${most} at most.`);
  return values;
}

function literal(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
}
