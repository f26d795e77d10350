import { expect, it } from 'vitest';
import type { OrderingFactory } from '../../src/model/rank.ts';
import { orderings } from '../../src/rank/orderings.ts';
import { makeWeb } from '../web/web.ts';
import { crawlInMemory } from './crawl-in-memory.ts';
import { runJob } from './job.ts';
import { runJobs } from './run-jobs.ts';
import { searchResults } from './search-results.ts';

const fifo: OrderingFactory = orderings.fifo;
const settings = { seed: 1, documents: 3000, month: 0 };
const web = makeWeb(settings);

it('visits everything reachable once, retries failures, and finds every service', () => {
  const result = crawlInMemory({ web, ordering: fifo({ seed: 1 }) });
  const again = result.visits - web.skeleton.size;
  expect(Math.abs(again)).toBeLessThan(100);
  expect(new Set(result.found).size).toBe(result.found.length);
  // A service that fails three times in a row is lost, as in a real crawl.
  expect(result.found.length).toBeGreaterThanOrEqual(web.services.length - 1);
  expect(result.visitsByDepth.reduce((sum, count) => sum + count, 0)).toBe(result.visits);
});

it('visits the same addresses in another order, and finds services sooner if trained', () => {
  const plain = crawlInMemory({ web, ordering: fifo({ seed: 1 }) });
  const ranked = crawlInMemory({ web, ordering: orderings['best-first']({ seed: 1 }) });
  expect(ranked.visits).toBe(plain.visits);
  expect([...ranked.found].sort()).toEqual([...plain.found].sort());
  const middle = (at: readonly number[]): number => at[Math.floor(at.length / 2)]!;
  expect(middle(ranked.foundAt)).toBeLessThan(middle(plain.foundAt));
});

it('stops at a limit and at a depth', () => {
  expect(crawlInMemory({ web, ordering: fifo({ seed: 1 }), limit: 50 }).visits).toBe(50);
  const shallow = crawlInMemory({ web, ordering: fifo({ seed: 1 }), maxDepth: 1 });
  expect(shallow.visitsByDepth).toHaveLength(2);
});

it('crawls for a topic instead, from hosts about it', () => {
  const job = { ordering: 'best-first', web: settings, limit: 200, topic: 'university' } as const;
  const { foundAt, expected } = runJob(job);
  expect(expected).toBeGreaterThan(100);
  // Far more than the share of such pages, about one in ten.
  expect(foundAt.length).toBeGreaterThan(40);
});

it('gives the same results in other processes', async () => {
  const jobs = [1, 2].map((seed) => ({ ordering: 'fifo', web: { ...settings, seed } }) as const);
  expect(await runJobs(jobs)).toEqual(jobs.map(runJob));
});

it('searches like an engine: pages with "web map service", those with more of its words first', () => {
  const results = searchResults(web, 5);
  expect(results.length).toBe(5);
  for (const page of results) expect(web.text(page)).toContain('web map service');
});
