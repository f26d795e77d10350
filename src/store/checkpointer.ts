// Moves the write-ahead log into the database from a thread of its own, so that commits do not wait for the disk.
import { once } from 'node:events';
import { statSync } from 'node:fs';
import { extname } from 'node:path';
import { Worker } from 'node:worker_threads';
import type { SqlDatabase } from './sqlite-driver.ts';

export interface Checkpointer {
  /** Called after every commit, outside any transaction. */
  afterCommit(): void;
  close(): Promise<void>;
}

export interface CheckpointerSettings {
  /** The log is moved when it is larger. Small databases never get there, and never have a second thread. */
  readonly logBytes: number;
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
  let thread: Worker | null = null;
  let state: 'idle' | 'moving' | 'moved' | 'broken' = 'idle';
  const begin = () => {
    thread ??= startThread(path);
    if (thread.listenerCount('message') === 0) {
      thread.on('message', () => {
        state = 'moved';
      });
      thread.on('error', (error) => {
        // SQLite's own checkpoint at a larger size takes its place: slower, not worse.
        state = 'broken';
        process.emitWarning(`The thread that moves the log of ${path} has ended: ${String(error)}`);
      });
    }
    state = 'moving';
    thread.postMessage('move');
  };
  return {
    afterCommit: () => {
      if (state === 'moved') {
        database.exec('PRAGMA wal_checkpoint(PASSIVE)');
        state = 'idle';
      } else if (state === 'idle' && sizeOf(`${path}-wal`) > logBytes) begin();
    },
    close: async () => {
      if (thread === null || state === 'broken') return;
      const exit = once(thread, 'exit');
      thread.ref();
      thread.postMessage('close');
      await exit;
    },
  };
}

function startThread(path: string): Worker {
  const extension = extname(import.meta.url);
  const file = new URL(`./checkpoint-thread${extension}`, import.meta.url);
  // Tests and benches run the sources, which a thread of Node 20 loads only after tsx is registered in it.
  const fromSource = `import('tsx/esm/api').then(({ register }) => (register(), import('${file.href}')))`;
  const thread =
    extension === '.ts'
      ? new Worker(fromSource, { eval: true, workerData: path })
      : new Worker(file, { workerData: path });
  thread.unref();
  return thread;
}

function sizeOf(file: string): number {
  return statSync(file, { throwIfNoEntry: false })?.size ?? 0;
}
