// What somebody asks a crawl for, read from a request; only what is its owner's business can be chosen.

import type { Config } from '../../config.ts';
import type { CrawlOptions } from '../../crawl/crawl-task.ts';
import { isPublicAddress, isWithin, parseAddressRange, readAddressLiteral } from '../../fetch/address-guard.ts';
import { GeotrawlError } from '../../model/errors.ts';
import type { Extent } from '../../model/extent.ts';
import { orderingNames } from '../../model/rank.ts';
import { parseSeed } from '../../seeds/url-list.ts';
import type { Body } from '../http/read-body.ts';
import { badParameter } from '../http/response.ts';
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
  ...['depth', 'width', 'scope', 'strategy', 'maxPages', 'maxMinutes', 'maxMegabytes', 'maxBytes', 'delayMs'],
  ...['start', 'dryRun'],
] as const;

const [mostSeeds, mostKeywords, mostPatterns, mostNameCharacters] = [1000, 50, 50, 100];

/** Throws `request.bad-parameter` and `usage.*` with what would fit. */
export function readTaskWish(body: Body): TaskWish {
  const { wish, complaints } = readFields(body);
  if (complaints[0] !== undefined) throw complaints[0];
  return wish;
}

/** Everything that is wrong with it, each with the name of its field as the fact `parameter`. */
export function wishComplaints(body: Body): readonly GeotrawlError[] {
  return readFields(body).complaints;
}

/** Says of a failure which field it is about. */
export function atField<T>(parameter: string, work: () => T): T {
  try {
    return work();
  } catch (error) {
    if (!(error instanceof GeotrawlError) || error.facts.parameter !== undefined) throw error;
    throw new GeotrawlError(error.code, error.message, { cause: error, facts: { ...error.facts, parameter } });
  }
}

function readFields(body: Body): { wish: TaskWish; complaints: readonly GeotrawlError[] } {
  const complaints: GeotrawlError[] = [];
  const read = <T>(work: () => T, otherwise: T): T => {
    try {
      return work();
    } catch (error) {
      if (!(error instanceof GeotrawlError)) throw error;
      complaints.push(error);
      return otherwise;
    }
  };
  const list = (name: string, most: number) => read(() => within(body.list(name), name, most), []);
  const seeds = list('seeds', mostSeeds).flatMap((text) => read(() => [atField('seeds', () => parseSeed(text))], []));
  const keywords = list('keywords', mostKeywords);
  if (seeds.length + keywords.length + complaints.length === 0)
    complaints.push(badParameter('seeds', 'a crawl needs at least one address, or keywords.', { reason: 'no-seed' }));
  const wish: TaskWish = {
    ...{ seeds, keywords },
    name: read(() => nameIn(body), ''),
    chosen: chosenIn(body, read),
    kinds: list('kinds', mostPatterns),
    include: list('include', mostPatterns),
    exclude: list('exclude', mostPatterns),
    region: read(() => regionIn(body), null),
    every: read(() => choiceIn(body, 'every', Object.keys(everyMs) as Every[]), null),
    shared: body.flag('shared'),
  };
  return { wish, complaints };
}

function nameIn(body: Body): string {
  const name = body.text('name', '').trim();
  if (name.length > mostNameCharacters)
    throw badParameter('name', `${mostNameCharacters} characters at most.`, {
      reason: 'too-long',
      most: mostNameCharacters,
    });
  return name;
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

type Reader = <T>(work: () => T, otherwise: T) => T;

function chosenIn(body: Body, read: Reader): Partial<Config> {
  const count = (name: string, least = 1) => read(() => countIn(body, name, least), null);
  const times = (value: number | null, unit: number) => (value === null ? null : value * unit);
  const counts = {
    'crawl.depth': count('depth', 0),
    'search.width': count('width'),
    'crawl.maxPages': count('maxPages'),
    'crawl.maxTimeMs': times(count('maxMinutes'), 60_000),
    'crawl.maxBytes': times(count('maxMegabytes'), 1_000_000) ?? count('maxBytes'),
    'politeness.delayMs': count('delayMs'),
    'crawl.scope': read(() => choiceIn(body, 'scope', ['host', 'site', 'web'] as const), null),
    'crawl.strategy': read(() => choiceIn(body, 'strategy', orderingNames), null),
  };
  return Object.fromEntries(Object.entries(counts).filter(([, value]) => value !== null));
}

function countIn(body: Body, name: string, least: number): number | null {
  const count = body.count(name);
  if (count !== null && count < least)
    throw badParameter(name, `${least} is the least.`, { reason: 'too-small', least });
  return count;
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
  if (!isExtent) throw badParameter('region', 'west,south,east,north in degrees is expected.', { reason: 'no-region' });
  return parts as unknown as Extent;
}

/** Null where it is not given. */
function choiceIn<T extends string>(body: Body, name: string, values: readonly T[]): T | null {
  if (!body.has(name)) return null;
  const text = body.text(name);
  const found = values.find((value) => value === text);
  if (found === undefined)
    throw badParameter(name, `"${text}" is none of ${values.join(', ')}.`, {
      reason: 'none-of',
      given: text,
      values: values.join(', '),
    });
  return found;
}

function within(values: readonly string[], name: string, most: number): readonly string[] {
  if (values.length > most) throw badParameter(name, `${most} at most.`, { reason: 'too-many', most });
  return values;
}

function literal(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
}
