// Indexes what crawls and imports bring while the server runs, so that no client has to wait for it.
import { GeotrawlError } from '../model/errors.ts';
import type { OpenCatalog } from '../open-catalog.ts';

/** Work at a time, and rest where nothing is left or the database is taken. */
const workMs = 200;
const restMs = 2000;

export interface Keeper {
  stop(): Promise<void>;
}

export function keepIndexed(
  catalog: Pick<OpenCatalog, 'tend'>,
  onFailure: (error: unknown, what: string) => void,
): Keeper {
  let timer: NodeJS.Timeout | null = null;
  let isStopped = false;
  const again = (ms: number) => {
    if (isStopped) return;
    timer = setTimeout(() => {
      running = work();
    }, ms);
    timer.unref();
  };
  const work = async (): Promise<void> => {
    try {
      again((await catalog.tend(workMs)) ? restMs : 1);
    } catch (error) {
      // A crawl that holds the database lets go of it; anything else somebody should know of.
      if (!(error instanceof GeotrawlError && error.retry)) onFailure(error, 'indexing');
      again(restMs);
    }
  };
  let running = work();
  return {
    stop: async () => {
      isStopped = true;
      if (timer !== null) clearTimeout(timer);
      await running;
    },
  };
}
