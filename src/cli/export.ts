// `geotrawl export`: the whole catalog, streamed to a file or stdout.
import { createWriteStream } from 'node:fs';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { type Command, Option } from 'commander';
import { type ExportFormat, exportFormats, exportRecords } from '../catalog/export.ts';
import { GeotrawlError } from '../model/errors.ts';
import { openCatalog } from '../open-catalog.ts';
import { existingDatabase, type GlobalFlags, terminalFor } from './common-options.ts';
import { printAll } from './terminal.ts';

interface ExportFlags {
  readonly format: ExportFormat;
  readonly output?: string;
}

const examples = `
Examples:
  $ geotrawl export -f geojson -o found.geojson
  $ geotrawl export -f url | head                 the addresses alone`;

export function addExportCommand(program: Command): void {
  program
    .command('export')
    .description('write every record of the catalog')
    .addOption(
      new Option('-f, --format <format>', 'form of the records').choices([...exportFormats]).default('geojson'),
    )
    .option('-o, --output <file>', 'file to write (default: stdout)')
    .addHelpText('after', examples)
    .action(async (flags: ExportFlags, command: Command) => {
      const globals = command.optsWithGlobals<GlobalFlags>();
      const catalog = openCatalog({ db: existingDatabase(globals) });
      try {
        const chunks = exportRecords(catalog.all(), flags.format);
        if (flags.output === undefined) await printAll(chunks);
        else await writeFile(chunks, flags.output);
        const { resources } = await catalog.counts();
        terminalFor(globals).say(
          `${resources} records written${flags.output === undefined ? '' : ` to ${flags.output}`}.`,
        );
      } finally {
        await catalog.close();
      }
    });
}

async function writeFile(chunks: AsyncIterable<string>, path: string): Promise<void> {
  try {
    await pipeline(Readable.from(chunks), createWriteStream(path));
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === undefined || code.startsWith('ERR_')) throw error;
    throw new GeotrawlError('usage.bad-argument', `Cannot write ${path}: ${(error as Error).message}.`, {
      cause: error,
      facts: { path },
    });
  }
}
