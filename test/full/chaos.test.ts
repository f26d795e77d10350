// Eight workers through every kind of trouble, several seeds: issue I, Must show 2.
import { expect, it } from 'vitest';
import { liveThrough } from '../cluster/chaos.ts';
import { describeWith } from '../servers/needs.ts';

const seeds = (process.env.GEOTRAWL_TEST_SEEDS ?? '1,2,3').split(',').map(Number);

describeWith('postgis+redis', () => {
  it.each(seeds)(
    'keeps a crawl of eight workers whole (seed %i)',
    async (seed) => {
      const faults = { kill: 8, sleep: 2, flush: 2, redis: 2, postgres: 2 };
      const plan = { seed, workers: 8, hosts: 80, pagesPerHost: 125, delayMs: 100, leaseMs: 3000, faults };
      const report = await liveThrough(plan);
      console.log(JSON.stringify(report));
      expect(report.surelyAtMostMs).toBeGreaterThanOrEqual(plan.delayMs);
      expect(report.duplicates).toBeLessThan(0.01 * report.requests);
    },
    900_000,
  );
});
