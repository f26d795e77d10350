// Hints through BullMQ on Redis, one queue per type of work. Jobs contain only a task number, and Redis may be flushed at any
// time.
import { Queue, Worker } from 'bullmq';
import type { Dispatcher, HintQueue } from '../../model/dispatcher.ts';
import { createHintListeners, createHintThrottle } from './hint-listeners.ts';

const nameOf = (queue: HintQueue) => (queue === 'visit' ? 'geotrawl-due' : `geotrawl-${queue}`);
const intervalMs = 100;
/** Bounds the queue: further hints add nothing. */
const maxWaiting = 64;

interface Hint {
  readonly task: number;
}

export interface RedisAddress {
  readonly url: string;
  /** Called on Redis failures, which only cost latency. */
  readonly onError: (error: Error) => void;
}

export function createBullmqDispatcher({ url, onError }: RedisAddress): Dispatcher {
  const listeners = createHintListeners();
  const queues = new Map<HintQueue, Queue<Hint>>();
  const workers = new Map<HintQueue, Worker<Hint>>();
  const queueFor = (name: HintQueue): Queue<Hint> => {
    const known = queues.get(name);
    if (known !== undefined) return known;
    const connection = { url, maxRetriesPerRequest: 1, enableOfflineQueue: false };
    const queue = new Queue<Hint>(nameOf(name), { connection });
    queue.on('error', onError);
    queues.set(name, queue);
    return queue;
  };
  const listen = (name: HintQueue) => {
    if (workers.has(name)) return;
    // One job wakes one worker, which leases a batch of hosts and forwards the hint if more are due.
    const worker = new Worker<Hint>(nameOf(name), async ({ data }) => listeners.notify(name, data.task), {
      connection: { url, maxRetriesPerRequest: null, enableOfflineQueue: true },
      concurrency: 1,
      maxStalledCount: 1000,
      removeOnComplete: { count: 0 },
      removeOnFail: { count: 0 },
    });
    worker.on('error', onError);
    workers.set(name, worker);
  };
  /** Jobs waiting for a connection; at most one of each while Redis is down. */
  const sending = new Set<HintQueue>();
  const send = async (name: HintQueue, task: number) => {
    if (sending.has(name)) return;
    sending.add(name);
    try {
      const queue = queueFor(name);
      await queue.waitUntilReady();
      const { waiting = 0 } = await queue.getJobCounts('waiting');
      if (waiting >= maxWaiting) return;
      await queue.add('due', { task }, { removeOnComplete: true, removeOnFail: true, attempts: 1 });
    } finally {
      sending.delete(name);
    }
  };
  const throttle = createHintThrottle((name, task) => {
    send(name, task).catch((error: unknown) => {
      if (!(error instanceof Error)) throw error;
      onError(error);
    });
  }, intervalMs);
  return {
    hint: throttle.hint,
    onHint: (name, listener) => {
      listen(name);
      return listeners.add(name, listener);
    },
    close: async () => {
      throttle.stop();
      for (const worker of workers.values()) await worker.close(true);
      for (const queue of queues.values()) await queue.close();
    },
  };
}
