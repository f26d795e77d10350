// `geotrawl import`: imports records from a file written by `geotrawl export`.
import type { Command } from 'commander';
import { shownDatabase } from '../../store/sql/database-address.ts';
import { importRecords, openInput } from '../import/import-records.ts';
import { type GlobalFlags, loadSettings, terminalFor } from '../options/common-options.ts';
import { exitCodes } from '../output/exit-code.ts';

const examples = `
Examples:
  $ geotrawl export -f ndjson -o all.ndjson  $ geotrawl import all.ndjson --db copy.db`;

export function addImportCommand(program: Command): void {
  program
    .command('import <file>')
    .description('import the records of an NDJSON or GeoJSON export')
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
        `Imported ${counts.taken} of ${counts.read} records into ${shownDatabase(db)} (${counts.older} older than existing, ${counts.refused} rejected).`,
      );
      if (counts.refused > 0) process.exitCode = exitCodes.partial;
    });
}
