import { expect, it } from 'vitest';
import { systemClock } from '../base/time/system-clock.ts';
import type { Visit } from '../model/frontier.ts';
import { createVisitPool } from './visit-pool.ts';

function visit(pool: Visit['pool']): Visit {
  const ref = { host: 1, fingerprint: 1, url: 'http://a.example/', hostKey: 'http://a.example' };
  return { ...ref, pool, kind: null, step: 0, depth: 0, foundBy: 'seed', anchor: '', via: null, tries: 0 };
}

it('counts visits by pool and collects their effects', async () => {
  const visitPool = createVisitPool(async ({ pool }) => pool, systemClock);
  visitPool.begin(visit('page'));
  visitPool.begin(visit('probe'));
  expect({ ...visitPool.active }).toEqual({ page: 1, probe: 1 });
  await visitPool.wait(Date.now() + 5000);
  expect(visitPool.take()).toEqual(['page', 'probe']);
  expect([visitPool.isBusy(), visitPool.take()]).toEqual([false, []]);
});

it('wakes when a visit ends, long before the timeout', async () => {
  const pool = createVisitPool(async () => 'done', systemClock);
  pool.begin(visit('page'));
  await pool.wait(Date.now() + 20_000);
  expect(pool.waiting().visits).toBe(1);
});

it('rethrows an error of a visit on take, and stays busy until then', async () => {
  const pool = createVisitPool(async () => {
    throw new Error('a bug');
  }, systemClock);
  pool.begin(visit('page'));
  await pool.wait(Date.now() + 5000);
  expect(pool.isBusy()).toBe(true);
  expect(() => pool.take()).toThrow('a bug');
});

it('aborts visits in progress when the crawl is aborted', async () => {
  const abort = new AbortController();
  const pool = createVisitPool(
    (_visit, halt) => new Promise<string>((resolve) => halt.addEventListener('abort', () => resolve('stopped'))),
    systemClock,
    { signal: abort.signal, drainMs: 0 },
  );
  pool.begin(visit('page'));
  abort.abort();
  await pool.wait(Date.now() + 5000);
  expect(pool.take()).toEqual(['stopped']);
});

it('lets visits in progress finish while draining', async () => {
  const abort = new AbortController();
  let isHalted = false;
  const work = async (_visit: Visit, halt: AbortSignal) => {
    await systemClock.sleep(20);
    isHalted = halt.aborted;
    return 'ended';
  };
  const pool = createVisitPool(work, systemClock, { signal: abort.signal, drainMs: 60_000 });
  pool.begin(visit('page'));
  abort.abort();
  while (pool.waiting().visits === 0) await pool.wait(Date.now() + 5000);
  expect([pool.take(), isHalted]).toEqual([['ended'], false]);
  pool.dismiss();
});
