// A worker that drains: its visits finish and are stored, its hosts are free at once, and no request is repeated.
import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as wait } from 'node:timers/promises';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import type { Config } from '../../src/config.ts';
import { crawl } from '../../src/crawl/crawl.ts';
import { listWorkers, type WorkerRow } from '../../src/frontier/postgres/worker-table.ts';
import { openPostgres, type PostgresStore } from '../../src/store/postgres/postgres.ts';
import { describeWith } from '../servers/needs.ts';
import { freshDatabase } from '../servers/postgres.ts';
import { type PlainWeb, startPlainWeb } from './plain-web.ts';

const command = new URL('../../dist/src/cli/main.js', import.meta.url).pathname;
const plan = { hosts: 12, pagesPerHost: 8, latencyMs: 100 };

function startWorker(web: PlainWeb, db: string, more: readonly string[] = []): ChildProcess {
  const rules = web.resolve.flatMap((rule) => ['--resolve', rule]);
  const args = ['worker', '--db', db, '--concurrency', '8', '--roles', 'fetch', ...more, ...rules];
  return spawn(process.execPath, [command, ...args], { stdio: 'ignore' });
}

async function until(store: PostgresStore, isSo: (workers: readonly WorkerRow[]) => boolean): Promise<WorkerRow> {
  for (;;) {
    const workers = await listWorkers(store);
    if (isSo(workers)) return workers[0]!;
    await wait(20);
  }
}

describeWith('postgis', () => {
  it('finishes its visits, releases its hosts and exits', async () => {
    const web = await startPlainWeb(plan);
    const db = await freshDatabase();
    const store = openPostgres(db);
    const seeds = web.resolve.map((rule) => `http://${rule.split('=')[0]}/`);
    const settings: Partial<Config> = {
      db,
      'crawl.scope': 'host',
      'crawl.strategy': 'fifo',
      'crawl.depth': 40,
      'politeness.delayMs': 20,
      'network.allowPrivate': true,
      'network.resolve': web.resolve,
    };
    for await (const _ of crawl({ seeds, task: 'drained', settings }, AbortSignal.abort()));
    await store.query(`UPDATE task SET state = 'running'`);
    const first = startWorker(web, db);
    try {
      const busy = await until(store, ([one]) => one !== undefined && one.active > 2 && one.leases > 2);
      expect(busy).toMatchObject({ roles: 'fetch', tasks: 'drained', isDraining: false });
      const beaten = await until(store, ([one]) => one !== undefined && one.seenMs > busy.seenMs);
      expect(beaten.id).toBe(busy.id);
      const ended = once(first, 'exit');
      first.kill('SIGTERM');
      expect(await ended).toEqual([0, null]);
      expect(await listWorkers(store)).toEqual([]);
      expect(await store.query('SELECT host_id FROM lease')).toEqual([]);
      const [task] = await store.query<{ state: string; requests: number }>('SELECT state, requests FROM task');
      // Everything the web was asked is on record.
      expect(task).toEqual({ state: 'running', requests: web.requests.length });
      const told = await promisify(execFile)(process.execPath, [
        command,
        'explain-host',
        'http://plain0.test',
        '--db',
        db,
      ]);
      expect(told.stdout).toContain('plain0.test');
      expect(await store.query('SELECT host_id FROM lease')).toEqual([]);
      const second = startWorker(web, db, ['--until-idle']);
      expect(await once(second, 'exit')).toEqual([0, null]);
      expect(await store.query('SELECT state, pages FROM task')).toEqual([
        { state: 'done', pages: plan.hosts * plan.pagesPerHost },
      ]);
      const requested = web.requests.map(({ host, path }) => `${host}${path}`);
      expect(new Set(requested).size).toBe(requested.length);
    } finally {
      first.kill('SIGKILL');
      await store.close();
      await web.close();
    }
  });
});
