// `geotrawl report`: what is broken, why, and how to fix it, for the publisher of a resource; or how the catalog decays.
import { type Command, Option } from 'commander';
import { badgeSvg } from '../check/badge.ts';
import { type Decay, readDecay } from '../check/decay.ts';
import { reportMarkdown } from '../check/report-markdown.ts';
import { readReport } from '../check-report.ts';
import { GeotrawlError } from '../model/errors.ts';
import { openCatalog } from '../open-catalog.ts';
import { openStore } from '../store/open-store.ts';
import { existingDatabase, type GlobalFlags, terminalFor } from './common-options.ts';

interface ReportFlags {
  readonly as: (typeof reportForms)[number];
  readonly json?: boolean;
  readonly decay?: boolean;
}

const reportForms = ['markdown', 'json', 'badge'] as const;

const examples = `
Examples:
  $ geotrawl report 9a0dd1a2 > report.md
  $ geotrawl report https://example.org/wms --json
  $ geotrawl report 9a0dd1a2 --as badge > badge.svg
  $ geotrawl report --decay                         new and dead services by month, server and kind`;

export function addReportCommand(program: Command): void {
  program
    .command('report [id]')
    .description('report on a resource for its publisher: what is broken, why, how to fix it')
    .addOption(new Option('--as <form>', 'how to write it').choices([...reportForms]).default('markdown'))
    .option('--json', 'short for --as json')
    .option('--decay', 'of the whole catalog: new and dead services by month, how they fare by server and kind')
    .addHelpText('after', examples)
    .action(async (id: string | undefined, flags: ReportFlags, command: Command) => {
      const globals = command.optsWithGlobals<GlobalFlags>();
      if (flags.decay) return reportDecay(globals, flags.json === true || flags.as === 'json');
      if (id === undefined)
        throw new GeotrawlError('usage.bad-argument', 'Say of what: an id or an address, or --decay for the catalog.');
      await reportOne(globals, flags, id);
    });
}

async function reportOne(globals: GlobalFlags, flags: ReportFlags, id: string): Promise<void> {
  const catalog = openCatalog({ db: existingDatabase(globals) });
  try {
    const resource = await catalog.get(id);
    if (resource === null) {
      const message = `Nothing in the catalog has the id or address "${id}". \`geotrawl search\` lists ids.`;
      throw new GeotrawlError('catalog.not-found', message, { facts: { id } });
    }
    const report = await readReport(catalog.checks, resource, Date.now());
    const terminal = terminalFor(globals);
    if (flags.json || flags.as === 'json') terminal.print(JSON.stringify(report));
    else if (flags.as === 'badge') terminal.print(badgeSvg(report.state, report.score).trimEnd());
    else terminal.print(reportMarkdown(report).trimEnd());
  } finally {
    await catalog.close();
  }
}

async function reportDecay(globals: GlobalFlags, isJson: boolean): Promise<void> {
  const store = openStore(existingDatabase(globals));
  try {
    const decay = await store.read(readDecay);
    const terminal = terminalFor(globals);
    terminal.print(isJson ? JSON.stringify(decay) : decayMarkdown(decay));
  } finally {
    await store.close();
  }
}

function decayMarkdown({ months, servers, kinds }: Decay): string {
  const table = (head: string, rows: readonly (readonly (string | number)[])[]) =>
    [`| ${head} |`, `|${'---|'.repeat(head.split('|').length)}`, ...rows.map((row) => `| ${row.join(' | ')} |`)].join(
      '\n',
    );
  const groups = (of: Decay['servers']) =>
    of.map(({ name, resources, up, degraded, down, unchecked }) => [name, resources, up, degraded, down, unchecked]);
  const states = 'resources | up | degraded | down | unchecked';
  return [
    table(
      'month | new | dead | revived | alive',
      months.map(({ month, found, died, revived, alive }) => [month, found, died, revived, alive]),
    ),
    table(`server | ${states}`, groups(servers)),
    table(`kind | ${states}`, groups(kinds)),
  ].join('\n\n');
}
