// Mail subscriptions in SQL, for both engines.
import type { MailStore, MailSubscription } from '../../model/subscription.ts';
import type { DeadLetter } from '../../model/webhook.ts';
import { type SqlStore, statement } from '../../store/sql/sql.ts';

const add = statement(`INSERT INTO mail_subscription(person_id, address, scope, every_ms, last_number, attempts, due_ms,
    code)
  SELECT CAST(? AS bigint), CAST(? AS text), CAST(? AS text), CAST(? AS bigint), coalesce(max(number), 0), 0,
    CAST(? AS bigint), CAST(? AS text) FROM health_event WHERE true
  ON CONFLICT(person_id, address, scope) DO UPDATE SET every_ms = excluded.every_ms`);
const remove = statement('DELETE FROM mail_subscription WHERE person_id = ? AND address IS DISTINCT FROM ?');
const confirm = statement(`UPDATE mail_subscription SET code = NULL, due_ms = ?,
  last_number = (SELECT coalesce(max(number), 0) FROM health_event) WHERE person_id = ? AND code = ?`);
const all = statement<MailSubscription>(`SELECT person_id AS "person", address, scope, every_ms AS "everyMs",
    last_number AS "lastNumber", attempts, due_ms AS "dueMs", code FROM mail_subscription
  WHERE person_id = coalesce(?, person_id) ORDER BY person_id, address, scope`);
const save = statement(`UPDATE mail_subscription SET last_number = ?, attempts = ?, due_ms = ?
  WHERE person_id = ? AND address = ? AND scope = ? AND last_number <= ?`);
const bury = statement(`INSERT INTO mail_dead(address, from_number, to_number, at_ms, reason) VALUES(?, ?, ?, ?, ?)`);
const dead = statement<DeadLetter>(`SELECT 'mailto:' || address AS url, from_number AS "fromNumber",
  to_number AS "toNumber", at_ms AS "atMs", reason FROM mail_dead ORDER BY number DESC LIMIT ?`);

export function openSqlMail(store: SqlStore): MailStore {
  return {
    subscribe: async (transaction, { person, address, scope, everyMs, dueMs, code }) => {
      await store.within(transaction, () => add.run(person, address, scope, everyMs, dueMs, code));
    },
    unsubscribe: async (transaction, person, exceptAddress) => {
      await store.within(transaction, () => remove.run(person, exceptAddress));
    },
    confirm: async (transaction, person, code, nowMs) =>
      (await store.within(transaction, () => confirm.run(nowMs, person, code))) > 0,
    subscriptions: async (person) => (await store.read(() => all.all(person))).map((one) => ({ ...one })),
    save: async (transaction, { lastNumber, attempts, dueMs, person, address, scope }) => {
      await store.within(transaction, () => save.run(lastNumber, attempts, dueMs, person, address, scope, lastNumber));
    },
    bury: async (transaction, { url, fromNumber, toNumber, atMs, reason }) => {
      const address = url.slice('mailto:'.length);
      await store.within(transaction, () => bury.run(address, fromNumber, toNumber, atMs, reason));
    },
    dead: async (limit) => (await store.read(() => dead.all(limit))).map((letter) => ({ ...letter })),
  };
}
