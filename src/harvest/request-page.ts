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
  ask(request: ProbeRequest): Promise<Document>;
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
const firstRestMs = 15_000;
const longestWaitMs = 60_000;
/** How often to check whether the harvest should stop. */
const napMs = 500;

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
    const answer = await askOnce(() => job.ask(connector.request(endpoint, cursor)));
    let wait: number | Failed | null;
    if (answer instanceof GeotrawlError) {
      requests++;
      if (answer.code === 'fetch.aborted') return { type: 'stopped' };
      const isRefused = answer.code.startsWith('policy.');
      const passedOver = { page: null, why: answer.message, isRefused, url, requests, bytes: 0 };
      if (isPassedOver(answer, cursor, state)) return { type: 'page', ...passedOver };
      if (!answer.retry || tries >= maxTries) return { type: 'failed', code: answer.code, message: answer.message };
      wait = firstWaitMs * 2 ** (tries - 1);
    } else {
      requests += answer.requests;
      wait = pauseAfter(answer, tries, { isDear: isDear(connector, cursor, state), nowMs: clock.now() });
      if (wait === null) return readResponse(job, cursor, answer, { url, requests });
    }
    if (typeof wait !== 'number') return wait;
    if (!(await pause(job, wait))) return { type: 'stopped' };
  }
}

/**
 * A slow page may succeed in halves; one that robots.txt disallows isn't the whole catalog. A branch may be forbidden
 * or redirect elsewhere without affecting the others.
 */
function isPassedOver({ code, retry }: GeotrawlError, { token }: Cursor, { tree }: WalkState): boolean {
  return code === 'fetch.timeout' || (code === 'policy.robots' && token !== null) || (tree !== undefined && !retry);
}

/** The cost of a failure: the best request variant, or the whole path to this page. */
function isDear({ pageSize, recover, canSplit }: Connector, cursor: Cursor, { pages, way }: WalkState): boolean {
  const isFirst = pages === 0 && cursor.way === way && cursor.size === pageSize;
  return recover === undefined && (isFirst || (cursor.token !== null && !canSplit(cursor)));
}

/** Delay before the page is requested again; null to accept the response. */
function pauseAfter(
  { status, headers }: Document,
  tries: number,
  { isDear: mayFailOnce, nowMs }: { readonly isDear: boolean; readonly nowMs: number },
): number | Failed | null {
  const isRest = status === 429;
  if (isRest && tries >= maxTries)
    return { type: 'failed', code: 'policy.backoff', message: 'The catalog says that there are too many requests.' };
  const isOnce = status === 500 && mayFailOnce && tries === 1;
  if (!isOnce && (!isPassing(status) || tries >= maxTries)) return null;
  const wait = readRetryAfter(headers['retry-after'], nowMs) ?? (isRest ? firstRestMs : firstWaitMs) * 2 ** (tries - 1);
  if (wait <= longestWaitMs) return wait;
  const message = `The catalog asks to come back in ${Math.ceil(wait / 1000)} s.`;
  return { type: 'failed', code: 'policy.backoff', message };
}

/** Temporary: busy, restarting, overloaded. */
function isPassing(status: number): boolean {
  return status === 429 || status === 408 || status === 502 || status === 503 || status === 504;
}

async function readResponse(
  { connector }: PageJob,
  cursor: Cursor,
  answer: Document,
  counts: Pick<PageResponse, 'url' | 'requests'>,
): Promise<PageResponse | Failed> {
  const page = await askOnce(async () => connector.read(answer, cursor));
  if (page instanceof GeotrawlError) return { type: 'failed', code: page.code, message: page.message };
  const { status, bytes } = answer;
  const why = page === null ? `Status ${status} from ${bytes.length} bytes that are no page of records.` : '';
  return { type: 'page', page, why, isRefused: false, ...counts, bytes: bytes.length };
}

async function askOnce<T>(ask: () => Promise<T>): Promise<T | GeotrawlError> {
  try {
    return await ask();
  } catch (error) {
    if (error instanceof GeotrawlError) return error;
    throw error;
  }
}

/** False if the harvest should stop meanwhile. */
async function pause({ clock, shouldStop }: PageJob, ms: number): Promise<boolean> {
  for (let left = ms; left > 0; left -= napMs) {
    if (shouldStop()) return false;
    await clock.sleep(Math.min(left, napMs));
  }
  return !shouldStop();
}
