// Webhook notifications: signed batches, retried and finally given up, sent through the address guard.

import type { Clock } from '../../model/clock.ts';
import { GeotrawlError } from '../../model/errors.ts';
import type { Fetch } from '../../model/fetch.ts';
import type { HealthEvent } from '../../model/monitoring.ts';
import type { Webhook } from '../../model/webhook.ts';
import type { SqlStore } from '../../store/sql/sql.ts';
import { openSqlChecks } from '../tables/sql-checks.ts';
import { openSqlFollowers } from './sql-subscriptions.ts';
import { openSqlWebhooks } from './sql-webhooks.ts';
import { afterFailure, afterSuccess, batchSize, webhookRequest } from './webhook-message.ts';

export interface WebhookDependencies {
  readonly store: SqlStore;
  readonly fetch: Pick<Fetch, 'get'>;
  readonly clock: Pick<Clock, 'now'>;
  readonly urls: readonly string[];
  readonly secret: string;
  /** Checked before every message; false if another machine took over delivery. */
  readonly isOurs?: () => Promise<boolean>;
}

/** Events read per pass, oldest first. */
const lookahead = 10_000;

/** Sends one message to each due webhook with new events. Returns how many were delivered. */
export async function deliverWebhooks(parts: WebhookDependencies, signal?: AbortSignal): Promise<number> {
  let delivered = 0;
  for (const url of parts.urls)
    if (await tellOne(parts, { url, secret: parts.secret, wants: null }, signal)) delivered++;
  const followers = openSqlFollowers(parts.store);
  for (const { person, url, secret } of await followers.webhooks(null)) {
    // The fragment is never sent: two users may have the same URL, each with its own position.
    const own: Hearer = { url: `${url}#${person}`, secret, wants: await followers.followed(person) };
    if (await tellOne(parts, own, signal)) delivered++;
  }
  return delivered;
}

interface Hearer {
  readonly url: string;
  readonly secret: string;
  /** Resources it subscribes to; null for all. */
  readonly wants: ReadonlySet<string> | null;
}

async function tellOne(parts: WebhookDependencies, hearer: Hearer, signal?: AbortSignal): Promise<boolean> {
  const { store, clock, isOurs } = parts;
  if (isOurs !== undefined && !(await isOurs())) return false;
  const { url, wants } = hearer;
  const webhooks = openSqlWebhooks(store);
  const webhook = await store.transact((transaction) => webhooks.open(transaction, url, clock.now()));
  if (webhook.dueMs > clock.now()) return false;
  const coming = await nextEvents(store, webhook);
  const last = coming.at(-1);
  if (last === undefined) return false;
  const events = wants === null ? coming : coming.filter(({ id }) => wants.has(id));
  if (events.length === 0) {
    await store.transact((transaction) => webhooks.save(transaction, { ...webhook, lastNumber: last.number }));
    return false;
  }
  const failure = await send(parts, hearer, events, signal);
  const nowMs = clock.now();
  const next = failure === null ? afterSuccess(webhook, last.number, nowMs) : afterFailure(webhook, nowMs);
  await store.transact(async (transaction) => {
    await webhooks.save(transaction, next ?? afterSuccess(webhook, last.number, nowMs));
    if (next !== null) return;
    const [fromNumber, toNumber] = [events[0]!.number, last.number];
    await webhooks.bury(transaction, { url, fromNumber, toNumber, atMs: nowMs, reason: failure ?? '' });
  });
  return failure === null;
}

/** Oldest first. */
async function nextEvents(store: SqlStore, { lastNumber }: Webhook): Promise<readonly HealthEvent[]> {
  const events = await openSqlChecks(store).events({ afterNumber: lastNumber, limit: lookahead });
  return [...events].reverse().slice(0, batchSize);
}

/** Null if accepted, else the reason. */
async function send(
  { fetch, clock }: WebhookDependencies,
  { url, secret }: Hearer,
  events: readonly HealthEvent[],
  signal?: AbortSignal,
): Promise<string | null> {
  try {
    const { status } = await fetch.get(webhookRequest(url, events, secret, clock.now()), signal);
    return status >= 200 && status < 300 ? null : `The webhook responded with status ${status}.`;
  } catch (error) {
    if (!(error instanceof GeotrawlError) || error.code === 'fetch.aborted') throw error;
    return error.message;
  }
}
