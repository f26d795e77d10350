import { describe, expect, it } from 'vitest';
import { createConcurrencyPool } from './concurrency-share.ts';

const none = { page: 0, probe: 0 };

describe('the concurrency of a worker', () => {
  it('is divided equally among crawls with enough work', () => {
    const pool = createConcurrencyPool({ page: 8, probe: 2 });
    const [one, other] = [pool.join(), pool.join()];
    expect(one.room(none)).toEqual({ page: 4, probe: 1 });
    expect(other.room({ page: 3, probe: 0 })).toEqual({ page: 1, probe: 1 });
    other.leave();
    expect(one.room({ page: 4, probe: 0 })).toEqual({ page: 4, probe: 2 });
  });

  it('is passed on while a crawl has nothing due', () => {
    const pool = createConcurrencyPool({ page: 8, probe: 2 });
    const [small, large] = [pool.join(), pool.join()];
    small.used(small.room(none), { page: 1, probe: 0 });
    small.room({ page: 1, probe: 0 });
    expect(large.room(none).page).toBe(7);
    small.used({ page: 1, probe: 0 }, { page: 1, probe: 0 });
    expect(large.room({ page: 7, probe: 0 }).page).toBe(0);
    expect(large.room({ page: 2, probe: 0 }).page).toBe(2);
  });

  it('leaves every crawl at least one visit', () => {
    const pool = createConcurrencyPool({ page: 2, probe: 1 });
    const crawls = Array.from({ length: 5 }, () => pool.join());
    expect(crawls.map((crawl) => crawl.room(none).page)).toEqual([1, 1, 1, 1, 1]);
  });
});
