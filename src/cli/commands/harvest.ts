// `geotrawl harvest`: takes all records of catalogs, goes on where it was broken off, and later asks for changes only.
import { type Command, InvalidArgumentError, Option } from 'commander';
import type { CrawlOptions } from '../../crawl/crawl-task.ts';
import { GeotrawlError } from '../../model/errors.ts';
import type { CrawlEvent, HarvestEvent } from '../../model/report.ts';
import { harvestSeeds } from '../harvest-seeds.ts';
import {
  collect,
  type GlobalFlags,
  loadSettings,
  type NetworkFlags,
  networkFlagSettings,
  networkOptions,
  terminalFor,
} from '../options/common-options.ts';
import { exitCodes } from '../output/exit-code.ts';
import { startProgressLine } from '../output/progress-line.ts';
import { listenForStop } from '../output/show-crawl.ts';
import { plain, type Terminal } from '../output/terminal.ts';

interface HarvestFlags extends NetworkFlags {
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
  $ geotrawl harvest https://example.org/csw                     all records; later runs ask for changes only
  $ geotrawl harvest https://data.example.org --since 2026-01-01
  $ geotrawl harvest https://example.org/csw --follow            and visit the services the records name
  $ geotrawl harvest --connector my-archive.mjs                  an archive with an API of its own
  $ geotrawl harvest --due                                       connectors whose time has come`;

export function addHarvestCommand(program: Command): void {
  const command = program
    .command('harvest [urls...]')
    .description('take all records of catalogs; what was broken off goes on by itself')
    .addOption(
      new Option('--connector <file>', 'harvest the archives that this module has connectors to; repeatable').argParser(
        collect,
      ),
    )
    .option('--due', 'harvest the connectors whose time has come')
    .option('--since <date>', 'only records changed since then (default: since the last harvest)')
    .addOption(new Option('--full', 'all records again').conflicts('since'))
    .option('--follow', 'also visit the services the records name')
    .option('--items', 'also the items of catalogs that list collections (STAC, OpenSearch): often millions')
    .option('--max-records <n>', 'records taken from each catalog in this run (default: all)', recordsArgument)
    .option('--json', 'print one JSON object per catalog')
    .addHelpText('after', examples);
  for (const option of networkOptions()) command.addOption(option);
  command.action(async (urls: string[], flags: HarvestFlags, self: Command) => {
    process.exitCode = await runHarvest(urls, flags, self.optsWithGlobals<GlobalFlags>());
  });
}

function recordsArgument(value: string): number {
  const count = Number(value);
  if (!Number.isSafeInteger(count) || count < 1) throw new InvalidArgumentError('Give a whole number, 1 or more.');
  return count;
}

/** No catalog is larger. */
const allRecords = 1_000_000_000;

async function runHarvest(names: readonly string[], flags: HarvestFlags, globals: GlobalFlags): Promise<number> {
  const { values, origins } = loadSettings(globals, {
    ...networkFlagSettings(flags),
    'connectors.modules': flags.connector,
    'crawl.depth': 0,
    'crawl.scope': 'host',
    'crawl.harvestRecords': flags.maxRecords ?? allRecords,
    'render.mode': 'off',
  });
  const wish = {
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
  return watchHarvest({ seeds, settings: values, origins, harvest: wish }, { flags, globals, terminal });
}

interface Watching {
  readonly flags: HarvestFlags;
  readonly globals: GlobalFlags;
  readonly terminal: Terminal;
}

async function watchHarvest(options: CrawlOptions, { flags, globals, terminal }: Watching): Promise<number> {
  const { crawl } = await import('../../crawl/crawl.ts');
  const stop = listenForStop(terminal);
  const running = crawl(options, stop.signal);
  const showsProgress = globals.progress !== false && globals.quiet !== true;
  const line = showsProgress ? startProgressLine(() => running.progress(), terminal.isWatched) : null;
  const told: HarvestEvent[] = [];
  try {
    for await (const event of running) {
      line?.clear();
      tell(event, flags.json === true, terminal);
      if (event.type === 'harvest') told.push(event);
      line?.draw();
    }
  } finally {
    line?.stop();
    stop.release();
  }
  const signal = stop.caught();
  if (signal !== null) return signal === 'SIGTERM' ? exitCodes.terminated : exitCodes.interrupted;
  if (told.length > 0) return told.some(({ ended }) => ended === 'failed') ? exitCodes.partial : exitCodes.ok;
  terminal.say('No catalog that can be harvested was found there. `geotrawl probe URL` says what it is.');
  return exitCodes.nothingFound;
}

function parseDate(text: string): string {
  if (/^\d{4}-\d\d-\d\d(?:T[\d:.]{5,12}Z?)?$/.test(text) && !Number.isNaN(Date.parse(text))) return text;
  throw new GeotrawlError(
    'usage.bad-argument',
    `--since ${text} is no date. Write 2026-01-31 or 2026-01-31T12:00:00Z.`,
  );
}

function tell(event: CrawlEvent, isJson: boolean, terminal: Terminal): void {
  if (event.type === 'problem') terminal.say(`${plain(event.url)}: ${plain(event.message)}`);
  if (event.type !== 'harvest') return;
  if (isJson) {
    terminal.print(JSON.stringify(event));
    return;
  }
  const asked = event.since === null ? '' : ` since ${event.since}`;
  const missed = event.skipped === 0 ? '' : `, ${event.skipped} unreadable`;
  const counts = `${event.records} ${event.records === 1 ? 'record' : 'records'}${asked}, ${event.changed} new or changed${missed}`;
  terminal.print(`${terminal.bold(plain(event.url))}  ${event.kind}`);
  // The numbers are those of the whole harvest, and what was asked for then counts.
  const begun = event.isResumed ? ', together with what was broken off earlier' : '';
  const requests = `${event.requests} ${event.requests === 1 ? 'request' : 'requests'}`;
  terminal.print(`  ${endWords[event.ended]}: ${counts}; ${requests}${begun}`);
  if (event.message !== '') terminal.print(`  ${plain(event.message)}`);
  for (const { code, message } of event.problems) terminal.print(`  ${terminal.dim(code)} ${plain(message)}`);
}

const endWords: Readonly<Record<HarvestEvent['ended'], string>> = {
  complete: 'complete',
  limited: 'stopped at the limit of records; the next harvest goes on there',
  stopped: 'stopped; the next harvest goes on there',
  failed: 'broken off; the next harvest goes on there',
  taken: 'left to another process that harvests it',
};
