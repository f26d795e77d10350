// Webhooks on loopback, on both engines: signed batches, repeats after failures, giving up in the end, and never past the address guard.
import { createHmac } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createFetch } from '../../src/fetch/client.ts';
import { defaultFetchPolicy } from '../../src/fetch/policy.ts';
import { openSqlWebhooks } from '../../src/monitor/notify/sql-webhooks.ts';
import { deliverWebhooks, type WebhookDependencies } from '../../src/monitor/notify/webhook-delivery.ts';
import { retryAfterMs } from '../../src/monitor/notify/webhook-message.ts';
import { openSqlChecks } from '../../src/monitor/tables/sql-checks.ts';
import { type SqlStore, statement, within } from '../../src/store/sql/sql.ts';
import { openSqlite } from '../../src/store/sqlite/sqlite.ts';
import { openEmptyPostgres } from '../servers/empty-postgres.ts';
import { describeWith } from '../servers/needs.ts';
import { testClock } from './check-bench.ts';

interface Message {
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly text: string;
}

const secret = 'a key of the test';
const received: Message[] = [];
let status = 200;
let server: Server;
let parts: WebhookDependencies & { fetch: ReturnType<typeof createFetch> };
let clock: ReturnType<typeof testClock>;

async function prepare(store: SqlStore): Promise<void> {
  received.length = 0;
  status = 200;
  server = createServer((request, response) => {
    let text = '';
    request.on('data', (chunk) => {
      text += String(chunk);
    });
    request.on('end', () => {
      received.push({ headers: request.headers, text });
      response.writeHead(status, status === 302 ? { location: '/elsewhere' } : {}).end();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  clock = testClock();
  const urls = [`http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`];
  const fetch = createFetch({ ...defaultFetchPolicy, allowPrivate: true });
  parts = { store, fetch, clock, urls, secret };
}

async function end(): Promise<void> {
  await parts.fetch.close();
  await parts.store.close();
  server.close();
}

async function happen(count: number): Promise<void> {
  const add = statement('INSERT INTO health_event(id, at_ms, type, message) VALUES(?, 1, ?, ?)');
  for (let n = 0; n < count; n++)
    await parts.store.transact((transaction) => within(transaction, () => add.run(`r${n}`, 'down', 'It is down.')));
}

const numbers = ({ text }: Message) =>
  (JSON.parse(text) as { events: { number: number }[] }).events.map((event) => event.number);

function testWebhooks(engine: string, open: () => Promise<SqlStore>): void {
  describe(engine, () => {
    beforeEach(async () => prepare(await open()));
    afterEach(end);
    testNotifications();
  });
}

testWebhooks('SQLite', async () => openSqlite(':memory:'));
describeWith('postgis', () => testWebhooks('PostgreSQL', () => openEmptyPostgres()));

function testNotifications(): void {
  it('tells what happens from now on, in order, signed', async () => {
    await happen(2);
    expect(await deliverWebhooks(parts)).toBe(0);
    await happen(3);
    expect(await deliverWebhooks(parts)).toBe(1);
    expect(received.map(numbers)).toEqual([[3, 4, 5]]);
    const { headers, text } = received[0]!;
    const expected = createHmac('sha256', secret)
      .update(`${String(headers['x-geotrawl-timestamp'])}.${text}`)
      .digest('hex');
    expect(headers['x-geotrawl-signature']).toBe(`sha256=${expected}`);
    expect(JSON.parse(text)).toMatchObject({ delivery: '3-5', events: [{ type: 'service.down', id: 'r0' }, {}, {}] });
    expect(await deliverWebhooks(parts)).toBe(0);
  });

  it('sends a flood as batches, one a minute', async () => {
    await deliverWebhooks(parts);
    await happen(250);
    expect([await deliverWebhooks(parts), await deliverWebhooks(parts)]).toEqual([1, 0]);
    clock.pass(1 / 60);
    await deliverWebhooks(parts);
    clock.pass(1 / 60);
    await deliverWebhooks(parts);
    expect(received.map((message) => numbers(message).length)).toEqual([100, 100, 50]);
  });

  it('tries again with the same delivery, and gives up in the end without losing what comes later', async () => {
    await deliverWebhooks(parts);
    await happen(1);
    status = 500;
    for (const waitMs of [...retryAfterMs, 0]) {
      expect(await deliverWebhooks(parts)).toBe(0);
      clock.pass(waitMs / 3_600_000);
    }
    expect(new Set(received.map(({ headers }) => headers['x-geotrawl-delivery']))).toEqual(new Set(['1-1']));
    expect(received).toHaveLength(retryAfterMs.length + 1);
    expect(await openSqlWebhooks(parts.store).dead(9)).toMatchObject([
      { fromNumber: 1, toNumber: 1, reason: 'The webhook responded with status 500.' },
    ]);
    status = 200;
    await happen(1);
    clock.pass(1);
    expect(await deliverWebhooks(parts)).toBe(1);
    expect(numbers(received.at(-1)!)).toEqual([2]);
    expect(await openSqlChecks(parts.store).events({ limit: 9 })).toHaveLength(2);
  });

  it('follows no redirect, and goes to no private address', async () => {
    await deliverWebhooks(parts);
    await happen(1);
    status = 302;
    expect(await deliverWebhooks(parts)).toBe(0);
    expect(received).toHaveLength(1);
    const guarded = createFetch(defaultFetchPolicy);
    clock.pass(1);
    expect(await deliverWebhooks({ ...parts, fetch: guarded })).toBe(0);
    expect(received).toHaveLength(1);
    await guarded.close();
  });

  it('is not told again by a machine that slept while another told more', async () => {
    const webhooks = openSqlWebhooks(parts.store);
    const [url] = parts.urls;
    const saved = (lastNumber: number) =>
      parts.store.transact(async (transaction) => {
        const webhook = await webhooks.open(transaction, url!, 1);
        await webhooks.save(transaction, { ...webhook, lastNumber });
        return (await webhooks.open(transaction, url!, 1)).lastNumber;
      });
    expect([await saved(7), await saved(5), await saved(8)]).toEqual([7, 7, 8]);
  });

  it('says nothing more once another machine tells', async () => {
    await deliverWebhooks(parts);
    await happen(1);
    expect(await deliverWebhooks({ ...parts, isOurs: async () => false })).toBe(0);
    expect(received).toHaveLength(0);
  });
}
