// `geotrawl watch`: checks resources when they are due, until it is stopped.
import type { Command } from 'commander';
import type { CheckStore } from '../../model/monitoring.ts';
import type { Resource } from '../../model/resource.ts';
import type { Transaction } from '../../model/store.ts';
import { operator } from '../../model/subscription.ts';
import { follow, unfollow } from '../../monitor/notify/subscriptions.ts';
import { enroll, enrollAll } from '../../monitor/rounds/check-services.ts';
import {
  type OpenMonitorOptions,
  openMonitorDependencies,
  retentionOf,
} from '../../monitor/rounds/monitor-dependencies.ts';
import { watchChecks } from '../../monitor/scheduler/monitor-scheduler.ts';
import { openSqlChecks } from '../../monitor/tables/sql-checks.ts';
import {
  addNetworkOptions,
  collect,
  countArgument,
  existingDatabase,
  type FetchFlags,
  type GlobalFlags,
  kindModuleOption,
  loadFetchSettings,
  noSuchResource,
  terminalFor,
} from '../options/common-options.ts';
import { exitCodes } from '../output/exit-code.ts';
import { printRound } from '../output/format-check.ts';
import { listenForStop } from '../output/stop-signal.ts';

interface WatchFlags extends FetchFlags {
  readonly follow?: readonly string[];
  readonly unfollow?: readonly string[];
  readonly optOut?: readonly string[];
  readonly optIn?: readonly string[];
  readonly run: boolean;
  readonly perDay?: number;
  readonly concurrency?: number;
  readonly ndjson?: boolean;
}

const examples = `
Examples:
  $ geotrawl watch                                  check what is due, until Ctrl-C
  $ geotrawl watch --follow 9a0dd1a2                check this one every hour
  $ geotrawl watch --opt-out 9a0dd1a2 --no-run      never check it, on its publisher's request`;

export function addWatchCommand(program: Command): void {
  const command = program
    .command('watch')
    .description('check resources of the catalog when they are due, until stopped')
    .option('--follow <id>', 'check this resource every hour; repeatable', collect)
    .option('--unfollow <id>', 'undo --follow; repeatable', collect)
    .option('--opt-out <id>', 'never check this resource; repeatable', collect)
    .option('--opt-in <id>', 'undo --opt-out; repeatable', collect)
    .option('--no-run', 'apply the options above and exit')
    .option('--per-day <n>', 'maximum rounds per day', countArgument)
    .option('--concurrency <n>', 'concurrent rounds, each to another host (default: 64)', countArgument)
    .option('--ndjson', 'one JSON object per round')
    .addOption(kindModuleOption());
  addNetworkOptions(command);
  command.addHelpText('after', examples).action(async (flags: WatchFlags, self: Command) => {
    const globals = self.optsWithGlobals<GlobalFlags>();
    existingDatabase(globals);
    process.exitCode = await runWatch(globals, flags);
  });
}

async function runWatch(globals: GlobalFlags, flags: WatchFlags): Promise<number> {
  const terminal = terminalFor(globals);
  const { values } = loadFetchSettings(globals, flags, {
    perDay: 'check.perDay',
    concurrency: 'check.concurrency',
  });
  const parts = await openMonitorDependencies(values);
  const stop = listenForStop(terminal);
  try {
    const checks = openSqlChecks(parts.store);
    await changeMonitors(parts, checks, flags);
    if (!flags.run) return exitCodes.ok;
    await enrollAll(parts, checks);
    await parts.notify(stop.signal);
    const { monitored, due } = await checks.counts(parts.clock.now());
    const resources = monitored === 1 ? '1 resource' : `${monitored} resources`;
    terminal.say(`Watching ${resources}, ${due} due now. Press Ctrl-C to stop.`);
    const { rounds } = await watchChecks(
      parts,
      {
        concurrency: values['check.concurrency'],
        perDay: values['check.perDay'],
        isLasting: true,
        retention: retentionOf(values),
        onReport: (report) => printRound(report, terminal, { ndjson: flags.ndjson, isAlone: false }),
        notify: parts.notify,
      },
      stop.signal,
    );
    terminal.say(`${rounds} ${rounds === 1 ? 'round' : 'rounds'}.`);
    return stop.exitCode() ?? exitCodes.ok;
  } finally {
    stop.release();
    await parts.close();
  }
}

async function changeMonitors(parts: OpenMonitorOptions, checks: CheckStore, flags: WatchFlags): Promise<void> {
  const nowMs = parts.clock.now();
  const change = async (
    ids: readonly string[] | undefined,
    work: (transaction: Transaction, resource: Resource) => Promise<unknown>,
  ) => {
    for (const id of ids ?? []) {
      const resource = await parts.catalog.get(id);
      if (resource === null) throw noSuchResource(id);
      await enroll(checks, parts, resource);
      await parts.store.transact((transaction) => work(transaction, resource));
    }
  };
  const { store } = parts;
  const own = (id: string) => ({ person: operator, id });
  await change(flags.follow, (transaction, { id }) => follow(store, transaction, own(id), nowMs));
  await change(flags.unfollow, (transaction, { id }) => unfollow(store, transaction, own(id), nowMs));
  await change(flags.optOut, (transaction, { id }) => checks.optOut(transaction, id, true, nowMs));
  await change(flags.optIn, (transaction, { id }) => checks.optOut(transaction, id, false, nowMs));
}
