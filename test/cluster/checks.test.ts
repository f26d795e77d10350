// Checks shared by two processes: every resource once, every host by one process at a time with its crawl delay, and no results of a suspended process.
import { createServer, type Server } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { makeDocument } from '../../src/base/document/document.ts';
import { systemClock } from '../../src/base/time/system-clock.ts';
import { openSqlCatalog } from '../../src/catalog/sql-catalog.ts';
import { openCheckHostLeases } from '../../src/cluster/hosts/host-leases.ts';
import { createHostGate } from '../../src/fetch/host-gate.ts';
import { identify } from '../../src/identify/identify.ts';
import { kinds } from '../../src/kinds/index.ts';
import { checkNow, enrollAll } from '../../src/monitor/rounds/check-services.ts';
import { openMonitorDependencies } from '../../src/monitor/rounds/monitor-dependencies.ts';
import { openSqlChecks } from '../../src/monitor/tables/sql-checks.ts';
import { openPostgres, type PostgresStore } from '../../src/store/postgres/postgres.ts';
import { start } from '../e2e/command.ts';
import { describeWith } from '../servers/needs.ts';
import { freshDatabase } from '../servers/postgres.ts';

interface Host {
  readonly origin: string;
  readonly requests: { readonly startMs: number; readonly endMs: number }[];
  readonly server: Server;
}

const resourcesPerHost = 4;
const delayMs = 300;
const collection = JSON.stringify({
  type: 'FeatureCollection',
  features: [{ type: 'Feature', properties: { name: 'A' }, geometry: { type: 'Point', coordinates: [7, 47] } }],
});

async function startHost(address: string): Promise<Host> {
  const requests: Host['requests'] = [];
  const server = createServer((request, response) => {
    const startMs = performance.now();
    // Before the client can have the answer: a pause seen from here is never shorter than the one it kept.
    requests.push({ startMs, endMs: performance.now() });
    if (request.url === '/robots.txt') response.writeHead(404).end();
    else response.writeHead(200, { 'content-type': 'application/geo+json' }).end(collection);
  });
  await new Promise<void>((resolve) => server.listen(0, address, resolve));
  return { origin: `http://${address}:${(server.address() as { port: number }).port}`, requests, server };
}

async function addResource(store: PostgresStore, url: string): Promise<string> {
  const [discovery] = identify(makeDocument({ url, bytes: Buffer.from(collection) }), kinds);
  const request = { discovery: discovery!, url, provenance: null, task: null, nowMs: Date.now() };
  const recorded = await store.transact((transaction) => openSqlCatalog(store).record(transaction, request));
  return recorded.resource.id;
}

describeWith('postgis', () => {
  let db: string;
  let hosts: readonly Host[];
  let store: PostgresStore;
  const ids: string[] = [];

  beforeAll(async () => {
    hosts = await Promise.all(['127.0.0.1', '127.0.0.2', '127.0.0.3'].map(startHost));
    db = await freshDatabase();
    store = openPostgres(db);
    for (const { origin } of hosts)
      for (let n = 0; n < resourcesPerHost; n++) ids.push(await addResource(store, `${origin}/data/${n}.geojson`));
  });
  afterAll(async () => {
    await store.close();
    for (const { server } of hosts) server.close();
  });

  const openTurns = () =>
    openCheckHostLeases({ store, clock: systemClock, gate: createHostGate(systemClock), leaseMs: 60_000, delayMs: 0 });

  it("runs every round once, and keeps a host's crawl delay between two machines", async () => {
    const network = ['--allow-private', '--delay', String(delayMs)];
    const args = ['worker', '--db', db, '--roles', 'check', '--until-idle', '--ndjson', ...network];
    const ran = await Promise.all([start(args).ended, start(args).ended]);
    const done = ran.map(({ stdout }) => stdout.split('\n').filter((line) => line.startsWith('{')).length);
    expect(ran.map(({ code }) => code)).toEqual([0, 0]);
    expect(done[0]! + done[1]!).toBe(ids.length);
    const checks = openSqlChecks(store);
    for (const id of ids) {
      const monitored = await checks.get(id);
      expect(monitored).toMatchObject({ rounds: 1, health: { state: 'up' } });
    }
    for (const { requests } of hosts) {
      const gaps = requests.slice(1).map(({ startMs }, index) => startMs - requests[index]!.endMs);
      // Timers of Node may ring a millisecond early.
      expect(Math.min(...gaps)).toBeGreaterThanOrEqual(delayMs - 2);
    }
  }, 120_000);

  it('waits for a host that another machine has', async () => {
    const parts = await openMonitorDependencies({ db, 'network.allowPrivate': true, 'politeness.delayMs': 50 });
    await enrollAll(parts, openSqlChecks(store));
    const other = openTurns();
    const { origin, requests } = hosts[0]!;
    expect((await other.take([origin])).has(origin)).toBe(true);
    const before = requests.length;
    const checking = checkNow(parts, ids[0]!);
    await wait(1500);
    expect(requests).toHaveLength(before);
    await other.leave(origin);
    await other.close();
    expect((await checking)?.monitored.rounds).toBe(2);
    await parts.close();
  }, 60_000);

  it('discards results of a machine that was suspended past its lease', async () => {
    const [sleeper, other] = [openTurns(), openTurns()];
    const host = 'https://slept.example';
    await sleeper.take([host]);
    expect((await other.take([host])).size).toBe(0);
    await store.query('UPDATE lease SET until_ms = 0');
    // Nobody came: the turn is still its own.
    await store.transact((transaction) => sleeper.confirm(transaction, host));
    expect((await other.take([host])).has(host)).toBe(true);
    const late = store.transact((transaction) => sleeper.confirm(transaction, host));
    await expect(late).rejects.toMatchObject({ code: 'check.lease-lost' });
    await sleeper.close();
    expect(await store.query('SELECT 1 FROM lease')).toHaveLength(1);
    await other.close();
    expect(await store.query('SELECT 1 FROM lease')).toEqual([]);
  });

  it('repeats the round of a killed machine when its lease expires', async () => {
    const own = await freshDatabase();
    const opened = openPostgres(own);
    const host = await startHost('127.0.0.4');
    const id = await addResource(opened, `${host.origin}/data/slow.geojson`);
    const env = { GEOTRAWL_WORKERS__LEASE_MS: '2000' };
    const args = ['worker', '--db', own, '--roles', 'check', '--allow-private', '--delay', '1000'];
    const killed = start(args, { env });
    // It has asked for robots.txt and waits for the pause: in the middle of a round.
    while (host.requests.length === 0) await wait(10);
    killed.child.kill('SIGKILL');
    expect((await start([...args, '--until-idle'], { env }).ended).code).toBe(0);
    expect(await openSqlChecks(opened).get(id)).toMatchObject({ rounds: 1, health: { state: 'up' } });
    const gaps = host.requests.slice(1).map(({ startMs }, index) => startMs - host.requests[index]!.endMs);
    expect(Math.min(...gaps)).toBeGreaterThanOrEqual(1000 - 2);
    expect(await opened.query('SELECT 1 FROM lease')).toEqual([]);
    await opened.close();
    host.server.close();
  }, 60_000);
});
