// Sees that what crawls and imports bring becomes searchable. The work is done beside the server: here it would keep every answer
// waiting, for its own time and for the database while a crawl writes.
import { GeotrawlError } from '../model/errors.ts';
import type { OpenCatalog } from '../open-catalog.ts';
import type { SqliteStore } from '../store/sqlite.ts';
import { readSqlite } from '../store/sqlite-read.ts';

/** Before the first request: a small catalog is complete at once. */
const firstMs = 500;
const lookEveryMs = 2000;

export interface Keeper {
  stop(): void;
}

interface KeeperParts {
  readonly store: SqliteStore;
  readonly catalog: Pick<OpenCatalog, 'tend'>;
  /** Has the process beside the server do what is waiting. */
  readonly haveTended: () => void;
  readonly onFailure: (error: unknown, what: string) => void;
}

export async function keepIndexed({ store, catalog, haveTended, onFailure }: KeeperParts): Promise<Keeper> {
  const waiting = store.database.prepare(
    'SELECT EXISTS(SELECT 1 FROM search_pending) OR EXISTS(SELECT 1 FROM duplicate_pending) AS some',
  );
  const isWaiting = () => readSqlite(() => (waiting.get() as { some: number }).some === 1);
  try {
    if (isWaiting()) await catalog.tend(firstMs);
  } catch (error) {
    // A crawl that holds the database lets go of it, and does the work itself.
    if (!(error instanceof GeotrawlError && error.retry)) throw error;
  }
  const timer = setInterval(() => {
    try {
      if (isWaiting()) haveTended();
    } catch (error) {
      onFailure(error, 'indexing');
    }
  }, lookEveryMs);
  timer.unref();
  return { stop: () => clearInterval(timer) };
}
