// A thread that searches: a connection to the database of its own, one question after the other.
import { parentPort, workerData } from 'node:worker_threads';
import { GeotrawlError } from '../../model/errors.ts';
import { openCatalogSearch } from '../../open-catalog.ts';
import { openStore } from '../../store/open-store.ts';
import type { SearchReply, SearchTask, SerializedError, ThreadOrders } from './search-pool.ts';

/** The search keeps what it needs itself. */
const cacheMb = 64;

const { db, cacheFolder, hostCountries, isTended } = workerData as ThreadOrders;
const port = parentPort!;
const store = openStore(db, { cacheMb, cacheFolder });
const { search } = openCatalogSearch(store, { hostCountries, isTended });

async function answer(task: SearchTask): Promise<SearchReply> {
  try {
    return { result: await ('grid' in task ? search.density(task.grid) : search.find(task.query)) };
  } catch (error) {
    return { error: told(error) };
  }
}

/** Errors lose their class on the way. */
function told(error: unknown): SerializedError {
  const { message, stack = message } = error instanceof Error ? error : new Error(String(error));
  if (!(error instanceof GeotrawlError)) return { code: null, message, stack };
  const { code, retry, facts } = error;
  return { code, message, stack, retry, facts };
}

port.on('message', async (task: SearchTask | 'close') => {
  if (task !== 'close') {
    port.postMessage(await answer(task));
    return;
  }
  await store.close();
  port.close();
});
