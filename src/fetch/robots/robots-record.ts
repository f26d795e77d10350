// What a robots.txt response or failure means for a host: rules, no rules, or waiting (RFC 9309, 2.3.1).
import type { Document } from '../../model/document.ts';
import type { ErrorCode, GeotrawlError } from '../../model/errors.ts';
import type { FetchRequest } from '../../model/fetch.ts';
import type { RobotsRecord } from '../../model/frontier.ts';
import { maxRobotsBytes } from './robots.ts';

/** `rules`: obey the record's body. `allow`: no rules. `defer`: no requests to the host before the record expires. */
export type RobotsVerdict = 'rules' | 'allow' | 'defer';

export interface RobotsOutcome {
  readonly verdict: RobotsVerdict;
  readonly record: RobotsRecord;
  /** Why requests are deferred, or null. */
  readonly why: ErrorCode | null;
}

const minute = 60_000;
const dayMs = 24 * 60 * minute;
const minCacheMs = 10 * minute;
const firstDeferMs = 5 * minute;

/** The request for a host's robots.txt; `hostKey` is scheme://host:port. */
export function robotsRequest(hostKey: string): FetchRequest {
  return { url: `${hostKey}/robots.txt`, accept: 'text/plain,*/*;q=0.5', maxBytes: maxRobotsBytes, timeoutMs: 30_000 };
}

export function robotsFromResponse(document: Document, previous: RobotsRecord | null, nowMs: number): RobotsOutcome {
  const { status, partial } = document;
  if (status === 429 || status >= 500 || partial === 'time') {
    return unreachable(status, 'policy.robots-unreachable', previous, nowMs);
  }
  const isOk = status >= 200 && status < 300;
  const body = isOk ? document.text() : '';
  return settled(status, body, nowMs, cacheMs(document.headers['cache-control']));
}

/**
 * Too many or bad redirects make the file unavailable, which allows (2.3.1.2, 2.3.1.3). So does our own policy: the
 * page's fetch meets the same guard and reports the real reason. Everything else makes it unreachable (2.3.1.4).
 */
export function robotsFromFailure(error: GeotrawlError, previous: RobotsRecord | null, nowMs: number): RobotsOutcome {
  if (error.code.startsWith('fetch.redirect-') || error.code.startsWith('policy.')) {
    return settled(0, '', nowMs, dayMs);
  }
  return unreachable(0, error.code, previous, nowMs);
}

/** The verdict of a stored record; `expired` means robots.txt must be fetched before anything else. */
export function readRobotsVerdict(record: RobotsRecord | null, nowMs: number): RobotsVerdict | 'expired' {
  if (record === null || record.expiresAtMs <= nowMs) return 'expired';
  if (isUnreachable(record)) return 'defer';
  return record.body === '' ? 'allow' : 'rules';
}

function settled(status: number, body: string, nowMs: number, keepMs: number): RobotsOutcome {
  // Status 0 is kept for "unreachable"; an unavailable file counts as not found.
  const record = { status: status === 0 ? 404 : status, body, fetchedAtMs: nowMs, expiresAtMs: nowMs + keepMs };
  return { verdict: body === '' ? 'allow' : 'rules', record, why: null };
}

function unreachable(status: number, why: ErrorCode, previous: RobotsRecord | null, nowMs: number): RobotsOutcome {
  const isGood = previous !== null && !isUnreachable(previous) && nowMs - previous.fetchedAtMs < dayMs;
  if (isGood) return keepGoodCopy(previous, nowMs);
  const waitMs = previous !== null && isUnreachable(previous) ? 2 * (previous.expiresAtMs - previous.fetchedAtMs) : 0;
  const deferMs = Math.min(Math.max(waitMs, firstDeferMs), dayMs);
  return { verdict: 'defer', record: { status, body: '', fetchedAtMs: nowMs, expiresAtMs: nowMs + deferMs }, why };
}

/** A copy less than a day old stays valid; it is fetched again after a quarter of its age, so waits grow. */
function keepGoodCopy(copy: RobotsRecord, nowMs: number): RobotsOutcome {
  const waitMs = Math.max(firstDeferMs, (nowMs - copy.fetchedAtMs) / 4);
  const record = { ...copy, expiresAtMs: Math.round(Math.min(nowMs + waitMs, copy.fetchedAtMs + dayMs)) };
  return { verdict: copy.body === '' ? 'allow' : 'rules', record, why: null };
}

function isUnreachable(record: RobotsRecord): boolean {
  return record.status === 0 || record.status === 429 || record.status >= 500;
}

/** At most a day (2.4), less if the server declares so, but not so little that robots.txt dominates the traffic. */
function cacheMs(cacheControl: string | undefined): number {
  const seconds = /(?:^|[\s,])max-age\s{0,5}=\s{0,5}"?(\d{1,10})/i.exec(cacheControl ?? '')?.[1];
  return seconds === undefined ? dayMs : Math.min(Math.max(Number(seconds) * 1000, minCacheMs), dayMs);
}
