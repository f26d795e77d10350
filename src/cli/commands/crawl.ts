// `geotrawl crawl`: runs a crawl in the foreground, shows its progress, and prints how to resume it.
import { readFileSync } from 'node:fs';
import { type Command, Option } from 'commander';
import { maskSecrets } from '../../base/url/url.ts';
import type { CrawlOptions } from '../../crawl/crawl-task.ts';
import { findBrowser, noBrowser } from '../../fetch/browser/browser.ts';
import { GeotrawlError } from '../../model/errors.ts';
import type { Extent } from '../../model/extent.ts';
import { orderingNames } from '../../model/rank.ts';
import type { SeedFile } from '../../seeds/seed-file.ts';
import { parseSeed } from '../../seeds/url-list.ts';
import { shownDatabase } from '../../store/sql/database-address.ts';
import {
  addNetworkOptions,
  collect,
  extentArgument,
  type FetchFlags,
  type GlobalFlags,
  kindModuleOption,
  listArgument,
  loadFetchSettings,
  terminalFor,
} from '../options/common-options.ts';
import { watchCrawl } from '../output/show-crawl.ts';
import { plain, shellWord } from '../output/terminal.ts';

interface CrawlFlags extends FetchFlags {
  readonly seeds?: string;
  readonly keywords?: readonly string[];
  readonly width?: string;
  readonly task?: string;
  readonly resume?: string | true;
  readonly depth?: string;
  readonly scope?: string;
  readonly strategy?: string;
  readonly maxPages?: string;
  readonly maxTime?: string;
  readonly maxBytes?: string;
  readonly render?: string;
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

const crawlSettings = {
  depth: 'crawl.depth',
  width: 'search.width',
  scope: 'crawl.scope',
  strategy: 'crawl.strategy',
  maxPages: 'crawl.maxPages',
  maxBytes: 'crawl.maxBytes',
  render: 'render.mode',
  concurrency: 'crawl.concurrency',
  probeConcurrency: 'crawl.probeConcurrency',
} as const;

const examples = `
Examples:
  $ geotrawl crawl https://example.org                     the whole site, three clicks deep
  $ geotrawl crawl --seeds list.txt --scope web --depth 2  many seeds, anywhere they lead
  $ geotrawl crawl --keywords "forest, land cover" --width 3
  $ geotrawl crawl --resume                                resume the last crawl`;

export function addCrawlCommand(program: Command): void {
  const command = program
    .command('crawl [urls...]')
    .description('find services, starting from seed URLs')
    .option('--seeds <file>', 'list of URLs, sitemap, OPML, bookmarks or table of portals; - for stdin')
    .option(
      '--keywords <words>',
      'get seeds from the search engine set in search.engine; separate topics with commas',
      listArgument,
    )
    .option('--width <n>', 'batches of ten results per query, each crawled before the next (default 1)')
    .option('--task <name>', 'name of the crawl, for --resume (default: host and time)')
    .option('--resume [task]', 'resume a stopped crawl (default: the last one)')
    .option('-d, --depth <n>', 'maximum link depth from a seed (default 3)')
    .addOption(
      new Option('--scope <scope>', 'which pages to follow: same host, same site or anywhere (default site)').choices([
        'host',
        'site',
        'web',
      ]),
    )
    .addOption(new Option('--strategy <name>', 'crawl ordering (default learned)').choices(orderingNames))
    .option('--max-pages <n>', 'stop after this many pages')
    .option('--max-time <time>', 'stop after this time: 90s, 30m, 2h (a bare number is seconds)')
    .option('--max-bytes <n>', 'stop after this many bytes received')
    .addOption(
      new Option(
        '--render <which>',
        'render pages in a headless browser: map applications (auto) or all (default auto)',
      ).choices(['off', 'auto', 'all']),
    )
    .option('-c, --concurrency <n>', 'concurrent pages, each from another host (default 32)')
    .option('--probe-concurrency <n>', 'concurrent service probes (default 8)')
    .option('--include <regex>', 'only follow pages whose URL matches; repeatable', collect)
    .option('--exclude <regex>', 'do not follow pages whose URL matches; repeatable', collect)
    .option('--region <w,s,e,n>', 'only keep resources that intersect this box, in degrees', extentArgument)
    .option('--kinds <ids>', 'only look for these kinds, for example wms', listArgument)
    .addOption(kindModuleOption())
    .option('--ndjson', 'print every event as one JSON object per line')
    .option('--json', 'print the final summary as JSON')
    .option('--fail-empty', 'exit with 3 when nothing is found')
    .option('-n, --dry-run', 'print what would be crawled and exit')
    .addHelpText('after', examples);
  addNetworkOptions(command);
  command.action(async (urls: string[], flags: CrawlFlags, self: Command) => {
    const globals = self.optsWithGlobals<GlobalFlags>();
    const options = await crawlOptions(urls, flags, globals);
    const terminal = terminalFor(globals);
    if (flags.dryRun) {
      for (const url of [...(options.seeds ?? []), ...(options.guesses ?? [])]) terminal.print(url);
      for (const query of await queriesOf(options)) terminal.print(query);
      return;
    }
    const { crawl } = await import('../../crawl/crawl.ts');
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
 * The command that resumes this crawl. Its other options are stored with it, except the proxy, which may carry a password,
 * and kind modules, which are code.
 */
function resumeCommand(task: string, flags: CrawlFlags, globals: GlobalFlags): string {
  const words = ['geotrawl', 'crawl', '--resume', task];
  if (globals.config !== undefined) words.push('--config', globals.config);
  if (globals.db !== undefined) words.push('--db', shownDatabase(globals.db));
  for (const module of flags.kindModule ?? []) words.push('--kind-module', module);
  if (flags.proxy !== undefined) words.push('--proxy', maskSecrets(flags.proxy));
  return words.map(shellWord).join(' ');
}

async function crawlOptions(urls: readonly string[], flags: CrawlFlags, globals: GlobalFlags): Promise<CrawlOptions> {
  const listed = flags.seeds === undefined ? null : await readSeeds(flags.seeds, terminalFor(globals).say);
  const seeds = [...urls.map(parseSeed), ...(listed?.seeds ?? [])];
  const keywords = flags.keywords ?? [];
  requireSeeds(seeds.length + keywords.length, flags);
  const { values, origins } = loadFetchSettings(globals, flags, crawlSettings, {
    'crawl.maxTimeMs': flags.maxTime === undefined ? undefined : parseDurationMs(flags.maxTime),
  });
  if (flags.render === 'auto' && findBrowser(values['render.browser']) === null)
    terminalFor(globals).say(`Nothing will be rendered. ${noBrowser(values['render.browser'])}`);
  return {
    seeds,
    keywords,
    ...(listed === null || listed.guesses.length === 0 ? {} : { guesses: listed.guesses }),
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

/** Either seeds or --resume, not both. */
function requireSeeds(given: number, flags: CrawlFlags): void {
  if (given === 0 && flags.resume === undefined) {
    throw new GeotrawlError(
      'usage.bad-argument',
      flags.seeds === undefined
        ? 'Nothing to crawl. Give at least one URL, --seeds FILE, --keywords, or --resume.'
        : `No seed URL in ${flags.seeds}. Write one per line.`,
    );
  }
  if (given > 0 && flags.resume !== undefined) {
    throw new GeotrawlError(
      'usage.bad-argument',
      '--resume uses the stored seeds and keywords. Give either URLs or --resume, not both.',
    );
  }
}

/** The queries a crawl would send, for --dry-run. */
async function queriesOf({ keywords = [], settings }: CrawlOptions): Promise<string[]> {
  if (keywords.length === 0) return [];
  const [{ firstQueries }, { settingsWith }] = await Promise.all([
    import('../../crawl/search-seeds.ts'),
    import('../../config.ts'),
  ]);
  return firstQueries(keywords, settingsWith(settings)).queries.map(({ text }) => text);
}

/** Loads the seed file readers on demand: most crawls start with a URL. */
async function readSeeds(file: string, say: (line: string) => void): Promise<SeedFile> {
  let bytes: Buffer;
  try {
    bytes = readFileSync(file === '-' ? 0 : file);
  } catch (error) {
    throw new GeotrawlError('usage.bad-argument', `Cannot read the seeds from ${file}: ${(error as Error).message}.`, {
      cause: error,
    });
  }
  const { readHtmlPage } = await import('../../extract/html/html.ts');
  const { readSeedFile } = await import('../../seeds/seed-file.ts');
  const seedFile = readSeedFile(bytes, readHtmlPage);
  for (const { line, message } of seedFile.odd) say(`${file}, line ${line} skipped: ${plain(message)}`);
  return seedFile;
}

const unitMs: Readonly<Record<string, number>> = { '': 1000, ms: 1, s: 1000, m: 60_000, h: 3_600_000, d: 86_400_000 };

function parseDurationMs(text: string): number {
  const match = /^(\d+(?:\.\d+)?)(ms|s|m|h|d|)$/.exec(text.trim());
  if (match === null)
    throw new GeotrawlError('usage.bad-argument', `--max-time ${text} isn't a duration. Write 90s, 30m or 2h.`);
  return Math.round(Number(match[1]) * unitMs[match[2]!]!);
}
