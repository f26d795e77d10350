// What the parts of one crawl work with, and what is brought to it from outside.

import type { CrawlPlaces } from './cluster/members/concurrency-share.ts';
import type { Attendance } from './cluster/members/task-heartbeat.ts';
import type { ClusterMember, CrawlWork } from './cluster/members/worker-registration.ts';
import type { Config } from './config.ts';
import type { HarvestWish } from './crawl/crawl-task.ts';
import type { CrawlSearch } from './crawl/search-seeds.ts';
import type { PageBrowser } from './fetch/browser/browser.ts';
import type { HostGate } from './fetch/host-gate.ts';
import type { Visitor } from './fetch/visit.ts';
import type { AddressLimits } from './frontier/address-limits.ts';
import type { OfferSource } from './frontier/offers.ts';
import type { Task, TaskTotals } from './frontier/task-table.ts';
import type { Catalog } from './model/catalog.ts';
import type { Clock } from './model/clock.ts';
import type { Duplicates } from './model/duplicates.ts';
import type { ErrorCode } from './model/errors.ts';
import type { Extent } from './model/extent.ts';
import type { Fetch } from './model/fetch.ts';
import type { Frontier, Offer, PageAllowance } from './model/frontier.ts';
import type { ResourceKind } from './model/kind.ts';
import type { Link } from './model/link.ts';
import type { CheckStore } from './model/monitoring.ts';
import type { CrawlEvent, StopReason } from './model/report.ts';
import type { Search } from './model/search.ts';
import type { Store, Transaction } from './model/store.ts';
import type { LoadedConnector } from './plugins/connector-modules.ts';
import type { KindFailure } from './plugins/plugin-kind.ts';
import type { CrawlRank } from './rank/crawl-rank.ts';
import type { SqlStore } from './store/sql/sql.ts';
import type { SqlDriver } from './store/sqlite/driver.ts';

/** What crawls of one process share: the database, and how hosts and addresses are treated. */
export interface SharedParts {
  readonly store: SqlStore;
  readonly gate: HostGate;
  readonly addresses: AddressLimits;
}

/** What tests bring to see a crawl through trouble, and who runs several crawls. */
export interface CrawlParts {
  readonly shared?: SharedParts;
  /** The worker that joins a crawl others have begun. */
  readonly member?: ClusterMember;
  /** Places for visits, where several crawls share them; the settings say how many there are otherwise. */
  readonly places?: CrawlPlaces;
  /** How long visits under way may go on after the crawl was told to stop; they are broken off at once otherwise. */
  readonly drainMs?: number;
  /** Told of events inside the transaction that makes them true. */
  readonly log?: (transaction: Transaction, task: Task, events: readonly CrawlEvent[]) => Promise<void>;
  /** Pages are opened by workers that have a browser, whether or not there is one here. */
  readonly hasNoBrowser?: boolean;
  readonly driver?: SqlDriver;
  readonly wrapFetch?: (fetch: Fetch) => Fetch;
  readonly clock?: Clock;
  /** What an experiment offers to the frontier besides. */
  readonly wrapOffers?: (offers: Offer[]) => Offer[];
}

export interface CrawlSession {
  readonly task: Task;
  /** False when resumed: the seeds are in the frontier already. */
  readonly isNew: boolean;
  readonly seeds: readonly string[];
  readonly guesses: readonly string[];
  /** Where further seeds come from; null without keywords. */
  readonly keywordSearch: CrawlSearch | null;
  readonly harvest: HarvestWish;
  /** Connectors from outside. */
  readonly archives: readonly LoadedConnector[];
  /** Catalogs harvested in this run: their addresses by kind and endpoint key. */
  readonly harvested: Map<string, string>;
  readonly config: Config;
  readonly region: Extent | null;
  readonly kinds: readonly ResourceKind[];
  /** What kinds from outside got wrong and nobody has told yet. */
  readonly kindFailures: KindFailure[];
  readonly clock: Clock;
  readonly store: Store;
  readonly frontier: Frontier;
  /** What others do with the same crawl. */
  readonly attendance: Attendance;
  /** Of pages, shared with others; null where there is no limit, or nobody to share it with. */
  readonly allowance: PageAllowance | null;
  readonly places: CrawlPlaces | null;
  readonly drainMs: number;
  /** No page visit begins before: all places were taken. */
  pagesFromMs: number;
  /** Tells others that something may be due: visits, or checks of what was found. */
  hint(queue: 'visit' | 'check'): void;
  /** Calls back when others do; tells them how the crawl goes. */
  hear(wake: () => void, work: () => Omit<CrawlWork, 'task'>): void;
  /** This run joins a crawl that goes on without it. */
  readonly isJoining: boolean;
  readonly catalog: Catalog;
  readonly checks: CheckStore;
  readonly search: Search;
  readonly duplicates: Duplicates;
  readonly visitor: Visitor;
  /** Null where pages are not rendered. */
  readonly browser: PageBrowser | null;
  /** Pages rendered in this run, by host. */
  readonly rendered: Map<string, number>;
  /** Learns from visits; null where links are taken as they come. */
  readonly rank: CrawlRank | null;
  /** Writes events down where somebody keeps them. */
  readonly log: (transaction: Transaction, events: readonly CrawlEvent[]) => Promise<void>;
  readonly offersFrom: (links: Iterable<Link>, source: OfferSource) => Offer[];
  /** Offers of visits that are void were never stored: their links are to be met as if for the first time. */
  forgetLinks(): void;
  /** Places asked on a guess from the product behind a page, by host; only hosts where a product was recognized are here. */
  readonly platformGuesses: Map<number, Set<string>>;
  /** Whether any server has answered in this run: without one, no seed could be reached. */
  hasAnswer: boolean;
  /** Pages asked for in this run, failed ones included. */
  pageVisits: number;
  /** URLs this run has turned away, by reason: traps and used-up budgets. */
  readonly refused: Partial<Record<ErrorCode, number>>;
  inScope(url: string): boolean;
  /** A seed sent us elsewhere: its new place belongs to the crawl, also after a resume. */
  widenScope(url: string): void;
  /** Counts inside the transaction that stores what is counted. */
  count(transaction: Transaction, totals: TaskTotals): Promise<void>;
  totals(): Promise<TaskTotals>;
  close(stopped: StopReason | null): Promise<void>;
}
