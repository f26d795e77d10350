// Keeps new records of crawls and imports searchable. Indexing runs in the crawl process: here it would block responses, by its
// own CPU time and by waiting for the database while a crawl writes.
import { GeotrawlError } from '../model/errors.ts';
import type { OpenCatalog } from '../open-catalog.ts';
import { type SqlStore, statement } from '../store/sql/sql.ts';

/** Before the first request: a small catalog is fully indexed at once. */
const firstMs = 500;
const lookEveryMs = 2000;

export interface IndexUpdater {
  stop(): void;
}

interface KeeperParts {
  readonly store: SqlStore;
  readonly catalog: Pick<OpenCatalog, 'tend'>;
  /** Makes the crawl process index what is pending. */
  readonly haveTended: () => void;
  readonly onFailure: (error: unknown, what: string) => void;
}

const waiting = statement(`SELECT 1 AS one WHERE EXISTS(SELECT 1 FROM search_pending)
  OR EXISTS(SELECT 1 FROM duplicate_pending)`);

export async function startIndexUpdater({ store, catalog, haveTended, onFailure }: KeeperParts): Promise<IndexUpdater> {
  const isWaiting = async () => (await store.read(() => waiting.get())) !== undefined;
  try {
    if (await isWaiting()) await catalog.tend(firstMs);
  } catch (error) {
    // A crawl holding the database will release it, and then indexes by itself.
    if (!(error instanceof GeotrawlError && error.retry)) throw error;
  }
  const timer = setInterval(() => {
    isWaiting()
      .then((isSo) => isSo && haveTended())
      .catch((error: unknown) => onFailure(error, 'indexing'));
  }, lookEveryMs);
  timer.unref();
  return { stop: () => clearInterval(timer) };
}
