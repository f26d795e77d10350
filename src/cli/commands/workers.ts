// `geotrawl workers`: lists the workers of a PostgreSQL database with their status.
import type { Command } from 'commander';
import { listWorkers, type WorkerRow } from '../../frontier/postgres/worker-table.ts';
import { openPostgres } from '../../store/postgres/postgres.ts';
import { type GlobalFlags, loadSettings, terminalFor } from '../options/common-options.ts';
import { plain } from '../output/terminal.ts';
import { requirePostgres } from './worker.ts';

/** A worker writes its row every second. */
const silentAfterMs = 5000;

const examples = `
Examples:
  $ geotrawl workers --db postgres://geotrawl@db/geotrawl
  $ geotrawl workers --db postgres://… --json`;

export function addWorkersCommand(program: Command): void {
  program
    .command('workers')
    .description('list the workers of a PostgreSQL database: roles, leased hosts, requests per second')
    .option('--json', 'one object per line')
    .addHelpText('after', examples)
    .action(async (flags: { readonly json?: boolean }, command: Command) => {
      const globals = command.optsWithGlobals<GlobalFlags>();
      const terminal = terminalFor(globals);
      const { db } = loadSettings(globals).values;
      requirePostgres(db);
      const store = openPostgres(db);
      try {
        const workers = await listWorkers(store);
        for (const worker of workers) terminal.print(flags.json === true ? JSON.stringify(worker) : lineOf(worker));
        if (workers.length === 0) terminal.say('No workers. Start one with `geotrawl worker`.');
      } finally {
        await store.close();
      }
    });
}

function lineOf(worker: WorkerRow): string {
  const { id, roles, tasks, active, leases, perSecond, visits, isDraining, seenMs } = worker;
  const isSilent = worker.silentMs > silentAfterMs;
  const state = isSilent ? `silent since ${new Date(seenMs).toISOString()}` : isDraining ? 'leaving' : 'working';
  const on = tasks === '' ? 'no crawl' : plain(tasks, 60);
  const busy = `${active} visits, ${leases} hosts, ${perSecond.toFixed(1)} requests/s, ${visits} in all`;
  return `${id}  ${state}  ${roles}  ${on}  ${busy}`;
}
