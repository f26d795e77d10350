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

type Handler = (request: HttpRequest, context: AccountsContext) => Promise<HttpResponse>;

export function followingRoutes(context: AccountsContext): readonly Route[] {
  const addressesByUser: AddressesByUser = new Map();
  const permission = 'follow';
  const read = (path: string, summary: string, handler: Handler) =>
    get(path, { permission, summary, query: queryParameters() }, (request) => handler(request, context));
  const end = (path: string, summary: string, handler: Handler) =>
    remove(path, { permission, summary, status: 204 }, (request) => handler(request, context));
  const text = Type.String();
  return [
    read('/api/v1/following', 'Followed records with their status', getFollowing),
    put(
      '/api/v1/following/:record',
      { permission, summary: 'Follow a record: it is checked every hour', body: bodyMembers({}), status: 204 },
      (request) => putFollowing(request, context),
    ),
    end('/api/v1/following/:record', 'Stop following a record', endFollowing),
    read('/api/v1/webhooks', 'Your webhooks, notified about followed records', getWebhooks),
    post(
      '/api/v1/webhooks',
      { permission, summary: 'Add a webhook; its secret is shown once', body: bodyMembers({ url: text }), status: 201 },
      (request) => addWebhook(request, context),
    ),
    end('/api/v1/webhooks/:id', 'Remove a webhook', removeWebhook),
    read('/api/v1/mail', 'Mail address and interval for notifications about followed records', getMail),
    put(
      '/api/v1/mail',
      {
        permission,
        summary: 'Set the mail address; a new one is sent a code first. "every" is now or day',
        body: bodyMembers({ address: text, every: Type.Optional(text) }),
      },
      (request) => putMail(request, context, addressesByUser),
    ),
    end('/api/v1/mail', 'Stop notifications by mail', endMail),
    post(
      '/api/v1/mail/confirm',
      { permission, summary: 'Confirm the mail address with the code', body: bodyMembers({ code: text }), status: 204 },
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
    throw badParameter('record', `you already follow the maximum of ${maxFollowed}.`);
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
  if (url === null || !/^https?:$/.test(url.protocol)) throw badParameter('url', 'must be an http or https URL.');
  url.hash = '';
  const [person, secret, followers] = [personIn(request), makeSecret('whs_'), openSqlFollowers(store)];
  if ((await followers.webhooks(person)).length >= maxWebhooks)
    throw badParameter('url', `you already have the maximum of ${maxWebhooks} webhooks.`);
  const id = await store.transact(async (transaction) => {
    await people.note(transaction, request.who, 'webhook.create', url.origin);
    return followers.addWebhook(transaction, { person, url: url.href, secret }, clock.now());
  });
  if (id === null) throw badParameter('url', 'you already have a webhook with this URL.');
  return {
    ...jsonResponse({ id, url: url.href, secret }, 'application/json', 201),
    headers: { 'cache-control': 'no-store' },
  };
}

async function removeWebhook(request: HttpRequest, { store }: AccountsContext): Promise<HttpResponse> {
  const [person, id] = [personIn(request), idIn(request)];
  const followers = openSqlFollowers(store);
  if (!(await store.transact((transaction) => followers.removeWebhook(transaction, person, id))))
    throw notFound('You have no such webhook.');
  return done;
}

async function getMail(request: HttpRequest, { store }: AccountsContext): Promise<HttpResponse> {
  const [subscription] = await openSqlMail(store).subscriptions(personIn(request));
  if (subscription === undefined) return jsonResponse({ address: null, every: null, isConfirmed: false });
  const every = subscription.everyMs > followedPauseMs ? 'day' : 'now';
  return jsonResponse({ address: subscription.address, every, isConfirmed: subscription.code === null });
}

/** When each user added new addresses. */
type AddressesByUser = Map<number, number[]>;

async function putMail(
  request: HttpRequest,
  { store, clock, people }: AccountsContext,
  addressesByUser: AddressesByUser,
): Promise<HttpResponse> {
  const body = await bodyOf(request);
  const [address, every] = [body.text('address').trim(), body.text('every', 'day')];
  if (request.who.person === null)
    throw badParameter('address', 'without accounts, mail goes to the addresses in mail.to.');
  if (!isMailAddress(address)) throw badParameter('address', 'must be a mail address.');
  if (every !== 'day' && every !== 'now') throw badParameter('every', 'must be "now" or "day".');
  const [person, nowMs, mail] = [personIn(request), clock.now(), openSqlMail(store)];
  const known = (await mail.subscriptions(person)).find((one) => one.address === address);
  if (known === undefined) countAddress(addressesByUser, person, nowMs);
  const everyMs = every === 'day' ? dayMs : followedPauseMs;
  await store.transact(async (transaction) => {
    await mail.unsubscribe(transaction, person, address);
    const code = makeSecret().slice(0, 12);
    await mail.subscribe(transaction, { person, address, scope: 'followed', everyMs, dueMs: nowMs, code });
    await people.note(transaction, request.who, 'mail', address);
  });
  return jsonResponse({ address, every, isConfirmed: known !== undefined && known.code === null });
}

function countAddress(addressesByUser: AddressesByUser, person: number, nowMs: number): void {
  const recent = (addressesByUser.get(person) ?? []).filter((atMs) => nowMs - atMs < dayMs);
  if (recent.length >= maxAddressesPerDay)
    throw new GeotrawlError('access.throttled', 'Too many new addresses today. Try again tomorrow.');
  addressesByUser.set(person, [...recent, nowMs]);
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
  const isConfirmed = await store.transact((transaction) =>
    mail.confirm(transaction, personIn(request), body.text('code').trim(), clock.now()),
  );
  if (!isConfirmed) throw badParameter('code', 'this is not the code that was sent to your address.');
  return done;
}
