// A webhook message: body, signature and retry schedule. Pure.
import { createHmac } from 'node:crypto';
import type { FetchRequest } from '../../model/fetch.ts';
import type { HealthEvent } from '../../model/monitoring.ts';
import type { Webhook } from '../../model/webhook.ts';

const minuteMs = 60_000;
/** Delays after the first failure, the second …; after the last the events are given up. */
export const retryAfterMs: readonly number[] = [1, 5, 30, 120, 360, 1440].map((minutes) => minutes * minuteMs);
/** Events per message: a host that goes down with a thousand services is one message, not a thousand. */
export const batchSize = 100;
/** Minimum interval between messages to one URL. */
const pauseMs = minuteMs;
const timeoutMs = 10_000;
const maxResponseBytes = 1024;

/** `events` oldest first. The delivery id is the same in every attempt, so that receivers can detect repeats. */
export function webhookRequest(
  url: string,
  events: readonly HealthEvent[],
  secret: string,
  nowMs: number,
): FetchRequest {
  const delivery = `${events[0]?.number ?? 0}-${events.at(-1)?.number ?? 0}`;
  const text = JSON.stringify({
    delivery,
    events: events.map((event) => ({ ...event, type: `service.${event.type}` })),
  });
  const timestamp = String(Math.floor(nowMs / 1000));
  return {
    url,
    body: { type: 'application/json', text },
    headers: {
      'x-geotrawl-timestamp': timestamp,
      'x-geotrawl-delivery': delivery,
      'x-geotrawl-signature': `sha256=${signatureOf(secret, timestamp, text)}`,
    },
    timeoutMs,
    maxBytes: maxResponseBytes,
    // Redirects aren't followed: a webhook is at the URL its owner gave.
    before: async () => false,
  };
}

function signatureOf(secret: string, timestamp: string, text: string): string {
  return createHmac('sha256', secret).update(`${timestamp}.${text}`).digest('hex');
}

export function afterSuccess(webhook: Webhook, lastNumber: number, nowMs: number): Webhook {
  return { ...webhook, lastNumber, attempts: 0, dueMs: nowMs + pauseMs };
}

/** Null after too many failures: the events are given up, and later ones are tried. */
export function afterFailure(webhook: Webhook, nowMs: number): Webhook | null {
  const waitMs = retryAfterMs[webhook.attempts];
  return waitMs === undefined ? null : { ...webhook, attempts: webhook.attempts + 1, dueMs: nowMs + waitMs };
}
