// Hints through LISTEN and NOTIFY: a small cluster needs only its database.
import type pg from 'pg';
import { type Dispatcher, hintQueues } from '../../model/dispatcher.ts';
import { ignoreLoss } from '../../store/postgres/errors.ts';
import type { PostgresStore } from '../../store/postgres/postgres.ts';
import { makeHintBrake, makeHintListeners } from './hint-listeners.ts';

const channel = 'geotrawl_due';
/** Throttled, because every NOTIFY takes a global lock at commit. */
const pauseMs = 250;
const againMs = 1000;

export function createPostgresDispatcher(store: PostgresStore): Dispatcher {
  const listeners = makeHintListeners();
  const stop = new AbortController();
  const own = `${process.pid}-${Math.random().toString(36).slice(2)}`;
  const hear = ({ payload = '' }: pg.Notification) => {
    const [task, from, name] = payload.split(' ');
    const queue = hintQueues.find((one) => one === (name ?? 'visit'));
    if (from !== own && queue !== undefined) listeners.tell(queue, Number(task));
  };
  const brake = makeHintBrake((queue, task) => {
    store.query('SELECT pg_notify($1, $2)', [channel, `${task} ${own} ${queue}`]).catch(ignoreLoss);
  }, pauseMs);
  const listening = keepListening(store, hear, stop.signal);
  return {
    hint: brake.hint,
    onHint: listeners.add,
    close: async () => {
      brake.stop();
      stop.abort();
      await listening;
    },
  };
}

/** A dedicated connection, replaced when it breaks. */
async function keepListening(
  store: PostgresStore,
  hear: (message: pg.Notification) => void,
  stop: AbortSignal,
): Promise<void> {
  while (!stop.aborted) {
    await store.withClient((client) => listen(client, hear, stop)).catch(ignoreLoss);
    if (stop.aborted) return;
    await new Promise((resolve) => setTimeout(resolve, againMs));
  }
}

async function listen(
  client: pg.PoolClient,
  hear: (message: pg.Notification) => void,
  stop: AbortSignal,
): Promise<void> {
  client.on('notification', hear);
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
    client.removeListener('notification', hear);
  }
}
