// The counters and the state of one run of a crawl.
import type { ErrorCode } from '../model/errors.ts';
import type { OfferResult } from '../model/frontier.ts';
import type { CrawlProgress } from '../model/report.ts';

/** Counters of a batch of visits. */
export interface BatchTotals {
  readonly pages: number;
  readonly requests: number;
  readonly resources: number;
  readonly failures: number;
  readonly bytes: number;
  /** Pages requested, including failures. */
  readonly pageVisits: number;
}

export class CrawlRun {
  readonly progress: { -readonly [Key in keyof CrawlProgress]: CrawlProgress[Key] } = {
    pages: 0,
    requests: 0,
    bytes: 0,
    resources: 0,
    failures: 0,
    pending: 0,
    hosts: 0,
    active: 0,
    startedAtMs: Date.now(),
    waitingUntilMs: null,
  };
  /** URLs rejected, by reason: traps and exhausted budgets. */
  readonly refused: Partial<Record<ErrorCode, number>> = {};
  /** Pages requested, including failures: the page limit applies to requests. */
  pageVisits = 0;
  /** No page visit starts before: the shared limit was reached. */
  pagesFromMs = 0;
  /** Whether any server has responded: otherwise no seed was reachable. */
  hasResponse = false;

  addBatch({ pageVisits, ...totals }: BatchTotals, refused: OfferResult['refused']): void {
    for (const [name, count] of Object.entries(totals)) this.progress[name as keyof typeof totals] += count;
    for (const [code, count] of Object.entries(refused) as [ErrorCode, number][])
      this.refused[code] = (this.refused[code] ?? 0) + count;
    this.pageVisits += pageVisits;
  }

  addHarvested({ requests, bytes, records }: { requests: number; bytes: number; records: number }): void {
    this.progress.requests += requests;
    this.progress.bytes += bytes;
    this.progress.records = (this.progress.records ?? 0) + records;
  }

  isUnreached(): boolean {
    return !this.hasResponse && this.progress.failures > 0;
  }
}
