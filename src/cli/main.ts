#!/usr/bin/env node
// The `geotrawl` command: loads the requested command and maps errors to exit codes.
import { Command, CommanderError } from 'commander';
import { GeotrawlError } from '../model/errors.ts';
import { packageVersion } from './options/package-version.ts';
import { exitCodeOf, exitCodes } from './output/exit-code.ts';

type AddCommand = (program: Command) => void;

/** In the order of `--help`. Commands are loaded on demand: loading all takes half a second. */
const commands: readonly (readonly [name: string, load: () => Promise<AddCommand>])[] = [
  ['crawl', async () => (await import('./commands/crawl.ts')).addCrawlCommand],
  ['probe', async () => (await import('./commands/probe.ts')).addProbeCommand],
  ['search', async () => (await import('./commands/search.ts')).addSearchCommand],
  ['show', async () => (await import('./commands/show.ts')).addShowCommand],
  ['export', async () => (await import('./commands/export.ts')).addExportCommand],
  ['import', async () => (await import('./commands/import.ts')).addImportCommand],
  ['check', async () => (await import('./commands/check.ts')).addCheckCommand],
  ['report', async () => (await import('./commands/report.ts')).addReportCommand],
  ['watch', async () => (await import('./commands/watch.ts')).addWatchCommand],
  ['serve', async () => (await import('./commands/serve.ts')).addServeCommand],
  ['worker', async () => (await import('./commands/worker.ts')).addWorkerCommand],
  ['workers', async () => (await import('./commands/workers.ts')).addWorkersCommand],
  ['mcp', async () => (await import('./commands/mcp.ts')).addMcpCommand],
  ['harvest', async () => (await import('./commands/harvest.ts')).addHarvestCommand],
  ['records', async () => (await import('./commands/records.ts')).addRecordsCommand],
  ['extract', async () => (await import('./commands/extract.ts')).addExtractCommand],
  ['demo', async () => (await import('./commands/demo.ts')).addDemoCommand],
  ['explain', async () => (await import('./commands/explain.ts')).addExplainCommand],
  ['explain-host', async () => (await import('./commands/explain-host.ts')).addExplainHostCommand],
  ['classify', async () => (await import('./commands/classify.ts')).addClassifyCommand],
  ['topic', async () => (await import('./commands/topic.ts')).addTopicCommand],
  ['train', async () => (await import('./commands/train.ts')).addTrainCommand],
  ['duplicates', async () => (await import('./commands/duplicates.ts')).addDuplicatesCommand],
  ['user', async () => (await import('./commands/user.ts')).addUserCommand],
  ['token', async () => (await import('./commands/token.ts')).addTokenCommand],
  ['db', async () => (await import('./commands/db.ts')).addDbCommand],
  ['config', async () => (await import('./commands/config.ts')).addConfigCommand],
  ['doctor', async () => (await import('./commands/doctor.ts')).addDoctorCommand],
];

const examples = `
Examples:
  $ geotrawl demo                                   crawl the bundled demo web and search it
  $ geotrawl crawl https://example.org --depth 2    find the services on a site
  $ geotrawl search "land cover" --bbox 4,57,32,72  search the catalog
  $ geotrawl probe https://example.org/wms          identify one URL

Error codes: docs/errors.md`;

async function main(argv: readonly string[]): Promise<number> {
  const program = new Command('geotrawl')
    .description('Crawls the web for map services, catalogs and geodata, and makes them searchable.')
    .version(packageVersion(), '-V, --version')
    .option('--config <file>', 'configuration file (default: geotrawl.config.yaml or .json in this folder)')
    .option('--db <file>', 'database file (default: geotrawl-data/geotrawl.db)')
    .option('-q, --quiet', 'print only errors to stderr')
    .option('--color', "use colors even if stdout isn't a terminal")
    .option('--no-color', 'disable colors (or set NO_COLOR)')
    .option('--no-progress', 'disable the progress line')
    .configureHelp({ showGlobalOptions: true })
    .showSuggestionAfterError()
    .showHelpAfterError('(geotrawl --help lists the commands)')
    .exitOverride()
    .addHelpText('after', examples);
  for (const load of commandsFor(argv)) (await load())(program);
  await program.parseAsync(argv);
  return Number(process.exitCode ?? exitCodes.ok);
}

/** The command named in the arguments, or all of them for help and suggestions. */
function commandsFor(argv: readonly string[]): readonly (() => Promise<AddCommand>)[] {
  const named = commands.filter(([name]) => argv[firstWord(argv)] === name);
  return (named.length > 0 ? named : commands).map(([, load]) => load);
}

/** Index of the first argument after the global options, two of which take a value. */
function firstWord(argv: readonly string[]): number {
  let at = 2;
  while (argv[at]?.startsWith('-')) at += ['--config', '--db'].includes(argv[at]!) ? 2 : 1;
  return at;
}

function report(error: unknown): number {
  if (error instanceof CommanderError) return error.exitCode === 0 ? exitCodes.ok : exitCodes.usage;
  if (error instanceof GeotrawlError) {
    process.stderr.write(
      `geotrawl: ${error.message}\n(${error.code}: docs/errors.md#${error.code.replace('.', '')})\n`,
    );
    return exitCodeOf(error.code);
  }
  const detail = error instanceof Error ? (error.stack ?? error.message) : String(error);
  process.stderr.write(`geotrawl: internal error. Stored data is safe; please report this bug.\n${detail}\n`);
  return exitCodes.unexpected;
}

// `geotrawl search … | head` closes our output early; that isn't a failure.
for (const stream of [process.stdout, process.stderr]) {
  stream.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code === 'EPIPE') process.exit(exitCodes.ok);
    throw error;
  });
}

process.exitCode = await main(process.argv).catch(report);
