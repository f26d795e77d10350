// The ordering port: how promising a link is.
import type { Pool } from './frontier.ts';
import type { Link } from './link.ts';

/** Values of `--strategy`. */
export const orderingNames = [
  'learned',
  'fifo',
  'atf',
  'best-first',
  'shark-search',
  'topic-pagerank',
  'infospiders',
  'f1',
  'f2',
  'f3',
  'f4',
  'f5',
  'f6',
  'vote',
  'rough-ensemble',
] as const;

export type OrderingName = (typeof orderingNames)[number];

/** A page as seen by orderings. All links of a page share one object. */
export interface RankedPage {
  readonly url: string;
  readonly title: string;
  /** Its visible text, cut to `maxRankedText` characters. May be computed on first read. */
  readonly text: string;
  /** Distinct absolute link targets. May be computed on first read. */
  readonly links: readonly string[];
  /** The product that generated it ('geoserver'), or that there is one; null if none was recognized. */
  readonly platform: string | null;
}

/** Further text rarely changes what a page is about. */
export const maxRankedText = 2000;

/** What is known about a link before its visit. */
export interface RankedLink {
  readonly link: Link;
  readonly pool: Pool;
  /** Highest suspicion of any kind, 0..1. */
  readonly suspicion: number;
  readonly depth: number;
  /** False for pages outside the crawl's scope that are visited anyway (redirect targets). */
  readonly inScope: boolean;
  /** The page that contains it; null for seeds, and if no longer in memory. */
  readonly parent: RankedPage | null;
}

/** The outcome of a visit. */
export interface RankOutcome {
  /** The link as it was scored. */
  readonly link: RankedLink;
  /** Resources confirmed by this visit, the target of the crawl. 0 for a page that only links to some. */
  readonly found: number;
  /** The page that was read, whose links are scored next; null if it isn't a page. */
  readonly page: RankedPage | null;
  /** Nothing could be read: dead, refused, timed out. */
  readonly failed: boolean;
  /** How long the host was busy; 0 if time doesn't matter. */
  readonly costMs: number;
}

/**
 * A crawl ordering. Beyond its settings it knows only what `learn` passed in; training before a crawl uses the same
 * call. Memory is bounded, and the same calls with the same seed give the same scores.
 */
export interface Ordering {
  /** The value of `--strategy`. */
  readonly name: string;
  /**
   * Finite. Higher is visited earlier; ties in arrival order. Called when a link is new to the crawl, so that an
   * ordering may count the links of a site.
   */
  score(link: RankedLink): number;
  learn(outcome: RankOutcome): void;
  /** The reasons for the score, largest contribution first. */
  explain(link: RankedLink): readonly string[];
  /** The learned state as plain JSON data, to be passed back as `state`. */
  save(): unknown;
  /**
   * A value added to the score of every queued link to a host ('www.example.org:8080'), for orderings that learn about
   * hosts while links are queued. Links are scored once; this is called again after each visit to the host.
   */
  hostScore?(host: string): number;
  /** The same for the queued links of a page, called again after each visit to one of them. */
  pageScore?(page: string): number;
  /** True if a visit can change the score of any queued link: all are then rescored from time to time. */
  readonly isRescored?: boolean;
}

export interface OrderingSettings {
  readonly seed: number;
  /** Topic words of the crawl; by default geospatial services in general. */
  readonly topic?: string;
  /** The result of `save`; invalid data is ignored. */
  readonly state?: unknown;
  /** Starts without the shipped prior: for experiments on other topics. */
  readonly isBlank?: boolean;
}

export type OrderingFactory = (settings: OrderingSettings) => Ordering;

/** The interface used by the frontier. */
export interface Rank {
  /** The value of `--strategy`. */
  readonly name: string;
  /**
   * 0 (first) … 7 (last); the fraction orders within a class and host. `url` is the URL to be visited and may be kept:
   * unlike the link's words it isn't a slice of the page.
   */
  classOf(link: RankedLink, url: string): number;
}
