// Searches in threads beside the one that asks: it stays free for everything else, and as many run at once as there are threads.
import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { createWorkQueue } from '../../base/async/work-queue.ts';
import { type ErrorCode, type ErrorFacts, GeotrawlError } from '../../model/errors.ts';
import type { DensityGrid, Search, SearchQuery, SearchResult } from '../../model/search.ts';

/** What a thread opens. */
export interface ThreadOrders {
  readonly db: string;
  readonly cacheFolder: string;
  readonly hostCountries: string | null;
  /** Somebody else keeps the index. */
  readonly isTended: boolean;
}

export type SearchTask = { readonly query: SearchQuery } | { readonly grid: DensityGrid };

export interface SerializedError {
  /** Null for what is no error of ours. */
  readonly code: ErrorCode | null;
  readonly message: string;
  readonly stack: string;
  readonly retry?: boolean;
  readonly facts?: ErrorFacts;
}

export type SearchReply = { readonly result: SearchResult | Uint32Array } | { readonly error: SerializedError };

export interface SearchThreads extends Pick<Search, 'find' | 'density'> {
  /** Lets those under way end. */
  close(): Promise<void>;
}

/** Nobody waits longer than about twice this: whoever comes is turned away while the first in line has waited so long. */
const maxWaitMs = 1000;
const fewWaiting = 16;
const maxWaiting = 1000;

/** Threads begin when they are first needed. */
export function openSearchThreads(threads: number, orders: ThreadOrders): SearchThreads {
  const all = Array.from({ length: threads }, () => createThread(orders));
  const queue = createWorkQueue<SearchTask, SearchResult | Uint32Array>(
    all.map((thread) => thread.ask),
    { maxWaitMs, fewWaiting, maxWaiting, now: () => performance.now() },
  );
  return {
    find: async (query, signal) => (await queue.run({ query }, signal)) as SearchResult,
    density: async (grid) => (await queue.run({ grid })) as Uint32Array,
    close: async () => {
      await Promise.all(all.map((thread) => thread.close()));
    },
  };
}

interface Thread {
  /** One at a time. */
  ask(task: SearchTask): Promise<SearchResult | Uint32Array>;
  close(): Promise<void>;
}

function createThread(orders: ThreadOrders): Thread {
  let worker: Worker | null = null;
  let asking: Promise<unknown> = Promise.resolve();
  const running = (): Worker => {
    if (worker !== null) return worker;
    const begun = startWorker(orders);
    worker = begun;
    // Whoever waits for its answer is told by `answerOf`; the next question begins another one.
    begun.once('error', (error) => {
      if (begun.listenerCount('error') === 0) process.emitWarning(`A thread that searches has ended: ${String(error)}`);
    });
    begun.once('exit', () => {
      if (worker === begun) worker = null;
    });
    begun.unref();
    return begun;
  };
  return {
    ask: async (task) => {
      const own = running();
      const answered = answerOf(own);
      asking = answered.then(ignore, ignore);
      own.postMessage(task);
      const answer = await answered;
      if ('error' in answer) throw errorOf(answer.error);
      return answer.result;
    },
    close: async () => {
      await asking;
      if (worker === null) return;
      const gone = once(worker, 'exit');
      worker.ref();
      worker.postMessage('close');
      await gone;
    },
  };
}

/** Whoever asked has the result or the error; closing only needs to know that it is over. */
function ignore(): void {}

function answerOf(worker: Worker): Promise<SearchReply> {
  return new Promise((resolve, reject) => {
    const done = () => {
      worker.off('message', take);
      worker.off('error', fail);
      worker.off('exit', end);
    };
    const take = (answered: SearchReply) => {
      done();
      resolve(answered);
    };
    const fail = (error: Error) => {
      done();
      reject(error);
    };
    const end = (code: number) => fail(new Error(`a thread that searched has ended with ${code}`));
    worker.once('message', take);
    worker.once('error', fail);
    worker.once('exit', end);
  });
}

function errorOf({ code, message, stack, retry = false, facts = {} }: SerializedError): Error {
  const cause = Object.assign(new Error(message), { stack });
  return code === null ? cause : new GeotrawlError(code, message, { retry, facts, cause });
}

function startWorker(orders: ThreadOrders): Worker {
  // Its driver may be one that Node calls experimental, and warns of in every thread.
  const execArgv = ['--no-warnings'];
  if (import.meta.url.endsWith('.js'))
    return new Worker(new URL('./search-thread.js', import.meta.url), { workerData: orders, execArgv });
  const file = new URL('./search-thread.ts', import.meta.url).href;
  return new Worker(new URL('./source-thread.mjs', import.meta.url), { workerData: { ...orders, file }, execArgv });
}
