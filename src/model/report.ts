// Public output types: `probe --json` and the events of a crawl. Extend, don't rename.
import type { ErrorCode } from './errors.ts';
import type { Extent } from './extent.ts';
import type { FoundBy } from './link.ts';
import type { Problem, ProblemCode } from './problem.ts';
import type { Family, License } from './resource.ts';

export interface LayerReport {
  readonly name: string | null;
  readonly title: string;
  readonly extent: Extent | null;
  /** Sample data shipped with the software. */
  readonly isDemo?: boolean;
}

/** A resource in program output. */
export interface ResourceReport {
  readonly url: string;
  readonly kind: string;
  readonly family: Family;
  readonly version: string | null;
  readonly title: string;
  readonly abstract: string;
  readonly endpoint: string;
  /** The URL it advertises for itself, which may be wrong; `endpoint` is the one that responded. */
  readonly claimedUrl: string | null;
  readonly extent: Extent | null;
  readonly layerCount: number;
  readonly layers: readonly LayerReport[];
  readonly software: string | null;
  readonly license: License | null;
  readonly operations: readonly string[];
  readonly time: string | null;
  readonly crs: readonly string[];
  readonly problems: readonly Problem[];
  /** Requests needed to confirm it. */
  readonly requests: number;
}

/** Not a known resource: why, and at what cost. */
export interface NotAResource {
  readonly url: string;
  readonly kind: null;
  readonly reason: { readonly code: ErrorCode | ProblemCode | 'not-a-resource'; readonly message: string };
  readonly requests: number;
}

export type ProbeReport = ResourceReport | NotAResource;

export interface FoundReport extends ResourceReport {
  readonly id: string;
  readonly foundBy: FoundBy;
  readonly source: string | null;
  readonly depth: number;
  /** False if the catalog knew it from an earlier crawl. */
  readonly isNew: boolean;
}

/** Why a crawl ended. `deferred`: the remaining hosts requested a much later retry. */
export type StopReason = 'complete' | 'deferred' | 'max-pages' | 'max-time' | 'max-bytes' | 'aborted' | 'unreachable';

/** The result of a harvest, reported when it ends or is interrupted. */
export interface HarvestEvent {
  readonly type: 'harvest';
  readonly url: string;
  readonly kind: string;
  /** `limited`, `stopped` and `failed` harvests resume later. */
  readonly ended: 'complete' | 'limited' | 'stopped' | 'failed' | 'taken';
  /** It resumed an earlier run. */
  readonly isResumed: boolean;
  /** Only changes since then were requested; null for everything. */
  readonly since: string | null;
  /** Distinct records received, and how many of them are new or changed. */
  readonly records: number;
  readonly changed: number;
  /** Total according to the catalog; null if unknown. */
  readonly total: number | null;
  /** Records that couldn't be fetched even one by one. */
  readonly skipped: number;
  readonly requests: number;
  readonly problems: readonly Problem[];
  readonly message: string;
}

export type CrawlEvent =
  | { readonly type: 'found'; readonly resource: FoundReport }
  | {
      readonly type: 'page';
      readonly url: string;
      readonly status: number;
      readonly title: string;
      readonly depth: number;
      readonly links: number;
      readonly bytes: number;
    }
  | {
      /** A search engine returned the next ten results of these queries; they are seeds now. */
      readonly type: 'search';
      readonly engine: string;
      readonly width: number;
      readonly queries: readonly string[];
      readonly results: number;
    }
  | { readonly type: 'problem'; readonly url: string; readonly code: ErrorCode | ProblemCode; readonly message: string }
  | HarvestEvent
  | {
      readonly type: 'done';
      readonly task: string;
      readonly stopped: StopReason;
      readonly pages: number;
      readonly requests: number;
      readonly resources: number;
      readonly pending: number;
      /** URLs rejected before queuing, by reason (`policy.trap`, `policy.budget`). */
      readonly refused: Readonly<Partial<Record<ErrorCode, number>>>;
      readonly seconds: number;
    };

/** For progress display, readable at any time. */
export interface CrawlProgress {
  readonly pages: number;
  readonly requests: number;
  readonly bytes: number;
  readonly resources: number;
  readonly failures: number;
  readonly pending: number;
  readonly hosts: number;
  readonly active: number;
  /** URLs in progress, including secrets. */
  readonly visiting?: ReadonlySet<{ readonly url: string }>;
  /** Records harvested from catalogs. */
  readonly records?: number;
  readonly startedAtMs: number;
  /** The host everything waits for, when nothing else can be done. */
  readonly waitingUntilMs: number | null;
}
