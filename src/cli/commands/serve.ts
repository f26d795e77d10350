// `geotrawl serve`: the catalog over HTTP, for GIS clients, programs and people.
import { existsSync } from 'node:fs';
import type { Command } from 'commander';
import { createLog, logFormats, logLevels } from '../../base/log/log.ts';
import type { Config } from '../../config.ts';
import { GeotrawlError } from '../../model/errors.ts';
import type { Answered } from '../../serve/http/request-log.ts';
import { isPostgresAddress, shownDatabase } from '../../store/sql/database-address.ts';
import { type GlobalFlags, loadSettings, pickSettings, terminalFor } from '../options/common-options.ts';
import { packageVersion } from '../options/package-version.ts';
import type { Terminal } from '../output/terminal.ts';

interface ServeFlags {
  readonly port?: string;
  readonly host?: string;
  readonly publicUrl?: string;
  readonly local?: boolean;
  readonly watch?: boolean;
  readonly logLevel?: string;
  readonly logFormat?: string;
}

const examples = `
Examples:
  $ geotrawl serve                                  on this machine alone, port 8080
  $ geotrawl serve --local                          the same without accounts
  $ geotrawl serve --port 0                         any free port; the first line says which
  $ geotrawl serve --host 0.0.0.0 --public-url https://maps.example.org/catalog`;

export function addServeCommand(program: Command): void {
  program
    .command('serve')
    .description('serve the catalog to QGIS, GDAL, Python and browsers')
    .option('--port <n>', 'port to listen at; 0 takes a free one (default: 8080)')
    .option('--host <address>', 'address to listen at (default: 127.0.0.1, this machine alone)')
    .option('--public-url <url>', 'address clients reach it under, where a proxy stands in front')
    .option('--local', 'without accounts, for one person on this machine: whoever reaches it may do everything')
    .option('--watch', 'also check resources when they are due, as `geotrawl watch` does')
    .option('--log-level <level>', `what is written to stderr: ${logLevels.join(', ')} (default: error)`)
    .option('--log-format <format>', `how: ${logFormats.join(', ')} (default: text)`)
    .addHelpText('after', examples)
    .action(async (flags: ServeFlags, command: Command) => {
      await runServe(command.optsWithGlobals<GlobalFlags>(), flags);
    });
}

async function runServe(globals: GlobalFlags, flags: ServeFlags): Promise<void> {
  const terminal = terminalFor(globals);
  const settings = loadSettings(
    globals,
    pickSettings(flags, {
      port: 'server.port',
      host: 'server.host',
      publicUrl: 'server.publicUrl',
      watch: 'server.watch',
      logLevel: 'log.level',
      logFormat: 'log.format',
    }),
  ).values;
  await serveUntilStopped(settings, terminal, flags.local === true);
}

/** Serves, says where, and returns after the first signal once nobody waits for an answer. */
export async function serveUntilStopped(settings: Config, terminal: Terminal, isLocal = false): Promise<void> {
  const isNew = settings.db !== ':memory:' && !isPostgresAddress(settings.db) && !existsSync(settings.db);
  const { serve } = await import('../../serve/serve.ts');
  const log = createLog({
    ...{ level: settings['log.level'], format: settings['log.format'], out: terminal.complain, now: Date.now },
  });
  const onFailure = (error: unknown, what: string) => {
    // Nothing has failed: it takes a while.
    if (error instanceof GeotrawlError && error.code === 'request.preparing')
      return terminal.say(
        'The search index is being copied to this machine. Until it is here, searches are answered with 503.',
      );
    const why = error instanceof Error ? (error.stack ?? error.message) : String(error);
    log.write('error', 'failure', { what, why });
  };
  const onAnswered = ({ isWhole, ...answered }: Answered) =>
    log.write('info', 'request', isWhole ? { ...answered } : { ...answered, left: true });
  const running = await serve({
    ...{ settings, version: packageVersion(), onFailure, isLocal },
    ...(log.takes('info') ? { onAnswered } : {}),
  });
  // Listening before it is said: whoever reads the lines may act on them at once.
  const stopped = firstSignal();
  terminal.print(`Serving ${shownDatabase(settings.db)} at ${settings['server.publicUrl'] ?? running.url}/`);
  if (running.adminLink !== null) terminal.print(`Become its first administrator, within a day: ${running.adminLink}`);
  if (isNew) terminal.say(`There was no database: ${shownDatabase(settings.db)} is new and empty. Crawls fill it.`);
  if (settings['server.watch']) terminal.say('Resources are checked when they are due.');
  if (isLocal) terminal.say('Without accounts: whoever uses this machine may do everything here.');
  terminal.say('  /                          the web app: open it in a browser');
  terminal.say('  /ogc/collections/services  OGC API – Records: paste it into QGIS MetaSearch, OWSLib, GDAL');
  terminal.say('  /csw                       CSW 2.0.2: QGIS before 3.28, MapStore, GDAL');
  terminal.say('Ctrl-C stops it.');
  const signal = await stopped;
  terminal.say(`${signal}: no new requests; waiting for those under way.`);
  await running.close();
}

/** A second signal ends the process at once, as it does by default. */
function firstSignal(): Promise<NodeJS.Signals> {
  return new Promise((resolve) => {
    const stop = (signal: NodeJS.Signals) => {
      for (const name of ['SIGINT', 'SIGTERM'] as const) process.removeListener(name, stop);
      resolve(signal);
    };
    for (const name of ['SIGINT', 'SIGTERM'] as const) process.on(name, stop);
  });
}
