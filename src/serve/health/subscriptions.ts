// /api/v1/following, webhooks and mail: subscriptions and their notifications.

import { Type } from 'typebox';
import { readUrl } from '../../base/url/url.ts';
import { GeotrawlError } from '../../model/errors.ts';
import { operator } from '../../model/subscription.ts';
import { followedPauseMs } from '../../monitor/notify/mail-delivery.ts';
import { openSqlMail } from '../../monitor/notify/sql-mail.ts';
import { openSqlFollowers } from '../../monitor/notify/sql-subscriptions.ts';
import { follow, unfollow } from '../../monitor/notify/subscriptions.ts';
import { enrollmentOf } from '../../monitor/schedule/enrollment.ts';
import { openSqlChecks } from '../../monitor/tables/sql-checks.ts';
import type { AccountsContext } from '../auth/accounts.ts';
import { makeSecret } from '../auth/generate-secret.ts';
import { idIn } from '../auth/routes.ts';
import { bodyOf } from '../http/read-body.ts';
import { findRecord } from '../http/record-query.ts';
import type { HttpRequest } from '../http/request.ts';
import { badParameter, type HttpResponse, jsonResponse, notFound } from '../http/response.ts';
import { bodyMembers, get, post, put, queryParameters, type Route, remove } from '../http/route.ts';

/** Followed records are checked every hour. */
const maxFollowed = 100;
const maxWebhooks = 5;
/** New mail addresses per user and day: each is sent a mail its owner didn't request. */
const maxAddressesPerDay = 3;
const dayMs = 24 * 3_600_000;
const done: HttpResponse = { status: 204, type: '', body: '' };

export function followingRoutes(context: AccountsContext): readonly Route[] {
  const named: NamedAddresses = new Map();
  return [
    get(
      '/api/v1/following',
      { permission: 'follow', summary: 'Followed records with their status', query: queryParameters() },
      (request) => getFollowing(request, context),
    ),
    put(
      '/api/v1/following/:record',
      {
        permission: 'follow',
        summary: 'Follow a record: it is checked every hour',
        body: bodyMembers({}),
        status: 204,
      },
      (request) => putFollowing(request, context),
    ),
    remove(
      '/api/v1/following/:record',
      { permission: 'follow', summary: 'Stop following a record', status: 204 },
      (request) => endFollowing(request, context),
    ),
    get(
      '/api/v1/webhooks',
      { permission: 'follow', summary: 'Your webhooks, notified about followed records', query: queryParameters() },
      (request) => getWebhooks(request, context),
    ),
    post(
      '/api/v1/webhooks',
      {
        permission: 'follow',
        summary: 'Add a webhook; its secret is shown once',
        body: bodyMembers({ url: Type.String() }),
        status: 201,
      },
      (request) => addWebhook(request, context),
    ),
    remove('/api/v1/webhooks/:id', { permission: 'follow', summary: 'Remove a webhook', status: 204 }, (request) =>
      removeWebhook(request, context),
    ),
    get(
      '/api/v1/mail',
      {
        permission: 'follow',
        summary: 'Mail address and interval for notifications about followed records',
        query: queryParameters(),
      },
      (request) => getMail(request, context),
    ),
    put(
      '/api/v1/mail',
      {
        permission: 'follow',
        summary: 'Set the mail address; a new one is sent a code first. "every" is now or day',
        body: bodyMembers({ address: Type.String(), every: Type.Optional(Type.String()) }),
      },
      (request) => putMail(request, context, named),
    ),
    remove('/api/v1/mail', { permission: 'follow', summary: 'Stop notifications by mail', status: 204 }, (request) =>
      endMail(request, context),
    ),
    post(
      '/api/v1/mail/confirm',
      {
        permission: 'follow',
        summary: 'Confirm the mail address with the code',
        body: bodyMembers({ code: Type.String() }),
        status: 204,
      },
      (request) => confirmMail(request, context),
    ),
  ];
}

/** Without accounts there is a single subscriber. */
function personIn({ who }: HttpRequest): number {
  return who.person?.id ?? operator;
}

async function getFollowing(request: HttpRequest, { store, catalog }: AccountsContext): Promise<HttpResponse> {
  const ids = [...(await openSqlFollowers(store).followed(personIn(request)))];
  const items = await Promise.all(
    ids.map(async (id) => {
      const [record, monitored] = await Promise.all([catalog.get(id), catalog.checks.get(id)]);
      return { id, title: record?.title ?? '', state: monitored?.health?.state ?? 'unchecked' };
    }),
  );
  return jsonResponse({ items });
}

async function putFollowing(request: HttpRequest, context: AccountsContext): Promise<HttpResponse> {
  await bodyOf(request);
  const { store, clock, people } = context;
  const record = await findRecord(context, request.parameters.record ?? '');
  const person = personIn(request);
  const followed = await openSqlFollowers(store).followed(person);
  if (followed.size >= maxFollowed && !followed.has(record.id))
    throw badParameter('record', `nobody follows more than ${maxFollowed}.`);
  const nowMs = clock.now();
  await store.transact(async (transaction) => {
    await openSqlChecks(store).enroll(transaction, enrollmentOf(record, nowMs));
    await follow(store, transaction, { person, id: record.id }, nowMs);
    await people.note(transaction, request.who, 'follow', record.id);
  });
  return done;
}

/** Also for records that are no longer in the catalog. */
async function endFollowing(request: HttpRequest, { store, clock, people }: AccountsContext): Promise<HttpResponse> {
  const id = request.parameters.record ?? '';
  await store.transact(async (transaction) => {
    await unfollow(store, transaction, { person: personIn(request), id }, clock.now());
    await people.note(transaction, request.who, 'follow.end', id);
  });
  return done;
}

async function getWebhooks(request: HttpRequest, { store }: AccountsContext): Promise<HttpResponse> {
  const webhooks = await openSqlFollowers(store).webhooks(personIn(request));
  return jsonResponse({ items: webhooks.map(({ number, url }) => ({ id: number, url })) });
}

/** The address guard checks the target on every delivery, because DNS entries change. */
async function addWebhook(request: HttpRequest, { store, clock, people }: AccountsContext): Promise<HttpResponse> {
  const body = await bodyOf(request);
  const url = readUrl(body.text('url'));
  if (url === null || !/^https?:$/.test(url.protocol))
    throw badParameter('url', 'an http or https address is expected.');
  url.hash = '';
  const [person, secret, followers] = [personIn(request), makeSecret('whs_'), openSqlFollowers(store)];
  if ((await followers.webhooks(person)).length >= maxWebhooks)
    throw badParameter('url', `nobody has more than ${maxWebhooks} webhooks.`);
  const id = await store.transact(async (transaction) => {
    await people.note(transaction, request.who, 'webhook.create', url.origin);
    return followers.addWebhook(transaction, { person, url: url.href, secret }, clock.now());
  });
  if (id === null) throw badParameter('url', 'you have a webhook at this address.');
  return {
    ...jsonResponse({ id, url: url.href, secret }, 'application/json', 201),
    headers: { 'cache-control': 'no-store' },
  };
}

async function removeWebhook(request: HttpRequest, { store }: AccountsContext): Promise<HttpResponse> {
  const [person, id] = [personIn(request), idIn(request)];
  const followers = openSqlFollowers(store);
  if (!(await store.transact((transaction) => followers.removeWebhook(transaction, person, id))))
    throw notFound('No such webhook of yours.');
  return done;
}

async function getMail(request: HttpRequest, { store }: AccountsContext): Promise<HttpResponse> {
  const [own] = await openSqlMail(store).subscriptions(personIn(request));
  if (own === undefined) return jsonResponse({ address: null, every: null, isConfirmed: false });
  const every = own.everyMs > followedPauseMs ? 'day' : 'now';
  return jsonResponse({ address: own.address, every, isConfirmed: own.code === null });
}

/** Days on which each user added new addresses. */
type NamedAddresses = Map<number, number[]>;

async function putMail(
  request: HttpRequest,
  { store, clock, people }: AccountsContext,
  named: NamedAddresses,
): Promise<HttpResponse> {
  const body = await bodyOf(request);
  const [address, every] = [body.text('address').trim(), body.text('every', 'day')];
  if (request.who.person === null)
    throw badParameter('address', 'without accounts, mail goes to the addresses in mail.to.');
  if (!isMailAddress(address)) throw badParameter('address', 'a mail address is expected.');
  if (every !== 'day' && every !== 'now') throw badParameter('every', 'it is now or day.');
  const [person, nowMs, mail] = [personIn(request), clock.now(), openSqlMail(store)];
  const known = (await mail.subscriptions(person)).find((one) => one.address === address);
  if (known === undefined) countAddress(named, person, nowMs);
  const everyMs = every === 'day' ? dayMs : followedPauseMs;
  await store.transact(async (transaction) => {
    await mail.unsubscribe(transaction, person, address);
    const code = makeSecret().slice(0, 12);
    await mail.subscribe(transaction, { person, address, scope: 'followed', everyMs, dueMs: nowMs, code });
    await people.note(transaction, request.who, 'mail', address);
  });
  return jsonResponse({ address, every, isConfirmed: known !== undefined && known.code === null });
}

function countAddress(named: NamedAddresses, person: number, nowMs: number): void {
  const recent = (named.get(person) ?? []).filter((atMs) => nowMs - atMs < dayMs);
  if (recent.length >= maxAddressesPerDay)
    throw new GeotrawlError('access.throttled', 'That are many addresses for one day. Try again tomorrow.');
  named.set(person, [...recent, nowMs]);
}

/** One local part, one domain, no header injection; the confirmation code shows whether it exists. */
function isMailAddress(text: string): boolean {
  return text.length <= 254 && /^[\w.+=-]{1,64}@[A-Za-z\d-]+(?:\.[A-Za-z\d-]+)+$/.test(text);
}

async function endMail(request: HttpRequest, { store, people }: AccountsContext): Promise<HttpResponse> {
  await store.transact(async (transaction) => {
    await openSqlMail(store).unsubscribe(transaction, personIn(request), null);
    await people.note(transaction, request.who, 'mail.end', '');
  });
  return done;
}

async function confirmMail(request: HttpRequest, { store, clock }: AccountsContext): Promise<HttpResponse> {
  const body = await bodyOf(request);
  const mail = openSqlMail(store);
  const isRight = await store.transact((transaction) =>
    mail.confirm(transaction, personIn(request), body.text('code').trim(), clock.now()),
  );
  if (!isRight) throw badParameter('code', 'it is not the code that was sent to your address.');
  return done;
}
