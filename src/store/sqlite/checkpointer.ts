// Checkpoints the write-ahead log from a separate thread, so that commits don't wait for the disk.
import { once } from 'node:events';
import { statSync } from 'node:fs';
import { MessageChannel, type MessagePort, receiveMessageOnPort, Worker } from 'node:worker_threads';
import { driverModule, type SqlDatabase } from './driver.ts';

export interface Checkpointer {
  /** Called after every commit, outside any transaction. */
  afterCommit(): void;
  close(): Promise<void>;
}

export interface CheckpointerSettings {
  /** Checkpoint threshold. Small databases never reach it and never start the thread. */
  readonly logBytes: number;
}

/** Worker data of the thread. */
export interface CheckpointOrders {
  readonly path: string;
  readonly driverModule: string;
  readonly port: MessagePort;
}

const defaults: CheckpointerSettings = { logBytes: 64 * 2 ** 20 };

/**
 * The log can restart only once it is fully checkpointed, while the crawl keeps writing. So the thread checkpoints
 * until little is left, and the rest is done here between two commits.
 */
export function createCheckpointer(
  path: string,
  database: SqlDatabase,
  { logBytes }: CheckpointerSettings = defaults,
): Checkpointer {
  // A restarted log keeps its file; truncated to this size.
  database.exec(`PRAGMA journal_size_limit = ${logBytes}`);
  let thread: CheckpointThread | null = null;
  let isMoving = false;
  return {
    afterCommit: () => {
      if (thread?.isBroken()) return;
      if (!isMoving && sizeOf(`${path}-wal`) > logBytes) {
        thread ??= startThread(path);
        thread.move();
        isMoving = true;
      } else if (isMoving && thread?.hasMoved()) {
        database.exec('PRAGMA wal_checkpoint(PASSIVE)');
        isMoving = false;
      }
    },
    close: async () => thread?.close(),
  };
}

interface CheckpointThread {
  move(): void;
  /** Polled, because a busy crawl may not yield to its event loop for long. */
  hasMoved(): boolean;
  isBroken(): boolean;
  close(): Promise<void>;
}

function startThread(path: string): CheckpointThread {
  const { port1, port2 } = new MessageChannel();
  const worker = startWorker({ path, driverModule, port: port2 });
  let isBroken = false;
  worker.on('error', (error) => {
    // Falls back to SQLite's automatic checkpoint at a larger size: slower, but correct.
    isBroken = true;
    process.emitWarning(`The thread that moves the log of ${path} has ended: ${String(error)}`);
  });
  worker.unref();
  return {
    move: () => port1.postMessage('move'),
    hasMoved: () => receiveMessageOnPort(port1) !== undefined,
    isBroken: () => isBroken,
    close: async () => {
      if (isBroken) return;
      const exit = once(worker, 'exit');
      worker.ref();
      port1.postMessage('close');
      await exit;
    },
  };
}

function startWorker(orders: CheckpointOrders): Worker {
  return new Worker(new URL('./checkpoint-thread.mjs', import.meta.url), {
    workerData: orders,
    transferList: [orders.port],
    // It holds no data; without limits its heap would grow before it is collected.
    resourceLimits: { maxOldGenerationSizeMb: 16, maxYoungGenerationSizeMb: 2 },
    // Its driver may print an experimental warning in every thread.
    execArgv: ['--no-warnings'],
  });
}

function sizeOf(file: string): number {
  return statSync(file, { throwIfNoEntry: false })?.size ?? 0;
}
