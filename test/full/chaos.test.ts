// Eight workers through everything that can happen to them.
import { expect, it } from 'vitest';
import { liveThrough } from '../cluster/chaos.ts';
import { describeWith } from '../servers/needs.ts';

describeWith('postgis+redis', () => {
  it('survives kills, sleep past the lease, and restarts of its servers with eight workers', {
    timeout: 900_000,
  }, async () => {
    const plan = { workers: 8, hosts: 40, pagesPerHost: 100, delayMs: 300, leaseMs: 4000, kills: 8, sleepers: 2 };
    const report = await liveThrough(plan);
    console.log(JSON.stringify(report));
    expect(report.smallestGapMs).toBeGreaterThanOrEqual(plan.delayMs);
    expect(report.duplicates / report.requests).toBeLessThan(0.01);
  });
});
