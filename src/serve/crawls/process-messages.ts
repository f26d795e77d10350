// What the server and the process that crawls tell each other. What is to be done stands in the database; messages only hasten it.
import type { Config } from '../../config.ts';
import type { CrawlProgress } from '../../model/report.ts';

export type ToCrawler =
  /** The settings of whoever runs the server. */
  | { readonly type: 'begin'; readonly settings: Config; readonly isLocal: boolean }
  /** Somebody wants something else than before. */
  | { readonly type: 'look' }
  /** End the crawls where they are, and go. */
  | { readonly type: 'leave' };

/** An event as it is stored and sent: encoded once, for however many see it. */
export interface LoggedEvent {
  readonly id: number;
  readonly type: string;
  readonly atMs: number;
  /** JSON. */
  readonly body: string;
}

/** How a crawl goes, once a second. */
export interface TaskStats extends Omit<CrawlProgress, 'records' | 'startedAtMs' | 'visiting'> {
  readonly task: number;
  /** Since the last time. */
  readonly pagesPerSecond: number;
  readonly bytesPerSecond: number;
  /** Pages read since the last time, the last few. */
  readonly visited: readonly string[];
  /** Being asked for at this moment, the first few. */
  readonly visiting: readonly string[];
  /** Processes that work on it; told where there may be several. */
  readonly workers?: number;
}

export interface MachineUse {
  /** Of one core, by all crawls together. */
  readonly cpuPercent: number;
  readonly memoryBytes: number;
}

export type FromCrawler =
  | { readonly type: 'running'; readonly tasks: readonly number[] }
  | { readonly type: 'events'; readonly task: number; readonly events: readonly LoggedEvent[] }
  | { readonly type: 'stats'; readonly stats: readonly TaskStats[]; readonly machine: MachineUse }
  | { readonly type: 'failure'; readonly what: string; readonly message: string };
