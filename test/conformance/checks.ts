// What every store of checks must do, whatever engine it stands on.
import { describe, expect, it } from 'vitest';
import type { CheckRound, CheckStore, Health, Score, SettledRound } from '../../src/model/monitoring.ts';
import { readDecay } from '../../src/monitor/health/decay.ts';
import type { SqlStore } from '../../src/store/sql/sql.ts';

export interface OpenChecks {
  readonly store: SqlStore;
  readonly checks: CheckStore;
}

const hourMs = 3_600_000;
const nothing: ReadonlySet<string> = new Set();

type WithChecks = (work: (opened: OpenChecks) => Promise<void>) => Promise<void>;

/** `open` gives an empty store each time. */
export function testChecks(name: string, open: () => Promise<OpenChecks>): void {
  const withChecks: WithChecks = async (work) => {
    const opened = await open();
    await work(opened);
    await opened.store.close();
  };
  describe(`checks on ${name}`, () => {
    testSchedule(withChecks);
    testWishes(withChecks);
    testHistory(withChecks);
    testVersions(withChecks);
    testEvents(withChecks);
    testDecay(withChecks);
  });
}

function enroll({ store, checks }: OpenChecks, id: string, host: string, dueMs: number): Promise<boolean> {
  return store.transact((transaction) => checks.enroll(transaction, { id, hostKey: host, nowMs: 0, dueMs }));
}

export function makeRound(given: Partial<CheckRound> = {}): CheckRound {
  return {
    startedMs: 1000,
    endedMs: 1200,
    outcome: 'ok',
    reason: null,
    firstByteMs: 90,
    timeClass: 'map',
    correctness: null,
    requests: [
      {
        operation: 'GetMap',
        dataset: 'rivers',
        method: 'GET',
        url: 'https://a.example/wms?REQUEST=GetMap',
        startedMs: 1000,
        status: 200,
        mediaType: 'image/png',
        bytes: 512,
        firstByteMs: 90,
        totalMs: 120,
        reason: null,
      },
    ],
    movedTo: null,
    notServed: [],
    ...given,
  };
}

function makeHealth(given: Partial<Health> = {}): Health {
  return {
    state: 'up',
    sinceMs: 1000,
    reason: null,
    rounds: 1,
    succeeded: 1,
    failedRounds: 0,
    firstFailedMs: null,
    unknownHostMs: null,
    lastRoundMs: 1000,
    ...given,
  };
}

const part = { points: 1, of: 10, facts: {} };
const score: Score = {
  scoreVersion: 1,
  value: 80,
  band: 'good',
  isProvisional: false,
  cap: null,
  computedMs: 1000,
  availability: part,
  performance: part,
  correctness: part,
  metadata: part,
};

function settle({ store, checks }: OpenChecks, id: string, given: Partial<SettledRound> = {}): Promise<void> {
  const settled: SettledRound = {
    id,
    round: makeRound(),
    health: makeHealth(),
    rhythm: { step: 1, intervalMs: hourMs, changes: 1, observedMs: hourMs },
    score,
    dueMs: 5 * hourMs,
    describedMs: null,
    events: [],
    ...given,
  };
  return store.transact((transaction) => checks.settle(transaction, settled));
}

function testSchedule(withChecks: WithChecks): void {
  it('takes a resource in once', () =>
    withChecks(async (opened) => {
      expect(await enroll(opened, 'a', 'https://a', 10)).toBe(true);
      expect(await enroll(opened, 'a', 'https://a', 99)).toBe(false);
      expect(await opened.checks.get('a')).toMatchObject({ id: 'a', dueMs: 10, health: null, score: null, rounds: 0 });
      expect(await opened.checks.get('b')).toBeNull();
    }));

  it('gives out what is due, one per host, longest due first, none of a busy host', () =>
    withChecks(async (opened) => {
      await enroll(opened, 'a1', 'https://a', 30);
      await enroll(opened, 'a2', 'https://a', 10);
      await enroll(opened, 'b', 'https://b', 20);
      await enroll(opened, 'c', 'https://c', 40);
      const ids = async (nowMs: number, limit = 9, busy = nothing) =>
        (await opened.checks.due(nowMs, limit, busy)).map(({ id }) => id);
      expect(await ids(9)).toEqual([]);
      expect(await ids(35)).toEqual(['a2', 'b']);
      expect(await ids(100)).toEqual(['a2', 'b', 'c']);
      expect(await ids(100, 1)).toEqual(['a2']);
      expect(await ids(100, 1, new Set(['https://a']))).toEqual(['b']);
      expect(await opened.checks.nextDueMs()).toBe(10);
    }));

  it('hands the host on to its next resource when one is settled or put off', () =>
    withChecks(async (opened) => {
      await enroll(opened, 'a1', 'https://a', 10);
      await enroll(opened, 'a2', 'https://a', 20);
      await settle(opened, 'a1');
      expect((await opened.checks.due(100, 9, nothing)).map(({ id }) => id)).toEqual(['a2']);
      await opened.store.transact((transaction) => opened.checks.postpone(transaction, 'a2', 9 * hourMs));
      expect(await opened.checks.due(100, 9, nothing)).toEqual([]);
      expect(await opened.checks.nextDueMs()).toBe(5 * hourMs);
    }));

  it('takes leased hosts off the list until they are settled, released, or the time is over', () =>
    withChecks(async (opened) => {
      const { store, checks } = opened;
      for (const id of ['a', 'b']) await enroll(opened, id, `https://${id}`, 10);
      const ids = async (nowMs: number) => (await checks.due(nowMs, 9, nothing)).map(({ id }) => id).sort();
      await store.transact((transaction) => checks.lease(transaction, ['a', 'b'], 1000));
      expect([await ids(999), await ids(1000)]).toEqual([[], ['a', 'b']]);
      await store.transact((transaction) => checks.release(transaction, 'a'));
      await settle(opened, 'b', { dueMs: 500 });
      expect([await ids(400), await ids(500)]).toEqual([['a'], ['a', 'b']]);
    }));

  it('undoes everything when the transaction fails', () =>
    withChecks(async (opened) => {
      await enroll(opened, 'a', 'https://a', 10);
      const failing = opened.store.transact(async (transaction) => {
        await opened.checks.optOut(transaction, 'a', true, 0);
        throw new Error('on purpose');
      });
      await expect(failing).rejects.toThrow('on purpose');
      expect(await opened.checks.get('a')).toMatchObject({ isOptedOut: false, dueMs: 10 });
    }));
}

function testWishes(withChecks: WithChecks): void {
  it('brings what is followed forward, and leaves alone what is opted out', () =>
    withChecks(async (opened) => {
      const { store, checks } = opened;
      await enroll(opened, 'a', 'https://a', 9 * hourMs);
      expect(await store.transact((transaction) => checks.follow(transaction, 'a', true, 50))).toBe(true);
      expect(await checks.get('a')).toMatchObject({ isFollowed: true, dueMs: 50 });
      expect(await store.transact((transaction) => checks.optOut(transaction, 'a', true, 60))).toBe(true);
      expect(await checks.get('a')).toMatchObject({ isOptedOut: true, dueMs: null });
      expect([await checks.due(99 * hourMs, 9, nothing), await checks.nextDueMs()]).toEqual([[], null]);
      await settle(opened, 'a');
      expect(await checks.get('a')).toMatchObject({ dueMs: null });
      await store.transact((transaction) => checks.optOut(transaction, 'a', false, 70));
      expect(await checks.get('a')).toMatchObject({ isOptedOut: false, dueMs: 70 });
      expect(await store.transact((transaction) => checks.follow(transaction, 'none', true, 0))).toBe(false);
    }));
}

function testHistory(withChecks: WithChecks): void {
  it('keeps rounds as they were, newest first', () =>
    withChecks(async (opened) => {
      await enroll(opened, 'a', 'https://a', 0);
      const first = makeRound({ notServed: ['lakes'], movedTo: 'https://b.example/wms' });
      const reason = { code: 'exception', message: 'No.' } as const;
      const correctness = {
        status: true,
        mediaType: false,
        parses: null,
        noException: true,
        version: null,
        operation: false,
        extentAndCrs: true,
        tls: null,
        address: true,
      };
      const second = makeRound({ startedMs: 2000, endedMs: 2100, outcome: 'failed', reason, correctness });
      await settle(opened, 'a', { round: first });
      await settle(opened, 'a', {
        round: second,
        health: makeHealth({ state: 'degraded', reason }),
        describedMs: 2100,
      });
      expect(await opened.checks.rounds('a')).toEqual([
        { ...second, number: 2 },
        { ...first, number: 1 },
      ]);
      const { endedMs, outcome, firstByteMs, timeClass } = second;
      expect(await opened.checks.scoredRounds('a', 1500)).toEqual([
        { endedMs, outcome, firstByteMs, timeClass, correctness },
      ]);
      expect((await opened.checks.rounds('a', { sinceMs: 1500 })).map(({ number }) => number)).toEqual([2]);
      expect((await opened.checks.rounds('a', { limit: 1 })).map(({ number }) => number)).toEqual([2]);
      expect(await opened.checks.get('a')).toMatchObject({
        rounds: 2,
        describedMs: 2100,
        score,
        dueMs: 5 * hourMs,
        health: { state: 'degraded', reason },
      });
      expect(await opened.checks.rounds('none')).toEqual([]);
    }));

  it('deletes what the retention policy does not keep, and continues counting', () =>
    withChecks(async (opened) => {
      await enroll(opened, 'a', 'https://a', 0);
      for (let n = 1; n <= 10; n++) await settle(opened, 'a', { round: makeRound({ startedMs: n * hourMs }) });
      const prune = (roundsMs: number, roundsPerResource: number) =>
        opened.store.transact((transaction) =>
          opened.checks.prune(
            transaction,
            { roundsMs, roundsPerResource, versionsPerResource: 2, eventsMs: hourMs },
            10 * hourMs,
          ),
        );
      expect(await prune(4 * hourMs, 99)).toBe(5);
      expect((await opened.checks.rounds('a')).map(({ number }) => number)).toEqual([10, 9, 8, 7, 6]);
      await prune(99 * hourMs, 2);
      expect((await opened.checks.rounds('a')).map(({ number }) => number)).toEqual([10, 9]);
      await settle(opened, 'a');
      expect((await opened.checks.rounds('a'))[0]?.number).toBe(11);
    }));

  it('counts by state', () =>
    withChecks(async (opened) => {
      for (const id of ['a', 'b', 'c']) await enroll(opened, id, `https://${id}`, 10);
      await settle(opened, 'a');
      await settle(opened, 'b', { health: makeHealth({ state: 'down' }) });
      expect(await opened.checks.counts(20)).toMatchObject({
        monitored: 3,
        due: 1,
        rounds: 2,
        byState: { up: 1, down: 1, unchecked: 1, gone: 0 },
      });
      const all: string[] = [];
      for await (const { id } of opened.checks.all()) all.push(id);
      expect(all.sort()).toEqual(['a', 'b', 'c']);
    }));
}

function testVersions(withChecks: WithChecks): void {
  const description = {
    title: 'A',
    abstract: '',
    keywords: [],
    provider: null,
    fees: null,
    accessConstraints: null,
    extent: null,
    layerCount: 0,
    version: '1.3.0',
    layers: [],
  };
  it('keeps a version only where the description changed, and trusts what is seen again', () =>
    withChecks(async (opened) => {
      const { store, checks } = opened;
      await enroll(opened, 'a', 'https://a', 0);
      const keep = (contentHash: string, isSuspicious: boolean, seenMs: number) =>
        store.transact((transaction) =>
          checks.keepVersion(transaction, 'a', { seenMs, contentHash, description, change: null, isSuspicious }),
        );
      expect((await keep('x', false, 1))?.number).toBe(1);
      expect(await keep('x', false, 2)).toBeNull();
      expect((await keep('y', true, 3))?.number).toBe(2);
      expect((await checks.versions('a')).map((version) => [version.contentHash, version.isSuspicious])).toEqual([
        ['y', true],
        ['x', false],
      ]);
      expect(await keep('y', false, 4)).toBeNull();
      expect((await checks.versions('a'))[0]).toMatchObject({ isSuspicious: false, seenMs: 3, description });
    }));

  it('remembers where a resource has moved', () =>
    withChecks(async (opened) => {
      await enroll(opened, 'a', 'https://a', 0);
      await opened.store.transact((transaction) => opened.checks.moved(transaction, 'a', 'https://b.example/'));
      expect((await opened.checks.get('a'))?.movedTo).toBe('https://b.example/');
    }));
}

function testEvents(withChecks: WithChecks): void {
  it('tells events of one resource or of all, newest first, after a number', () =>
    withChecks(async (opened) => {
      const { checks } = opened;
      for (const id of ['a', 'b']) await enroll(opened, id, `https://${id}`, 0);
      const event = (atMs: number) => ({ atMs, type: 'down', message: `at ${atMs}` }) as const;
      await settle(opened, 'a', { events: [event(1), event(2)] });
      await settle(opened, 'b', { events: [event(3)] });
      expect((await checks.events({ limit: 9 })).map(({ id, atMs }) => [id, atMs])).toEqual([
        ['b', 3],
        ['a', 2],
        ['a', 1],
      ]);
      const [newest] = await checks.events({ id: 'a', limit: 1 });
      expect(newest).toMatchObject({ id: 'a', atMs: 2, type: 'down', message: 'at 2' });
      expect((await checks.events({ afterNumber: newest!.number, limit: 9 })).map(({ id }) => id)).toEqual(['b']);
    }));
}

function testDecay(withChecks: WithChecks): void {
  it('counts what died and came back by month, server and country', () =>
    withChecks(async (opened) => {
      await enroll(opened, 'a', 'https://a.example', 0);
      await enroll(opened, 'b', 'https://b.example', 0);
      const happen = (id: string, month: number, state: Health['state']) => {
        const events = [{ atMs: Date.UTC(1970, month, 15), type: state, message: '' }];
        return settle(opened, id, { health: makeHealth({ state }), events });
      };
      for (const [month, state] of (['up', 'down', 'gone', 'up'] as const).entries()) await happen('a', month, state);
      const { months, countries, servers } = await readDecay(opened.store, async (url) =>
        url.includes('a.') ? ['CH'] : [],
      );
      expect(months.map(({ month, found, died, revived, alive }) => [month, found, died, revived, alive])).toEqual([
        ['1970-01', 2, 0, 0, 2],
        ['1970-02', 0, 1, 0, 1],
        ['1970-03', 0, 0, 0, 1],
        ['1970-04', 0, 0, 1, 2],
      ]);
      expect(countries.map(({ name, up, unchecked, died }) => [name, up, unchecked, died])).toEqual([
        ['', 0, 1, 0],
        ['CH', 1, 0, 1],
      ]);
      expect(servers.map(({ name, resources }) => [name, resources])).toEqual([
        ['https://a.example', 1],
        ['https://b.example', 1],
      ]);
    }));
}
