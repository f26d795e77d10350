// Index maintenance in short slices: each in its own transaction, yielding to the event loop in between.
import type { SqliteStore } from '../../store/sqlite/sqlite.ts';
import type { Steps } from './segment-writer.ts';

/** Longest duration of a slice. */
export const sliceMs = 25;

export interface IndexMaintenance {
  /** Works until this moment; true when nothing is left. Concurrent callers share one run. */
  until(untilMs: number): Promise<boolean>;
  /** Completes one task, however long it takes. */
  one(): Promise<void>;
  /** Completed tasks. */
  readonly done: number;
}

/** `failed` is called after a rollback. */
export function createIndexMaintenance(
  store: SqliteStore,
  next: () => Steps<void> | null,
  failed: () => void,
): IndexMaintenance {
  let work: Steps<void> | null = null;
  let done = 0;
  const tend = async (untilMs: number, tasks = Number.POSITIVE_INFINITY): Promise<boolean> => {
    work ??= next();
    const enough = done + tasks;
    while (work !== null && done < enough && performance.now() < untilMs) {
      const current: Steps<void> = work;
      // If the transaction fails, its writes are lost and the task starts over.
      work = null;
      const isDone = await store.transact(async (transaction) => {
        transaction.onEnd((committed) => {
          if (!committed) failed();
        });
        return runSlice(current, Math.min(untilMs, performance.now() + sliceMs));
      });
      // Promises alone would starve timers and sockets.
      await new Promise(setImmediate);
      if (isDone) done++;
      work = isDone ? (done < enough ? next() : null) : current;
    }
    return work === null;
  };
  let running: Promise<boolean> | null = null;
  return {
    until: (untilMs) => {
      running ??= tend(untilMs).finally(() => {
        running = null;
      });
      return running;
    },
    one: async () => {
      await tend(Number.POSITIVE_INFINITY, 1);
    },
    get done() {
      return done;
    },
  };
}

async function runSlice(work: Steps<void>, untilMs: number): Promise<boolean> {
  do {
    const { done } = await work.next();
    if (done) return true;
  } while (performance.now() < untilMs);
  return false;
}
