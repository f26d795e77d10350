// Requests one page of a harvest, with retries while the server is temporarily unavailable.
import { readRetryAfter } from '../base/time/retry-after.ts';
import { maskSecrets } from '../base/url/url.ts';
import type { Clock } from '../model/clock.ts';
import type { Connector, Cursor, RecordPage } from '../model/connector.ts';
import type { Document } from '../model/document.ts';
import { type ErrorCode, GeotrawlError } from '../model/errors.ts';
import type { ProbeRequest } from '../model/kind.ts';
import type { WalkState } from './harvest-state.ts';

/** Part of a harvest's job. */
export interface PageJob {
  readonly connector: Connector;
  readonly endpoint: string;
  readonly clock: Clock;
  request(request: ProbeRequest): Promise<Document>;
  shouldStop(): boolean;
}

export interface PageResponse {
  readonly type: 'page';
  /** Null if the response isn't a page. */
  readonly page: RecordPage | null;
  readonly why: string;
  /** The request isn't allowed: not a server failure. */
  readonly isRefused: boolean;
  /** The requested URL, secrets masked. */
  readonly url: string;
  readonly requests: number;
  readonly bytes: number;
}

interface Failed {
  readonly type: 'failed';
  readonly code: ErrorCode;
  readonly message: string;
}

const maxTries = 3;
const firstWaitMs = 1000;
/** Delay after 429 without Retry-After. */
const firstBackoffMs = 15_000;
const longestWaitMs = 60_000;
/** How often to check whether the harvest should stop. */
const checkMs = 500;

export async function requestPage(
  job: PageJob,
  state: WalkState,
): Promise<PageResponse | Failed | { type: 'stopped' }> {
  const { connector, endpoint, clock } = job;
  const cursor = state.pending.at(-1);
  if (cursor === undefined) throw new Error('a harvest without a next page');
  const url = maskSecrets(connector.request(endpoint, cursor).url);
  let requests = 0;
  for (let tries = 1; ; tries++) {
    const response = await orFailure(() => job.request(connector.request(endpoint, cursor)));
    let wait: number | Failed | null;
    if (response instanceof GeotrawlError) {
      requests++;
      if (response.code === 'fetch.aborted') return { type: 'stopped' };
      const isRefused = response.code.startsWith('policy.');
      const skipped = { page: null, why: response.message, isRefused, url, requests, bytes: 0 };
      if (isSkippable(response, cursor, state)) return { type: 'page', ...skipped };
      if (!response.retry || tries >= maxTries)
        return { type: 'failed', code: response.code, message: response.message };
      wait = firstWaitMs * 2 ** (tries - 1);
    } else {
      requests += response.requests;
      wait = delayAfter(response, tries, { mayFailOnce: isCostly(connector, cursor, state), nowMs: clock.now() });
      if (wait === null) return readResponse(job, cursor, response, { url, requests });
    }
    if (typeof wait !== 'number') return wait;
    if (!(await waitFor(job, wait))) return { type: 'stopped' };
  }
}

/**
 * A slow page may succeed in halves; one that robots.txt disallows isn't the whole catalog. A branch may be forbidden
 * or redirect elsewhere without affecting the others.
 */
function isSkippable({ code, retry }: GeotrawlError, { token }: Cursor, { tree }: WalkState): boolean {
  return code === 'fetch.timeout' || (code === 'policy.robots' && token !== null) || (tree !== undefined && !retry);
}

/** The cost of a failure: the best request variant, or the whole path to this page. */
function isCostly({ pageSize, recover, canSplit }: Connector, cursor: Cursor, { pages, variant }: WalkState): boolean {
  const isFirst = pages === 0 && cursor.variant === variant && cursor.size === pageSize;
  return recover === undefined && (isFirst || (cursor.token !== null && !canSplit(cursor)));
}

/** Delay before the page is requested again; null to accept the response. */
function delayAfter(
  { status, headers }: Document,
  tries: number,
  { mayFailOnce, nowMs }: { readonly mayFailOnce: boolean; readonly nowMs: number },
): number | Failed | null {
  const isLimited = status === 429;
  if (isLimited && tries >= maxTries)
    return { type: 'failed', code: 'policy.backoff', message: 'The catalog reports too many requests.' };
  const isOnce = status === 500 && mayFailOnce && tries === 1;
  if (!isOnce && (!isTemporary(status) || tries >= maxTries)) return null;
  const wait =
    readRetryAfter(headers['retry-after'], nowMs) ?? (isLimited ? firstBackoffMs : firstWaitMs) * 2 ** (tries - 1);
  if (wait <= longestWaitMs) return wait;
  const message = `The catalog requests a retry in ${Math.ceil(wait / 1000)} s.`;
  return { type: 'failed', code: 'policy.backoff', message };
}

/** Busy, restarting, overloaded. */
function isTemporary(status: number): boolean {
  return status === 429 || status === 408 || status === 502 || status === 503 || status === 504;
}

async function readResponse(
  { connector }: PageJob,
  cursor: Cursor,
  response: Document,
  counts: Pick<PageResponse, 'url' | 'requests'>,
): Promise<PageResponse | Failed> {
  const page = await orFailure(async () => connector.read(response, cursor));
  if (page instanceof GeotrawlError) return { type: 'failed', code: page.code, message: page.message };
  const { status, bytes } = response;
  const why = page === null ? `Status ${status} from ${bytes.length} bytes isn't a page of records.` : '';
  return { type: 'page', page, why, isRefused: false, ...counts, bytes: bytes.length };
}

async function orFailure<T>(request: () => Promise<T>): Promise<T | GeotrawlError> {
  try {
    return await request();
  } catch (error) {
    if (error instanceof GeotrawlError) return error;
    throw error;
  }
}

/** False if the harvest should stop meanwhile. */
async function waitFor({ clock, shouldStop }: PageJob, ms: number): Promise<boolean> {
  for (let left = ms; left > 0; left -= checkMs) {
    if (shouldStop()) return false;
    await clock.sleep(Math.min(left, checkMs));
  }
  return !shouldStop();
}
