// Messages between the server and the crawl process. Desired states are in the database; messages only speed things up.
import type { Config } from '../../config.ts';
import type { CrawlProgress } from '../../model/report.ts';

export type ToCrawler =
  /** The server's settings. */
  | { readonly type: 'begin'; readonly settings: Config; readonly isLocal: boolean }
  /** A desired state has changed. */
  | { readonly type: 'refresh' }
  /** Stop the crawls and exit. */
  | { readonly type: 'leave' };

/** An event as stored and sent: encoded once for all viewers. */
export interface LoggedEvent {
  readonly id: number;
  readonly type: string;
  readonly atMs: number;
  /** JSON. */
  readonly body: string;
}

/** Crawl metrics, once a second. */
export interface TaskStats extends Omit<CrawlProgress, 'records' | 'startedAtMs' | 'visiting'> {
  readonly task: number;
  /** Since the previous message. */
  readonly pagesPerSecond: number;
  readonly bytesPerSecond: number;
  /** The last pages read since the previous message. */
  readonly visited: readonly string[];
  /** The first URLs in progress. */
  readonly visiting: readonly string[];
  /** Number of workers, if there may be several. */
  readonly workers?: number;
}

export interface MachineUse {
  /** Share of one core, for all crawls together. */
  readonly cpuPercent: number;
  readonly memoryBytes: number;
}

export type FromCrawler =
  | { readonly type: 'running'; readonly tasks: readonly number[] }
  | { readonly type: 'events'; readonly task: number; readonly events: readonly LoggedEvent[] }
  | { readonly type: 'stats'; readonly stats: readonly TaskStats[]; readonly machine: MachineUse }
  | { readonly type: 'failure'; readonly what: string; readonly message: string };

export function failureMessage(what: string, error: unknown): FromCrawler {
  return { type: 'failure', what, message: error instanceof Error ? (error.stack ?? error.message) : String(error) };
}
