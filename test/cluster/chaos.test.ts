import { expect, it } from 'vitest';
import { describeWith } from '../servers/needs.ts';
import { liveThrough } from './chaos.ts';

describeWith('postgis+redis', () => {
  it('loses nothing, does nothing twice and stays polite while workers and servers come and go', async () => {
    const plan = { workers: 3, hosts: 8, pagesPerHost: 16, delayMs: 100, leaseMs: 1500, kills: 2, sleepers: 1 };
    const report = await liveThrough(plan);
    console.log(JSON.stringify(report));
    expect(report.smallestGapMs).toBeGreaterThanOrEqual(plan.delayMs);
    // At most what the killed and the sleeping worker had under way.
    expect(report.duplicates).toBeLessThanOrEqual(6 * (plan.kills + plan.sleepers + 2));
  });
});
