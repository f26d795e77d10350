// The contexts of one crawl, each with one job, and the dependencies injected into it.

import type { SharedLimits } from '../cluster/hosts/shared-limits.ts';
import type { ConcurrencyShare } from '../cluster/members/concurrency-share.ts';
import type { TaskHeartbeat } from '../cluster/members/task-heartbeat.ts';
import type { CrawlWork, WorkerRegistration } from '../cluster/members/worker-registration.ts';
import type { Config } from '../config.ts';
import type { PageBrowser } from '../fetch/browser/browser.ts';
import type { VisitClient } from '../fetch/visit.ts';
import type { OfferSource } from '../frontier/offers.ts';
import type { Task, TaskTotals } from '../frontier/task-table.ts';
import type { Catalog } from '../model/catalog.ts';
import type { Clock } from '../model/clock.ts';
import type { HintQueue } from '../model/dispatcher.ts';
import type { Extent } from '../model/extent.ts';
import type { Fetch } from '../model/fetch.ts';
import type { Frontier, Offer, PageAllowance } from '../model/frontier.ts';
import type { Ingest } from '../model/ingest.ts';
import type { ResourceKind } from '../model/kind.ts';
import type { Link } from '../model/link.ts';
import type { CrawlEvent, StopReason } from '../model/report.ts';
import type { Store, Transaction } from '../model/store.ts';
import type { LoadedConnector } from '../plugins/connector-modules.ts';
import type { KindFailure } from '../plugins/plugin-kind.ts';
import type { CrawlRank } from '../rank/crawl-rank.ts';
import type { ProductiveTerms } from '../seeds/productive-terms.ts';
import type { SqlDriver } from '../store/sqlite/driver.ts';
import type { HarvestRequest } from './crawl-task.ts';
import type { CrawlSearch } from './search-seeds.ts';

/** Dependencies injected by tests, workers and the server. */
export interface CrawlDependencies {
  readonly shared?: SharedLimits;
  /** The worker that joins a running crawl. */
  readonly member?: WorkerRegistration;
  /** Concurrency shared by several crawls; by default from the settings. */
  readonly concurrency?: ConcurrencyShare;
  /** How long visits in progress may take after a stop; by default they are aborted at once. */
  readonly drainMs?: number;
  /** Receives events inside the transaction that makes them true. */
  readonly log?: (transaction: Transaction, task: Task, events: readonly CrawlEvent[]) => Promise<void>;
  /** Pages are rendered by workers with a browser, even if there is one here. */
  readonly hasNoBrowser?: boolean;
  readonly driver?: SqlDriver;
  readonly wrapFetch?: (fetch: Fetch) => Fetch;
  readonly clock?: Clock;
  /** Additional offers of an experiment. */
  readonly wrapOffers?: (offers: Offer[]) => Offer[];
}

export interface CrawlSession {
  readonly config: Config;
  readonly clock: Clock;
  readonly frontier: Frontier;
  readonly visitor: VisitClient;
  /** Null if pages aren't rendered. */
  readonly browser: PageBrowser | null;
  readonly target: CrawlTarget;
  readonly reading: ReadingContext;
  readonly records: RecordContext;
  readonly coordination: Coordination;
  /** Indexes discoveries and compares duplicates for a while; true when done. */
  tend(): Promise<boolean>;
  close(stopped: StopReason | null): Promise<void>;
}

/** What is crawled. */
export interface CrawlTarget {
  readonly task: Task;
  /** False on resume: the seeds are already in the frontier. */
  readonly isNew: boolean;
  readonly seeds: readonly string[];
  readonly guesses: readonly string[];
  /** Source of further seeds; null without keywords. */
  readonly keywordSearch: CrawlSearch | null;
  /** Plugin connectors. */
  readonly archives: readonly LoadedConnector[];
  readonly harvest: HarvestRequest;
}

/** How responses are read and links are ranked. */
export interface ReadingContext {
  readonly kinds: readonly ResourceKind[];
  /** Errors of plugin kinds since the last call. */
  takeKindFailures(): readonly KindFailure[];
  /** Learns from visits; null for FIFO. */
  readonly rank: CrawlRank | null;
  offersFrom(links: Iterable<Link>, source: OfferSource): Offer[];
  /** Offers of void visits were never stored: their links are treated as new again. */
  forgetLinks(): void;
  inScope(url: string): boolean;
  /** A seed was redirected: its target belongs to the crawl, also after a resume. */
  widenScope(url: string): void;
  readonly region: Extent | null;
  /** Depth of the last pages that are read. */
  readonly maxDepth: number;
  /** Words of pages for further queries; null if none are composed. */
  readonly terms: ProductiveTerms | null;
  /** Probes guessed from the product behind a page, by host; only hosts with a recognized product. */
  readonly platformGuesses: Map<number, Set<string>>;
}

/** Where results are stored. */
export interface RecordContext {
  readonly task: Task;
  readonly clock: Clock;
  readonly store: Store;
  readonly frontier: Frontier;
  readonly catalog: Catalog;
  readonly ingest: Ingest;
  readonly terms: Pick<ProductiveTerms, 'credit'> | null;
  /** Stores events, if there is a log. */
  log(transaction: Transaction, events: readonly CrawlEvent[]): Promise<void>;
  /** Counts inside the transaction that stores what is counted. */
  count(transaction: Transaction, totals: TaskTotals): Promise<void>;
  totals(): Promise<TaskTotals>;
}

/** Coordination with other crawls of the process and other workers on the crawl. */
export interface Coordination {
  /** This run joins a crawl that continues without it. */
  readonly isJoining: boolean;
  readonly heartbeat: TaskHeartbeat;
  /** Page limit shared with other workers; null if there is none. */
  readonly allowance: PageAllowance | null;
  /** Null if the process runs no other crawls. */
  readonly concurrency: ConcurrencyShare | null;
  /** Notifies others that something may be due: visits, or checks of discoveries. */
  notify(queue: HintQueue): void;
  /** Wakes the crawl on notifications of others, and publishes its progress. */
  subscribe(wake: () => void, work: () => Omit<CrawlWork, 'task'>): void;
  close(): Promise<void>;
}
