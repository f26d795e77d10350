// How promising a link is: the port in front of the orderings.
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

/** A page that was read, as far as orderings look at it. All links of a page share one object. */
export interface RankedPage {
  readonly url: string;
  readonly title: string;
  /** Its visible text, cut to `maxRankedText` characters. May be computed on first read. */
  readonly text: string;
  /** Where its links lead, repeats left out, absolute. May be computed on first read. */
  readonly links: readonly string[];
  /** Names the product that made it ('geoserver'), or says that there is one; null where none was recognized. */
  readonly platform: string | null;
}

/** More of a page than this does not change what it is about. */
export const maxRankedText = 2000;

/** What is known of a link before it is visited. */
export interface RankedLink {
  readonly link: Link;
  readonly pool: Pool;
  /** Best suspicion of any kind, 0..1. */
  readonly suspicion: number;
  readonly depth: number;
  /** False for pages outside the crawl's scope that are visited all the same (redirect targets). */
  readonly inScope: boolean;
  /** The page it stands on; null for seeds, and where nobody remembers it. */
  readonly parent: RankedPage | null;
}

/** What a visit turned out to be. */
export interface RankOutcome {
  /** The link as it was scored. */
  readonly link: RankedLink;
  /** Resources confirmed by this visit: what the crawl is after. 0 for a page that only links to some. */
  readonly found: number;
  /** The page that was read, whose links are scored next; null for anything that is not a page. */
  readonly page: RankedPage | null;
  /** Nothing could be read: dead, refused, timed out. */
  readonly failed: boolean;
  /** How long the host was busy with it; 0 where time plays no part. */
  readonly costMs: number;
}

/**
 * An order of visits. Everything it knows beyond its settings it was told by `learn`; training before a crawl is the same
 * call. Memory is bounded however long the crawl, and the same calls with the same seed give the same scores.
 */
export interface Ordering {
  /** The value of `--strategy`. */
  readonly name: string;
  /**
   * Finite. Higher is visited earlier; equal values first come, first served. Asked when a link is new to the crawl, so that
   * an ordering may count the links of a site.
   */
  score(link: RankedLink): number;
  learn(outcome: RankOutcome): void;
  /** Plain sentences on what made the score, the weightiest first. */
  explain(link: RankedLink): readonly string[];
  /** What it has learned as plain data (JSON), to be given back as `state`. */
  save(): unknown;
  /**
   * What is added at this moment to the score of every waiting link to a host ('www.example.org:8080'), for orderings that
   * learn about hosts while links wait. Links are scored once, this is asked again after each visit to the host.
   */
  hostScore?(host: string): number;
  /** The same for the waiting links of a page, asked again after each visit to one of them. */
  pageScore?(page: string): number;
  /** True where a visit can change the score of any waiting link: who holds them scores all again from time to time. */
  readonly isRescored?: boolean;
}

export interface OrderingSettings {
  readonly seed: number;
  /** Words the crawl is about; the ordering's own idea of geospatial services when not given. */
  readonly topic?: string;
  /** What `save` gave; anything unreadable is as if it were not given. */
  readonly state?: unknown;
  /** Begins without what the package ships: for experiments on other topics. */
  readonly isBlank?: boolean;
}

export type OrderingFactory = (settings: OrderingSettings) => Ordering;

/** What the frontier asks. */
export interface Rank {
  /** The value of `--strategy`. */
  readonly name: string;
  /**
   * 0 (first) … 7 (last); the fraction orders within a class and host. `url` is the address that will be visited, and may be
   * kept: unlike the words of the link it is not cut out of the page.
   */
  classOf(link: RankedLink, url: string): number;
}
