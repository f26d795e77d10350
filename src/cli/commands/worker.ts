// `geotrawl worker`: one of any number of processes that work on the crawls of a PostgreSQL database.
import { type Command, Option } from 'commander';
import { GeotrawlError } from '../../model/errors.ts';
import { isPostgresAddress } from '../../store/sql/database-address.ts';
import {
  type GlobalFlags,
  type KindFlags,
  kindFlagSettings,
  kindModuleOption,
  loadSettings,
  type NetworkFlags,
  networkFlagSettings,
  networkOptions,
  pickSettings,
  terminalFor,
} from '../options/common-options.ts';
import { listenForStop } from '../options/stop-signal.ts';
import { exitCodes } from '../output/exit-code.ts';
import { checkReport } from '../output/format-check.ts';

interface WorkerFlags extends NetworkFlags, KindFlags {
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
  $ geotrawl worker --db postgres://geotrawl@db/geotrawl                     join every crawl that runs
  $ geotrawl worker --db postgres://… --roles check                          check resources when they are due
  $ geotrawl worker --db postgres://… --dispatcher bullmq --redis redis://r  hear by Redis what is due

SIGTERM lets visits under way end; a worker that is killed leaves its hosts to the others after a minute.`;

export function addWorkerCommand(program: Command): void {
  const command = program
    .command('worker')
    .description('work on the crawls of a PostgreSQL database, beside any number of others')
    .option('--roles <list>', 'fetch, render, check: what it does, with commas between', 'fetch,render')
    .option('--concurrency <n>', 'pages fetched at the same time (default 32)')
    .option('--probe-concurrency <n>', 'service probes sent at the same time (default 8)')
    .addOption(
      new Option('--dispatcher <name>', 'how workers tell each other what is due (default postgres)').choices([
        'inline',
        'postgres',
        'bullmq',
      ]),
    )
    .option('--redis <url>', 'Redis for the dispatcher bullmq')
    .option('--until-idle', 'leave when no crawl runs any more, and no check is due')
    .option('--ndjson', 'events as JSON, one per line');
  for (const option of [...networkOptions(), kindModuleOption()]) command.addOption(option);
  command.addHelpText('after', examples);
  command.action(async (flags: WorkerFlags, asked: Command) => {
    const globals = asked.optsWithGlobals<GlobalFlags>();
    const terminal = terminalFor(globals);
    const settings = loadSettings(globals, {
      ...networkFlagSettings(flags),
      ...kindFlagSettings(flags),
      ...pickSettings(flags, {
        concurrency: 'crawl.concurrency',
        probeConcurrency: 'crawl.probeConcurrency',
        dispatcher: 'workers.dispatcher',
        redis: 'workers.redis',
      }),
    }).values;
    requirePostgres(settings.db);
    const stop = listenForStop(terminal);
    const { runWorker } = await import('../../cluster/worker.ts');
    await runWorker(
      {
        settings,
        roles: rolesOf(flags.roles),
        ...(flags.untilIdle === true ? { untilIdle: true } : {}),
        say: terminal.say,
        tellRound: (report) => {
          if (flags.ndjson === true) terminal.print(JSON.stringify(checkReport(report)));
        },
        tell: (task, event) => {
          if (flags.ndjson === true) terminal.print(JSON.stringify({ task, ...event, ts: new Date().toISOString() }));
        },
      },
      stop.signal,
    );
    stop.release();
    // Who stops a worker in good order gets what was asked for.
    process.exitCode = exitCodes.ok;
  });
}

export function requirePostgres(db: string): void {
  if (isPostgresAddress(db)) return;
  throw new GeotrawlError(
    'usage.bad-argument',
    `Workers share a PostgreSQL database, and ${db} is a file. Give its address: --db postgres://user@host/name.`,
  );
}

const roleNames = ['fetch', 'render', 'check'] as const;

function rolesOf(list: string): readonly (typeof roleNames)[number][] {
  return list.split(',').map((text) => {
    const role = roleNames.find((name) => name === text.trim());
    if (role !== undefined) return role;
    const message = `"${text.trim()}" is no role of a worker. There are ${roleNames.join(', ')}.`;
    throw new GeotrawlError('usage.bad-argument', message);
  });
}
