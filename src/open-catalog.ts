// The catalog as people and programs open it: records and search over one database.
import { openSqlDuplicates } from './catalog/duplicates/sql-duplicates.ts';
import { openSqlCatalog } from './catalog/sql-catalog.ts';
import { topicReader } from './classify/topic-reader.ts';
import { type HarvestedRecord, readRecords } from './harvest/read-records.ts';
import type { Catalog, Glance, Line } from './model/catalog.ts';
import type { Duplicates, Way } from './model/duplicates.ts';
import type { CheckStore } from './model/monitoring.ts';
import type { Layer, Resource } from './model/resource.ts';
import type { DensityGrid, Search, SearchHit, SearchQuery, SearchResult } from './model/search.ts';
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

export interface FoundItem extends Pick<SearchHit, 'score' | 'reasons'> {
  readonly resource: Resource;
  /** The layer that is the result, where each layer is one; null for the service itself. */
  readonly layer: Layer | null;
  /** The layers that match the words, best first. */
  readonly layers: readonly Layer[];
  /** Every way to get the same, this one included, the best first; empty where there is no other. */
  readonly ways: readonly Way[];
}

/** A result as a list shows it. */
export interface FoundLine extends Line, Pick<FoundItem, 'ways' | 'score' | 'reasons'> {}

export interface FoundLines extends Omit<SearchResult, 'hits'> {
  readonly lines: readonly FoundLine[];
}

export interface FoundItems extends Omit<SearchResult, 'hits'> {
  readonly items: readonly FoundItem[];
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
  /** The signal gives up a search that waits for its turn. */
  search(query: SearchQuery, signal?: AbortSignal): Promise<FoundItems>;
  /** The same as a list shows it: what it does not show is not read, which is much where the database is on another machine. */
  list(query: SearchQuery, signal?: AbortSignal): Promise<FoundLines>;
  /** How many layers cover each cell of a grid, row by row from the north-west. */
  density(grid: DensityGrid): Promise<Uint32Array>;
  /** Adds or removes a topic by hand; null when there is no such record. The search knows at once. */
  correctTopic(id: string, correction: TopicCorrection): Promise<Resource | null>;
  forgetCorrection(id: string, layer: string | null, topic: string): Promise<Resource | null>;
  /** Reads the topics of a record again, after an upgrade. */
  readTopics(id: string): Promise<Resource | null>;
  /** The same for every record whose topics another version has read, each in a transaction of its own: a crawl beside it waits for one record. */
  readOutdatedTopics(): AsyncIterable<Resource>;
  /** What is there several ways, and what people say of that. */
  readonly duplicates: Omit<Duplicates, 'tend' | 'copies'>;
  /** Health of the resources: states, history of checks, versions, events. */
  readonly checks: ReadableChecks;
  /** How it grows and decays by month, country, server and kind. Looks at everything that is monitored. */
  decay(): Promise<Decay>;
  /** Works on the search index and on duplicates for about this long; true when nothing is left to do. */
  tend(budgetMs: number): Promise<boolean>;
  /** Records that harvests brought: of one catalog by its address, of a connector by its id, or all. */
  records(from?: string): AsyncIterable<HarvestedRecord>;
  /** ISO codes of the country the host of a URL stands in; none where nothing tells. */
  hostCountry(url: string): Promise<readonly string[]>;
  close(): Promise<void>;
}

export type ReadableChecks = Pick<CheckStore, 'get' | 'rounds' | 'versions' | 'events' | 'counts' | 'all'>;

/** The search keeps what it needs itself. */
const readerCacheMb = 64;

export interface CatalogOptions extends Pick<OpenInOptions, 'hostCountries'> {
  /** An SQLite file, created when missing; or the address of a PostgreSQL database (`postgres://…`). */
  readonly db: string;
  /** Where a copy of the search index of a PostgreSQL database is kept. */
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
  /** Somebody else calls `tend`; searches do not. */
  readonly isTended?: boolean;
  /** Searches in the catalog's stead; in this thread where it is not given. */
  readonly finder?: Pick<Search, 'find' | 'density'>;
}

export interface CatalogSearch {
  readonly catalog: Catalog;
  readonly duplicates: Duplicates;
  readonly search: Search;
  readonly countryOf: CountryOf;
}

/** What it takes to search a catalog, here or in a thread. */
export function openCatalogSearch(
  store: SqlStore,
  { hostCountries = null, isTended = false }: OpenInOptions,
): CatalogSearch {
  const catalog = openSqlCatalog(store);
  const duplicates = openSqlDuplicates(store, catalog.get);
  const countryOf = openHostCountries(store, hostCountries);
  const search = openSearch(store, {
    ...{ read: catalog.get, countryOf, expand: expandByLexicon, copies: duplicates.copies, isTended },
  });
  return { catalog, duplicates, search, countryOf };
}

/** The same in a database that is open already; `close` closes it. */
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
    glance: catalog.glance,
    history: catalog.history,
    provenance: catalog.provenance,
    all: catalog.all,
    scan: catalog.scan,
    page: catalog.page,
    revision: catalog.revision,
    problems: catalog.problems,
    counts: catalog.counts,
    growth: catalog.growth,
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
      // A service of fifty thousand layers may fill the page, and few of them are shown.
      const [ways, seen] = await Promise.all([
        duplicates.waysOfAll(hits.map(({ id, layer }) => ({ id, layer }))),
        Promise.all(hits.map((hit) => catalog.glance(hit.id, positionsOf(hit)))),
      ]);
      const items = hits.map((hit, n) => itemOf(hit, seen[n]!, ways[n]!));
      return { ...found, items: items.filter((item) => item !== null) };
    },
    list: async (query, signal) => {
      const { hits, ...found } = await finder.find(query, signal);
      const [lines, ways] = await Promise.all([
        catalog.lines(hits),
        duplicates.waysOfAll(hits.map(({ id, layer }) => ({ id, layer }))),
      ]);
      return { ...found, lines: hits.flatMap((hit, n) => lineOf(hit, lines[n]!, ways[n]!)) };
    },
    density: finder.density,
    duplicates,
    tend: async (budgetMs) => (await index.tend(budgetMs)) && duplicates.tend(budgetMs),
    checks: openSqlChecks(store),
    decay: () => readDecay(store, countryOf),
    records: (from) => readRecords(store, from),
    hostCountry: countryOf,
    close: () => store.close(),
  };
}

/** None when the record went away between finding and reading it. */
function lineOf({ score, reasons }: SearchHit, line: Line | null, ways: readonly Way[]): readonly FoundLine[] {
  return line === null ? [] : [{ ...line, ways, score, reasons }];
}

/** Of the layers looked at, the one that is the result first. */
function positionsOf({ layer, layers }: SearchHit): readonly number[] {
  return layer === null ? layers : [layer, ...layers];
}

/** Null when the record went away between finding and reading it. */
function itemOf(
  { layer: position, score, reasons }: SearchHit,
  seen: Glance | null,
  ways: readonly Way[],
): FoundItem | null {
  if (seen === null) return null;
  const layer = position === null ? null : (seen.layers[0] ?? null);
  const layers = seen.layers.slice(position === null ? 0 : 1).filter((one) => one !== undefined);
  return { resource: seen.resource, layer, layers, ways, score, reasons };
}
