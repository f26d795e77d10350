// Hints by BullMQ on Redis: they carry nothing but the number of a task, and Redis may be emptied at any time.
import { Queue, Worker } from 'bullmq';
import type { Dispatcher } from '../model/dispatcher.ts';
import { makeHintBrake, makeHintListeners } from './hint-listeners.ts';

const queueName = 'geotrawl-due';
const pauseMs = 100;
/** More hints than anybody could follow are not kept: the first are as good as the last. */
const mostWaiting = 64;

interface Hint {
  readonly task: number;
}

export interface RedisPlace {
  readonly url: string;
  /** Told of trouble with Redis, which costs time and nothing else. */
  readonly onTrouble: (error: Error) => void;
}

export function createBullmqDispatcher({ url, onTrouble }: RedisPlace): Dispatcher {
  const listeners = makeHintListeners();
  const connection = { url, maxRetriesPerRequest: null, enableOfflineQueue: true };
  const queue = new Queue<Hint>(queueName, { connection: { url, maxRetriesPerRequest: 1, enableOfflineQueue: false } });
  // One job wakes one worker, which takes a batch of hosts and passes the hint on where more is due than it has room for.
  const worker = new Worker<Hint>(queueName, async ({ data }) => listeners.tell(data.task), {
    connection,
    concurrency: 1,
    maxStalledCount: 1000,
    removeOnComplete: { count: 0 },
    removeOnFail: { count: 0 },
  });
  queue.on('error', onTrouble);
  worker.on('error', onTrouble);
  const send = async (task: number) => {
    const { waiting = 0 } = await queue.getJobCounts('waiting');
    if (waiting >= mostWaiting) return;
    await queue.add('due', { task }, { removeOnComplete: true, removeOnFail: true, attempts: 1 });
  };
  const brake = makeHintBrake((task) => {
    send(task).catch((error: unknown) => {
      if (!(error instanceof Error)) throw error;
      onTrouble(error);
    });
  }, pauseMs);
  return {
    hint: brake.hint,
    onHint: listeners.add,
    close: async () => {
      brake.stop();
      await worker.close(true);
      await queue.close();
    },
  };
}
