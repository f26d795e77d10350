// `geotrawl report`: a health report for the publisher of a resource, or decay statistics of the catalog.
import { type Command, Option } from 'commander';
import { csvLine } from '../../catalog/csv.ts';
import { GeotrawlError } from '../../model/errors.ts';
import { badgeSvg } from '../../monitor/health/badge.ts';
import { readReport } from '../../monitor/health/check-report.ts';
import { decayMarkdown, decayRows } from '../../monitor/health/decay-tables.ts';
import { reportMarkdown } from '../../monitor/health/report-markdown.ts';
import { openCatalog } from '../../open-catalog.ts';
import {
  existingDatabase,
  type GlobalFlags,
  loadSettings,
  noSuchResource,
  terminalFor,
} from '../options/common-options.ts';
import { plain } from '../output/terminal.ts';

interface ReportFlags {
  readonly as: (typeof reportForms)[number];
  readonly json?: boolean;
  readonly decay?: boolean;
}

const reportForms = ['markdown', 'json', 'badge', 'csv'] as const;

const examples = `
Examples:
  $ geotrawl report 9a0dd1a2 > report.md
  $ geotrawl report https://example.org/wms --json
  $ geotrawl report 9a0dd1a2 --as badge > badge.svg
  $ geotrawl report --decay                         new and dead services per month
  $ geotrawl report --decay --as csv > decay.csv    by month, country, server and kind`;

export function addReportCommand(program: Command): void {
  program
    .command('report [id]')
    .description('health report for a publisher: what is broken, why, how to fix it')
    .addOption(new Option('--as <form>', 'output format').choices([...reportForms]).default('markdown'))
    .option('--json', 'short for --as json')
    .option('--decay', 'new and dead services of the catalog by month, country, server and kind')
    .addHelpText('after', examples)
    .action(async (id: string | undefined, flags: ReportFlags, command: Command) => {
      const globals = command.optsWithGlobals<GlobalFlags>();
      const form = flags.json === true ? 'json' : flags.as;
      if (form === (flags.decay ? 'badge' : 'csv'))
        throw new GeotrawlError(
          'usage.bad-argument',
          `--as ${form} is for ${flags.decay ? 'one resource' : '--decay'}.`,
        );
      if (flags.decay) return reportDecay(globals, form);
      if (id === undefined)
        throw new GeotrawlError('usage.bad-argument', 'Give an id or URL, or --decay for the whole catalog.');
      await reportOne(globals, flags, id);
    });
}

async function reportOne(globals: GlobalFlags, flags: ReportFlags, id: string): Promise<void> {
  const catalog = openCatalog({ db: existingDatabase(globals) });
  try {
    const resource = await catalog.get(id);
    if (resource === null) throw noSuchResource(id);
    const report = await readReport(catalog.checks, resource, Date.now());
    const terminal = terminalFor(globals);
    if (flags.json || flags.as === 'json') terminal.print(JSON.stringify(report));
    else if (flags.as === 'badge') terminal.print(badgeSvg(report.state, report.score).trimEnd());
    else terminal.print(reportMarkdown(report).trimEnd());
  } finally {
    await catalog.close();
  }
}

async function reportDecay(globals: GlobalFlags, form: ReportFlags['as']): Promise<void> {
  const { values } = loadSettings(globals);
  const catalog = openCatalog({ db: existingDatabase(globals), hostCountries: values['hosts.countries'] });
  try {
    const decay = await catalog.decay();
    const terminal = terminalFor(globals);
    if (form === 'json') terminal.print(JSON.stringify(decay));
    else if (form === 'csv') terminal.print(decayRows(decay).map(csvLine).join('').trimEnd());
    else terminal.print(plainTable(decayMarkdown(decay)));
  } finally {
    await catalog.close();
  }
}

/** Host names are untrusted text. */
function plainTable(text: string): string {
  return text
    .split('\n')
    .map((line) => plain(line))
    .join('\n');
}
