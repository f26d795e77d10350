// `geotrawl train`: categories of one's own, learned from a folder or a table and kept in a file.
import { writeFileSync } from 'node:fs';
import type { Command } from 'commander';
import { type GlobalFlags, terminalFor } from '../options/common-options.ts';

interface TrainFlags {
  readonly output: string;
  readonly label?: string;
  readonly json?: boolean;
}

const examples = `
Examples:
  $ geotrawl train services/ -o mine.json               one folder per category, files of any kind inside
  $ geotrawl train services.csv --label category        or a table: one row per example
  $ geotrawl classify https://example.org/wms --model mine.json`;

export function addTrainCommand(program: Command): void {
  program
    .command('train <dataset>')
    .description('learn categories from a folder with one folder each, or from a table, into a model file')
    .option('-o, --output <file>', 'where the model goes', 'geotrawl-categories.json')
    .option('--label <column>', 'column of the table that names the category')
    .option('--json', 'print JSON')
    .addHelpText('after', examples)
    .action(async (dataset: string, flags: TrainFlags, self: Command) => {
      const terminal = terminalFor(self.optsWithGlobals<GlobalFlags>());
      const [{ readDataset }, { trainMeasured }] = await Promise.all([
        import('../training/train-dataset.ts'),
        import('../../train-measured.ts'),
      ]);
      const read = readDataset(dataset, flags.label ?? null);
      const { model, right, asked } = trainMeasured(read.examples);
      const text = JSON.stringify(model);
      writeFileSync(flags.output, text);
      const { classes } = model.stack;
      const report = {
        output: flags.output,
        bytes: text.length,
        examples: read.examples.length,
        skipped: read.skipped,
      };
      if (flags.json) terminal.print(JSON.stringify({ ...report, classes, heldBack: { right, asked } }));
      else {
        const skipped = read.skipped === 0 ? '' : `, ${read.skipped} without category or text left out`;
        terminal.print(`${read.examples.length} examples of ${classes.length} categories${skipped}`);
        if (asked > 0)
          terminal.print(`right on ${right} of ${asked} that were held back (${Math.round((100 * right) / asked)} %)`);
        terminal.print(`model: ${flags.output} (${Math.ceil(text.length / 1024)} KB)`);
      }
    });
}
