// Scheduled crawls: on time, once after downtime, and never two at once. The clock is the test's.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { settingsWith } from '../../src/config.ts';
import type { TaskRequest } from '../../src/serve/crawls/task-request.ts';
import { listOwnedTasks, saveDesiredState } from '../../src/serve/crawls/task-rows.ts';
import { openTasks, type Tasks } from '../../src/serve/crawls/tasks.ts';
import type { Principal } from '../../src/serve/http/principal.ts';
import { openSqlite, type SqliteStore } from '../../src/store/sqlite/sqlite.ts';
import { scratchPath } from '../e2e/command.ts';
import type { SmallWeb } from '../e2e/small-web.ts';
import { startChainWeb, until } from './watch-crawl.ts';

const day = 86_400_000;
const begun = Date.UTC(2026, 0, 1, 6, 30);
const who: Principal = { person: null, role: 'admin', by: 'local', scopes: null, address: 'test' };

let web: SmallWeb;
let store: SqliteStore;
let tasks: Tasks;
let nowMs = begun;
const failures: string[] = [];
const settings = settingsWith({
  'network.allowPrivate': true,
  'politeness.delayMs': 0,
  db: scratchPath('schedules.db'),
});

function open(): void {
  tasks = openTasks({
    store,
    settings,
    isLocal: true,
    clock: { now: () => nowMs },
    people: { note: async () => undefined },
    onFailure: (error, what) => failures.push(`${what}: ${String(error)}`),
  });
}

beforeAll(async () => {
  web = await startChainWeb(2);
  store = openSqlite(settings.db);
  open();
});
afterAll(async () => {
  await tasks.close(10_000);
  await store.close();
  await web.close();
});

const taskRequest = (every: TaskRequest['every']): TaskRequest => ({
  name: '',
  seeds: [`${web.origin}/`],
  keywords: [],
  kinds: [],
  include: [],
  exclude: [],
  region: null,
  every,
  shared: false,
  chosen: { 'crawl.depth': 3 },
});

const all = () => store.read(listOwnedTasks);
const setDesiredState = (id: number, wished: 'run' | 'stop', ended: string | null) =>
  store.transact((transaction) => store.within(transaction, () => saveDesiredState(id, wished, ended)));
const done = (id: number) =>
  until(async () => (tasks.stateOf(await tasks.get(who, id)) === 'done' ? true : null), `the end of crawl ${id}`);

describe('a daily crawl', () => {
  let first: number;

  it('is not run again early', async () => {
    ({ id: first } = await tasks.create(who, taskRequest('day'), true));
    await done(first);
    nowMs = begun + day - 1;
    await tasks.runDue();
    expect((await all()).map(({ id, nextMs }) => [id, nextMs])).toEqual([[first, begun + day]]);
  });

  it('runs on time, once, however often schedules are polled', async () => {
    nowMs = begun + day + 25_000;
    await Promise.all([tasks.runDue(), tasks.runDue(), tasks.runDue()]);
    const [second, before] = await all();
    expect(await all()).toHaveLength(2);
    expect([before!.id, before!.everyMs, before!.nextMs]).toEqual([first, null, null]);
    // The time of day stays the same, although polling was half a minute late.
    expect([second!.everyMs, second!.nextMs, second!.startedMs]).toEqual([day, begun + 2 * day, nowMs]);
    await done(second!.id);
    expect((await tasks.get(who, second!.id)).resources).toBe(2);
  });

  it('runs once after downtime, when the server starts', async () => {
    await tasks.close(10_000);
    nowMs = begun + 9.5 * day;
    open();
    await tasks.runDue();
    await tasks.runDue();
    expect(await all()).toHaveLength(3);
    expect((await all())[0]!.nextMs).toBe(begun + 10 * day);
    await done((await all())[0]!.id);
  });

  it('never runs twice at once: a due time during a run is skipped', async () => {
    const { id } = (await all())[0]!;
    await setDesiredState(id, 'run', null);
    nowMs = begun + 12 * day;
    await tasks.runDue();
    expect(await all()).toHaveLength(3);
    await setDesiredState(id, 'stop', 'complete');
    await until(async () => (tasks.stateOf(await tasks.get(who, id)) === 'running' ? null : true), 'its end');
    await tasks.runDue();
    expect(await all()).toHaveLength(4);
    expect((await all())[0]!.nextMs).toBe(begun + 13 * day);
    await done((await all())[0]!.id);
  });

  it('ends when it is stopped', async () => {
    await tasks.stop(who, (await all())[0]!.id);
    nowMs = begun + 30 * day;
    await tasks.runDue();
    expect(await all()).toHaveLength(4);
    expect(failures).toEqual([]);
  });
});

it('a schedule that fails permanently ends, and the crawl shows why', async () => {
  const odd = { ...taskRequest('week'), kinds: ['wms'] };
  const { id } = await tasks.create(who, odd, false);
  await setDesiredState(id, 'stop', null);
  await store.transact(async () => {
    store.database
      .prepare('UPDATE owned_task SET next_ms = ?, made_from = ? WHERE task_id = ?')
      .run(nowMs - 1, JSON.stringify({ ...odd, kinds: ['no-such-kind'] }), id);
  });
  const before = (await all()).length;
  await tasks.runDue();
  const task = await tasks.get(who, id);
  expect([(await all()).length, task.everyMs]).toEqual([before, null]);
  expect(task.ended).toMatch(/^failed: Unknown kind "no-such-kind"/);
  expect(failures).toHaveLength(1);
});
