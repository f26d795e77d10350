// A store whose queries survive a restart of the database: they are retried until it responds.
import { GeotrawlError } from '../../model/errors.ts';
import type { PostgresStore } from '../../store/postgres/postgres.ts';

/** Each time the store itself waits for a connection, for up to a minute. */
const maxTries = 5;
const delayMs = 200;
/** The connection was lost, or the query conflicted with another. */
const temporary: ReadonlySet<string> = new Set(['store.connection', 'store.busy']);

/** For queries that may run twice, as all of the frontier's outside of transactions may. */
export function retryingStore(store: PostgresStore): PostgresStore {
  const retry = async <T>(work: () => Promise<T>): Promise<T> => {
    for (let tries = 1; ; tries++) {
      try {
        return await work();
      } catch (error) {
        const isTemporary = error instanceof GeotrawlError && temporary.has(error.code);
        if (!isTemporary || tries >= maxTries) throw error;
        await new Promise((resolve) => setTimeout(resolve, delayMs * tries));
      }
    }
  };
  return {
    ...store,
    query: <Row>(text: string, values?: readonly unknown[]) => retry(() => store.query<Row>(text, values)),
    withClient: <T>(work: Parameters<typeof store.withClient<T>>[0]) => retry(() => store.withClient(work)),
  };
}
