// Nothing lost, nothing done twice: the crawler is killed with SIGKILL again and again, and resumed.
import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { DemoWeb } from '../../lab/demo-web/serve.ts';
import { seededRandom } from '../../src/base/random/seeded-random.ts';
import { demoArguments, demoEnvironment, demoTask, startSteadyWeb } from './demo-crawl.ts';
import { type Snapshot, takeSnapshot } from './snapshot.ts';

/** A sample; `npm run test:full -- --part faults` has all of them. */
const kills = Number(process.env.GEOTRAWL_TEST_KILLS ?? 10);
const delayMs = 20;
const command = new URL('../../dist/src/cli/main.js', import.meta.url).pathname;

const folder = mkdtempSync(join(tmpdir(), 'geotrawl-kill-'));
let web: DemoWeb;
let undisturbed: Snapshot;

beforeAll(async () => {
  web = await startSteadyWeb();
  const db = join(folder, 'undisturbed.db');
  expect(await run(demoArguments(web, db, delayMs))).toBe(0);
  undisturbed = await takeSnapshot(db);
}, 120_000);

afterAll(async () => {
  await web.close();
  rmSync(folder, { recursive: true, force: true });
});

it(`survives ${kills} kills`, { timeout: 60_000 + kills * 10_000 }, async () => {
  const random = seededRandom(20_261_115);
  let killed = 0;
  let crawls = 0;
  while (killed < kills) {
    crawls++;
    const db = join(folder, `killed-${crawls}.db`);
    for (let isDone = false; !isDone; ) {
      const args =
        existsSync(db) && (await hasTask(db))
          ? ['crawl', '--resume', demoTask, '--db', db, '--ndjson']
          : demoArguments(web, db, delayMs);
      // A start takes about 300 ms; moments before it are kills of a crawler that has not begun.
      const killAfterMs = killed < kills ? 200 + random.below(1800) : null;
      const code = await run(args, killAfterMs);
      if (code === null) killed++;
      else expect(code).toBe(0);
      isDone = code === 0;
    }
    expect(await takeSnapshot(db)).toEqual(undisturbed);
  }
  console.log(
    `${killed} kills over ${crawls} crawls; each ended as the undisturbed one: ${undisturbed.urls.length} URLs, ${undisturbed.pages} pages, ${undisturbed.found} services`,
  );
});

/** Runs the command; null when it was killed. */
function run(args: readonly string[], killAfterMs: number | null = null): Promise<number | null> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [command, ...args], {
      stdio: ['ignore', 'ignore', 'inherit'],
      env: { ...process.env, ...demoEnvironment },
    });
    const timer = killAfterMs === null ? null : setTimeout(() => child.kill('SIGKILL'), killAfterMs);
    child.once('error', reject);
    child.once('exit', (code) => {
      if (timer !== null) clearTimeout(timer);
      resolve(code);
    });
  });
}

/** A kill may come before the task was stored; there is then nothing to resume. */
async function hasTask(db: string): Promise<boolean> {
  const { openSqlite } = await import('../../src/store/sqlite/sqlite.ts');
  const store = openSqlite(db);
  const { n } = store.database.prepare('SELECT count(*) AS n FROM task').get() as { n: number };
  await store.close();
  return n > 0;
}
