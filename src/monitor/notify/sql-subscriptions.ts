// Followed resources in SQL, for both engines.
import type { AccountWebhook, FollowerStore } from '../../model/subscription.ts';
import { lockByName, type SqlStore, statement } from '../../store/sql/sql.ts';

const add = statement('INSERT INTO following(person_id, id, since_ms) VALUES(?, ?, ?) ON CONFLICT DO NOTHING');
const remove = statement('DELETE FROM following WHERE person_id = ? AND id = ?');
const others = statement<{ others: number }>('SELECT count(*) AS others FROM following WHERE id = ?');
const followed = statement<{ id: string }>('SELECT id FROM following WHERE person_id = ?');
const addHook = statement<{ number: number }>(`INSERT INTO person_webhook(person_id, url, secret, created_ms)
  VALUES(?, ?, ?, ?) ON CONFLICT DO NOTHING RETURNING webhook_id AS "number"`);
const removeHook = statement('DELETE FROM person_webhook WHERE person_id = ? AND webhook_id = ?');
const hooks = statement<AccountWebhook>(`SELECT webhook_id AS "number", person_id AS "person", url, secret
  FROM person_webhook WHERE person_id = coalesce(?, person_id) ORDER BY webhook_id`);

export function openSqlFollowers(store: SqlStore): FollowerStore {
  return {
    follow: async (transaction, person, id, nowMs) =>
      (await store.within(transaction, function* () {
        yield* lockByName(`monitor ${id}`);
        return yield* add.run(person, id, nowMs);
      })) === 1,
    unfollow: (transaction, person, id) =>
      store.within(transaction, function* () {
        // Locked, because two simultaneous unsubscriptions would each count the other.
        yield* lockByName(`monitor ${id}`);
        yield* remove.run(person, id);
        return { isFollowedByOthers: (yield* others.get(id))!.others > 0 };
      }),
    followed: async (person) => new Set((await store.read(() => followed.all(person))).map(({ id }) => id)),
    addWebhook: async (transaction, { person, url, secret }, nowMs) =>
      (await store.within(transaction, () => addHook.get(person, url, secret, nowMs)))?.number ?? null,
    removeWebhook: async (transaction, person, number) =>
      (await store.within(transaction, () => removeHook.run(person, number))) === 1,
    webhooks: async (person) => (await store.read(() => hooks.all(person))).map((hook) => ({ ...hook })),
  };
}
