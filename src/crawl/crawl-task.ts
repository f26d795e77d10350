// The task of a crawl: its options, and how it is created, found and resumed.
import { existsSync } from 'node:fs';
import { fetchKey } from '../base/url/url.ts';
import type { Config, Origin, SettingName } from '../config.ts';
import { parsePattern } from '../frontier/scope.ts';
import { createTask, getTask, listTasks, type Task } from '../frontier/task-table.ts';
import { GeotrawlError } from '../model/errors.ts';
import type { Extent } from '../model/extent.ts';
import type { PluginKind } from '../model/kind.ts';
import type { PluginConnector } from '../model/plugin-connector.ts';
import type { LoadedConnector } from '../plugins/connector-modules.ts';
import type { LoadedKind } from '../plugins/kind-modules.ts';
import { parseSeed } from '../seeds/url-list.ts';
import { isPostgresAddress } from '../store/sql/database-address.ts';
import type { SqlStore } from '../store/sql/sql.ts';
import { firstQueries } from './search-seeds.ts';
import type { StoredCrawlOptions, StoredPlugin } from './stored-crawl-options.ts';

export interface CrawlOptions {
  /** Start URLs; not with `resume`. */
  readonly seeds?: readonly string[];
  /** Guessed locations of resources of a known portal: probed once, without reporting failures. */
  readonly guesses?: readonly string[];
  /** Keywords for the search engine of `search.engine`: its results are seeds too. */
  readonly keywords?: readonly string[];
  /** Name of the crawl; by default made from the first seed and the time. */
  readonly task?: string;
  /** Resume the crawl of this name, or the last unfinished one. */
  readonly resume?: string | true;
  /** How catalogs are harvested in this run. */
  readonly harvest?: HarvestRequest;
  readonly settings?: Partial<Config>;
  /** Where the settings came from: on resume, defaults give way to the stored options. */
  readonly origins?: Readonly<Partial<Record<SettingName, Origin>>>;
  /** Regular expressions over page URLs. */
  readonly include?: readonly string[];
  readonly exclude?: readonly string[];
  readonly region?: Extent;
  readonly kinds?: readonly string[];
  /** The caller's kinds, tried before the built-in ones. Pass them again with `resume`. */
  readonly ownKinds?: readonly PluginKind[];
  /** The caller's connectors: a seed that is the endpoint of one is harvested by it. Pass them again with `resume`. */
  readonly ownConnectors?: readonly PluginConnector[];
}

export interface HarvestRequest {
  /** Only the catalogs at the seeds: what their records lead to is stored, not visited. */
  readonly isOnly?: boolean;
  /** Only records changed since then (ISO 8601). By default since the last harvest. */
  readonly since?: string;
  /** Harvest everything again. */
  readonly isFull?: boolean;
  /** Also single items of catalogs that list collections (STAC, OpenSearch for satellite images): often millions. */
  readonly items?: boolean;
}

/** Input for opening a task. */
export interface TaskOpening {
  readonly given: Config;
  readonly plugins: readonly LoadedKind[];
  readonly archives: readonly LoadedConnector[];
  readonly nowMs: number;
}

/** The task to work on: a new one with its options, or one to resume. */
export async function openTask(
  store: SqlStore,
  options: CrawlOptions,
  { given, plugins, archives, nowMs }: TaskOpening,
): Promise<{ task: Task; isNew: boolean }> {
  if (options.resume !== undefined) {
    const task = options.resume === true ? await lastUnfinished(store) : await getTask(store, options.resume);
    requirePlugins(task, plugins, archives);
    return { task, isNew: false };
  }
  const seeds = (options.seeds ?? []).map(parseSeed);
  const keywords = options.keywords ?? [];
  const named = seeds[0] === undefined ? keywords[0] : new URL(seeds[0]).hostname.replace(/^www\./, '');
  if (named === undefined)
    throw new GeotrawlError('usage.bad-argument', 'A crawl needs at least one seed URL, or keywords.');
  // A proxy URL may contain a password, and stored options are shown to users.
  const { 'network.proxy': _proxy, 'search.key': _key, db: _db, ...kept } = given;
  const { 'kinds.modules': _modules, 'connectors.modules': _connectors, ...settings } = kept;
  const { include = [], exclude = [], region = null, kinds = null } = options;
  const plan: StoredCrawlOptions = {
    seeds,
    include,
    exclude,
    region,
    kinds,
    settings,
    outside: plugins.map(({ kind, from }) => ({ id: kind.id, from })),
    archives: archives.filter(isSeed(seeds)).map(({ outside: { id }, from }) => ({ id, from })),
    ...(options.guesses === undefined ? {} : { guesses: options.guesses }),
    ...(keywords.length === 0 ? {} : { search: firstQueries(keywords, given) }),
  };
  for (const pattern of [...include, ...exclude]) parsePattern(pattern);
  if (options.task !== undefined)
    return { task: await createTask(store, { name: options.task, options: plan, nowMs }), isNew: true };
  return { task: await createNamed(store, taskName(named, nowMs), plan, nowMs), isNew: true };
}

/** Two crawls of one host may start in the same second; the later one gets a number. */
async function createNamed(store: SqlStore, base: string, plan: StoredCrawlOptions, nowMs: number): Promise<Task> {
  for (let number = 1; ; number++) {
    const name = number === 1 ? base : `${base}-${number}`;
    try {
      return await createTask(store, { name, options: plan, nowMs });
    } catch (error) {
      const isTaken = error instanceof GeotrawlError && error.code === 'usage.bad-argument' && number < 100;
      if (!isTaken) throw error;
    }
  }
}

/** Resuming must not create a missing database. */
export function requireDatabase(path: string, resume: string | true): void {
  if (path === ':memory:' || isPostgresAddress(path) || existsSync(path)) return;
  const what = resume === true ? 'There is no crawl to continue' : `There is no crawl named "${resume}"`;
  throw new GeotrawlError(
    'crawl.task-not-found',
    `${what}: the database ${path} does not exist. Check the path given with --db.`,
    { facts: { path } },
  );
}

/** Settings given for this run; on resume, others keep their stored values. */
export function chosenNow(options: CrawlOptions, isNew: boolean): Partial<Config> {
  const given = options.settings ?? {};
  if (isNew || options.origins === undefined) return given;
  const { origins } = options;
  return Object.fromEntries(
    Object.entries(given).filter(([name]) => (origins[name as SettingName] ?? 'flag') !== 'default'),
  );
}

/** Without a plugin it was started with, a crawl would silently miss resources, or read an archive as a web page. */
function requirePlugins(
  { name, options }: Task,
  plugins: readonly LoadedKind[],
  archives: readonly LoadedConnector[],
): void {
  const { outside: kinds = [], archives: connectors = [] } = options as StoredCrawlOptions;
  const kind = kinds.find(({ id }) => !plugins.some((plugin) => plugin.kind.id === id));
  if (kind !== undefined) throw pluginMissing(name, 'kind', 'kinds.modules, --kind-module', kind);
  const connector = connectors.find(({ id }) => !archives.some(({ outside }) => outside.id === id));
  if (connector !== undefined) throw pluginMissing(name, 'connector', 'connectors.modules, --connector', connector);
}

function pluginMissing(
  task: string,
  type: 'kind' | 'connector',
  option: string,
  { id, from }: StoredPlugin,
): GeotrawlError {
  const message = `The crawl ${task} was started with the ${type} "${id}" from ${from}, which is missing.`;
  const advice = `Name its module again (${option}), or pass the ${type} as before.`;
  return new GeotrawlError(`crawl.${type}-missing`, `${message} ${advice}`, { facts: { [type]: id, from, task } });
}

function isSeed(seeds: readonly string[]): (archive: LoadedConnector) => boolean {
  const known = new Set(seeds.map((seed) => fetchKey(seed)));
  return ({ url }) => known.has(url);
}

async function lastUnfinished(store: SqlStore): Promise<Task> {
  const task = (await listTasks(store)).find(({ state }) => state !== 'done');
  if (task === undefined) {
    throw new GeotrawlError(
      'crawl.task-not-found',
      'There is no unfinished crawl in this database. Check the file given with --db.',
    );
  }
  return task;
}

/** 'example.org-2026-11-15-1403' is readable and can be typed. */
function taskName(name: string, nowMs: number): string {
  const stamp = new Date(nowMs).toISOString().replace(/[:T]/g, '-').slice(0, 19);
  return `${name.replace(/\s+/g, '-').replace(/[^\w.-]/g, '') || 'crawl'}-${stamp}`;
}
