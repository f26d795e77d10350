// The context of one crawl, and its injected dependencies.

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
import type { Duplicates } from '../model/duplicates.ts';
import type { ErrorCode } from '../model/errors.ts';
import type { Extent } from '../model/extent.ts';
import type { Fetch } from '../model/fetch.ts';
import type { Frontier, Offer, PageAllowance } from '../model/frontier.ts';
import type { Ingest } from '../model/ingest.ts';
import type { ResourceKind } from '../model/kind.ts';
import type { Link } from '../model/link.ts';
import type { CrawlEvent, StopReason } from '../model/report.ts';
import type { Search } from '../model/search.ts';
import type { Store, Transaction } from '../model/store.ts';
import type { LoadedConnector } from '../plugins/connector-modules.ts';
import type { KindFailure } from '../plugins/plugin-kind.ts';
import type { CrawlRank } from '../rank/crawl-rank.ts';
import type { SqlDriver } from '../store/sqlite/driver.ts';
import type { HarvestRequest } from './crawl-task.ts';
import type { CrawlSearch } from './search-seeds.ts';

/** Dependencies injected by tests, workers and the server. */
export interface CrawlDependencies {
  readonly shared?: SharedLimits;
  /** The worker that joins a running crawl. */
  readonly member?: WorkerRegistration;
  /** Concurrency shared by several crawls; by default from the settings. */
  readonly places?: ConcurrencyShare;
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
  readonly task: Task;
  /** False on resume: the seeds are already in the frontier. */
  readonly isNew: boolean;
  readonly seeds: readonly string[];
  readonly guesses: readonly string[];
  /** Source of further seeds; null without keywords. */
  readonly keywordSearch: CrawlSearch | null;
  readonly harvest: HarvestRequest;
  /** Plugin connectors. */
  readonly archives: readonly LoadedConnector[];
  /** Catalogs harvested in this run: their URLs by kind and endpoint key. */
  readonly harvested: Map<string, string>;
  readonly config: Config;
  readonly region: Extent | null;
  readonly kinds: readonly ResourceKind[];
  /** Unreported errors of plugin kinds. */
  readonly kindFailures: KindFailure[];
  readonly clock: Clock;
  readonly store: Store;
  readonly frontier: Frontier;
  /** State of the other workers on this crawl. */
  readonly heartbeat: TaskHeartbeat;
  /** Page limit shared with other workers; null if there is none. */
  readonly allowance: PageAllowance | null;
  readonly places: ConcurrencyShare | null;
  readonly drainMs: number;
  /** No page visit starts before: the shared limit was reached. */
  pagesFromMs: number;
  /** Notifies others that something may be due: visits, or checks of discoveries. */
  hint(queue: 'visit' | 'check'): void;
  /** Subscribes to notifications of others; publishes the crawl's progress. */
  hear(wake: () => void, work: () => Omit<CrawlWork, 'task'>): void;
  /** This run joins a crawl that continues without it. */
  readonly isJoining: boolean;
  readonly catalog: Catalog;
  readonly ingest: Ingest;
  readonly search: Search;
  readonly duplicates: Duplicates;
  readonly visitor: VisitClient;
  /** Null if pages aren't rendered. */
  readonly browser: PageBrowser | null;
  /** Pages rendered in this run, by host. */
  readonly rendered: Map<string, number>;
  /** Learns from visits; null for FIFO. */
  readonly rank: CrawlRank | null;
  /** Stores events, if there is a log. */
  readonly log: (transaction: Transaction, events: readonly CrawlEvent[]) => Promise<void>;
  readonly offersFrom: (links: Iterable<Link>, source: OfferSource) => Offer[];
  /** Offers of void visits were never stored: their links are treated as new again. */
  forgetLinks(): void;
  /** Probes guessed from the product behind a page, by host; only hosts with a recognized product. */
  readonly platformGuesses: Map<number, Set<string>>;
  /** Whether any server has responded in this run: otherwise no seed was reachable. */
  hasResponse: boolean;
  /** Pages requested in this run, including failures. */
  pageVisits: number;
  /** URLs rejected in this run, by reason: traps and exhausted budgets. */
  readonly refused: Partial<Record<ErrorCode, number>>;
  inScope(url: string): boolean;
  /** A seed was redirected: its target belongs to the crawl, also after a resume. */
  widenScope(url: string): void;
  /** Counts inside the transaction that stores what is counted. */
  count(transaction: Transaction, totals: TaskTotals): Promise<void>;
  totals(): Promise<TaskTotals>;
  close(stopped: StopReason | null): Promise<void>;
}
