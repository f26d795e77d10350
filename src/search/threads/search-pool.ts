// Searches in threads: the calling thread stays free, and as many searches run at once as there are threads.
import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { createWorkQueue } from '../../base/async/work-queue.ts';
import { type ErrorCode, type ErrorFacts, GeotrawlError } from '../../model/errors.ts';
import type { DensityGrid, MonthCount, Search, SearchQuery, SearchResult } from '../../model/search.ts';

/** What a thread opens. */
export interface ThreadOrders {
  readonly db: string;
  readonly cacheFolder: string;
  readonly hostCountries: string | null;
  /** Another caller maintains the index. */
  readonly isTended: boolean;
}

export type SearchTask = { readonly find: SearchQuery } | { readonly density: DensityGrid } | { readonly growth: true };

export type TaskResult = SearchResult | Uint32Array | readonly MonthCount[];

export interface SerializedError {
  /** Null unless it is a `GeotrawlError`. */
  readonly code: ErrorCode | null;
  readonly message: string;
  readonly stack: string;
  readonly retry?: boolean;
  readonly facts?: ErrorFacts;
}

export type SearchReply = { readonly result: TaskResult } | { readonly error: SerializedError };

export interface SearchThreads extends Pick<Search, 'find' | 'density' | 'growth'> {
  /** Waits for running searches. */
  close(): Promise<void>;
}

/** Requests are rejected while the first in the queue has waited this long, so no one waits longer than about twice this. */
const maxWaitMs = 1000;
const fewWaiting = 16;
const maxWaiting = 1000;

/** Threads start with their first search. */
export function openSearchThreads(threads: number, orders: ThreadOrders): SearchThreads {
  const all = Array.from({ length: threads }, () => createThread(orders));
  const queue = createWorkQueue<SearchTask, TaskResult>(
    all.map((thread) => thread.run),
    { maxWaitMs, fewWaiting, maxWaiting, now: () => performance.now() },
  );
  return {
    find: async (query, signal) => (await queue.run({ find: query }, signal)) as SearchResult,
    density: async (grid) => (await queue.run({ density: grid })) as Uint32Array,
    growth: async () => (await queue.run({ growth: true })) as readonly MonthCount[],
    close: async () => {
      await Promise.all(all.map((thread) => thread.close()));
    },
  };
}

interface Thread {
  /** One at a time. */
  run(task: SearchTask): Promise<TaskResult>;
  close(): Promise<void>;
}

function createThread(orders: ThreadOrders): Thread {
  let worker: Worker | null = null;
  let pending: Promise<unknown> = Promise.resolve();
  const running = (): Worker => {
    if (worker !== null) return worker;
    const started = startWorker(orders);
    worker = started;
    // A pending search is rejected by `nextReply`; the next one starts another thread.
    started.once('error', (error) => {
      if (started.listenerCount('error') === 0) process.emitWarning(`A search thread has failed: ${String(error)}`);
    });
    started.once('exit', () => {
      if (worker === started) worker = null;
    });
    started.unref();
    return started;
  };
  return {
    run: async (task) => {
      const current = running();
      const replied = nextReply(current);
      pending = Promise.allSettled([replied]);
      current.postMessage(task);
      const reply = await replied;
      if ('error' in reply) throw errorOf(reply.error);
      return reply.result;
    },
    close: async () => {
      await pending;
      if (worker === null) return;
      const exited = once(worker, 'exit');
      worker.ref();
      worker.postMessage('close');
      await exited;
    },
  };
}

/** Rejects if the thread fails or exits. */
async function nextReply(worker: Worker): Promise<SearchReply> {
  const settled = new AbortController();
  const { signal } = settled;
  const exited = async (): Promise<never> => {
    const [code] = await once(worker, 'exit', { signal });
    throw new Error(`a search thread has exited with code ${code}`);
  };
  try {
    const [reply] = await Promise.race([once(worker, 'message', { signal }), exited()]);
    return reply as SearchReply;
  } finally {
    settled.abort();
  }
}

function errorOf({ code, message, stack, retry = false, facts = {} }: SerializedError): Error {
  const cause = Object.assign(new Error(message), { stack });
  return code === null ? cause : new GeotrawlError(code, message, { retry, facts, cause });
}

function startWorker(orders: ThreadOrders): Worker {
  // The driver may be one that Node calls experimental, and warns about in every thread.
  const execArgv = ['--no-warnings'];
  if (import.meta.url.endsWith('.js'))
    return new Worker(new URL('./search-thread.js', import.meta.url), { workerData: orders, execArgv });
  const file = new URL('./search-thread.ts', import.meta.url).href;
  return new Worker(new URL('./source-thread.mjs', import.meta.url), { workerData: { ...orders, file }, execArgv });
}
