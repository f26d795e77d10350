// `geotrawl records`: lists harvested records.
import type { Command } from 'commander';
import type { HarvestedRecord } from '../../harvest/read-records.ts';
import { openCatalog } from '../../open-catalog.ts';
import { countArgument, existingDatabase, type GlobalFlags, terminalFor } from '../options/common-options.ts';
import { exitCodes } from '../output/exit-code.ts';
import { plain, type Terminal } from '../output/terminal.ts';

interface RecordsFlags {
  readonly limit?: number;
  readonly json?: boolean;
}

const examples = `
Examples:
  $ geotrawl records https://example.org/csw --limit 5
  $ geotrawl records my-archive --json > records.ndjson`;

export function addRecordsCommand(program: Command): void {
  program
    .command('records [catalog]')
    .description('list harvested records: of a catalog (by URL), of a connector (by id), or all')
    .option('--limit <n>', 'maximum records', countArgument)
    .option('--json', 'print one JSON object per record')
    .addHelpText('after', examples)
    .action(async (from: string | undefined, flags: RecordsFlags, command: Command) => {
      const globals = command.optsWithGlobals<GlobalFlags>();
      const catalog = openCatalog({ db: existingDatabase(globals) });
      const terminal = terminalFor(globals);
      const { limit = Number.POSITIVE_INFINITY } = flags;
      let count = 0;
      try {
        for await (const record of catalog.records(from)) {
          if (count >= limit) break;
          count++;
          if (flags.json === true) terminal.print(JSON.stringify(openRecord(record)));
          else printRecord(record, terminal);
        }
      } finally {
        await catalog.close();
      }
      if (count > 0 || limit === 0) return;
      terminal.say(noRecords(from));
      process.exitCode = exitCodes.nothingFound;
    });
}

function noRecords(from: string | undefined): string {
  if (from === undefined) return 'No records. Run `geotrawl harvest URL` to harvest a catalog.';
  return `No records from ${plain(from)}. Run \`geotrawl records\` to list all catalogs' records.`;
}

/** Omits contact persons and their e-mail addresses, as exports do. */
function openRecord({ provider, ...record }: HarvestedRecord): object {
  if (provider == null) return record;
  return { ...record, provider: { organization: provider.organization, url: provider.url } };
}

function printRecord({ id, title, time, extent, links, catalog }: HarvestedRecord, terminal: Terminal): void {
  const place = extent === null ? '' : extent.map((degrees) => Math.round(degrees * 1000) / 1000).join(', ');
  const facts = [plain(time ?? '', 60), place, `${links.length} ${links.length === 1 ? 'link' : 'links'}`];
  terminal.print(`${terminal.bold(plain(title, 100) || '(no title)')}  ${terminal.dim(plain(id, 80))}`);
  terminal.print(`  ${facts.filter((fact) => fact !== '').join('  ')}  ${terminal.dim(plain(catalog))}`);
}
