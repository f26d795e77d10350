// `geotrawl crawl`: runs a crawl in the foreground, shows how it goes, and says how to continue.
import { readFileSync } from 'node:fs';
import { type Command, Option } from 'commander';
import { maskSecrets } from '../base/url.ts';
import type { CrawlOptions } from '../crawl-task.ts';
import { GeotrawlError } from '../model/errors.ts';
import type { Extent } from '../model/extent.ts';
import { parseSeed, seedLines } from '../seeds/url-list.ts';
import {
  collect,
  extentArgument,
  type GlobalFlags,
  type KindFlags,
  kindFlagSettings,
  kindModuleOption,
  listArgument,
  loadSettings,
  type NetworkFlags,
  networkFlagSettings,
  networkOptions,
  pickSettings,
  terminalFor,
} from './common-options.ts';
import { plain, shellWord } from './terminal.ts';
import { watchCrawl } from './watch-crawl.ts';

interface CrawlFlags extends NetworkFlags, KindFlags {
  readonly seeds?: string;
  readonly task?: string;
  readonly resume?: string | true;
  readonly depth?: string;
  readonly scope?: string;
  readonly strategy?: string;
  readonly maxPages?: string;
  readonly maxTime?: string;
  readonly maxBytes?: string;
  readonly concurrency?: string;
  readonly probeConcurrency?: string;
  readonly include?: readonly string[];
  readonly exclude?: readonly string[];
  readonly region?: Extent;
  readonly kinds?: readonly string[];
  readonly ndjson?: boolean;
  readonly json?: boolean;
  readonly failEmpty?: boolean;
  readonly dryRun?: boolean;
}

const examples = `
Examples:
  $ geotrawl crawl https://example.org                     the whole site, three clicks deep
  $ geotrawl crawl --seeds list.txt --scope web --depth 2  many seeds, anywhere they lead
  $ geotrawl crawl --resume                                go on where the last crawl stopped`;

export function addCrawlCommand(program: Command): void {
  const command = program
    .command('crawl [urls...]')
    .description('find services, starting from seed URLs')
    .option('--seeds <file>', 'file with one seed URL per line, - for stdin')
    .option('--task <name>', 'name of the crawl, for --resume (default: made from host and time)')
    .option('--resume [task]', 'continue a crawl that was stopped; the last one when no name is given')
    .option('-d, --depth <n>', 'clicks from a seed that pages are followed (default 3)')
    .addOption(
      new Option('--scope <scope>', 'pages followed: same host, same site, anywhere (default site)').choices([
        'host',
        'site',
        'web',
      ]),
    )
    .addOption(new Option('--strategy <name>', 'order of visits (default fifo)').choices(['fifo']))
    .option('--max-pages <n>', 'stop after this many pages')
    .option('--max-time <time>', 'stop after this long: 90s, 30m, 2h (a bare number is seconds)')
    .option('--max-bytes <n>', 'stop after this many bytes received')
    .option('-c, --concurrency <n>', 'pages at the same time, each from another host (default 32)')
    .option('--probe-concurrency <n>', 'service probes at the same time (default 8)')
    .option('--include <regex>', 'only follow pages whose URL matches; repeatable', collect)
    .option('--exclude <regex>', 'do not follow pages whose URL matches; repeatable', collect)
    .option('--region <w,s,e,n>', 'only keep resources that touch this box, in degrees', extentArgument)
    .option('--kinds <ids>', 'only look for these kinds, for example wms', listArgument)
    .addOption(kindModuleOption())
    .option('--ndjson', 'print every event as one JSON object per line')
    .option('--json', 'print the closing summary as JSON')
    .option('--fail-empty', 'exit with 3 when nothing is found')
    .option('-n, --dry-run', 'say what would be crawled and stop')
    .addHelpText('after', examples);
  for (const option of networkOptions()) command.addOption(option);
  command.action(async (urls: string[], flags: CrawlFlags, self: Command) => {
    const globals = self.optsWithGlobals<GlobalFlags>();
    const options = crawlOptions(urls, flags, globals);
    const terminal = terminalFor(globals);
    if (flags.dryRun) {
      for (const seed of options.seeds ?? []) terminal.print(seed);
      return;
    }
    const { crawl } = await import('../crawl.ts');
    const output = flags.ndjson ? 'ndjson' : flags.json ? 'json' : 'text';
    process.exitCode = await watchCrawl((signal) => crawl(options, signal), {
      terminal,
      output,
      showProgress: globals.progress !== false && globals.quiet !== true,
      failEmpty: flags.failEmpty === true,
      resumeCommand: (task) => resumeCommand(task, flags, globals),
    });
  });
}

/**
 * What finds the same crawl again. Everything else is stored with it, except the proxy, which may carry a password, and
 * the modules of kinds, which are code.
 */
function resumeCommand(task: string, flags: CrawlFlags, globals: GlobalFlags): string {
  const words = ['geotrawl', 'crawl', '--resume', task];
  if (globals.config !== undefined) words.push('--config', globals.config);
  if (globals.db !== undefined) words.push('--db', globals.db);
  for (const module of flags.kindModule ?? []) words.push('--kind-module', module);
  if (flags.proxy !== undefined) words.push('--proxy', maskSecrets(flags.proxy));
  return words.map(shellWord).join(' ');
}

function crawlOptions(urls: readonly string[], flags: CrawlFlags, globals: GlobalFlags): CrawlOptions {
  const listed =
    flags.seeds === undefined ? [] : seedsIn(readSeeds(flags.seeds), flags.seeds, terminalFor(globals).say);
  const seeds = [...urls.map(parseSeed), ...listed];
  if (seeds.length === 0 && flags.resume === undefined) {
    throw new GeotrawlError(
      'usage.bad-argument',
      flags.seeds === undefined
        ? 'Give at least one URL to begin with, --seeds FILE, or --resume.'
        : `There is no seed URL in ${flags.seeds}; write one per line.`,
    );
  }
  if (seeds.length > 0 && flags.resume !== undefined) {
    throw new GeotrawlError(
      'usage.bad-argument',
      '--resume continues a crawl with the seeds it has; give either URLs or --resume.',
    );
  }
  const { values, origins } = loadSettings(globals, {
    ...networkFlagSettings(flags),
    ...kindFlagSettings(flags),
    ...pickSettings(flags, {
      depth: 'crawl.depth',
      scope: 'crawl.scope',
      strategy: 'crawl.strategy',
      maxPages: 'crawl.maxPages',
      maxBytes: 'crawl.maxBytes',
      concurrency: 'crawl.concurrency',
      probeConcurrency: 'crawl.probeConcurrency',
    }),
    'crawl.maxTimeMs': flags.maxTime === undefined ? undefined : parseDurationMs(flags.maxTime),
  });
  return {
    seeds,
    settings: values,
    origins,
    include: flags.include ?? [],
    exclude: flags.exclude ?? [],
    ...(flags.task === undefined ? {} : { task: flags.task }),
    ...(flags.resume === undefined ? {} : { resume: flags.resume }),
    ...(flags.region === undefined ? {} : { region: flags.region }),
    ...(flags.kinds === undefined ? {} : { kinds: flags.kinds }),
  };
}

function readSeeds(file: string): string {
  try {
    return readFileSync(file === '-' ? 0 : file, 'utf8');
  } catch (error) {
    throw new GeotrawlError('usage.bad-argument', `Cannot read the seeds from ${file}: ${(error as Error).message}.`, {
      cause: error,
    });
  }
}

/** The seeds of a list. An odd line is told and passed over: it shall not cost the others. */
function seedsIn(text: string, file: string, say: (line: string) => void): string[] {
  const seeds: string[] = [];
  for (const [index, line] of text.split(/\r?\n/).entries()) {
    try {
      seeds.push(...seedLines(line));
    } catch (error) {
      if (!(error instanceof GeotrawlError)) throw error;
      say(`${file}, line ${index + 1} is passed over: ${plain(error.message)}`);
    }
  }
  return seeds;
}

const unitMs: Readonly<Record<string, number>> = { '': 1000, ms: 1, s: 1000, m: 60_000, h: 3_600_000, d: 86_400_000 };

function parseDurationMs(text: string): number {
  const match = /^(\d+(?:\.\d+)?)(ms|s|m|h|d|)$/.exec(text.trim());
  if (match === null)
    throw new GeotrawlError('usage.bad-argument', `--max-time ${text} is not a time. Write 90s, 30m or 2h.`);
  return Math.round(Number(match[1]) * unitMs[match[2]!]!);
}
