// The shapes programs rely on: what `probe --json` prints and what a crawl tells while it runs. Extend, do not rename.
import type { ErrorCode } from './errors.ts';
import type { Extent } from './extent.ts';
import type { FoundBy } from './link.ts';
import type { Problem, ProblemCode } from './problem.ts';
import type { Family, License } from './resource.ts';

export interface LayerReport {
  readonly name: string | null;
  readonly title: string;
  readonly extent: Extent | null;
  /** Sample data that came with the software. */
  readonly isDemo?: boolean;
}

/** A resource as programs see it. */
export interface ResourceReport {
  readonly url: string;
  readonly kind: string;
  readonly family: Family;
  readonly version: string | null;
  readonly title: string;
  readonly abstract: string;
  readonly endpoint: string;
  /** The address it advertises for itself, which may be wrong; `endpoint` is the one that answered. */
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
  /** Requests it took to confirm it. */
  readonly requests: number;
}

/** Nothing we know of: why, and at what cost. */
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
  /** False when the catalog knew it from an earlier crawl. */
  readonly isNew: boolean;
}

/** Why a crawl ended. `deferred`: what is left waits for hosts that asked us to come back much later. */
export type StopReason = 'complete' | 'deferred' | 'max-pages' | 'max-time' | 'max-bytes' | 'aborted' | 'unreachable';

/** What a catalog gave, told when its harvest ends or is broken off. */
export interface HarvestEvent {
  readonly type: 'harvest';
  readonly url: string;
  readonly kind: string;
  /** `limited`, `stopped` and `failed` harvests go on another time where they stood. */
  readonly ended: 'complete' | 'limited' | 'stopped' | 'failed' | 'taken';
  /** It went on with what an earlier run had begun. */
  readonly isResumed: boolean;
  /** Only changes since then were asked for; null for everything. */
  readonly since: string | null;
  /** Different records that came, and how many of them are new or changed. */
  readonly records: number;
  readonly changed: number;
  /** How many the catalog says there are; null where it does not. */
  readonly total: number | null;
  /** Records that could not be had even one by one. */
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
      /** A search engine was asked for the next ten results of these queries; they are seeds now. */
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
      /** URLs turned away before they were queued, by reason (`policy.trap`, `policy.budget`). */
      readonly refused: Readonly<Partial<Record<ErrorCode, number>>>;
      readonly seconds: number;
    };

/** For a progress line, readable at any moment. */
export interface CrawlProgress {
  readonly pages: number;
  readonly requests: number;
  readonly bytes: number;
  readonly resources: number;
  readonly failures: number;
  readonly pending: number;
  readonly hosts: number;
  readonly active: number;
  /** What is being asked for at this moment; secrets inside. */
  readonly visiting?: ReadonlySet<{ readonly url: string }>;
  /** Records harvested from catalogs. */
  readonly records?: number;
  readonly startedAtMs: number;
  /** The host everything waits for, when nothing else can be done. */
  readonly waitingUntilMs: number | null;
}
