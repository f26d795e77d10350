// Sees that what crawls and imports bring becomes searchable. The work is done beside the server: here it would keep every answer
// waiting, for its own time and for the database while a crawl writes.
import { GeotrawlError } from '../model/errors.ts';
import type { OpenCatalog } from '../open-catalog.ts';
import { type SqlStore, statement } from '../store/sql/sql.ts';

/** Before the first request: a small catalog is complete at once. */
const firstMs = 500;
const lookEveryMs = 2000;

export interface Keeper {
  stop(): void;
}

interface KeeperParts {
  readonly store: SqlStore;
  readonly catalog: Pick<OpenCatalog, 'tend'>;
  /** Has the process beside the server do what is waiting. */
  readonly haveTended: () => void;
  readonly onFailure: (error: unknown, what: string) => void;
}

const waiting = statement(`SELECT 1 AS one WHERE EXISTS(SELECT 1 FROM search_pending)
  OR EXISTS(SELECT 1 FROM duplicate_pending)`);

export async function keepIndexed({ store, catalog, haveTended, onFailure }: KeeperParts): Promise<Keeper> {
  const isWaiting = async () => (await store.read(() => waiting.get())) !== undefined;
  try {
    if (await isWaiting()) await catalog.tend(firstMs);
  } catch (error) {
    // A crawl that holds the database lets go of it, and does the work itself.
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
