// Webhooks on SQLite.
import type { DeadLetter, Webhook, WebhookStore } from '../model/webhook.ts';
import type { SqliteStore } from '../store/sqlite.ts';
import { readSqlite } from '../store/sqlite-read.ts';

export function openSqliteWebhooks({ database }: SqliteStore): WebhookStore {
  const add = database.prepare(`INSERT OR IGNORE INTO webhook(url, last_number, attempts, due_ms)
    SELECT ?, coalesce(max(number), 0), 0, ? FROM health_event`);
  const find = database.prepare(`SELECT url, last_number AS "lastNumber", attempts, due_ms AS "dueMs" FROM webhook
    WHERE url = ?`);
  const save = database.prepare('UPDATE webhook SET last_number = ?, attempts = ?, due_ms = ? WHERE url = ?');
  const bury = database.prepare(`INSERT INTO webhook_dead(url, from_number, to_number, at_ms, reason)
    VALUES(?, ?, ?, ?, ?)`);
  const dead =
    database.prepare(`SELECT url, from_number AS "fromNumber", to_number AS "toNumber", at_ms AS "atMs", reason
    FROM webhook_dead ORDER BY number DESC LIMIT ?`);
  return {
    open: async (_, url, nowMs) => {
      add.run(url, nowMs);
      return { ...(find.get(url) as Webhook) };
    },
    save: async (_, { url, lastNumber, attempts, dueMs }) => void save.run(lastNumber, attempts, dueMs, url),
    bury: async (_, { url, fromNumber, toNumber, atMs, reason }) =>
      void bury.run(url, fromNumber, toNumber, atMs, reason),
    dead: async (limit) => readSqlite(() => (dead.all(limit) as DeadLetter[]).map((letter) => ({ ...letter }))),
  };
}
