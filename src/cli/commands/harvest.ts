// `geotrawl harvest`: harvests every record from a catalog; interrupted runs resume, later runs fetch only changes.
import { type Command, InvalidArgumentError, Option } from 'commander';
import type { CrawlOptions } from '../../crawl/crawl-task.ts';
import { GeotrawlError } from '../../model/errors.ts';
import type { HarvestEvent } from '../../model/report.ts';
import {
  addNetworkOptions,
  collect,
  type FetchFlags,
  type GlobalFlags,
  loadFetchSettings,
  terminalFor,
} from '../options/common-options.ts';
import { harvestSeeds } from '../options/harvest-seeds.ts';
import { exitCodes } from '../output/exit-code.ts';
import { followCrawl } from '../output/show-crawl.ts';
import { plain, type Terminal } from '../output/terminal.ts';

interface HarvestFlags extends FetchFlags {
  readonly connector?: readonly string[];
  readonly due?: boolean;
  readonly since?: string;
  readonly full?: boolean;
  readonly follow?: boolean;
  readonly items?: boolean;
  readonly maxRecords?: number;
  readonly json?: boolean;
}

const examples = `
Examples:
  $ geotrawl harvest https://example.org/csw                     every record; later runs fetch only changes
  $ geotrawl harvest https://data.example.org --since 2026-01-01
  $ geotrawl harvest https://example.org/csw --follow            also visit the services the records link to
  $ geotrawl harvest --connector my-archive.mjs                  an archive with its own API
  $ geotrawl harvest --due                                       connectors that are due`;

export function addHarvestCommand(program: Command): void {
  const command = program
    .command('harvest [urls...]')
    .description('harvest every record from a catalog; interrupted runs resume')
    .addOption(
      new Option('--connector <file>', 'harvest with the connectors in this module; repeatable').argParser(collect),
    )
    .option('--due', 'harvest the connectors that are due')
    .option('--since <date>', 'only records changed since this date (default: the last harvest)')
    .addOption(new Option('--full', 'fetch every record again').conflicts('since'))
    .option('--follow', 'also visit the services the records link to')
    .option('--items', 'also harvest the items of STAC and OpenSearch collections (often millions)')
    .option('--max-records <n>', 'maximum records per catalog in this run (default: all)', recordsArgument)
    .option('--json', 'print one JSON object per catalog')
    .addHelpText('after', examples);
  addNetworkOptions(command);
  command.action(async (urls: string[], flags: HarvestFlags, self: Command) => {
    process.exitCode = await runHarvest(urls, flags, self.optsWithGlobals<GlobalFlags>());
  });
}

function recordsArgument(value: string): number {
  const count = Number(value);
  if (!Number.isSafeInteger(count) || count < 1) throw new InvalidArgumentError('Must be a positive integer.');
  return count;
}

/** More than any catalog has. */
const allRecords = 1_000_000_000;

async function runHarvest(names: readonly string[], flags: HarvestFlags, globals: GlobalFlags): Promise<number> {
  const fixed = {
    'crawl.depth': 0,
    'crawl.scope': 'host',
    'crawl.harvestRecords': flags.maxRecords ?? allRecords,
    'render.mode': 'off',
  };
  const { values, origins } = loadFetchSettings(globals, flags, { connector: 'connectors.modules' }, fixed);
  const harvest = {
    isOnly: flags.follow !== true,
    ...(flags.since === undefined ? {} : { since: parseDate(flags.since) }),
    ...(flags.full === undefined ? {} : { isFull: flags.full }),
    ...(flags.items === undefined ? {} : { items: flags.items }),
  };
  const terminal = terminalFor(globals);
  const hasModules = flags.connector !== undefined;
  const { seeds, idle } = await harvestSeeds(values, { names, hasModules, due: flags.due === true });
  if (idle !== null) {
    terminal.say(idle);
    return exitCodes.ok;
  }
  return watchHarvest({ seeds, settings: values, origins, harvest }, { flags, globals, terminal });
}

interface WatchContext {
  readonly flags: HarvestFlags;
  readonly globals: GlobalFlags;
  readonly terminal: Terminal;
}

async function watchHarvest(options: CrawlOptions, { flags, globals, terminal }: WatchContext): Promise<number> {
  const { crawl } = await import('../../crawl/crawl.ts');
  const harvests: HarvestEvent[] = [];
  const showProgress = globals.progress !== false && globals.quiet !== true;
  const stopCode = await followCrawl(
    (signal) => crawl(options, signal),
    { terminal, showProgress },
    (event) => {
      if (event.type === 'problem') return () => terminal.say(`${plain(event.url)}: ${plain(event.message)}`);
      if (event.type !== 'harvest') return null;
      harvests.push(event);
      return () => printHarvest(event, flags.json === true, terminal);
    },
  );
  if (stopCode !== null) return stopCode;
  if (harvests.length > 0) return harvests.some(({ ended }) => ended === 'failed') ? exitCodes.partial : exitCodes.ok;
  terminal.say('No harvestable catalog found at this address. `geotrawl probe URL` identifies it.');
  return exitCodes.nothingFound;
}

function parseDate(text: string): string {
  if (/^\d{4}-\d\d-\d\d(?:T[\d:.]{5,12}Z?)?$/.test(text) && !Number.isNaN(Date.parse(text))) return text;
  throw new GeotrawlError(
    'usage.bad-argument',
    `--since ${text} isn't a date. Write 2026-01-31 or 2026-01-31T12:00:00Z.`,
  );
}

function printHarvest(event: HarvestEvent, isJson: boolean, terminal: Terminal): void {
  if (isJson) {
    terminal.print(JSON.stringify(event));
    return;
  }
  const since = event.since === null ? '' : ` since ${event.since}`;
  const skipped = event.skipped === 0 ? '' : `, ${event.skipped} unreadable`;
  const counts = `${event.records} ${event.records === 1 ? 'record' : 'records'}${since}, ${event.changed} new or changed${skipped}`;
  terminal.print(`${terminal.bold(plain(event.url))}  ${event.kind}`);
  // Counts cover the whole harvest, with the options of the run that started it.
  const resumed = event.isResumed ? ', including the interrupted run' : '';
  const requests = `${event.requests} ${event.requests === 1 ? 'request' : 'requests'}`;
  terminal.print(`  ${endWords[event.ended]}: ${counts}; ${requests}${resumed}`);
  if (event.message !== '') terminal.print(`  ${plain(event.message)}`);
  for (const { code, message } of event.problems) terminal.print(`  ${terminal.dim(code)} ${plain(message)}`);
}

const endWords: Readonly<Record<HarvestEvent['ended'], string>> = {
  complete: 'complete',
  limited: 'stopped at the record limit; the next harvest resumes here',
  stopped: 'stopped; the next harvest resumes here',
  failed: 'interrupted; the next harvest resumes here',
  taken: 'skipped; another process is harvesting it',
};
