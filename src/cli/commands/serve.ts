// `geotrawl serve`: the catalog over HTTP, for GIS clients, programs and people.
import { existsSync } from 'node:fs';
import type { Command } from 'commander';
import { createLog, logFormats, logLevels } from '../../base/log/log.ts';
import type { Config } from '../../config.ts';
import { GeotrawlError } from '../../model/errors.ts';
import type { RequestSummary } from '../../serve/http/request-log.ts';
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
  $ geotrawl serve                                  this machine only, port 8080
  $ geotrawl serve --local                          the same without accounts
  $ geotrawl serve --port 0                         any free port, printed on the first line
  $ geotrawl serve --host 0.0.0.0 --public-url https://maps.example.org/catalog`;

export function addServeCommand(program: Command): void {
  program
    .command('serve')
    .description('serve the catalog to QGIS, GDAL, Python and browsers')
    .option('--port <n>', 'port to listen on, 0 for any free port (default: 8080)')
    .option('--host <address>', 'address to listen on (default: 127.0.0.1, this machine only)')
    .option('--public-url <url>', 'public URL, if the server is behind a proxy')
    .option('--local', 'turn accounts off, for a single user on this machine: anyone who can connect has full access')
    .option('--watch', 'also check resources when they are due, as `geotrawl watch` does')
    .option('--log-level <level>', `log level for stderr: ${logLevels.join(', ')} (default: error)`)
    .option('--log-format <format>', `log format: ${logFormats.join(', ')} (default: text)`)
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

/** Serves until the first signal, then returns when all open requests are done. */
export async function serveUntilStopped(settings: Config, terminal: Terminal, isLocal = false): Promise<void> {
  const isNew = settings.db !== ':memory:' && !isPostgresAddress(settings.db) && !existsSync(settings.db);
  const { serve } = await import('../../serve/serve.ts');
  const log = createLog({
    level: settings['log.level'],
    format: settings['log.format'],
    out: terminal.complain,
    now: Date.now,
  });
  const onFailure = (error: unknown, what: string) => {
    // Not a failure, only slow.
    if (error instanceof GeotrawlError && error.code === 'request.preparing')
      return terminal.say('Copying the search index to this machine. Searches return 503 until it is complete.');
    const why = error instanceof Error ? (error.stack ?? error.message) : String(error);
    log.write('error', 'failure', { what, why });
  };
  const onResponse = ({ isComplete, ...summary }: RequestSummary) =>
    log.write('info', 'request', isComplete ? { ...summary } : { ...summary, left: true });
  const running = await serve({
    settings,
    version: packageVersion(),
    onFailure,
    isLocal,
    ...(log.isEnabled('info') ? { onResponse } : {}),
  });
  // Registered before printing: a script may send the signal as soon as it reads a line.
  const stopped = firstSignal();
  terminal.print(`Serving ${shownDatabase(settings.db)} at ${settings['server.publicUrl'] ?? running.url}/`);
  if (running.adminLink !== null)
    terminal.print(`Create the first admin account (link expires in 24 hours): ${running.adminLink}`);
  if (isNew) terminal.say(`Created an empty database: ${shownDatabase(settings.db)}. Run a crawl to fill it.`);
  if (settings['server.watch']) terminal.say('Resources are checked when they are due.');
  if (isLocal) terminal.say('Accounts are off: anyone on this machine has full access.');
  terminal.say('  /                          web app');
  terminal.say('  /ogc/collections/services  OGC API – Records, for QGIS MetaSearch, OWSLib, GDAL');
  terminal.say('  /csw                       CSW 2.0.2, for QGIS before 3.28, MapStore, GDAL');
  terminal.say('Press Ctrl-C to stop.');
  const signal = await stopped;
  terminal.say(`${signal}: finishing open requests.`);
  await running.close();
}

/** A second signal ends the process at once, Node's default. */
function firstSignal(): Promise<NodeJS.Signals> {
  return new Promise((resolve) => {
    const stop = (signal: NodeJS.Signals) => {
      for (const name of ['SIGINT', 'SIGTERM'] as const) process.removeListener(name, stop);
      resolve(signal);
    };
    for (const name of ['SIGINT', 'SIGTERM'] as const) process.on(name, stop);
  });
}
