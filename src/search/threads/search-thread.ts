// A search thread: its own connection to the database, one search at a time.
import { parentPort, workerData } from 'node:worker_threads';
import { GeotrawlError } from '../../model/errors.ts';
import { openCatalogSearch } from '../../open-catalog.ts';
import { openStore } from '../../store/open-store.ts';
import type { SearchReply, SearchTask, SerializedError, TaskResult, ThreadOrders } from './search-pool.ts';

/** Small, because the search has caches of its own. */
const cacheMb = 64;

const { db, cacheFolder, hostCountries, isTended } = workerData as ThreadOrders;
const port = parentPort!;
const store = openStore(db, { cacheMb, cacheFolder });
const { search } = openCatalogSearch(store, { hostCountries, isTended });

async function run(task: SearchTask): Promise<TaskResult> {
  if ('find' in task) return search.find(task.find);
  return 'density' in task ? search.density(task.density) : search.growth();
}

/** Errors lose their class between threads. */
function serialize(error: unknown): SerializedError {
  const { message, stack = message } = error instanceof Error ? error : new Error(String(error));
  if (!(error instanceof GeotrawlError)) return { code: null, message, stack };
  const { code, retry, facts } = error;
  return { code, message, stack, retry, facts };
}

port.on('message', async (task: SearchTask | 'close') => {
  if (task === 'close') {
    await store.close();
    port.close();
    return;
  }
  const reply: SearchReply = await run(task).then(
    (result) => ({ result }),
    (error: unknown) => ({ error: serialize(error) }),
  );
  port.postMessage(reply);
});
