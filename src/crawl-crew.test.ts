import { expect, it } from 'vitest';
import { systemClock } from './base/time/system-clock.ts';
import { createCrew } from './crawl/visit-pool.ts';
import type { Visit } from './model/frontier.ts';

function visit(pool: Visit['pool']): Visit {
  const ref = { host: 1, fingerprint: 1, url: 'http://a.example/', hostKey: 'http://a.example' };
  return { ...ref, pool, kind: null, step: 0, depth: 0, foundBy: 'seed', anchor: '', via: null, tries: 0 };
}

it('counts visits by pool and gathers what they bring', async () => {
  const crew = createCrew(async ({ pool }) => pool, systemClock);
  crew.begin(visit('page'));
  crew.begin(visit('probe'));
  expect({ ...crew.active }).toEqual({ page: 1, probe: 1 });
  await crew.rest(Date.now() + 5000);
  expect(crew.take()).toEqual(['page', 'probe']);
  expect([crew.isBusy(), crew.take()]).toEqual([false, []]);
});

it('wakes when a visit ends, long before the time is up', async () => {
  const crew = createCrew(async () => 'done', systemClock);
  crew.begin(visit('page'));
  await crew.rest(Date.now() + 20_000);
  expect(crew.waiting().visits).toBe(1);
});

it('hands a bug in a visit to whoever takes, and stays busy until then', async () => {
  const crew = createCrew(async () => {
    throw new Error('a bug');
  }, systemClock);
  crew.begin(visit('page'));
  await crew.rest(Date.now() + 5000);
  expect(crew.isBusy()).toBe(true);
  expect(() => crew.take()).toThrow('a bug');
});

it('aborts what is under way when the crawl is aborted', async () => {
  const abort = new AbortController();
  const crew = createCrew(
    (_visit, halt) => new Promise<string>((resolve) => halt.addEventListener('abort', () => resolve('stopped'))),
    systemClock,
    { signal: abort.signal, drainMs: 0 },
  );
  crew.begin(visit('page'));
  abort.abort();
  await crew.rest(Date.now() + 5000);
  expect(crew.take()).toEqual(['stopped']);
});

it('lets what is under way end where there is time for it', async () => {
  const abort = new AbortController();
  let isHalted = false;
  const work = async (_visit: Visit, halt: AbortSignal) => {
    await systemClock.sleep(20);
    isHalted = halt.aborted;
    return 'ended';
  };
  const crew = createCrew(work, systemClock, { signal: abort.signal, drainMs: 60_000 });
  crew.begin(visit('page'));
  abort.abort();
  while (crew.waiting().visits === 0) await crew.rest(Date.now() + 5000);
  expect([crew.take(), isHalted]).toEqual([['ended'], false]);
  crew.dismiss();
});
