// Moves the write-ahead log into the database from a thread of its own, so that commits do not wait for the disk.
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
  /** The log is moved when it is larger. Small databases never get there, and never have a second thread. */
  readonly logBytes: number;
}

/** What the thread is started with. */
export interface CheckpointOrders {
  readonly path: string;
  readonly driverModule: string;
  readonly port: MessagePort;
}

const defaults: CheckpointerSettings = { logBytes: 64 * 2 ** 20 };

/**
 * The log can only begin anew once all of it is moved, and the crawl goes on writing to it meanwhile. So the thread moves
 * what is there until little is left, and we move the rest ourselves between two commits.
 */
export function createCheckpointer(
  path: string,
  database: SqlDatabase,
  { logBytes }: CheckpointerSettings = defaults,
): Checkpointer {
  // A log that begins anew keeps its file; cut to this size, the file grows beyond it only when the log does.
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
  /** Whether it has answered; asked for, since a busy crawl may not turn its event loop for long. */
  hasMoved(): boolean;
  isBroken(): boolean;
  close(): Promise<void>;
}

function startThread(path: string): CheckpointThread {
  const { port1, port2 } = new MessageChannel();
  const worker = startWorker({ path, driverModule, port: port2 });
  let isBroken = false;
  worker.on('error', (error) => {
    // SQLite's own checkpoint at a larger size takes its place: slower, not worse.
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
    // It holds nothing; without limits, its share of memory grows before it is collected.
    resourceLimits: { maxOldGenerationSizeMb: 16, maxYoungGenerationSizeMb: 2 },
    // Its driver may be one that Node calls experimental, and warns of in every thread.
    execArgv: ['--no-warnings'],
  });
}

function sizeOf(file: string): number {
  return statSync(file, { throwIfNoEntry: false })?.size ?? 0;
}
