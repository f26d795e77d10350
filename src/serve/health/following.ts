// /api/v1/following, webhooks and mail: what people want to hear of, and how.

import { readUrl } from '../../base/url/url.ts';
import { enrollmentOf } from '../../check/enrollment.ts';
import { GeotrawlError } from '../../model/errors.ts';
import { operator } from '../../model/subscription.ts';
import { followedPauseMs } from '../../monitor/notify/mail-delivery.ts';
import { openSqlMail } from '../../monitor/notify/sql-mail.ts';
import { openSqlFollowers } from '../../monitor/notify/sql-subscriptions.ts';
import { follow, unfollow } from '../../monitor/notify/subscriptions.ts';
import { openSqlChecks } from '../../monitor/tables/sql-checks.ts';
import { makeSecret } from '../auth/generate-secret.ts';
import { bodyOf } from '../http/read-body.ts';
import { type Asked, checkQuery } from '../http/request.ts';
import { type Answer, badParameter, jsonAnswer, notFound } from '../http/response.ts';
import { get, post, put, type Route, remove } from '../http/router.ts';
import { idIn } from '../people/routes.ts';
import { findRecord } from '../records/items.ts';
import type { Serving } from '../serving.ts';

/** Each is looked at every hour. */
const maxFollowed = 100;
const maxWebhooks = 5;
/** New addresses somebody may name in a day: each gets a mail that its owner has not asked for. */
const maxAddressesPerDay = 3;
const dayMs = 24 * 3_600_000;
const done: Answer = { status: 204, type: '', body: '' };

export function followingRoutes(serving: Serving): readonly Route[] {
  const named: NamedAddresses = new Map();
  return [
    get('/api/v1/following', (asked) => getFollowing(asked, serving)),
    put('/api/v1/following/:record', (asked) => putFollowing(asked, serving)),
    remove('/api/v1/following/:record', (asked) => endFollowing(asked, serving)),
    get('/api/v1/webhooks', (asked) => getWebhooks(asked, serving)),
    post('/api/v1/webhooks', (asked) => addWebhook(asked, serving)),
    remove('/api/v1/webhooks/:id', (asked) => removeWebhook(asked, serving)),
    get('/api/v1/mail', (asked) => getMail(asked, serving)),
    put('/api/v1/mail', (asked) => putMail(asked, serving, named)),
    remove('/api/v1/mail', (asked) => endMail(asked, serving)),
    post('/api/v1/mail/confirm', (asked) => confirmMail(asked, serving)),
  ];
}

/** On a machine of one's own there are no accounts: what is followed is followed by whoever runs it. */
function personIn({ who }: Asked): number {
  return who.person?.id ?? operator;
}

async function getFollowing(asked: Asked, { store, catalog }: Serving): Promise<Answer> {
  checkQuery(asked, []);
  const ids = [...(await openSqlFollowers(store).followed(personIn(asked)))];
  const items = await Promise.all(
    ids.map(async (id) => {
      const [record, monitored] = await Promise.all([catalog.get(id), catalog.checks.get(id)]);
      return { id, title: record?.title ?? '', state: monitored?.health?.state ?? 'unchecked' };
    }),
  );
  return jsonAnswer({ items });
}

async function putFollowing(asked: Asked, serving: Serving): Promise<Answer> {
  await bodyOf(asked, []);
  const { store, clock, people } = serving;
  const record = await findRecord(serving, asked.parameters.record ?? '');
  const person = personIn(asked);
  const followed = await openSqlFollowers(store).followed(person);
  if (followed.size >= maxFollowed && !followed.has(record.id))
    throw badParameter('record', `nobody follows more than ${maxFollowed}.`);
  const nowMs = clock.now();
  await store.transact(async (transaction) => {
    await openSqlChecks(store).enroll(transaction, enrollmentOf(record, nowMs));
    await follow(store, transaction, { person, id: record.id }, nowMs);
    await people.note(transaction, asked.who, 'follow', record.id);
  });
  return done;
}

/** Also of what is no longer in the catalog. */
async function endFollowing(asked: Asked, { store, clock, people }: Serving): Promise<Answer> {
  const id = asked.parameters.record ?? '';
  await store.transact(async (transaction) => {
    await unfollow(store, transaction, { person: personIn(asked), id }, clock.now());
    await people.note(transaction, asked.who, 'follow.end', id);
  });
  return done;
}

async function getWebhooks(asked: Asked, { store }: Serving): Promise<Answer> {
  checkQuery(asked, []);
  const webhooks = await openSqlFollowers(store).webhooks(personIn(asked));
  return jsonAnswer({ items: webhooks.map(({ number, url }) => ({ id: number, url })) });
}

/** Where it leads is looked at by the address guard when it is used: names change their minds. */
async function addWebhook(asked: Asked, { store, clock, people }: Serving): Promise<Answer> {
  const body = await bodyOf(asked, ['url']);
  const url = readUrl(body.text('url'));
  if (url === null || !/^https?:$/.test(url.protocol))
    throw badParameter('url', 'an http or https address is expected.');
  url.hash = '';
  const [person, secret, followers] = [personIn(asked), makeSecret('whs_'), openSqlFollowers(store)];
  if ((await followers.webhooks(person)).length >= maxWebhooks)
    throw badParameter('url', `nobody has more than ${maxWebhooks} webhooks.`);
  const id = await store.transact(async (transaction) => {
    await people.note(transaction, asked.who, 'webhook.create', url.origin);
    return followers.addWebhook(transaction, { person, url: url.href, secret }, clock.now());
  });
  if (id === null) throw badParameter('url', 'you have a webhook at this address.');
  return {
    ...jsonAnswer({ id, url: url.href, secret }, 'application/json', 201),
    headers: { 'cache-control': 'no-store' },
  };
}

async function removeWebhook(asked: Asked, { store }: Serving): Promise<Answer> {
  const [person, id] = [personIn(asked), idIn(asked)];
  const followers = openSqlFollowers(store);
  if (!(await store.transact((transaction) => followers.removeWebhook(transaction, person, id))))
    throw notFound('No such webhook of yours.');
  return done;
}

async function getMail(asked: Asked, { store }: Serving): Promise<Answer> {
  checkQuery(asked, []);
  const [own] = await openSqlMail(store).subscriptions(personIn(asked));
  if (own === undefined) return jsonAnswer({ address: null, every: null, isConfirmed: false });
  const every = own.everyMs > followedPauseMs ? 'day' : 'now';
  return jsonAnswer({ address: own.address, every, isConfirmed: own.code === null });
}

/** Days on which each person has named new addresses. */
type NamedAddresses = Map<number, number[]>;

async function putMail(asked: Asked, { store, clock, people }: Serving, named: NamedAddresses): Promise<Answer> {
  const body = await bodyOf(asked, ['address', 'every']);
  const [address, every] = [body.text('address').trim(), body.text('every', 'day')];
  if (asked.who.person === null)
    throw badParameter('address', 'without accounts, mail goes to the addresses in mail.to.');
  if (!isMailAddress(address)) throw badParameter('address', 'a mail address is expected.');
  if (every !== 'day' && every !== 'now') throw badParameter('every', 'it is now or day.');
  const [person, nowMs, mail] = [personIn(asked), clock.now(), openSqlMail(store)];
  const known = (await mail.subscriptions(person)).find((one) => one.address === address);
  if (known === undefined) countAddress(named, person, nowMs);
  const everyMs = every === 'day' ? dayMs : followedPauseMs;
  await store.transact(async (transaction) => {
    await mail.unsubscribe(transaction, person, address);
    const code = makeSecret().slice(0, 12);
    await mail.subscribe(transaction, { person, address, scope: 'followed', everyMs, dueMs: nowMs, code });
    await people.note(transaction, asked.who, 'mail', address);
  });
  return jsonAnswer({ address, every, isConfirmed: known !== undefined && known.code === null });
}

function countAddress(named: NamedAddresses, person: number, nowMs: number): void {
  const recent = (named.get(person) ?? []).filter((atMs) => nowMs - atMs < dayMs);
  if (recent.length >= maxAddressesPerDay)
    throw new GeotrawlError('access.throttled', 'That are many addresses for one day. Try again tomorrow.');
  named.set(person, [...recent, nowMs]);
}

/** One local part, one domain, nothing a header could be broken with; whether it exists the code tells. */
function isMailAddress(text: string): boolean {
  return text.length <= 254 && /^[\w.+=-]{1,64}@[A-Za-z\d-]+(?:\.[A-Za-z\d-]+)+$/.test(text);
}

async function endMail(asked: Asked, { store, people }: Serving): Promise<Answer> {
  await store.transact(async (transaction) => {
    await openSqlMail(store).unsubscribe(transaction, personIn(asked), null);
    await people.note(transaction, asked.who, 'mail.end', '');
  });
  return done;
}

async function confirmMail(asked: Asked, { store, clock }: Serving): Promise<Answer> {
  const body = await bodyOf(asked, ['code']);
  const mail = openSqlMail(store);
  const isRight = await store.transact((transaction) =>
    mail.confirm(transaction, personIn(asked), body.text('code').trim(), clock.now()),
  );
  if (!isRight) throw badParameter('code', 'it is not the code that was sent to your address.');
  return done;
}
