// `geotrawl report`: what is broken, why, and how to fix it, for the publisher of a resource.
import { type Command, Option } from 'commander';
import { badgeSvg } from '../check/badge.ts';
import { reportMarkdown } from '../check/report-markdown.ts';
import { readReport } from '../check-report.ts';
import { GeotrawlError } from '../model/errors.ts';
import { openCatalog } from '../open-catalog.ts';
import { existingDatabase, type GlobalFlags, terminalFor } from './common-options.ts';

interface ReportFlags {
  readonly as: (typeof reportForms)[number];
  readonly json?: boolean;
}

const reportForms = ['markdown', 'json', 'badge'] as const;

const examples = `
Examples:
  $ geotrawl report 9a0dd1a2 > report.md
  $ geotrawl report https://example.org/wms --json
  $ geotrawl report 9a0dd1a2 --as badge > badge.svg`;

export function addReportCommand(program: Command): void {
  program
    .command('report <id>')
    .description('report on a resource for its publisher: what is broken, why, how to fix it')
    .addOption(new Option('--as <form>', 'how to write it').choices([...reportForms]).default('markdown'))
    .option('--json', 'short for --as json')
    .addHelpText('after', examples)
    .action(async (id: string, flags: ReportFlags, command: Command) => {
      const globals = command.optsWithGlobals<GlobalFlags>();
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
    });
}
