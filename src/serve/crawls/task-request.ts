// Parses the options of a new crawl from a request, limited to what its owner may choose.

import { Type } from 'typebox';
import type { Config } from '../../config.ts';
import type { CrawlOptions } from '../../crawl/crawl-task.ts';
import { isPublicAddress, isWithin, parseAddressRange, readAddressLiteral } from '../../fetch/address-guard.ts';
import { GeotrawlError } from '../../model/errors.ts';
import type { Extent } from '../../model/extent.ts';
import { orderingNames } from '../../model/rank.ts';
import { parseSeed } from '../../seeds/url-list.ts';
import type { Body } from '../http/read-body.ts';
import { badParameter } from '../http/response.ts';
import { bodyMembers } from '../http/route.ts';
import { userPorts } from './run-settings.ts';

/** As stored, to be shown and to create a similar crawl. */
export interface TaskRequest {
  readonly name: string;
  readonly seeds: readonly string[];
  readonly keywords: readonly string[];
  readonly kinds: readonly string[];
  /** Texts that URLs must or must not contain. */
  readonly include: readonly string[];
  readonly exclude: readonly string[];
  readonly region: Extent | null;
  readonly every: Every | null;
  readonly shared: boolean;
  /** Chosen settings. */
  readonly chosen: Partial<Config>;
}

export const everyMs = { day: 86_400_000, week: 7 * 86_400_000, month: 30 * 86_400_000 } as const;
export type Every = keyof typeof everyMs;

const count = Type.Optional(Type.Integer({ minimum: 0 }));
const text = Type.Optional(Type.String());
const list = Type.Optional(Type.Array(Type.String()));
const flag = Type.Optional(Type.Boolean());

/** Members of a request for a crawl. Forms send the same as text. */
export const taskBody = bodyMembers({
  name: text,
  seeds: list,
  keywords: list,
  kinds: list,
  include: list,
  exclude: list,
  region: Type.Optional(Type.Array(Type.Number(), { description: 'west,south,east,north in degrees' })),
  every: text,
  shared: flag,
  depth: count,
  width: count,
  scope: text,
  strategy: text,
  maxPages: count,
  maxMinutes: count,
  maxMegabytes: count,
  maxBytes: count,
  delayMs: count,
  start: flag,
  dryRun: flag,
});
export const taskMembers: readonly string[] = Object.keys(taskBody.properties);

const [mostSeeds, mostKeywords, mostPatterns, mostNameCharacters] = [1000, 50, 50, 100];

/** Throws `request.bad-parameter` and `usage.*`, naming valid values. */
export function readTaskRequest(body: Body): TaskRequest {
  const { task, errors } = readFields(body);
  if (errors[0] !== undefined) throw errors[0];
  return task;
}

/** All errors, each with its field name as the fact `parameter`. */
export function taskErrors(body: Body): readonly GeotrawlError[] {
  return readFields(body).errors;
}

/** Adds the field name to an error. */
export function atField<T>(parameter: string, work: () => T): T {
  try {
    return work();
  } catch (error) {
    if (!(error instanceof GeotrawlError) || error.facts.parameter !== undefined) throw error;
    throw new GeotrawlError(error.code, error.message, { cause: error, facts: { ...error.facts, parameter } });
  }
}

function readFields(body: Body): { task: TaskRequest; errors: readonly GeotrawlError[] } {
  const errors: GeotrawlError[] = [];
  const read = <T>(work: () => T, otherwise: T): T => {
    try {
      return work();
    } catch (error) {
      if (!(error instanceof GeotrawlError)) throw error;
      errors.push(error);
      return otherwise;
    }
  };
  const list = (name: string, most: number) => read(() => within(body.list(name), name, most), []);
  const seeds = list('seeds', mostSeeds).flatMap((text) => read(() => [atField('seeds', () => parseSeed(text))], []));
  const keywords = list('keywords', mostKeywords);
  if (seeds.length + keywords.length + errors.length === 0)
    errors.push(badParameter('seeds', 'a crawl needs at least one seed or keyword.', { reason: 'no-seed' }));
  const task: TaskRequest = {
    seeds,
    keywords,
    name: read(() => nameIn(body), ''),
    chosen: chosenIn(body, read),
    kinds: list('kinds', mostPatterns),
    include: list('include', mostPatterns),
    exclude: list('exclude', mostPatterns),
    region: read(() => regionIn(body), null),
    every: read(() => choiceIn(body, 'every', Object.keys(everyMs) as Every[]), null),
    shared: body.flag('shared'),
  };
  return { task, errors };
}

function nameIn(body: Body): string {
  const name = body.text('name', '').trim();
  if (name.length > mostNameCharacters)
    throw badParameter('name', `must have at most ${mostNameCharacters} characters.`, {
      reason: 'too-long',
      most: mostNameCharacters,
    });
  return name;
}

/** Options of the crawl; patterns are plain texts, because regular expressions can run forever. */
export function crawlOptionsOf(task: TaskRequest, settings: Config): CrawlOptions {
  const { seeds, keywords, kinds, include, exclude, region, chosen } = task;
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
 * Seeds with private addresses are rejected at once; names are resolved by the crawl, where the address guard checks
 * every connection.
 */
export function requirePublicSeeds(seeds: readonly string[], settings: Config): void {
  const ranges = settings['network.allowRanges'].map(parseAddressRange);
  for (const seed of seeds) {
    const { hostname, port } = new URL(seed);
    const address = readAddressLiteral(hostname);
    // A name may resolve to an allowed address: the guard decides.
    if (address === null || isWithin(address, ranges)) continue;
    if (!isPublicAddress(address))
      throw new GeotrawlError(
        'policy.private-address',
        `${seed} is not a public address. Administrators can allow private ranges with network.allowRanges.`,
        { facts: { url: seed } },
      );
    if (port !== '' && !userPorts(settings).includes(port))
      throw new GeotrawlError(
        'policy.port',
        `Port ${port} of ${hostname} may not be crawled. Administrators can allow it with server.userPorts.`,
        { facts: { url: seed } },
      );
  }
}

type Reader = <T>(work: () => T, otherwise: T) => T;

function chosenIn(body: Body, read: Reader): Partial<Config> {
  const count = (name: string, least = 1) => read(() => countIn(body, name, least), null);
  const scaled = (value: number | null, unit: number) => (value === null ? null : value * unit);
  const counts = {
    'crawl.depth': count('depth', 0),
    'search.width': count('width'),
    'crawl.maxPages': count('maxPages'),
    'crawl.maxTimeMs': scaled(count('maxMinutes'), 60_000),
    'crawl.maxBytes': scaled(count('maxMegabytes'), 1_000_000) ?? count('maxBytes'),
    'politeness.delayMs': count('delayMs'),
    'crawl.scope': read(() => choiceIn(body, 'scope', ['host', 'site', 'web'] as const), null),
    'crawl.strategy': read(() => choiceIn(body, 'strategy', orderingNames), null),
  };
  return Object.fromEntries(Object.entries(counts).filter(([, value]) => value !== null));
}

function countIn(body: Body, name: string, least: number): number | null {
  const count = body.count(name);
  if (count !== null && count < least)
    throw badParameter(name, `must be ${least} or more.`, { reason: 'too-small', least });
  return count;
}

/** [west, south, east, north], or the same as comma-separated text. */
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
  if (!isExtent) throw badParameter('region', 'must be west,south,east,north in degrees.', { reason: 'no-region' });
  return parts as unknown as Extent;
}

/** Null if absent. */
function choiceIn<T extends string>(body: Body, name: string, values: readonly T[]): T | null {
  if (!body.has(name)) return null;
  const text = body.text(name);
  const choice = values.find((value) => value === text);
  if (choice === undefined)
    throw badParameter(name, `must be one of ${values.join(', ')}, not "${text}".`, {
      reason: 'none-of',
      given: text,
      values: values.join(', '),
    });
  return choice;
}

function within(values: readonly string[], name: string, most: number): readonly string[] {
  if (values.length > most)
    throw badParameter(name, `at most ${most} entries are allowed.`, { reason: 'too-many', most });
  return values;
}

function literal(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
}
