// The scheduler checks due resources, one round per host at a time, within the budget, until stopped.
import { describe, expect, it } from 'vitest';
import { makeLayer, makeRequest } from '../../../test/conformance/made-records.ts';
import { testClock } from '../../../test/monitor/check-bench.ts';
import { makeDocument } from '../../base/document/document.ts';
import { type OpenMonitorOptions, openMonitorDependencies } from '../rounds/monitor-dependencies.ts';
import { enrollmentOf } from '../schedule/enrollment.ts';
import { openSqlChecks } from '../tables/sql-checks.ts';
import { type WatchOptions, watchChecks } from './monitor-scheduler.ts';

const hourMs = 3_600_000;
const json = { 'content-type': 'application/json' };
const retention = { roundsMs: 24 * hourMs, roundsPerResource: 50, versionsPerResource: 5, eventsMs: 24 * hourMs };

interface Watched {
  readonly parts: OpenMonitorOptions;
  readonly clock: ReturnType<typeof testClock>;
  /** Hosts with a request under way, and the most there were of one. */
  readonly open: Map<string, number>;
  mostPerHost: number;
  requests: number;
}

/** Services on some hosts, served from memory. */
async function open(perHost: readonly number[]): Promise<Watched> {
  const clock = testClock();
  const opened = await openMonitorDependencies({ db: ':memory:' }, { clock, random: () => 0.5 });
  const watched = { clock, open: new Map<string, number>(), mostPerHost: 0, requests: 0 } as Watched;
  const parts: OpenMonitorOptions = {
    ...opened,
    request: async ({ url }) => {
      const { host } = new URL(url);
      const now = (watched.open.get(host) ?? 0) + 1;
      watched.open.set(host, now);
      Object.assign(watched, { mostPerHost: Math.max(watched.mostPerHost, now), requests: watched.requests + 1 });
      await new Promise((resolve) => setImmediate(resolve));
      watched.open.set(host, now - 1);
      return makeDocument({ url, bytes: Buffer.from('{"features":[{}]}'), headers: json, latencyMs: 50 });
    },
    describe: async ({ url }) => ({
      document: makeDocument({ url, bytes: Buffer.from('{}') }),
      discovery: null,
      isUnchanged: false,
      validators: null,
    }),
  };
  const checks = openSqlChecks(parts.store);
  for (const [host, count] of perHost.entries()) {
    for (let n = 0; n < count; n++) {
      const endpoint = `https://host-${host}.example/service-${n}`;
      const layers = [makeLayer({ name: 'a', queryable: true })];
      const request = makeRequest({ endpoint, kind: 'ogc-api-features', description: { layers } });
      await parts.store.transact(async (transaction) => {
        const { resource } = await parts.catalog.record(transaction, request);
        await checks.enroll(transaction, enrollmentOf(resource, clock.now()));
      });
    }
  }
  return Object.assign(watched, { parts });
}

function run({ parts }: Watched, more: Partial<WatchOptions> = {}, signal = new AbortController().signal) {
  const options = { concurrency: 8, perDay: null, isLasting: false, retention, onReport: () => undefined, ...more };
  return watchChecks(parts, options, signal);
}

describe('watchChecks', () => {
  it('checks everything that is due once, never two of one host at a time', async () => {
    const watched = await open([5, 1, 3]);
    expect(await run(watched)).toEqual({ rounds: 9, isBudgetSpent: false });
    expect(watched.mostPerHost).toBe(1);
    expect(await run(watched)).toEqual({ rounds: 0, isBudgetSpent: false });
    watched.clock.pass(2);
    expect(await run(watched)).toMatchObject({ rounds: 9 });
    await watched.parts.close();
  });

  it('stays within the daily budget, and continues the next day', async () => {
    const watched = await open([4, 4]);
    expect(await run(watched, { perDay: 3 })).toEqual({ rounds: 3, isBudgetSpent: true });
    watched.clock.pass(24);
    expect(await run(watched, { perDay: 99 })).toMatchObject({ rounds: 8, isBudgetSpent: false });
    await watched.parts.close();
  });

  it('runs until stopped, and prunes old rounds', async () => {
    const watched = await open([2, 2]);
    const stop = new AbortController();
    let rounds = 0;
    const onReport = () => {
      if (++rounds === 400) stop.abort();
    };
    const hourly: OpenMonitorOptions['plan'] = (rhythm, { nowMs }) => ({ rhythm, dueMs: nowMs + hourMs });
    const parts = { ...watched.parts, plan: hourly };
    const { rounds: begun } = await run({ ...watched, parts }, { isLasting: true, onReport }, stop.signal);
    expect(begun).toBeGreaterThanOrEqual(400);
    const counts = await openSqlChecks(watched.parts.store).counts(watched.clock.now());
    expect(counts.rounds).toBeLessThan(400);
    await watched.parts.close();
  });

  it('ends with an internal failure', async () => {
    const watched = await open([1, 1]);
    const failing = { ...watched, parts: { ...watched.parts, request: () => Promise.reject(new Error('a bug')) } };
    await expect(run(failing as Watched)).rejects.toThrow('a bug');
    await watched.parts.close();
  });

  it('halves its concurrency under overload instead of cutting it to a few', async () => {
    const watched = await open(Array.from({ length: 400 }, () => 1));
    let [now, most] = [0, 0];
    const parts: OpenMonitorOptions = {
      ...watched.parts,
      isStrained: () => true,
      request: async (requested, signal) => {
        most = Math.max(most, ++now);
        try {
          return await watched.parts.request(requested, signal);
        } finally {
          now--;
        }
      },
    };
    const totals = await run({ ...watched, parts }, { concurrency: 256 });
    expect(totals.rounds).toBe(400);
    expect(most).toBeGreaterThan(64);
    expect(most).toBeLessThanOrEqual(128);
  });
});
