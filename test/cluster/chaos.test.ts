import { expect, it } from 'vitest';
import { describeWith } from '../servers/needs.ts';
import { liveThrough } from './chaos.ts';

describeWith('postgis+redis', () => {
  it('loses nothing, does nothing twice and stays polite while workers and servers come and go', async () => {
    const faults = { kill: 2, sleep: 1, flush: 1, redis: 1, postgres: 1 };
    const plan = { seed: 1, workers: 3, hosts: 16, pagesPerHost: 125, delayMs: 50, leaseMs: 1500, faults };
    const report = await liveThrough(plan);
    console.log(JSON.stringify(report));
    expect(report.surelyAtMostMs).toBeGreaterThanOrEqual(plan.delayMs);
    expect(report.duplicates).toBeLessThan(0.01 * report.requests);
  }, 180_000);
});
