import { expect, it } from 'vitest';
import { describeWith } from '../servers/needs.ts';
import { liveThrough, visitsAtOnce } from './chaos.ts';

describeWith('postgis+redis', () => {
  it('loses nothing, does nothing twice and stays polite while workers and servers come and go', async () => {
    const faults = { kill: 2, sleep: 1, flush: 1, redis: 1, postgres: 1 };
    const plan = { seed: 1, workers: 3, hosts: 16, pagesPerHost: 125, delayMs: 50, leaseMs: 3000, faults };
    const report = await liveThrough(plan);
    console.log(JSON.stringify(report));
    expect(report.surelyAtMostMs).toBeGreaterThanOrEqual(plan.delayMs);
    // What was under way may be asked for again: of one worker, or of all when the database goes. How much that is of a
    // larger crawl, test/full shows.
    const struck = faults.kill + faults.sleep + faults.postgres * plan.workers;
    expect(report.duplicates).toBeLessThanOrEqual(struck * visitsAtOnce);
  }, 300_000);
});
