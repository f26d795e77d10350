// Webhooks in SQL, for both engines.
import type { DeadLetter, Webhook, WebhookStore } from '../../model/webhook.ts';
import { type SqlStore, statement } from '../../store/sql/sql.ts';

const add = statement(`INSERT INTO webhook(url, last_number, attempts, due_ms)
  SELECT CAST(? AS TEXT), coalesce(max(number), 0), 0, CAST(? AS bigint) FROM health_event WHERE true
  ON CONFLICT DO NOTHING`);
const find = statement<Webhook>(`SELECT url, last_number AS "lastNumber", attempts, due_ms AS "dueMs" FROM webhook
  WHERE url = ?`);
const save = statement(`UPDATE webhook SET last_number = ?, attempts = ?, due_ms = ?
  WHERE url = ? AND last_number <= ?`);
const bury = statement(`INSERT INTO webhook_dead(url, from_number, to_number, at_ms, reason)
  VALUES(?, ?, ?, ?, ?)`);
const dead = statement<DeadLetter>(`SELECT url, from_number AS "fromNumber", to_number AS "toNumber", at_ms AS "atMs",
  reason FROM webhook_dead ORDER BY number DESC LIMIT ?`);

export function openSqlWebhooks(store: SqlStore): WebhookStore {
  return {
    open: (transaction, url, nowMs) =>
      store.within(transaction, function* () {
        yield* add.run(url, nowMs);
        return { ...(yield* find.get(url))! };
      }),
    save: async (transaction, { url, lastNumber, attempts, dueMs }) => {
      await store.within(transaction, () => save.run(lastNumber, attempts, dueMs, url, lastNumber));
    },
    bury: async (transaction, { url, fromNumber, toNumber, atMs, reason }) => {
      await store.within(transaction, () => bury.run(url, fromNumber, toNumber, atMs, reason));
    },
    dead: async (limit) => (await store.read(() => dead.all(limit))).map((letter) => ({ ...letter })),
  };
}
