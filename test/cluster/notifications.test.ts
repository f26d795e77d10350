// Two servers with one PostgreSQL database: each event is sent once to a webhook and once by mail, by either server.
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { type OpenMonitorOptions, openMonitorDependencies } from '../../src/monitor/rounds/monitor-dependencies.ts';
import { openPostgres, type PostgresStore } from '../../src/store/postgres/postgres.ts';
import { statement } from '../../src/store/sql/sql.ts';
import { testClock } from '../monitor/check-bench.ts';
import { type SmtpServer, startSmtpServer } from '../monitor/smtp-server.ts';
import { describeWith } from '../servers/needs.ts';
import { freshDatabase } from '../servers/postgres.ts';

describeWith('postgis', () => {
  const clock = testClock();
  const told: number[][] = [];
  /** Called with every message before it is answered. */
  let onMessage: () => Promise<void> = async () => {};
  let hook: Server;
  let smtp: SmtpServer;
  let store: PostgresStore;
  let machines: readonly OpenMonitorOptions[] = [];

  beforeAll(async () => {
    hook = createServer((request, response) => {
      let text = '';
      request.on('data', (chunk) => {
        text += String(chunk);
      });
      request.on('end', async () => {
        const { events } = JSON.parse(text) as { events: { number: number }[] };
        told.push(events.map(({ number }) => number));
        await onMessage();
        response.end();
      });
    });
    await new Promise<void>((resolve) => hook.listen(0, '127.0.0.1', resolve));
    smtp = await startSmtpServer();
    const db = await freshDatabase();
    store = openPostgres(db);
    const settings = {
      db,
      'network.allowPrivate': true,
      'mail.from': 'watch@geotrawl.example',
      'mail.digestHours': 1,
      'mail.smtp': `smtp://127.0.0.1:${smtp.port}`,
      'mail.to': ['me@geotrawl.example'],
      'check.webhooks': [`http://127.0.0.1:${(hook.address() as AddressInfo).port}/hook`],
      'check.webhookSecret': 'a key of the test',
    };
    machines = await Promise.all(Array.from({ length: 3 }, () => openMonitorDependencies(settings, { clock })));
    await machines[0]!.notify();
  });
  beforeEach(() => {
    told.length = 0;
    smtp.received.length = 0;
    onMessage = async () => {};
  });
  afterAll(async () => {
    for (const { close } of machines) await close();
    await store.close();
    hook.close();
    smtp.close();
  });

  async function happen(count: number): Promise<readonly number[]> {
    const add = statement<{ number: number }>(
      "INSERT INTO health_event(id, at_ms, type, message) VALUES(?, 1, 'down', 'It is down.') RETURNING number",
    );
    return store.transact((transaction) =>
      store.within(transaction, function* () {
        const numbers = [];
        for (let n = 0; n < count; n++) numbers.push((yield* add.get(`r${n}`))!.number);
        return numbers;
      }),
    );
  }

  it('sends an event once that several machines want to send at the same time', async () => {
    const numbers = await happen(120);
    for (let minute = 0; minute < 4; minute++) {
      clock.pass(1);
      await Promise.all(machines.map(({ notify }) => notify()));
    }
    expect(told.flat()).toEqual(numbers);
    expect(smtp.received).toHaveLength(1);
    expect(smtp.received[0]!.data).toContain('120 down');
  });

  it("doesn't repeat events of a server that was suspended past its lease", async () => {
    const first = await happen(2);
    clock.pass(1);
    let second: readonly number[] = [];
    // While its message is under way, the turn of the first is over, and another tells that and what comes then.
    onMessage = async () => {
      onMessage = async () => {};
      await store.query('UPDATE duty SET until_ms = 0');
      second = await happen(3);
      await machines[1]!.notify();
    };
    await machines[0]!.notify();
    clock.pass(1);
    await machines[2]!.notify();
    const later = told.slice(1).flat();
    expect(told[0]).toEqual(first);
    expect(later).toEqual([...first, ...second]);
    expect(smtp.received).toHaveLength(1);
  });
});
