// Hints through LISTEN and NOTIFY: a small cluster needs only its database.
import type pg from 'pg';
import { type Dispatcher, hintQueues } from '../../model/dispatcher.ts';
import { ignoreLoss } from '../../store/postgres/errors.ts';
import type { PostgresStore } from '../../store/postgres/postgres.ts';
import { createHintListeners, createHintThrottle } from './hint-listeners.ts';

const channel = 'geotrawl_due';
/** Throttled, because every NOTIFY takes a global lock at commit. */
const intervalMs = 250;
const reconnectMs = 1000;

export function createPostgresDispatcher(store: PostgresStore): Dispatcher {
  const listeners = createHintListeners();
  const stop = new AbortController();
  const own = `${process.pid}-${Math.random().toString(36).slice(2)}`;
  const onMessage = ({ payload = '' }: pg.Notification) => {
    const [task, from, name] = payload.split(' ');
    const queue = hintQueues.find((one) => one === (name ?? 'visit'));
    if (from !== own && queue !== undefined) listeners.notify(queue, Number(task));
  };
  const throttle = createHintThrottle((queue, task) => {
    store.query('SELECT pg_notify($1, $2)', [channel, `${task} ${own} ${queue}`]).catch(ignoreLoss);
  }, intervalMs);
  const listening = keepListening(store, onMessage, stop.signal);
  return {
    hint: throttle.hint,
    onHint: listeners.add,
    close: async () => {
      throttle.stop();
      stop.abort();
      await listening;
    },
  };
}

/** A dedicated connection, replaced when it breaks. */
async function keepListening(
  store: PostgresStore,
  onMessage: (message: pg.Notification) => void,
  stop: AbortSignal,
): Promise<void> {
  while (!stop.aborted) {
    await store.withClient((client) => listen(client, onMessage, stop)).catch(ignoreLoss);
    if (stop.aborted) return;
    await new Promise((resolve) => setTimeout(resolve, reconnectMs));
  }
}

async function listen(
  client: pg.PoolClient,
  onMessage: (message: pg.Notification) => void,
  stop: AbortSignal,
): Promise<void> {
  client.on('notification', onMessage);
  try {
    await client.query(`LISTEN ${channel}`);
    await new Promise<void>((resolve) => {
      client.once('error', () => resolve());
      client.once('end', () => resolve());
      if (stop.aborted) resolve();
      else stop.addEventListener('abort', () => resolve(), { once: true });
    });
    if (stop.aborted) await client.query(`UNLISTEN ${channel}`);
  } finally {
    client.removeListener('notification', onMessage);
  }
}
