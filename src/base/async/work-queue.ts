// A queue in front of a few workers: tasks wait for a free one, and are rejected while the queue doesn't move.
import { GeotrawlError } from '../../model/errors.ts';

export interface WorkQueue<Task, Result> {
  /** Throws `request.overloaded` if the queue is full, and the signal's reason if aborted while waiting. */
  run(task: Task, signal?: AbortSignal): Promise<Result>;
}

export interface QueueOptions {
  /** Tasks are rejected once the oldest one has waited this long … */
  readonly maxWaitMs: number;
  /** … and this many are waiting: a few wait for one slow task, such as the first after a start, not for each other. */
  readonly fewWaiting: number;
  /** Tasks are also rejected while this many are waiting. */
  readonly maxWaiting: number;
  /** In milliseconds, from any origin. */
  readonly now: () => number;
}

interface Waiting<Task, Result> {
  readonly task: Task;
  readonly sinceMs: number;
  readonly settle: (result: Promise<Result>) => void;
}

const retryAfterSeconds = 2;

/** The first free worker gets the task: under low load it is always the same one, and the others needn't even start. */
export function createWorkQueue<Task, Result>(
  workers: readonly ((task: Task) => Promise<Result>)[],
  { maxWaitMs, fewWaiting, maxWaiting, now }: QueueOptions,
): WorkQueue<Task, Result> {
  const isBusy = workers.map(() => false);
  const queue = new Set<Waiting<Task, Result>>();
  const work = async (worker: number, task: Task): Promise<Result> => {
    isBusy[worker] = true;
    try {
      return await workers[worker]!(task);
    } finally {
      isBusy[worker] = false;
      const [next] = queue;
      if (next !== undefined) {
        queue.delete(next);
        next.settle(work(worker, next.task));
      }
    }
  };
  const isOverloaded = (): boolean => {
    const [first] = queue;
    if (first === undefined || queue.size < fewWaiting) return false;
    return queue.size >= maxWaiting || now() - first.sinceMs >= maxWaitMs;
  };
  return {
    run: async (task, signal) => {
      signal?.throwIfAborted();
      const free = isBusy.indexOf(false);
      if (free >= 0) return work(free, task);
      if (isOverloaded()) throw overloaded();
      return new Promise<Result>((resolve, reject) => {
        const waiting = { task, sinceMs: now(), settle };
        const abort = () => {
          queue.delete(waiting);
          reject(signal!.reason);
        };
        function settle(result: Promise<Result>): void {
          signal?.removeEventListener('abort', abort);
          resolve(result);
        }
        signal?.addEventListener('abort', abort, { once: true });
        queue.add(waiting);
      });
    },
  };
}

function overloaded(): GeotrawlError {
  return new GeotrawlError('request.overloaded', 'This server is overloaded. Retry after the seconds in Retry-After.', {
    retry: true,
    facts: { retryAfter: retryAfterSeconds },
  });
}
