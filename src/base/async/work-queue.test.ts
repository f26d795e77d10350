import { expect, it } from 'vitest';
import { GeotrawlError } from '../../model/errors.ts';
import { createWorkQueue, type QueueOptions } from './work-queue.ts';

/** Workers whose tasks end when the test decides. */
function heldWorkers(count: number) {
  const begun: { readonly task: string; readonly worker: number; end(): void; fail(): void }[] = [];
  const workers = Array.from({ length: count }, (_, worker) => (task: string) => {
    return new Promise<string>((resolve, reject) => {
      begun.push({ task, worker, end: () => resolve(`${task} done`), fail: () => reject(new Error(`${task} failed`)) });
    });
  });
  return { begun, workers };
}

function queueOf(count: number, options: Partial<QueueOptions> = {}) {
  const { begun, workers } = heldWorkers(count);
  const time = { ms: 0 };
  const queue = createWorkQueue(workers, {
    maxWaitMs: 1000,
    fewWaiting: 0,
    maxWaiting: 100,
    now: () => time.ms,
    ...options,
  });
  return { begun, queue, time, tasks: () => begun.map(({ task, worker }) => `${task} ${worker}`) };
}

it('gives a task to the first free worker, and the oldest waiting one to the next that is free', async () => {
  const { begun, queue, tasks } = queueOf(2);
  const all = ['a', 'b', 'c'].map((task) => queue.run(task));
  expect(tasks()).toEqual(['a 0', 'b 1']);
  begun[1]!.end();
  expect(await all[1]).toBe('b done');
  expect(tasks()).toEqual(['a 0', 'b 1', 'c 1']);
  begun[0]!.end();
  begun[2]!.end();
  expect(await Promise.all(all)).toEqual(['a done', 'b done', 'c done']);
  const again = queue.run('d');
  expect(tasks().at(-1)).toBe('d 0');
  begun[3]!.end();
  await again;
});

it('continues after a failed task', async () => {
  const { begun, queue } = queueOf(1);
  const first = queue.run('a');
  const second = queue.run('b');
  begun[0]!.fail();
  await expect(first).rejects.toThrow('a failed');
  begun[1]!.end();
  expect(await second).toBe('b done');
});

it('rejects tasks once the oldest has waited too long, with a code and a retry delay', async () => {
  const { begun, queue, time } = queueOf(1);
  const under = queue.run('a');
  const waiting = queue.run('b');
  time.ms = 999;
  const late = queue.run('c');
  time.ms = 1000;
  const refused = await queue.run('d').catch((error: unknown) => error as GeotrawlError);
  expect(refused).toBeInstanceOf(GeotrawlError);
  expect(refused).toMatchObject({ code: 'request.overloaded', retry: true, facts: { retryAfter: 2 } });
  begun[0]!.end();
  await under;
  // 'c' is the oldest now, and has waited a millisecond.
  const taken = queue.run('e');
  for (const n of [1, 2, 3]) {
    begun[n]!.end();
    await new Promise(setImmediate);
  }
  expect(await Promise.all([waiting, late, taken])).toEqual(['b done', 'c done', 'e done']);
});

it('lets a few wait as long as the tasks before them take', async () => {
  const { begun, queue, time } = queueOf(1, { fewWaiting: 2 });
  const all = [queue.run('a'), queue.run('b')];
  time.ms = 60_000;
  all.push(queue.run('c'));
  await expect(queue.run('d')).rejects.toMatchObject({ code: 'request.overloaded' });
  for (const n of [0, 1, 2]) {
    begun[n]!.end();
    await all[n];
  }
});

it('rejects tasks while the queue is full', async () => {
  const { begun, queue } = queueOf(1, { maxWaiting: 1 });
  const all = [queue.run('a'), queue.run('b')];
  await expect(queue.run('c')).rejects.toMatchObject({ code: 'request.overloaded' });
  begun[0]!.end();
  await all[0];
  begun[1]!.end();
  await all[1];
});

it('drops an aborted task without starting it', async () => {
  const { begun, queue, tasks } = queueOf(1);
  const under = queue.run('a');
  const aborting = new AbortController();
  const aborted = queue.run('b', aborting.signal);
  const next = queue.run('c');
  aborting.abort();
  await expect(aborted).rejects.toBe(aborting.signal.reason);
  await expect(queue.run('d', aborting.signal)).rejects.toBe(aborting.signal.reason);
  begun[0]!.end();
  await under;
  expect(tasks()).toEqual(['a 0', 'c 0']);
  begun[1]!.end();
  expect(await next).toBe('c done');
});
