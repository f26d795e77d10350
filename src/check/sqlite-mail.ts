// Mail subscriptions on SQLite.
import type { MailStore, MailSubscription } from '../model/follower.ts';
import type { DeadLetter } from '../model/webhook.ts';
import type { SqliteStore } from '../store/sqlite.ts';
import { readSqlite } from '../store/sqlite-read.ts';

export function openSqliteMail({ database }: SqliteStore): MailStore {
  const add =
    database.prepare(`INSERT INTO mail_subscription(person_id, address, scope, every_ms, last_number, attempts,
      due_ms, code)
    SELECT ?, ?, ?, ?, coalesce(max(number), 0), 0, ?, ? FROM health_event WHERE true
    ON CONFLICT DO UPDATE SET every_ms = excluded.every_ms`);
  const remove = database.prepare('DELETE FROM mail_subscription WHERE person_id = ? AND address IS NOT ?');
  const confirm = database.prepare(`UPDATE mail_subscription SET code = NULL, due_ms = ?,
    last_number = (SELECT coalesce(max(number), 0) FROM health_event) WHERE person_id = ? AND code = ?`);
  const all = database.prepare(`SELECT person_id AS "person", address, scope, every_ms AS "everyMs",
      last_number AS "lastNumber", attempts, due_ms AS "dueMs", code FROM mail_subscription
    WHERE ? IS NULL OR person_id = ? ORDER BY person_id, address, scope`);
  const save = database.prepare(`UPDATE mail_subscription SET last_number = ?, attempts = ?, due_ms = ?
    WHERE person_id = ? AND address = ? AND scope = ?`);
  const bury = database.prepare(`INSERT INTO mail_dead(address, from_number, to_number, at_ms, reason)
    VALUES(?, ?, ?, ?, ?)`);
  const dead = database.prepare(`SELECT 'mailto:' || address AS url, from_number AS "fromNumber",
    to_number AS "toNumber", at_ms AS "atMs", reason FROM mail_dead ORDER BY number DESC LIMIT ?`);
  return {
    subscribe: async (_, { person, address, scope, everyMs, dueMs, code }) =>
      void add.run(person, address, scope, everyMs, dueMs, code),
    unsubscribe: async (_, person, exceptAddress) => void remove.run(person, exceptAddress),
    confirm: async (_, person, code, nowMs) => Number(confirm.run(nowMs, person, code).changes) > 0,
    subscriptions: async (person) =>
      readSqlite(() => (all.all(person, person) as MailSubscription[]).map((one) => ({ ...one }))),
    save: async (_, { lastNumber, attempts, dueMs, person, address, scope }) =>
      void save.run(lastNumber, attempts, dueMs, person, address, scope),
    bury: async (_, { url, fromNumber, toNumber, atMs, reason }) =>
      void bury.run(url.slice('mailto:'.length), fromNumber, toNumber, atMs, reason),
    dead: async (limit) => readSqlite(() => (dead.all(limit) as DeadLetter[]).map((letter) => ({ ...letter }))),
  };
}
