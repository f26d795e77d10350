import { spawnSync } from 'node:child_process';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openSqlite, type SqliteStore } from '../store/sqlite/sqlite.ts';
import { addToTask, claimTask, createTask, getTask, listTasks } from './task-table.ts';

describe('tasks', () => {
  let store: SqliteStore;
  beforeEach(() => {
    store = openSqlite(':memory:');
  });
  afterEach(() => store.close());

  const create = (name: string) => createTask(store, { name, options: { depth: 3 }, nowMs: 1000 });

  it('are created, found and listed, newest first', async () => {
    const one = await create('one');
    await create('two');
    expect(await getTask(store, 'one')).toEqual(one);
    expect(one).toMatchObject({ options: { depth: 3 }, state: 'new', runner: null, createdMs: 1000, pages: 0 });
    expect((await listTasks(store)).map((task) => task.name)).toEqual(['two', 'one']);
  });

  it('have unique names', async () => {
    await create('one');
    await expect(create('one')).rejects.toMatchObject({ code: 'usage.bad-argument' });
    await expect(getTask(store, 'none')).rejects.toMatchObject({ code: 'crawl.task-not-found' });
  });

  it('are run by one process at a time', async () => {
    const { id } = await create('one');
    const claim = await claimTask(store, id);
    expect(claim.unclean).toBe(false);
    expect(await getTask(store, 'one')).toMatchObject({ state: 'running', runner: process.pid });
    await expect(claimTask(store, id)).rejects.toMatchObject({
      code: 'crawl.task-running',
      facts: { pid: process.pid },
    });
    await claim.release('stopped');
    expect(await getTask(store, 'one')).toMatchObject({ state: 'stopped', runner: null });
    expect(await claimTask(store, id)).toMatchObject({ unclean: false });
  });

  it('can be run again by a process whose clean end could not be stored', async () => {
    const { id } = await create('one');
    const claim = await claimTask(store, id);
    store.database.exec('PRAGMA query_only = ON');
    await expect(claim.release('done')).rejects.toMatchObject({ code: expect.stringMatching(/^store\./) });
    store.database.exec('PRAGMA query_only = OFF');
    expect(await claimTask(store, id)).toMatchObject({ unclean: true });
  });

  it('are marked unclean after a failed run', async () => {
    const { id } = await create('one');
    await (await claimTask(store, id)).abandon();
    expect(await getTask(store, 'one')).toMatchObject({ state: 'stopped', runner: null });
    expect(await claimTask(store, id)).toMatchObject({ unclean: true });
  });

  it.each([
    ['a process that is gone', () => `${spawnSync(process.execPath, ['-e', '']).pid}@1`],
    ['an earlier process with our id', () => `${process.pid}@1`],
  ])('are taken over from %s', async (_, runner) => {
    const { id } = await create('one');
    store.database.prepare('UPDATE task SET runner = ?').run(runner());
    expect(await claimTask(store, id)).toMatchObject({ unclean: true });
  });

  it('are not taken over from a live process', async () => {
    const { id } = await create('one');
    store.database.prepare('UPDATE task SET runner = ?').run(`${process.ppid}@1`);
    await expect(claimTask(store, id)).rejects.toMatchObject({ code: 'crawl.task-running' });
  });

  it('count in the transaction that stores what is counted', async () => {
    const { id } = await create('one');
    const totals = { pages: 1, requests: 3, bytes: 100, resources: 2 };
    await store.transact((transaction) => store.within(transaction, () => addToTask(id, totals)));
    const failing = store.transact(async (transaction) => {
      await store.within(transaction, () => addToTask(id, totals));
      throw new Error('abandon');
    });
    await expect(failing).rejects.toThrow('abandon');
    expect(await getTask(store, 'one')).toMatchObject(totals);
  });
});
