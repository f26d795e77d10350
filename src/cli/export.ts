// `geotrawl export`: the whole catalog, streamed to a file or stdout.
import { createWriteStream } from 'node:fs';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { type Command, Option } from 'commander';
import { type ExportFormat, exportFormats, exportRecords } from '../catalog/export.ts';
import { GeotrawlError } from '../model/errors.ts';
import { openCatalog } from '../open-catalog.ts';
import { type GlobalFlags, loadSettings, terminalFor } from './common-options.ts';

interface ExportFlags {
  readonly format: ExportFormat;
  readonly output?: string;
}

export function addExportCommand(program: Command): void {
  program
    .command('export')
    .description('write every record of the catalog')
    .addOption(
      new Option('-f, --format <format>', 'form of the records').choices([...exportFormats]).default('geojson'),
    )
    .option('-o, --output <file>', 'file to write (default: stdout)')
    .action(async (flags: ExportFlags, command: Command) => {
      const globals = command.optsWithGlobals<GlobalFlags>();
      const catalog = openCatalog({ db: loadSettings(globals).values.db });
      try {
        const chunks = exportRecords(catalog.all(), flags.format);
        if (flags.output === undefined) for await (const chunk of chunks) process.stdout.write(chunk);
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
