// Followed records, webhooks and mail over the API, on both engines.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openSqlCatalog } from '../../src/catalog/sql-catalog.ts';
import { openSqlMail } from '../../src/monitor/notify/sql-mail.ts';
import { openSqlFollowers } from '../../src/monitor/notify/sql-subscriptions.ts';
import { follow, unfollow } from '../../src/monitor/notify/subscriptions.ts';
import { openSqlChecks } from '../../src/monitor/tables/sql-checks.ts';
import { openStore } from '../../src/store/open-store.ts';
import type { SqlStore } from '../../src/store/sql/sql.ts';
import { makeRequest } from '../conformance/made-records.ts';
import { describeWith } from '../servers/needs.ts';
import { freshDatabase } from '../servers/postgres.ts';
import { type Client, openPeopledServer, type PeopledServer } from './server-with-accounts.ts';

let server: PeopledServer;
let store: SqlStore;
let [ann, ben]: Client[] = [];
let id = '';

async function prepare(db: string | null): Promise<void> {
  server = await openPeopledServer(db === null ? {} : { db });
  [ann, ben] = [await server.person('ann', 'user'), await server.person('ben', 'user')];
  store = openStore(server.db);
  const request = makeRequest({ endpoint: 'https://geo.example/wms' });
  id = (await store.transact((transaction) => openSqlCatalog(store).record(transaction, request))).resource.id;
}

async function end(): Promise<void> {
  await store.close();
  await server.close();
}

const isFollowed = async () => (await openSqlChecks(store).get(id))?.isFollowed;

function testFollowing(engine: string, databaseAt: () => Promise<string | null>): void {
  describe(engine, () => {
    beforeAll(async () => prepare(await databaseAt()));
    afterAll(end);
    testWishes();
  });
}

testFollowing('SQLite', async () => null);
describeWith('postgis', () => testFollowing('PostgreSQL', freshDatabase));

function testWishes(): void {
  it('checks a resource hourly while at least one user follows it', async () => {
    expect((await ann!.ask('PUT', `/api/v1/following/${id}`, {})).status).toBe(204);
    expect((await ben!.ask('PUT', `/api/v1/following/${id}`, {})).status).toBe(204);
    expect((await ann!.ask('GET', '/api/v1/following')).body.items).toMatchObject([{ id, state: 'unchecked' }]);
    await ann!.ask('DELETE', `/api/v1/following/${id}`);
    expect((await ann!.ask('GET', '/api/v1/following')).body.items).toEqual([]);
    expect(await isFollowed()).toBe(true);
    await ben!.ask('DELETE', `/api/v1/following/${id}`);
    expect(await isFollowed()).toBe(false);
    expect((await ann!.ask('PUT', '/api/v1/following/0000000000000000', {})).status).toBe(404);
  });

  it('keeps webhooks of users separate, and shows their secret once', async () => {
    const added = await ann!.ask('POST', '/api/v1/webhooks', { url: 'https://hooks.example/a#b' });
    expect(added).toMatchObject({ status: 201, body: { url: 'https://hooks.example/a' } });
    expect(added.body.secret).toMatch(/^whs_.{40,}/);
    const listed = await ann!.ask('GET', '/api/v1/webhooks');
    expect(listed.body.items).toEqual([{ id: added.body.id, url: 'https://hooks.example/a' }]);
    expect((await ben!.ask('GET', '/api/v1/webhooks')).body.items).toEqual([]);
    expect((await ben!.ask('DELETE', `/api/v1/webhooks/${added.body.id}`)).status).toBe(404);
    expect((await ann!.ask('POST', '/api/v1/webhooks', { url: 'ftp://hooks.example/' })).status).toBe(400);
    expect((await ann!.ask('DELETE', `/api/v1/webhooks/${added.body.id}`)).status).toBe(204);
  });

  it('sends mail only to confirmed addresses', async () => {
    const address = 'ann@geotrawl.example';
    expect((await ann!.ask('PUT', '/api/v1/mail', { address, every: 'now' })).body.isConfirmed).toBe(false);
    const [subscription] = await openSqlMail(store).subscriptions(null);
    expect((await ben!.ask('POST', '/api/v1/mail/confirm', { code: subscription!.code })).status).toBe(400);
    expect((await ann!.ask('POST', '/api/v1/mail/confirm', { code: subscription!.code })).status).toBe(204);
    expect((await ann!.ask('GET', '/api/v1/mail')).body).toEqual({ address, every: 'now', isConfirmed: true });
    expect((await ann!.ask('PUT', '/api/v1/mail', { address, every: 'day' })).body.isConfirmed).toBe(true);
    for (const odd of ['ann', 'a@b', 'ann@geotrawl.example\r\nBcc: ben@geotrawl.example', 'a@b.example, c@d.example'])
      expect([odd, (await ann!.ask('PUT', '/api/v1/mail', { address: odd })).status]).toEqual([odd, 400]);
    const others = ['b', 'c', 'd'].map((name) => `${name}@geotrawl.example`);
    const statuses = [];
    for (const other of others) statuses.push((await ann!.ask('PUT', '/api/v1/mail', { address: other })).status);
    expect(statuses).toEqual([200, 200, 429]);
  });

  it("leaves nothing of a deleted user's subscriptions to the next user", async () => {
    const { body } = await server.admin.ask('GET', '/api/v1/users');
    await ben!.ask('PUT', `/api/v1/following/${id}`, {});
    const { id: number } = body.users.find(({ name }: { name: string }) => name === 'ben');
    await server.admin.ask('DELETE', `/api/v1/users/${number}`);
    expect(await isFollowed()).toBe(false);
    const carl = await server.person('carl', 'user');
    expect((await carl.ask('GET', '/api/v1/following')).body.items).toEqual([]);
  });

  it('stops hourly checks when the last two followers leave at the same time', async () => {
    const followers = openSqlFollowers(store);
    await store.transact(async (transaction) => {
      await openSqlChecks(store).enroll(transaction, { id, hostKey: 'https://geo.example', nowMs: 1, dueMs: 1 });
      for (const person of [901, 902]) await follow(store, transaction, { person, id }, 1);
    });
    // A file has one transaction at a time.
    const other = store.engine === 'sqlite' ? null : openStore(server.db);
    const leave = (at: SqlStore, person: number, meanwhile: () => Promise<unknown>) =>
      at.transact(async (transaction) => {
        await unfollow(at, transaction, { person, id }, 2);
        await meanwhile();
      });
    let second: Promise<void> = Promise.resolve();
    await leave(store, 901, async () => {
      if (other === null) return;
      second = leave(other, 902, async () => {});
      // Waits for the first; otherwise it would soon be done.
      await Promise.race([second, new Promise((resolve) => setTimeout(resolve, 500))]);
    });
    await second;
    if (other === null) await leave(store, 902, async () => {});
    await other?.close();
    expect([...(await followers.followed(901)), ...(await followers.followed(902))]).toEqual([]);
    expect(await isFollowed()).toBe(false);
  });
}
