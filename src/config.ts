// Every setting in one table: name, default, meaning. The only file that reads process.env.
import { readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { parse as parseYaml, YAMLParseError } from 'yaml';
import { logFormats, logLevels } from './base/log/log.ts';
import { readUrl } from './base/url/url.ts';
import { GeotrawlError } from './model/errors.ts';
import { orderingNames } from './model/rank.ts';

interface Setting<T> {
  readonly default: T;
  readonly doc: string;
  /** Converts text or a value from a file to the setting's type; undefined if invalid. */
  readonly read: (value: unknown) => T | undefined;
  /** The expected value, for messages. */
  readonly takes: string;
  /** A list of paths: relative ones are resolved against the configuration file's folder. */
  readonly isPaths?: true;
  /** Never shown. */
  readonly isSecret?: true;
}

/** The settings. docs/config.md lists the same names; a test compares the two. */
export const settings = {
  db: text(
    'geotrawl-data/geotrawl.db',
    'The database with frontier and catalog: an SQLite file, created if missing, or a PostgreSQL database with PostGIS as `postgres://user:password@host/name`.',
  ),
  'cache.folder': text(
    'geotrawl-data/cache',
    'Folder for copies of the search index of a PostgreSQL database. Its content may be deleted while nothing runs.',
  ),
  'crawl.depth': count(
    3,
    'Maximum link depth of pages; seeds have depth 0. Services linked from a page are probed at any depth.',
  ),
  'crawl.scope': choice(
    'site',
    ['host', 'site', 'web'],
    "Which pages are followed: on the seed's host, on its registrable domain, or anywhere.",
  ),
  'crawl.strategy': choice(
    'learned',
    orderingNames,
    'Crawl ordering: `learned` (ours) learns during the crawl, `fifo` is first in, first out, the others are published orderings.',
  ),
  'crawl.concurrency': positive(32, 'Concurrent pages, each from another host.'),
  'crawl.probeConcurrency': positive(8, 'Concurrent service probes, each to another host.'),
  'crawl.urlsPerSeries': positive(
    200,
    'Maximum URLs of a host that differ only in numbers, dates and identifiers; more are considered a crawl trap. A tenth of it on hosts without results.',
  ),
  'crawl.harvestRecords': count(
    10_000,
    'Records harvested from each catalog per crawl; the next crawl resumes there. 0 disables harvesting.',
  ),
  'crawl.maxPages': optionalCount('Stop after this many pages.'),
  'crawl.maxTimeMs': optionalCount('Stop after this many milliseconds.'),
  'crawl.maxBytes': optionalCount('Stop after this many bytes received.'),
  'workers.leaseMs': positive(
    60_000,
    'On PostgreSQL: how long a worker keeps its hosts without a heartbeat. Heartbeats are sent four times as often.',
  ),
  'workers.dispatcher': choice(
    'postgres',
    ['inline', 'postgres', 'bullmq'],
    'How workers notify each other of new work: not at all, over PostgreSQL, or over BullMQ on Redis.',
  ),
  'workers.redis': optionalText(
    'URL of Redis for the dispatcher `bullmq`: redis://host:port. Its data may be deleted at any time.',
  ),
  'politeness.delayMs': count(
    2000,
    'Crawl delay: time between a response and the next request to the same host. robots.txt and slow responses can only lengthen it.',
  ),
  'politeness.contact': text(
    'https://geotrawl.example/bot',
    'URL in the User-Agent where a site owner can read about this crawler and reach you. Set your own.',
  ),
  'network.allowPrivate': flag(
    false,
    'Also connect to private, loopback and other non-public addresses. For intranets and tests.',
  ),
  'network.allowRanges': list(
    'Private address ranges that are allowed nevertheless, such as 10.20.0.0/16; users of `serve` may crawl them too.',
  ),
  'network.ports': list('Ports allowed at public addresses; all if empty.'),
  'network.resolve': list('Rules HOST=ADDRESS[:PORT] applied before DNS; * is allowed in HOST.'),
  'network.proxy': optionalText('HTTP proxy for all requests. Defaults to HTTP_PROXY or HTTPS_PROXY.'),
  'network.timeoutMs': positive(60_000, 'Time limit of a request, to its last byte.'),
  'network.maxBodyBytes': positive(
    20 * 1024 * 1024,
    'Maximum body size; longer bodies are truncated and marked partial.',
  ),
  'network.maxCapabilitiesBytes': positive(128 * 1024 * 1024, 'The same for responses to service probes.'),
  'network.insecureHosts': list(
    'Hosts whose TLS certificate is not verified. Resources found there have a problem that says so.',
  ),
  'search.engine': choice(
    'none',
    ['none', 'searxng', 'brave', 'google', 'bing', 'commoncrawl'],
    'The web search engine behind `--keywords`.',
  ),
  'search.url': optionalText(
    'URL of the search engine: your SearXNG instance or a Bing-compatible API; the others have a public one.',
  ),
  'search.key': secret('Key of the search API. Sent to the search engine only, never stored with a crawl or printed.'),
  'search.account': optionalText('Search engine id of the account (`cx` of Google Programmable Search).'),
  'search.mandatory': list('Words combined with every keyword: each query has one of them.', ['WMS']),
  'search.width': positive(1, 'Groups of ten results per query; each group is crawled before the next is requested.'),
  'search.maxRequests': positive(100, 'Requests sent to the search engine in one crawl, resumed or not.'),
  'search.newQueries': count(
    0,
    'Additional queries from the most frequent words of pages that led to resources, after the given ones. Off by default.',
  ),
  'render.mode': choice(
    'auto',
    ['off', 'auto', 'all'],
    'Which pages are rendered in a headless browser: none, map applications whose scripts reveal no service, or every page. Without Chromium on this machine, auto renders nothing.',
  ),
  'render.browser': optionalText('Path of the Chromium to use. By default the usual locations are searched.'),
  'render.timeMs': positive(60_000, 'Time limit of a rendered page in milliseconds, including crawl delays.'),
  'render.maxRequests': positive(40, 'Files a rendered page may load. Map images and tiles are never requested.'),
  'render.maxBytes': positive(30 * 1024 * 1024, 'Bytes a rendered page may load.'),
  'render.maxMemoryBytes': positive(
    1024 * 1024 * 1024,
    'Memory limit of the browser with all its processes; a page that needs more is ended.',
  ),
  'server.host': text('127.0.0.1', 'Address `serve` listens on; the default is reachable from this machine only.'),
  'server.port': count(8080, 'Port `serve` listens on; 0 selects a free one.'),
  'server.publicUrl': optionalUrl('Public base URL of the server behind a proxy, with its path. Links start with it.'),
  'server.trustProxy': count(
    0,
    'Number of your own proxies in front of the server: that many X-Forwarded entries are trusted.',
  ),
  'server.rateLimit': count(1200, 'Requests per client and minute; 0 for unlimited.'),
  'server.searchThreads': count(
    1,
    'Search threads of the server; each caches the index it has read, about 480 MB at 1.5 million layers. 0: searches run on the request thread.',
  ),
  'server.tasksPerUser': positive(5, 'Concurrent crawls per user on the server.'),
  'server.pagesPerDay': count(20_000, "Pages a user's crawls may request per day (UTC); 0 for unlimited."),
  'server.userPorts': list(
    'Ports of public addresses that users of the server may crawl, besides 80 and 443; administrators may crawl any.',
    ['8080', '8443', '6080', '6443'],
  ),
  'server.title': text('Geotrawl', 'Title of the catalog in its APIs and mails.'),
  'credentials.keyFile': optionalText(
    'File with the key that decrypts host credentials: 32 bytes in base64, readable by you only. By default the database file with `.key` appended, created on demand. Required with PostgreSQL: every machine needs the same key.',
  ),
  'server.watch': flag(
    false,
    '`serve` checks resources when they are due, in the process that crawls (`serve --watch`).',
  ),
  'log.level': choice(
    'error',
    logLevels,
    'What `serve` logs to stderr: `error` its own failures, `warn` also failed checks, `info` every request and check.',
  ),
  'log.format': choice('text', logFormats, 'Log format: readable lines, or one JSON object per line.'),
  'check.concurrency': positive(64, 'Concurrent checks, each to another host.'),
  'check.perDay': optionalCount('Checks per day (UTC); unlimited by default.'),
  'check.webhooks': list('URLs that receive events of resources by POST, in signed batches.'),
  'check.webhookSecret': secret('Key that signs webhook messages. Without it nothing is sent.'),
  'check.keepDays': positive(90, 'Days the check history is kept.'),
  'check.keepRounds': positive(500, 'Checks kept per resource.'),
  'hosts.countries': optionalText(
    'MMDB file that maps addresses to countries, instead of the bundled one; `off`: countries come from host names only.',
  ),
  'mail.smtp': secret(
    'The mail server, smtp://NAME:PASSWORD@HOST:587 or smtps://…:465. Without it no mail is sent. A private address must be in `network.allowRanges`.',
  ),
  'mail.from': optionalText('Sender address of mail.'),
  'mail.to': list('Addresses that receive events by mail: of followed resources at once, of all others as a digest.'),
  'mail.digestHours': positive(24, 'Hours between two digests.'),
  'kinds.modules': paths(
    'Modules with your own kinds, tried before the built-in ones. Their code runs with all permissions of this program.',
  ),
  'connectors.modules': paths(
    'Modules with your own connectors, for `harvest`. Their code runs with all permissions of this program.',
  ),
} as const;

type Settings = typeof settings;
export type SettingName = keyof Settings;
type ValueOf<S> = S extends Setting<infer T> ? T : never;
export type Config = { readonly [Name in SettingName]: ValueOf<Settings[Name]> };

export type Origin = 'default' | 'file' | 'environment' | 'flag';

export interface LoadedConfig {
  readonly values: Config;
  readonly origins: Readonly<Record<SettingName, Origin>>;
  /** The file that was read, or null. */
  readonly file: string | null;
}

export interface ConfigSources {
  /** A file given by the user; else `geotrawl.config.{yaml,yml,json}` in `directory` if it exists. */
  readonly file?: string;
  readonly directory?: string;
  readonly environment?: Readonly<Record<string, string | undefined>>;
  /** By setting name; undefined if the flag wasn't given. */
  readonly flags?: Readonly<Partial<Record<SettingName, unknown>>>;
}

/** Flag > environment > file > default. Throws `config.*` naming the setting, the value and what is expected. */
export function loadConfig(sources: ConfigSources = {}): LoadedConfig {
  const environment = sources.environment ?? process.env;
  const directory = resolve(sources.directory ?? '');
  const { path, entries } = readConfigFile(sources.file, directory);
  const values: Record<string, unknown> = {};
  const origins: Record<string, Origin> = {};
  const put = (name: string, value: unknown, origin: Origin, where: string) => {
    const base = origin === 'file' ? dirname(resolve(where)) : directory;
    values[name] = withBase(name, readSetting(name, value, where), base);
    origins[name] = origin;
  };
  for (const [name, setting] of Object.entries(settings)) {
    values[name] = setting.default;
    origins[name] = 'default';
  }
  for (const [name, value] of entries) put(name, value, 'file', path ?? '');
  const proxy = environment.HTTPS_PROXY || environment.https_proxy || environment.HTTP_PROXY || environment.http_proxy;
  if (proxy && !entries.has('network.proxy')) put('network.proxy', proxy, 'environment', 'HTTP_PROXY');
  for (const [name, value] of environmentSettings(environment)) put(name, value, 'environment', environmentName(name));
  for (const [name, value] of Object.entries(sources.flags ?? {})) {
    if (value !== undefined) put(name, value, 'flag', 'the command line');
  }
  return { values: values as Config, origins: origins as Record<SettingName, Origin>, file: path };
}

/** 'crawl.maxPages' → 'GEOTRAWL_CRAWL__MAX_PAGES'. */
export function environmentName(name: string): string {
  return `GEOTRAWL_${name
    .replaceAll('.', '__')
    .replace(/[A-Z]/g, (letter) => `_${letter}`)
    .toUpperCase()}`;
}

function environmentSettings(environment: Readonly<Record<string, string | undefined>>): [string, string][] {
  const byVariable = new Map(Object.keys(settings).map((name) => [environmentName(name), name]));
  const found: [string, string][] = [];
  for (const [variable, value] of Object.entries(environment)) {
    // Test and build variables share the prefix but aren't settings.
    if (!variable.startsWith('GEOTRAWL_') || variable.startsWith('GEOTRAWL_TEST_') || value === undefined) continue;
    const name = byVariable.get(variable);
    if (name === undefined) throw unknownSetting(variable, 'the environment', [...byVariable.keys()]);
    found.push([name, value]);
  }
  return found;
}

function readSetting(name: string, value: unknown, where: string): unknown {
  const setting = settings[name as SettingName] as Setting<unknown> | undefined;
  if (setting === undefined) throw unknownSetting(name, where, Object.keys(settings));
  const read = setting.read(value);
  if (read === undefined) {
    const shown = setting.isSecret ? 'not text' : JSON.stringify(value);
    throw new GeotrawlError('config.bad-value', `${name} from ${where} is ${shown}; it must be ${setting.takes}.`, {
      facts: { name, where },
    });
  }
  return read;
}

function withBase(name: string, value: unknown, base: string): unknown {
  const { isPaths } = settings[name as SettingName] as Setting<unknown>;
  return isPaths ? (value as readonly string[]).map((path) => resolve(base, path)) : value;
}

/** Whether a setting's value must not be seen by anyone. */
export function isSecretSetting(name: SettingName): boolean {
  return (settings[name] as Setting<unknown>).isSecret === true;
}

function unknownSetting(name: string, where: string, known: readonly string[]): GeotrawlError {
  return new GeotrawlError('config.bad-value', `${name} in ${where} is not a setting. Known: ${known.join(', ')}.`, {
    facts: { name, where },
  });
}

function readConfigFile(
  file: string | undefined,
  directory: string,
): { path: string | null; entries: Map<string, unknown> } {
  const candidates =
    file === undefined ? ['yaml', 'yml', 'json'].map((ending) => join(directory, `geotrawl.config.${ending}`)) : [file];
  for (const path of candidates) {
    const content = readIfThere(path, file !== undefined);
    if (content !== null) return { path, entries: flatten(parseFile(path, content)) };
  }
  return { path: null, entries: new Map() };
}

function readIfThere(path: string, required: boolean): string | null {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    if (!required && (error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw new GeotrawlError(
      'config.unreadable',
      `Cannot read the configuration ${path}: ${(error as Error).message}.`,
      { cause: error, facts: { path } },
    );
  }
}

/** YAML 1.2 contains JSON, so one parser reads both. */
function parseFile(path: string, content: string): unknown {
  try {
    return parseYaml(content) ?? {};
  } catch (error) {
    if (!(error instanceof YAMLParseError)) throw error;
    throw new GeotrawlError('config.unreadable', `${path} is not valid YAML or JSON: ${error.message}`, {
      cause: error,
      facts: { path },
    });
  }
}

/** { crawl: { depth: 2 } } and { 'crawl.depth': 2 } mean the same. */
function flatten(value: unknown, prefix = ''): Map<string, unknown> {
  const flat = new Map<string, unknown>();
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    if (prefix !== '') flat.set(prefix, value);
    return flat;
  }
  for (const [key, inner] of Object.entries(value)) {
    for (const [name, leaf] of flatten(inner, prefix === '' ? key : `${prefix}.${key}`)) flat.set(name, leaf);
  }
  return flat;
}

function text(value: string, doc: string): Setting<string> {
  return {
    default: value,
    doc,
    takes: 'text',
    read: (given) => (typeof given === 'string' && given !== '' ? given : undefined),
  };
}

function optionalText(doc: string): Setting<string | null> {
  return {
    default: null,
    doc,
    takes: 'text',
    read: (given) => (given === null || typeof given === 'string' ? given || null : undefined),
  };
}

function optionalUrl(doc: string): Setting<string | null> {
  const read = (given: unknown) => {
    if (given === null || given === '') return null;
    return typeof given === 'string' && /^https?:\/\/[^?#]+$/.test(given) && readUrl(given) !== null
      ? given
      : undefined;
  };
  return { default: null, doc, takes: 'an http or https address', read };
}

function secret(doc: string): Setting<string | null> {
  return { ...optionalText(doc), isSecret: true };
}

function flag(value: boolean, doc: string): Setting<boolean> {
  const words: Record<string, boolean> = { true: true, false: false, 1: true, 0: false, yes: true, no: false };
  return { default: value, doc, takes: 'true or false', read: (given) => words[String(given)] };
}

function count(value: number, doc: string): Setting<number> {
  return { default: value, doc, takes: 'a non-negative integer', read: (given) => wholeNumber(given, 0) };
}

function positive(value: number, doc: string): Setting<number> {
  return { default: value, doc, takes: 'a positive integer', read: (given) => wholeNumber(given, 1) };
}

function optionalCount(doc: string): Setting<number | null> {
  return {
    default: null,
    doc,
    takes: 'a positive integer',
    read: (given) => (given === null ? null : wholeNumber(given, 1)),
  };
}

function choice<const T extends string>(value: NoInfer<T>, of: readonly T[], doc: string): Setting<T> {
  return { default: value, doc, takes: `one of ${of.join(', ')}`, read: (given) => of.find((one) => one === given) };
}

function list(doc: string, value: readonly string[] = []): Setting<readonly string[]> {
  const read = (given: unknown) => {
    if (typeof given === 'string')
      return given
        .split(',')
        .map((one) => one.trim())
        .filter((one) => one !== '');
    return Array.isArray(given) && given.every((one) => typeof one === 'string') ? given : undefined;
  };
  return { default: value, doc, takes: 'a list', read };
}

function paths(doc: string): Setting<readonly string[]> {
  return { ...list(doc), takes: 'a list of paths', isPaths: true };
}

function wholeNumber(given: unknown, least: number): number | undefined {
  if (typeof given !== 'number' && (typeof given !== 'string' || given.trim() === '')) return undefined;
  const number = Number(given);
  return Number.isSafeInteger(number) && number >= least ? number : undefined;
}

/** Defaults with some settings given, for programs that use the library; reads neither environment nor files. */
export function settingsWith(given: Readonly<Partial<Config>> = {}): Config {
  const values: Record<string, unknown> = {};
  for (const [name, setting] of Object.entries(settings)) values[name] = setting.default;
  for (const [name, value] of Object.entries(given))
    if (value !== undefined) values[name] = readSetting(name, value, 'the options');
  return values as Config;
}
