// Work on the index in slices: each in a transaction of its own, with a turn for everything else in between.
import type { SqliteStore } from '../../store/sqlite/sqlite.ts';
import type { Steps } from './segment-writer.ts';

/** Longest time the index is worked on before others have their turn. */
export const sliceMs = 25;

export interface IndexMaintenance {
  /** Does what is to be done in slices until this moment; true when nothing is left. Several callers wait for the same work. */
  until(untilMs: number): Promise<boolean>;
  /** Does one piece of work to its end, whatever time it takes. */
  one(): Promise<void>;
  /** Pieces of work brought to their end. */
  readonly done: number;
}

export function createIndexMaintenance(
  store: SqliteStore,
  next: () => Steps<void> | null,
  failed: () => void,
): IndexMaintenance {
  let work: Steps<void> | null = null;
  let done = 0;
  const tend = async (untilMs: number, pieces = Number.POSITIVE_INFINITY): Promise<boolean> => {
    work ??= next();
    const enough = done + pieces;
    while (work !== null && done < enough && performance.now() < untilMs) {
      const current: Steps<void> = work;
      // Where the transaction fails, what was written in it is gone: the work begins anew another time.
      work = null;
      const slice = () => runSlice(current, Math.min(untilMs, performance.now() + sliceMs));
      const isDone = await store.transact(async (transaction) => {
        transaction.onEnd((committed) => {
          if (!committed) failed();
        });
        return slice();
      });
      // Promises alone would keep everything else waiting: answers of servers, other requests.
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
