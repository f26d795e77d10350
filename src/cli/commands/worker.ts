// `geotrawl worker`: runs one worker of a cluster that shares a PostgreSQL database.
import { type Command, Option } from 'commander';
import { GeotrawlError } from '../../model/errors.ts';
import { isPostgresAddress } from '../../store/sql/database-address.ts';
import {
  addNetworkOptions,
  type FetchFlags,
  type GlobalFlags,
  kindModuleOption,
  loadFetchSettings,
  terminalFor,
} from '../options/common-options.ts';
import { exitCodes } from '../output/exit-code.ts';
import { checkReport } from '../output/format-check.ts';
import { listenForStop } from '../output/stop-signal.ts';

interface WorkerFlags extends FetchFlags {
  readonly roles: string;
  readonly concurrency?: string;
  readonly probeConcurrency?: string;
  readonly dispatcher?: string;
  readonly redis?: string;
  readonly untilIdle?: boolean;
  readonly ndjson?: boolean;
}

const examples = `
Examples:
  $ geotrawl worker --db postgres://geotrawl@db/geotrawl                     join every running crawl
  $ geotrawl worker --db postgres://… --roles check                          check resources when they are due
  $ geotrawl worker --db postgres://… --dispatcher bullmq --redis redis://r  get wake-up signals over Redis

SIGTERM finishes visits in progress. If a worker is killed, its hosts pass to others after a minute.`;

export function addWorkerCommand(program: Command): void {
  const command = program
    .command('worker')
    .description('run a crawl worker on a shared PostgreSQL database')
    .option('--roles <list>', 'comma-separated roles: fetch, render, check', 'fetch,render')
    .option('--concurrency <n>', 'concurrent pages (default 32)')
    .option('--probe-concurrency <n>', 'concurrent service probes (default 8)')
    .addOption(
      new Option('--dispatcher <name>', 'how workers notify each other of new work (default postgres)').choices([
        'inline',
        'postgres',
        'bullmq',
      ]),
    )
    .option('--redis <url>', 'Redis for the dispatcher bullmq')
    .option('--until-idle', 'exit when no crawl is running and no check is due')
    .option('--ndjson', 'events as JSON, one per line');
  addNetworkOptions(command);
  command.addOption(kindModuleOption());
  command.addHelpText('after', examples);
  command.action(async (flags: WorkerFlags, command: Command) => {
    const globals = command.optsWithGlobals<GlobalFlags>();
    const terminal = terminalFor(globals);
    const settings = loadFetchSettings(globals, flags, {
      concurrency: 'crawl.concurrency',
      probeConcurrency: 'crawl.probeConcurrency',
      dispatcher: 'workers.dispatcher',
      redis: 'workers.redis',
    }).values;
    requirePostgres(settings.db);
    const stop = listenForStop(terminal);
    const { runWorker } = await import('../../cluster/worker.ts');
    await runWorker(
      {
        settings,
        roles: rolesOf(flags.roles),
        ...(flags.untilIdle === true ? { untilIdle: true } : {}),
        log: terminal.say,
        onRound: (report) => {
          if (flags.ndjson === true) terminal.print(JSON.stringify(checkReport(report)));
        },
        onEvent: (task, event) => {
          if (flags.ndjson === true) terminal.print(JSON.stringify({ task, ...event, ts: new Date().toISOString() }));
        },
      },
      stop.signal,
    );
    stop.release();
    // A requested stop is a success.
    process.exitCode = exitCodes.ok;
  });
}

export function requirePostgres(db: string): void {
  if (isPostgresAddress(db)) return;
  throw new GeotrawlError(
    'usage.bad-argument',
    `Workers need a PostgreSQL database, but ${db} is a file. Use --db postgres://user@host/name.`,
  );
}

const roleNames = ['fetch', 'render', 'check'] as const;

function rolesOf(list: string): readonly (typeof roleNames)[number][] {
  return list.split(',').map((text) => {
    const role = roleNames.find((name) => name === text.trim());
    if (role !== undefined) return role;
    const message = `"${text.trim()}" isn't a worker role. Use ${roleNames.join(', ')}.`;
    throw new GeotrawlError('usage.bad-argument', message);
  });
}
