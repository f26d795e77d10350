// Opens the catalog: records and search over one database.
import { openSqlDuplicates } from './catalog/duplicates/sql-duplicates.ts';
import { openSqlCatalog } from './catalog/sql-catalog.ts';
import { topicReader } from './classify/topic-reader.ts';
import { type HarvestedRecord, readRecords } from './harvest/read-records.ts';
import type { Catalog, Line } from './model/catalog.ts';
import type { Distribution, Duplicates } from './model/duplicates.ts';
import type { CheckStore } from './model/monitoring.ts';
import type { Layer, Resource } from './model/resource.ts';
import type { DensityGrid, MonthCount, Search, SearchHit, SearchQuery, SearchResult } from './model/search.ts';
import type { Transaction } from './model/store.ts';
import type { TopicCorrection } from './model/topic.ts';
import { type Decay, readDecay } from './monitor/health/decay.ts';
import { openSqlChecks } from './monitor/tables/sql-checks.ts';
import { openHostCountries } from './search/host-countries.ts';
import type { CountryOf } from './search/index/search-document.ts';
import { openSearch } from './search/open-search.ts';
import { expandByLexicon } from './search/query-synonyms.ts';
import { openStore } from './store/open-store.ts';
import type { SqlStore } from './store/sql/sql.ts';

export interface SearchItem extends Pick<SearchHit, 'score' | 'reasons'> {
  readonly resource: Resource;
  /** The layer that is the result, in layer mode; null for the service itself. */
  readonly layer: Layer | null;
  /** The layers that match the words, best first. */
  readonly layers: readonly Layer[];
  /** All distributions including this one, best first; empty without others. */
  readonly distributions: readonly Distribution[];
}

/** A result row. */
export interface ResultRow extends Line, Pick<SearchItem, 'distributions' | 'score' | 'reasons'> {}

export interface ResultRows extends Omit<SearchResult, 'hits'> {
  readonly lines: readonly ResultRow[];
}

export interface SearchItems extends Omit<SearchResult, 'hits'> {
  readonly items: readonly SearchItem[];
}

export type ReadableCatalog = Omit<
  Catalog,
  | 'privateAddresses'
  | 'lines'
  | 'record'
  | 'redescribe'
  | 'recordProblem'
  | 'correctTopic'
  | 'forgetCorrection'
  | 'readTopics'
  | 'outdatedTopics'
>;

export interface OpenCatalog extends ReadableCatalog {
  /** The signal cancels a search that is still queued. */
  search(query: SearchQuery, signal?: AbortSignal): Promise<SearchItems>;
  /** The same as result rows: only displayed fields are read, which matters for a remote database. */
  list(query: SearchQuery, signal?: AbortSignal): Promise<ResultRows>;
  /** Ids and positions of results, without reading them. */
  readonly find: Search['find'];
  /** Layer count per grid cell, row by row from the northwest. */
  density(grid: DensityGrid): Promise<Uint32Array>;
  /** Records first seen by month, oldest first; months without records are left out. */
  growth(): Promise<readonly MonthCount[]>;
  /** Adds or removes a topic by hand; null if there is no such record. Effective in search at once. */
  correctTopic(id: string, correction: TopicCorrection): Promise<Resource | null>;
  forgetCorrection(id: string, layer: string | null, topic: string): Promise<Resource | null>;
  /** Recomputes the topics of a record, after an upgrade. */
  readTopics(id: string): Promise<Resource | null>;
  /**
   * The same for every record classified by another version, each in its own transaction, so that a crawl waits for one
   * record at most.
   */
  readOutdatedTopics(): AsyncIterable<Resource>;
  /** Duplicates, and users' verdicts. */
  readonly duplicates: Omit<Duplicates, 'tend' | 'copies'>;
  /** Monitoring: states, history of checks, versions, events. */
  readonly checks: ReadableChecks;
  /** Growth and decay by month, country, server and kind. Reads everything monitored. */
  decay(): Promise<Decay>;
  /** Works on the search index and duplicates for about this long; true when done. */
  tend(budgetMs: number): Promise<boolean>;
  /** Harvested records: of one catalog by its URL, of a connector by its id, or all. */
  records(from?: string): AsyncIterable<HarvestedRecord>;
  /** ISO country codes of a URL's host; empty if unknown. */
  hostCountry(url: string): Promise<readonly string[]>;
  close(): Promise<void>;
}

export type ReadableChecks = Pick<CheckStore, 'get' | 'rounds' | 'versions' | 'events' | 'counts' | 'all'>;

/** The search updates its own index. */
const readerCacheMb = 64;

export interface CatalogOptions extends Pick<OpenInOptions, 'hostCountries'> {
  /** An SQLite file, created if missing; or the address of a PostgreSQL database (`postgres://…`). */
  readonly db: string;
  /** Folder for a copy of the search index of a PostgreSQL database. */
  readonly cacheFolder?: string;
}

/** Opens the catalog in `db`. */
export function openCatalog({ db, cacheFolder, hostCountries = null }: CatalogOptions): OpenCatalog {
  const cache = cacheFolder === undefined ? {} : { cacheFolder };
  return openCatalogIn(openStore(db, { cacheMb: readerCacheMb, ...cache }), { hostCountries });
}

export interface OpenInOptions {
  /** The setting `hosts.countries`. */
  readonly hostCountries?: string | null;
  /** Another caller runs `tend`; searches don't. */
  readonly isTended?: boolean;
  /** A search implementation to use instead; by default in this thread. */
  readonly finder?: Pick<Search, 'find' | 'density' | 'growth'>;
}

export interface CatalogSearch {
  readonly catalog: Catalog;
  readonly duplicates: Duplicates;
  readonly search: Search;
  readonly countryOf: CountryOf;
}

/** The dependencies of a search, in this thread or another. */
export function openCatalogSearch(
  store: SqlStore,
  { hostCountries = null, isTended = false }: OpenInOptions,
): CatalogSearch {
  const catalog = openSqlCatalog(store);
  const duplicates = openSqlDuplicates(store, catalog.get);
  const countryOf = openHostCountries(store, hostCountries);
  const search = openSearch(store, {
    read: catalog.get,
    countryOf,
    expand: expandByLexicon,
    copies: duplicates.copies,
    seenSince: catalog.seenSince,
    isTended,
  });
  return { catalog, duplicates, search, countryOf };
}

/** The same for an open database; `close` closes it. */
export function openCatalogIn(store: SqlStore, options: OpenInOptions = {}): OpenCatalog {
  const { catalog, duplicates, search: index, countryOf } = openCatalogSearch(store, options);
  const finder = options.finder ?? index;
  const change = (work: (transaction: Transaction) => Promise<Resource | null>) =>
    store.transact(async (transaction) => {
      const resource = await work(transaction);
      if (resource !== null) await index.index(transaction, resource);
      return resource;
    });
  const readTopics = (id: string) => change((transaction) => catalog.readTopics(transaction, id, topicReader));
  return {
    get: catalog.get,
    getAll: catalog.getAll,
    history: catalog.history,
    provenance: catalog.provenance,
    all: catalog.all,
    endpoints: catalog.endpoints,
    seenSince: catalog.seenSince,
    page: catalog.page,
    revision: catalog.revision,
    problems: catalog.problems,
    counts: catalog.counts,
    corrections: catalog.corrections,
    correctTopic: (id, correction) => change((transaction) => catalog.correctTopic(transaction, id, correction)),
    forgetCorrection: (id, layer, topic) =>
      change((transaction) => catalog.forgetCorrection(transaction, id, layer, topic)),
    readTopics,
    readOutdatedTopics: async function* () {
      for await (const id of catalog.outdatedTopics(topicReader.version)) {
        const resource = await readTopics(id);
        if (resource !== null) yield resource;
      }
    },
    search: async (query, signal) => {
      const { hits, ...found } = await finder.find(query, signal);
      const [distributions, resources] = await Promise.all([
        duplicates.distributionsOfAll(hits.map(({ id, layer }) => ({ id, layer }))),
        // Layers of one service may fill the page: it is read once.
        catalog.getAll([...new Set(hits.map(({ id }) => id))]),
      ]);
      const items = hits.flatMap((hit, n) => itemOf(hit, resources.get(hit.id), distributions[n]!));
      return { ...found, items };
    },
    list: async (query, signal) => {
      const { hits, ...found } = await finder.find(query, signal);
      const [lines, distributions] = await Promise.all([
        catalog.lines(hits),
        duplicates.distributionsOfAll(hits.map(({ id, layer }) => ({ id, layer }))),
      ]);
      return { ...found, lines: hits.flatMap((hit, n) => lineOf(hit, lines[n]!, distributions[n]!)) };
    },
    find: finder.find,
    density: finder.density,
    growth: finder.growth,
    duplicates,
    tend: async (budgetMs) => (await index.tend(budgetMs)) && duplicates.tend(budgetMs),
    checks: openSqlChecks(store),
    decay: () => readDecay(store, countryOf),
    records: (from) => readRecords(store, from),
    hostCountry: countryOf,
    close: () => store.close(),
  };
}

/** Empty if the record was deleted between search and read. */
function lineOf(
  { score, reasons }: SearchHit,
  line: Line | null,
  distributions: readonly Distribution[],
): readonly ResultRow[] {
  return line === null ? [] : [{ ...line, distributions, score, reasons }];
}

/** None if the record was deleted between search and read. */
function itemOf(
  { layer: position, layers: positions, score, reasons }: SearchHit,
  resource: Resource | undefined,
  distributions: readonly Distribution[],
): readonly SearchItem[] {
  if (resource === undefined) return [];
  const layer = position === null ? null : (resource.layers[position] ?? null);
  const layers = positions.flatMap((one) => resource.layers[one] ?? []);
  return [{ resource, layer, layers, distributions, score, reasons }];
}
