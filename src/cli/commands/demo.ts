// `geotrawl demo`: starts the bundled demo web on loopback, crawls it, and says what to type next.
import type { Command } from 'commander';
import { shownDatabase } from '../../store/sql/database-address.ts';
import { type GlobalFlags, loadSettings, pickSettings, terminalFor } from '../options/common-options.ts';
import { watchCrawl } from '../output/show-crawl.ts';
import { shellWord } from '../output/terminal.ts';
import { serveUntilStopped } from './serve.ts';

/** Loopback hosts of our own need no two seconds of rest; the pause stays visible, and the demo says so. */
const demoDelayMs = 50;

export function addDemoCommand(program: Command): void {
  program
    .command('demo')
    .description('crawl the bundled demo web on this machine and make it searchable')
    .option('--ndjson', 'print every event as one JSON object per line')
    .option('--serve', 'then open the web app on it, with the demo web still there to draw maps')
    .option('--port <n>', 'port of the web app; 0 takes a free one (default: 8080)')
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
  terminal.say(`The demo web: ${web.resolve.length} hosts on loopback, nothing leaves this machine.`);
  terminal.say(
    `Crawling it with a short pause of ${demoDelayMs} ms per host (real crawls rest 2 s) into ${shownDatabase(db)}.\n`,
  );
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
    ['demo --serve', 'the same in your browser, with maps'],
    [`search forest --db ${db}`, 'what is there about forests?'],
    [`search --bbox=-9.6,36.9,-6.1,42.2 --db ${db}`, 'what lies in Portugal?'],
    [`show ID --db ${db}`, 'everything about one of them'],
    [`export -f geojson -o found.geojson --db ${db}`, 'all of them, for a map'],
    ['crawl https://YOUR-SITE', 'your own part of the web'],
  ] as const;
  const width = Math.max(...steps.map(([command]) => command.length));
  say('\nWhat to type next:');
  for (const [command, meaning] of steps) say(`  npx geotrawl ${command.padEnd(width)}  ${meaning}`);
}
