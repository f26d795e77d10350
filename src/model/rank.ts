// How promising a link is: the port in front of the orderings.
import type { Pool } from './frontier.ts';
import type { Link } from './link.ts';

export interface RankedLink {
  readonly link: Link;
  readonly pool: Pool;
  /** Best suspicion of any kind, 0..1. */
  readonly suspicion: number;
  readonly depth: number;
  /** False for pages outside the crawl's scope that are visited all the same (redirect targets). */
  readonly inScope: boolean;
}

export interface Rank {
  /** The value of `--strategy`. */
  readonly name: string;
  /** 0 (first) … 7 (last). Pure. */
  classOf(link: RankedLink): number;
}
