#!/usr/bin/env node
// The `geotrawl` command: knows the commands by name, loads the one that is asked for, and turns failures into exit codes.
import { Command, CommanderError } from 'commander';
import { GeotrawlError } from '../model/errors.ts';
import { addClassifyCommand } from './classify.ts';
import { addConfigCommand } from './config.ts';
import { addCrawlCommand } from './crawl.ts';
import { addDbCommand } from './db.ts';
import { addDemoCommand } from './demo.ts';
import { addDoctorCommand } from './doctor.ts';
import { exitCodeOf, exitCodes } from './exit-code.ts';
import { addExplainCommand } from './explain.ts';
import { addExplainHostCommand } from './explain-host.ts';
import { addExportCommand } from './export.ts';
import { addExtractCommand } from './extract.ts';
import { addHarvestCommand } from './harvest.ts';
import { addImportCommand } from './import.ts';
import { addMcpCommand } from './mcp.ts';
import { packageVersion } from './package-version.ts';
import { addProbeCommand } from './probe.ts';
import { addRecordsCommand } from './records.ts';
import { addSearchCommand } from './search.ts';
import { addServeCommand } from './serve.ts';
import { addShowCommand } from './show.ts';
import { addTokenCommand } from './token.ts';
import { addTopicCommand } from './topic.ts';
import { addTrainCommand } from './train.ts';
import { addUserCommand } from './user.ts';

const examples = `
Examples:
  $ geotrawl demo                                   crawl the bundled demo web and search it
  $ geotrawl crawl https://example.org --depth 2    find the services of a site
  $ geotrawl search "land cover" --bbox 4,57,32,72  search what was found
  $ geotrawl probe https://example.org/wms          what is behind this address?

Errors and what to do about them: docs/errors.md`;

async function main(argv: readonly string[]): Promise<number> {
  const program = new Command('geotrawl')
    .description('Finds the maps and geodata hidden on the web, and lets you search them.')
    .version(packageVersion(), '-V, --version')
    .option('--config <file>', 'configuration file (default: geotrawl.config.yaml or .json here)')
    .option('--db <file>', 'database file (default: geotrawl-data/geotrawl.db)')
    .option('-q, --quiet', 'only errors on stderr')
    .option('--color', 'colors even where output is not a terminal')
    .option('--no-color', 'no colors (the NO_COLOR variable works too)')
    .option('--no-progress', 'no progress line')
    .configureHelp({ showGlobalOptions: true })
    .showSuggestionAfterError()
    .showHelpAfterError('(geotrawl --help lists the commands)')
    .exitOverride()
    .addHelpText('after', examples);
  for (const add of [addCrawlCommand, addProbeCommand, addSearchCommand, addShowCommand, addExportCommand])
    add(program);
  for (const add of [
    addImportCommand,
    addServeCommand,
    addMcpCommand,
    addHarvestCommand,
    addRecordsCommand,
    addExtractCommand,
    addDemoCommand,
    addExplainCommand,
    addExplainHostCommand,
    addClassifyCommand,
    addTopicCommand,
    addTrainCommand,
    addUserCommand,
    addTokenCommand,
    addDbCommand,
    addConfigCommand,
    addDoctorCommand,
  ])
    add(program);
  await program.parseAsync(argv);
  return Number(process.exitCode ?? exitCodes.ok);
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
  process.stderr.write(`geotrawl: this is a bug in geotrawl; nothing stored is lost.\n${detail}\n`);
  return exitCodes.unexpected;
}

// `geotrawl search … | head` closes our output early; that is the reader's choice, not a failure.
for (const stream of [process.stdout, process.stderr]) {
  stream.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code === 'EPIPE') process.exit(exitCodes.ok);
    throw error;
  });
}

process.exitCode = await main(process.argv).catch(report);
