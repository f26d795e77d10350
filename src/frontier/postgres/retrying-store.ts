// A store whose queries survive a restart of the database: they are retried until it responds.
import { GeotrawlError } from '../../model/errors.ts';
import type { PostgresStore } from '../../store/postgres/postgres.ts';

/** Each time the store itself waits for a connection, for up to a minute. */
const mostTries = 5;
const pauseMs = 200;
/** The connection was lost, or the query conflicted with another. */
const passing: ReadonlySet<string> = new Set(['store.connection', 'store.busy']);

/** For queries that may run twice, as all of the frontier's outside of transactions may. */
export function retryingStore(store: PostgresStore): PostgresStore {
  const again = async <T>(ask: () => Promise<T>): Promise<T> => {
    for (let tries = 1; ; tries++) {
      try {
        return await ask();
      } catch (error) {
        const mayPass = error instanceof GeotrawlError && passing.has(error.code);
        if (!mayPass || tries >= mostTries) throw error;
        await new Promise((resolve) => setTimeout(resolve, pauseMs * tries));
      }
    }
  };
  return {
    ...store,
    query: <Row>(text: string, values?: readonly unknown[]) => again(() => store.query<Row>(text, values)),
    withClient: <T>(work: Parameters<typeof store.withClient<T>>[0]) => again(() => store.withClient(work)),
  };
}
