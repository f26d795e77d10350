// `geotrawl check`: checks resources of the catalog now.
import { type Command, Option } from 'commander';
import { GeotrawlError } from '../../model/errors.ts';
import { checkNow, enrollAll, type RoundReport } from '../../monitor/rounds/check-services.ts';
import {
  type OpenMonitorOptions,
  openMonitorDependencies,
  retentionOf,
} from '../../monitor/rounds/monitor-dependencies.ts';
import { watchChecks } from '../../monitor/scheduler/monitor-scheduler.ts';
import { openSqlChecks } from '../../monitor/tables/sql-checks.ts';
import {
  addNetworkOptions,
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

interface CheckFlags extends FetchFlags {
  readonly all?: boolean;
  readonly due?: boolean;
  readonly ndjson?: boolean;
  readonly failEmpty?: boolean;
}

const examples = `
Examples:
  $ geotrawl check 9a0dd1a2                         request a map, a feature or a tile
  $ geotrawl check https://example.org/wms --ndjson as JSON
  $ geotrawl check --due                            everything due now, for a timer`;

export function addCheckCommand(program: Command): void {
  const command = program
    .command('check [ids...]')
    .description('check that resources work: by id, by URL, all, or those that are due')
    .option('--due', 'resources that are due, within the daily budget')
    .option('--all', 'every resource of the catalog')
    .addOption(new Option('--ndjson', 'one JSON object per round'))
    .option('--fail-empty', 'exit with 3 when one of them is down or gone')
    .addOption(kindModuleOption());
  addNetworkOptions(command);
  command.addHelpText('after', examples).action(async (ids: readonly string[], flags: CheckFlags, self: Command) => {
    const globals = self.optsWithGlobals<GlobalFlags>();
    if (ids.length === 0 && flags.all !== true && flags.due !== true)
      throw new GeotrawlError('usage.bad-argument', 'Nothing to check. Give ids or URLs, --due, or --all.');
    existingDatabase(globals);
    process.exitCode = await runCheck(globals, flags, ids);
  });
}

async function runCheck(globals: GlobalFlags, flags: CheckFlags, ids: readonly string[]): Promise<number> {
  const terminal = terminalFor(globals);
  const { values } = loadFetchSettings(globals, flags);
  const parts = await openMonitorDependencies(values);
  const stop = listenForStop(terminal);
  let isDown = false;
  const printReport = (report: RoundReport, isAlone: boolean) => {
    const { state } = report.monitored.health ?? {};
    isDown ||= state === 'down' || state === 'gone';
    printRound(report, terminal, { ndjson: flags.ndjson, isAlone });
  };
  try {
    if (flags.due) {
      await enrollAll(parts, openSqlChecks(parts.store));
      // New webhooks receive events from here on.
      await parts.notify(stop.signal);
      const { rounds, isBudgetSpent } = await watchChecks(
        parts,
        {
          concurrency: values['check.concurrency'],
          perDay: values['check.perDay'],
          isLasting: false,
          retention: retentionOf(values),
          onReport: (report) => printReport(report, false),
        },
        stop.signal,
      );
      await parts.notify(stop.signal);
      const more = isBudgetSpent ? ' The daily budget is used up.' : '';
      terminal.say(`${rounds} ${rounds === 1 ? 'round' : 'rounds'}.${more}`);
    } else {
      // Retries take half a minute without output.
      if (terminal.isWatched) terminal.say('Checking. Failed requests are retried after 30 seconds.');
      for await (const id of flags.all ? allIds(parts) : ids) {
        if (stop.signal.aborted) break;
        printReport(await checkOne(parts, id, stop.signal), flags.all !== true);
      }
    }
  } finally {
    stop.release();
    await parts.close();
  }
  return stop.exitCode() ?? (flags.failEmpty && isDown ? exitCodes.nothingFound : exitCodes.ok);
}

async function* allIds({ catalog }: OpenMonitorOptions): AsyncGenerator<string> {
  for await (const { id } of catalog.endpoints()) yield id;
}

async function checkOne(parts: OpenMonitorOptions, id: string, signal: AbortSignal): Promise<RoundReport> {
  const report = await checkNow(parts, id, signal);
  if (report !== null) return report;
  throw noSuchResource(id);
}
