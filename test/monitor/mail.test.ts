// Mail through a server on loopback, on both engines: digests and no flood, followed services at once, retries, dead letters, the guard, confirmation.
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openSqlCatalog } from '../../src/catalog/sql-catalog.ts';
import { createAddressGuard } from '../../src/fetch/address-guard.ts';
import { createMailer } from '../../src/fetch/send-mail.ts';
import { operator } from '../../src/model/subscription.ts';
import { deliverMail, type MailParts } from '../../src/monitor/notify/mail-delivery.ts';
import { openSqlMail } from '../../src/monitor/notify/sql-mail.ts';
import { openSqlFollowers } from '../../src/monitor/notify/sql-subscriptions.ts';
import { retryAfterMs } from '../../src/monitor/notify/webhook-message.ts';
import { openSqlChecks } from '../../src/monitor/tables/sql-checks.ts';
import { type SqlStore, statement } from '../../src/store/sql/sql.ts';
import { openSqlite } from '../../src/store/sqlite/sqlite.ts';
import { openEmptyPostgres } from '../servers/empty-postgres.ts';
import { describeWith } from '../servers/needs.ts';
import { testClock } from './check-bench.ts';
import { type SmtpServer, startSmtpServer } from './smtp-server.ts';

const hourMs = 3_600_000;
let server: SmtpServer;
let parts: MailParts;
let clock: ReturnType<typeof testClock>;

function mailerFor(allowPrivate: boolean) {
  const guard = createAddressGuard({ allowPrivate, resolve: [] });
  return createMailer({ server: new URL(`smtp://127.0.0.1:${server.port}`), from: 'watch@geotrawl.example', guard });
}

async function prepare(store: SqlStore): Promise<void> {
  server = await startSmtpServer();
  clock = testClock();
  parts = {
    store,
    catalog: openSqlCatalog(store),
    clock,
    mailer: mailerFor(true),
    to: ['me@geotrawl.example'],
    digestMs: 24 * hourMs,
    title: 'Maps of Testland',
    base: 'https://maps.geotrawl.example',
  };
  await deliverMail(parts);
}

async function end(): Promise<void> {
  await parts.store.close();
  server.close();
}

/** Something happens to resources of a host. */
async function happen(host: string, count: number, type = 'down', says = 'It takes no connections.') {
  const checks = openSqlChecks(parts.store);
  const add = statement('INSERT INTO health_event(id, at_ms, type, message) VALUES(?, 1, ?, ?)');
  await parts.store.transact(async (transaction) => {
    for (let n = 0; n < count; n++) {
      await checks.enroll(transaction, { id: `${host}-${n}`, hostKey: `https://${host}`, nowMs: 1, dueMs: 1 });
      await parts.store.within(transaction, () => add.run(`${host}-${n}`, type, says));
    }
  });
}

const texts = () => server.received.map(({ data }) => data.slice(data.indexOf('\n\n') + 2));

function testMail(engine: string, open: () => Promise<SqlStore>): void {
  describe(engine, () => {
    beforeEach(async () => prepare(await open()));
    afterEach(end);
    testNotifications();
  });
}

testMail('SQLite', async () => openSqlite(':memory:'));
describeWith('postgis', () => testMail('PostgreSQL', () => openEmptyPostgres()));

function testNotifications(): void {
  it('tells of a host that is down as a whole in one line, once a day, however much happens', async () => {
    await happen('big.example', 200);
    await happen('small.example', 1);
    expect(await deliverMail(parts)).toBe(0);
    clock.pass(24);
    expect([await deliverMail(parts), await deliverMail(parts)]).toEqual([1, 0]);
    await happen('big.example', 200, 'up');
    clock.pass(23);
    expect(await deliverMail(parts)).toBe(0);
    clock.pass(1);
    expect(await deliverMail(parts)).toBe(1);
    expect(server.received.map(({ to }) => to)).toEqual(['me@geotrawl.example', 'me@geotrawl.example']);
    expect(server.received[0]!.data).toMatch(/^Subject: Maps of Testland: 201 down$/m);
    expect(server.received[0]!.data).toMatch(/^Auto-Submitted: auto-generated$/m);
    expect(texts()[0]).toContain('https://big.example\n  200 services: down. It takes no connections.\n');
    expect(texts()[0]).toContain('small.example-0: down. It takes no connections.');
    expect(texts()[0]!.split('\n').length).toBeLessThan(14);
  });

  it('tells at once of what is followed, and of what comes soon after in one further mail', async () => {
    const followers = openSqlFollowers(parts.store);
    await parts.store.transact((transaction) => followers.follow(transaction, operator, 'a.example-0', 1));
    await happen('a.example', 2);
    expect(await deliverMail(parts)).toBe(1);
    expect(texts()[0]).toContain('a.example-0: down');
    expect(texts()[0]).not.toContain('a.example-1');
    for (const type of ['up', 'down', 'up', 'degraded']) await happen('a.example', 1, type);
    expect(await deliverMail(parts)).toBe(0);
    clock.pass(1 / 6);
    expect(await deliverMail(parts)).toBe(1);
    expect(texts()[1]).toContain('a.example-0: degraded (the last of 4 such changes).');
  });

  it('tries again, and gives up in the end without losing what comes later', async () => {
    await happen('a.example', 1);
    clock.pass(24);
    server.answer = '450 not now';
    for (const waitMs of [...retryAfterMs, 0]) {
      expect(await deliverMail(parts)).toBe(0);
      clock.pass(waitMs / hourMs);
    }
    const mail = openSqlMail(parts.store);
    expect(await mail.dead(9)).toMatchObject([{ url: 'mailto:me@geotrawl.example', fromNumber: 1, toNumber: 1 }]);
    expect((await mail.dead(1))[0]!.reason).toContain('450 not now');
    server.answer = '250 ok';
    await happen('b.example', 1);
    clock.pass(24);
    expect(await deliverMail(parts)).toBe(1);
    expect(texts()[0]).not.toContain('a.example');
  });

  it('goes to no private address', async () => {
    await happen('a.example', 1);
    clock.pass(24);
    expect(await deliverMail({ ...parts, mailer: mailerFor(false) })).toBe(0);
    expect(server.received).toHaveLength(0);
  });

  it('asks an address once whether it is theirs, and tells it nothing before', async () => {
    const mail = openSqlMail(parts.store);
    const followers = openSqlFollowers(parts.store);
    const subscription = {
      person: 7,
      address: 'ann@geotrawl.example',
      scope: 'followed',
      everyMs: 10 * 60_000,
    } as const;
    await parts.store.transact(async (transaction) => {
      await mail.subscribe(transaction, { ...subscription, dueMs: 0, code: 'c0de' });
      await followers.follow(transaction, 7, 'a.example-0', 1);
    });
    await happen('a.example', 1);
    expect([await deliverMail(parts), await deliverMail(parts)]).toEqual([1, 0]);
    clock.pass(23);
    expect(await deliverMail(parts)).toBe(0);
    expect(texts()).toEqual([expect.stringContaining('c0de')]);
    const confirm = (person: number, code: string) =>
      parts.store.transact((transaction) => mail.confirm(transaction, person, code, clock.now()));
    expect([await confirm(8, 'c0de'), await confirm(7, 'other'), await confirm(7, 'c0de')]).toEqual([
      false,
      false,
      true,
    ]);
    await happen('a.example', 1, 'up');
    expect(await deliverMail(parts)).toBe(1);
    expect(server.received.at(-1)!.to).toBe('ann@geotrawl.example');
    expect(texts().at(-1)).toContain('a.example-0: up.');
  });

  it('keeps what servers say of themselves within a line', async () => {
    await happen(
      'a.example',
      1,
      'down',
      'oops\r\nBcc: others@geotrawl.example\u2028\r\n.\r\nRCPT TO:<others@geotrawl.example>',
    );
    clock.pass(24);
    await deliverMail(parts);
    expect(server.received.map(({ to }) => to)).toEqual(['me@geotrawl.example']);
    expect(server.received[0]!.data).not.toMatch(/^Bcc/m);
  });

  it('tells nothing twice after a machine that slept while another told more', async () => {
    const mail = openSqlMail(parts.store);
    const [old] = await mail.subscriptions(operator);
    for (const lastNumber of [7, 5])
      await parts.store.transact((transaction) => mail.save(transaction, { ...old!, lastNumber }));
    expect((await mail.subscriptions(operator))[0]).toMatchObject({ lastNumber: 7 });
    await happen('a.example', 1);
    clock.pass(24);
    expect(await deliverMail({ ...parts, isOurs: async () => false })).toBe(0);
  });
}
