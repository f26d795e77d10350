// Work for a few hands: what finds none free waits in line, and where the line does not move, newcomers are turned away.
import { GeotrawlError } from '../../model/errors.ts';

export interface WorkQueue<Task, Result> {
  /** Throws `request.overloaded` where too much is waiting, and the signal's reason where it is given up before its turn. */
  run(task: Task, signal?: AbortSignal): Promise<Result>;
}

export interface QueueOptions {
  /** Whoever comes is turned away once the first in line has waited this long … */
  readonly maxWaitMs: number;
  /** … and so many are in line: a few wait for one slow piece of work, such as the first after a start, not for each other. */
  readonly fewWaiting: number;
  /** … or so many are, however fast it moves. */
  readonly maxWaiting: number;
  /** In milliseconds, from any beginning. */
  readonly now: () => number;
}

interface Waiting<Task, Result> {
  readonly task: Task;
  readonly sinceMs: number;
  readonly settle: (result: Promise<Result>) => void;
}

/** Asked to come back after this long. */
const retryAfterSeconds = 2;

/** The first free hand takes the work: with little to do it is always the same, and the others need not even begin. */
export function createWorkQueue<Task, Result>(
  hands: readonly ((task: Task) => Promise<Result>)[],
  { maxWaitMs, fewWaiting, maxWaiting, now }: QueueOptions,
): WorkQueue<Task, Result> {
  const isBusy = hands.map(() => false);
  const line = new Set<Waiting<Task, Result>>();
  const work = async (hand: number, task: Task): Promise<Result> => {
    isBusy[hand] = true;
    try {
      return await hands[hand]!(task);
    } finally {
      isBusy[hand] = false;
      const [next] = line;
      if (next !== undefined) {
        line.delete(next);
        next.settle(work(hand, next.task));
      }
    }
  };
  const isOverloaded = (): boolean => {
    const [first] = line;
    if (first === undefined || line.size < fewWaiting) return false;
    return line.size >= maxWaiting || now() - first.sinceMs >= maxWaitMs;
  };
  return {
    run: async (task, signal) => {
      signal?.throwIfAborted();
      const free = isBusy.indexOf(false);
      if (free >= 0) return work(free, task);
      if (isOverloaded()) throw overloaded();
      return new Promise<Result>((resolve, reject) => {
        const waiting = { task, sinceMs: now(), settle };
        const leave = () => {
          line.delete(waiting);
          reject(signal!.reason);
        };
        function settle(result: Promise<Result>): void {
          signal?.removeEventListener('abort', leave);
          resolve(result);
        }
        signal?.addEventListener('abort', leave, { once: true });
        line.add(waiting);
      });
    },
  };
}

function overloaded(): GeotrawlError {
  return new GeotrawlError(
    'request.overloaded',
    'More is asked of this server than it can answer in time; Retry-After says when to ask again.',
    { retry: true, facts: { retryAfter: retryAfterSeconds } },
  );
}
