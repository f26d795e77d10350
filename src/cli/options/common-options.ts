// Options shared by several commands, and their mapping to settings.
import { existsSync } from 'node:fs';
import { type Command, InvalidArgumentError, Option } from 'commander';
import { type Config, type LoadedConfig, loadConfig, type SettingName } from '../../config.ts';
import { GeotrawlError } from '../../model/errors.ts';
import type { Extent } from '../../model/extent.ts';
import { isPostgresAddress } from '../../store/sql/database-address.ts';
import { openTerminal, type Terminal } from '../output/terminal.ts';

/** Global options. */
export interface GlobalFlags {
  readonly config?: string;
  readonly db?: string;
  readonly quiet?: boolean;
  readonly color?: boolean;
  readonly progress?: boolean;
}

/** Flags of commands that fetch. */
export interface FetchFlags {
  readonly allowPrivate?: boolean;
  readonly resolve?: readonly string[];
  readonly proxy?: string;
  readonly delay?: string;
  readonly timeout?: string;
  readonly insecureHost?: readonly string[];
  /** Only of commands that recognize documents. */
  readonly kindModule?: readonly string[];
}

const fetchSettings = {
  allowPrivate: 'network.allowPrivate',
  resolve: 'network.resolve',
  proxy: 'network.proxy',
  delay: 'politeness.delayMs',
  timeout: 'network.timeoutMs',
  insecureHost: 'network.insecureHosts',
  kindModule: 'kinds.modules',
} as const satisfies Record<keyof FetchFlags, SettingName>;

export function kindModuleOption(): Option {
  const option = new Option('--kind-module <file>', 'also load the kinds exported by this module; repeatable');
  return option.argParser(collect);
}

export function addNetworkOptions(command: Command): void {
  const options = [
    new Option('--allow-private', 'also connect to private and loopback addresses'),
    new Option('--resolve <rule>', 'HOST=ADDRESS[:PORT] instead of DNS, * allowed in HOST; repeatable').argParser(
      collect,
    ),
    new Option('--proxy <url>', 'HTTP proxy for all requests'),
    new Option('--delay <ms>', 'crawl delay after each response of a host (default 2000)'),
    new Option('--timeout <ms>', 'timeout of one request (default 60000)'),
    new Option('--insecure-host <host>', 'do not verify the TLS certificate of this host; repeatable').argParser(
      collect,
    ),
  ];
  for (const option of options) command.addOption(option);
}

export function loadSettings(
  globals: GlobalFlags,
  flags: Readonly<Partial<Record<SettingName, unknown>>> = {},
): LoadedConfig {
  return loadConfig({
    ...(globals.config === undefined ? {} : { file: globals.config }),
    flags: { db: globals.db, ...flags },
  });
}

/** The settings of a command that fetches; `names` maps its further flags to settings, `fixed` are set as they are. */
export function loadFetchSettings<Flags extends FetchFlags>(
  globals: GlobalFlags,
  flags: Flags,
  names?: Readonly<Partial<Record<keyof Flags, SettingName>>>,
  fixed: Readonly<Partial<Record<SettingName, unknown>>> = {},
): LoadedConfig {
  const own = names && pickSettings(flags, names);
  return loadSettings(globals, { ...pickSettings<FetchFlags>(flags, fetchSettings), ...own, ...fixed });
}

/** The database for commands that only read: a mistyped path is an error, not a new and empty catalog. */
export function existingDatabase(globals: GlobalFlags): string {
  const { db } = loadSettings(globals).values;
  requireFile(db);
  return db;
}

/** PostgreSQL reports missing databases itself. */
export function requireFile(db: string): void {
  if (db !== ':memory:' && !isPostgresAddress(db) && !existsSync(db)) {
    throw new GeotrawlError(
      'store.open',
      `No database at ${db}. Check --db, or create one with \`geotrawl crawl URL\` or \`geotrawl demo\`.`,
      { facts: { path: db } },
    );
  }
}

export function noSuchResource(id: string): GeotrawlError {
  const message = `Nothing in the catalog has the id or address "${id}". \`geotrawl search\` lists ids.`;
  return new GeotrawlError('catalog.not-found', message, { facts: { id } });
}

/** Base URL of links to the catalog, without a trailing slash. */
export function linkBase(settings: Config): string {
  const { 'server.publicUrl': url, 'server.host': host, 'server.port': port } = settings;
  return url?.replace(/\/+$/, '') ?? `http://${host}:${port}`;
}

/** Renames flags to settings; flags that were not given stay undefined and change nothing. */
export function pickSettings<Flags extends object>(
  flags: Flags,
  names: Readonly<Partial<Record<keyof Flags, SettingName>>>,
): Partial<Record<SettingName, unknown>> {
  const picked: Partial<Record<SettingName, unknown>> = {};
  for (const [flagName, setting] of Object.entries(names) as [keyof Flags, SettingName][])
    picked[setting] = flags[flagName];
  return picked;
}

export function terminalFor(globals: GlobalFlags): Terminal {
  return openTerminal({ quiet: globals.quiet === true, color: globals.color });
}

export function collect(value: string, previous: readonly string[] | undefined): string[] {
  return [...(previous ?? []), value];
}

/** 'W,S,E,N' in degrees. */
export function extentArgument(value: string): Extent {
  const numbers = value.split(',').map((part) => (part.trim() === '' ? Number.NaN : Number(part)));
  const [west, south, east, north] = numbers;
  const isExtent = numbers.length === 4 && numbers.every(Number.isFinite) && south! <= north!;
  const inRange = isExtent && numbers.every((number, index) => Math.abs(number) <= (index % 2 === 0 ? 180 : 90));
  if (!inRange)
    throw new InvalidArgumentError('Write west,south,east,north in degrees, for example 5.9,47.2,15.1,55.1.');
  return [west!, south!, east!, north!];
}

export function countArgument(value: string): number {
  const count = Number(value);
  if (!Number.isSafeInteger(count) || count < 0) throw new InvalidArgumentError('Must be a non-negative integer.');
  return count;
}

export function listArgument(value: string, previous: readonly string[] | undefined): string[] {
  const items = value.split(',').map((item) => item.trim());
  return [...(previous ?? []), ...items.filter((item) => item !== '')];
}
