// `geotrawl export`: streams the whole catalog to a file, a folder or stdout.
import { type Command, Option } from 'commander';
import { openCatalog } from '../../open-catalog.ts';
import { type ExportForm, exportCatalog, exportForms } from '../../serve/formats/export-catalog.ts';
import { existingDatabase, type GlobalFlags, linkBase, loadSettings, terminalFor } from '../options/common-options.ts';
import { printAll } from '../output/terminal.ts';

interface ExportFlags {
  readonly format: ExportForm;
  readonly output?: string;
}

const examples = `
Examples:
  $ geotrawl export -f geojson -o found.geojson
  $ geotrawl export -f gpkg -o found.gpkg         records and layers for QGIS
  $ geotrawl export -f qgis -o connections        connections for QGIS
  $ geotrawl export -f url | head                 only URLs`;

export function addExportCommand(program: Command): void {
  program
    .command('export')
    .description('export every record of the catalog')
    .addOption(new Option('-f, --format <format>', 'export format').choices([...exportForms]).default('geojson'))
    .option('-o, --output <path>', 'file, or folder for iso, records-static and qgis (default: stdout)')
    .addHelpText('after', examples)
    .action(async (flags: ExportFlags, command: Command) => {
      const globals = command.optsWithGlobals<GlobalFlags>();
      const catalog = openCatalog({ db: existingDatabase(globals) });
      const { values } = loadSettings(globals);
      try {
        await exportCatalog(catalog.all(), {
          form: flags.format,
          output: flags.output,
          base: linkBase(values),
          title: values['server.title'],
          print: printAll,
        });
        const { resources } = await catalog.counts();
        terminalFor(globals).say(
          `${resources} records written${flags.output === undefined ? '' : ` to ${flags.output}`}.`,
        );
      } finally {
        await catalog.close();
      }
    });
}
