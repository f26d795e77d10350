// The n-th store or network operation fails, n = 1, 2, …: the crawl stops or continues, and a resume completes it.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { DemoWeb } from '../../lab/demo-web/serve.ts';
import { systemClock } from '../../src/base/time/system-clock.ts';
import { crawlWith } from '../../src/crawl/crawl.ts';
import type { CrawlDependencies } from '../../src/crawl/crawl-session.ts';
import type { CrawlOptions } from '../../src/crawl/crawl-task.ts';
import type { Clock } from '../../src/model/clock.ts';
import { GeotrawlError } from '../../src/model/errors.ts';
import type { Fetch } from '../../src/model/fetch.ts';
import { type SqlDatabase, type SqlDriver, type SqlStatement, systemDriver } from '../../src/store/sqlite/driver.ts';
import { demoOptions, demoTask, startSteadyWeb } from './demo-crawl.ts';
import { type Snapshot, takeSnapshot } from './snapshot.ts';

/** Operations that fail, spread over the crawl; `npm run test:full -- --part faults` has more. */
const rounds = Number(process.env.GEOTRAWL_TEST_FAULTS ?? 12);

const folder = mkdtempSync(join(tmpdir(), 'geotrawl-operations-'));
let web: DemoWeb;
let undisturbed: Snapshot;
let storeOperations = 0;
let requests = 0;

beforeAll(async () => {
  web = await startSteadyWeb();
  const db = join(folder, 'undisturbed.db');
  const counting = countdown(Number.POSITIVE_INFINITY);
  const asking = countdown(Number.POSITIVE_INFINITY);
  await run({ driver: breakingDriver(counting), wrapFetch: breakingFetch(asking) }, demoOptions(web, db, 0));
  storeOperations = counting.count();
  requests = asking.count();
  undisturbed = await takeSnapshot(db);
}, 120_000);

afterAll(async () => {
  await web.close();
  rmSync(folder, { recursive: true, force: true });
});

describe('a store operation that fails', () => {
  it('stops the crawl with a coded error, and a resume completes it', {
    timeout: 30_000 + rounds * 20_000,
  }, async () => {
    let broken = 0;
    for (let round = 0; round < rounds; round++) {
      // The first operations open the database; the rest are spread evenly over the crawl.
      const failing = round < 3 ? round + 1 : Math.round(((round - 2) / (rounds - 2)) * storeOperations * 0.95);
      const db = join(folder, `store-${round}.db`);
      const operations = countdown(failing);
      const error = await run({ driver: breakingDriver(operations) }, demoOptions(web, db, 0));
      // Commits are batched by time, so a crawl may be over before its n-th operation; it must then be complete.
      const isOver = error === null && operations.count() < failing;
      const code = isOver ? 'store.none' : (error as GeotrawlError | null)?.code;
      expect([failing, code]).toEqual([failing, expect.stringMatching(/^store\./)]);
      broken += isOver ? 0 : 1;
      const resumed = isOver ? null : await run({}, await continueOrBegin(db));
      expect([failing, resumed]).toEqual([failing, null]);
      expect(await takeSnapshot(db)).toEqual(undisturbed);
    }
    expect(broken).toBeGreaterThanOrEqual(Math.floor(rounds * 0.8));
    console.log(`${broken} of ${storeOperations} store operations broken`);
  });
});

describe('a request that fails', () => {
  it('is retried, and the crawl ends like an undisturbed one', { timeout: 30_000 + rounds * 20_000 }, async () => {
    for (let round = 0; round < rounds; round++) {
      const failing = Math.max(1, Math.round(((round + 1) / rounds) * requests * 0.95));
      const db = join(folder, `request-${round}.db`);
      // The host is left alone for a minute after the failure; the clock makes it pass.
      const parts = { wrapFetch: breakingFetch(countdown(failing)), clock: hastyClock() };
      expect([failing, await run(parts, demoOptions(web, db, 0))]).toEqual([failing, null]);
      expect([failing, await takeSnapshot(db)]).toEqual([failing, undisturbed]);
    }
    console.log(`${rounds} of ${requests} requests broken`);
  });
});

/** Runs a crawl to its end; the error it threw, or null. */
async function run(parts: CrawlDependencies, options: CrawlOptions): Promise<unknown> {
  try {
    for await (const event of crawlWith(parts, options))
      if (event.type === 'done' && event.stopped === 'aborted') throw new Error('aborted');
    return null;
  } catch (error) {
    return error;
  }
}

async function continueOrBegin(db: string): Promise<CrawlOptions> {
  const { openSqlite } = await import('../../src/store/sqlite/sqlite.ts');
  const store = openSqlite(db);
  const task = store.database.prepare('SELECT name FROM task').get();
  await store.close();
  const options = demoOptions(web, db, 0);
  if (task === undefined) return options;
  return { resume: demoTask, settings: options.settings ?? {} };
}

/** Long waits pass in a moment: what is slept beyond it is added to the time. */
function hastyClock(): Clock {
  const longestMs = 20;
  let skippedMs = 0;
  return {
    now: () => systemClock.now() + skippedMs,
    sleep: async (ms, signal) => {
      await systemClock.sleep(Math.min(ms, longestMs), signal);
      if (!signal?.aborted) skippedMs += Math.max(0, ms - longestMs);
    },
  };
}

interface Countdown {
  /** Throws at the given operation and at none other. */
  step(failure: () => Error): void;
  count(): number;
}

function countdown(failing: number): Countdown {
  let count = 0;
  return {
    step(failure) {
      count++;
      if (count === failing) throw failure();
    },
    count: () => count,
  };
}

function breakingDriver(counter: Countdown): SqlDriver {
  const broken = () => Object.assign(new Error('disk I/O error'), { code: 'ERR_SQLITE_ERROR', errcode: 10 });
  const open = systemDriver();
  return (path) => {
    const database = open(path);
    const wrapStatement = (statement: SqlStatement): SqlStatement => {
      const stepping =
        <Arguments extends unknown[], Result>(method: (...values: Arguments) => Result) =>
        (...values: Arguments): Result => {
          counter.step(broken);
          return method.apply(statement, values);
        };
      return {
        run: stepping(statement.run),
        get: stepping(statement.get),
        all: stepping(statement.all),
        iterate: stepping(statement.iterate),
      };
    };
    const wrapped: SqlDatabase = {
      prepare: (sql) => wrapStatement(database.prepare(sql)),
      exec: (sql) => {
        if (sql !== 'ROLLBACK') counter.step(broken);
        database.exec(sql);
      },
      close: () => database.close(),
    };
    return wrapped;
  };
}

function breakingFetch(counter: Countdown): (fetch: Fetch) => Fetch {
  const broken = () => new GeotrawlError('fetch.connect', 'The connection was refused.', { retry: true });
  return (fetch) => ({
    ...fetch,
    get: async (request, signal) => {
      counter.step(broken);
      return fetch.get(request, signal);
    },
  });
}
