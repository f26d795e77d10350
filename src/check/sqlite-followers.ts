// Who follows what, on SQLite.
import type { FollowerStore, PersonWebhook } from '../model/follower.ts';
import type { SqliteStore } from '../store/sqlite.ts';
import { readSqlite } from '../store/sqlite-read.ts';

export function openSqliteFollowers({ database }: SqliteStore): FollowerStore {
  const add = database.prepare('INSERT OR IGNORE INTO following(person_id, id, since_ms) VALUES(?, ?, ?)');
  const remove = database.prepare('DELETE FROM following WHERE person_id = ? AND id = ?');
  const others = database.prepare('SELECT count(*) AS others FROM following WHERE id = ?');
  const followed = database.prepare('SELECT id FROM following WHERE person_id = ?');
  const addHook = database.prepare(`INSERT OR IGNORE INTO person_webhook(person_id, url, secret, created_ms)
    VALUES(?, ?, ?, ?)`);
  const removeHook = database.prepare('DELETE FROM person_webhook WHERE person_id = ? AND webhook_id = ?');
  const hooks = database.prepare(`SELECT webhook_id AS "number", person_id AS "person", url, secret FROM person_webhook
    WHERE ? IS NULL OR person_id = ? ORDER BY webhook_id`);
  return {
    follow: async (_, person, id, nowMs) => Number(add.run(person, id, nowMs).changes) === 1,
    unfollow: async (_, person, id) => {
      remove.run(person, id);
      return { isFollowedByOthers: (others.get(id) as { others: number }).others > 0 };
    },
    followed: async (person) =>
      readSqlite(() => new Set((followed.all(person) as { id: string }[]).map(({ id }) => id))),
    addWebhook: async (_, { person, url, secret }, nowMs) => {
      const { changes, lastInsertRowid } = addHook.run(person, url, secret, nowMs);
      return Number(changes) === 0 ? null : Number(lastInsertRowid);
    },
    removeWebhook: async (_, person, number) => Number(removeHook.run(person, number).changes) === 1,
    webhooks: async (person) =>
      readSqlite(() => (hooks.all(person, person) as PersonWebhook[]).map((hook) => ({ ...hook }))),
  };
}
