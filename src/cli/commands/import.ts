// `geotrawl import`: records from a file that `geotrawl export` wrote.
import type { Command } from 'commander';
import { shownDatabase } from '../../store/sql/database-address.ts';
import { importRecords, openInput } from '../import/import-records.ts';
import { type GlobalFlags, loadSettings, terminalFor } from '../options/common-options.ts';
import { exitCodes } from '../output/exit-code.ts';

const examples = `
Examples:
  $ geotrawl export -f ndjson -o all.ndjson          here
  $ geotrawl import all.ndjson --db copy.db          there`;

export function addImportCommand(program: Command): void {
  program
    .command('import <file>')
    .description('add the records of an NDJSON or GeoJSON export to the catalog')
    .option('--json', 'print the counts as JSON')
    .addHelpText('after', examples)
    .action(async (file: string, flags: { json?: boolean }, command: Command) => {
      const globals = command.optsWithGlobals<GlobalFlags>();
      const terminal = terminalFor(globals);
      const { db } = loadSettings(globals).values;
      const { reasons, ...counts } = await importRecords(await openInput(file), { db, nowMs: Date.now() });
      for (const reason of reasons) terminal.complain(`geotrawl: ${file} ${reason}`);
      if (flags.json) terminal.print(JSON.stringify({ ...counts, reasons }));
      terminal.say(
        `${counts.taken} of ${counts.read} records taken into ${shownDatabase(db)}; ${counts.older} were seen later here, ${counts.refused} refused.`,
      );
      if (counts.refused > 0) process.exitCode = exitCodes.partial;
    });
}
