// `geotrawl demo`: crawls the bundled demo web on loopback and prints next steps.
import type { Command } from 'commander';
import { shownDatabase } from '../../store/sql/database-address.ts';
import { type GlobalFlags, loadSettings, pickSettings, terminalFor } from '../options/common-options.ts';
import { watchCrawl } from '../output/show-crawl.ts';
import { shellWord } from '../output/terminal.ts';
import { serveUntilStopped } from './serve.ts';

/** Our own loopback hosts don't need the default crawl delay of two seconds. */
const demoDelayMs = 50;

export function addDemoCommand(program: Command): void {
  program
    .command('demo')
    .description('crawl the bundled demo web on this machine')
    .option('--ndjson', 'print every event as one JSON object per line')
    .option('--serve', 'then serve the web app, with the demo web running for previews')
    .option('--port <n>', 'port of the web app, 0 for any free port (default: 8080)')
    .action(async (flags: DemoFlags, command: Command) => {
      process.exitCode = await runDemo(command.optsWithGlobals<GlobalFlags>(), flags);
    });
}

interface DemoFlags {
  readonly ndjson?: boolean;
  readonly serve?: boolean;
  readonly port?: string;
}

async function runDemo(globals: GlobalFlags, { ndjson = false, ...flags }: DemoFlags): Promise<number> {
  const terminal = terminalFor(globals);
  const [{ startDemoWeb }, { crawl }] = await Promise.all([
    import('../../../lab/demo-web/serve.ts'),
    import('../../crawl/crawl.ts'),
  ]);
  const db = globals.db ?? 'geotrawl-data/demo.db';
  const web = await startDemoWeb();
  terminal.say(`Demo web: ${web.resolve.length} hosts on loopback. Nothing leaves this machine.`);
  terminal.say(`Crawling into ${shownDatabase(db)} with a crawl delay of ${demoDelayMs} ms (default: 2 s).\n`);
  try {
    const { values, origins } = loadSettings(globals, {
      ...pickSettings(flags, { port: 'server.port' }),
      db,
      'network.resolve': [...web.resolve, web.elsewhere],
      'network.allowPrivate': true,
      // The demo web is on this machine; a proxy would look for it elsewhere.
      'network.proxy': null,
      'politeness.delayMs': demoDelayMs,
      'crawl.scope': 'web',
      'crawl.depth': 8,
    });
    const code = await watchCrawl((signal) => crawl({ seeds: web.seeds, settings: values, origins }, signal), {
      terminal,
      output: ndjson ? 'ndjson' : 'text',
      showProgress: globals.progress !== false && globals.quiet !== true,
      failEmpty: false,
      resumeCommand: () => `geotrawl demo${globals.db === undefined ? '' : ` --db ${shellWord(shownDatabase(db))}`}`,
    });
    if (code === 0 && flags.serve) await serveUntilStopped(values, terminal, true);
    else if (code === 0) nextSteps(terminal.say, shellWord(shownDatabase(db)));
    return code;
  } finally {
    await web.close();
  }
}

function nextSteps(say: (line: string) => void, db: string): void {
  const steps = [
    ['demo --serve', 'open the web app'],
    [`search forest --db ${db}`, 'search by words'],
    [`search --bbox=-9.6,36.9,-6.1,42.2 --db ${db}`, 'search by area (Portugal)'],
    [`show ID --db ${db}`, 'show one resource'],
    [`export -f geojson -o found.geojson --db ${db}`, 'export everything'],
    ['crawl https://YOUR-SITE', 'crawl your own site'],
  ] as const;
  const width = Math.max(...steps.map(([command]) => command.length));
  say('\nNext steps:');
  for (const [command, meaning] of steps) say(`  npx geotrawl ${command.padEnd(width)}  ${meaning}`);
}
