// `geotrawl train`: trains a category model from a folder or table.
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
  $ geotrawl train services/ -o mine.json               one folder per category
  $ geotrawl train services.csv --label category        or a table, one row per example
  $ geotrawl classify https://example.org/wms --model mine.json`;

export function addTrainCommand(program: Command): void {
  program
    .command('train <dataset>')
    .description('train a category model from a folder with one subfolder per category, or from a table')
    .option('-o, --output <file>', 'model file to write', 'geotrawl-categories.json')
    .option('--label <column>', 'table column with the category')
    .option('--json', 'print JSON')
    .addHelpText('after', examples)
    .action(async (dataset: string, flags: TrainFlags, self: Command) => {
      const terminal = terminalFor(self.optsWithGlobals<GlobalFlags>());
      const [{ readDataset }, { trainMeasured }] = await Promise.all([
        import('../training/train-dataset.ts'),
        import('../training/train-measured.ts'),
      ]);
      const read = readDataset(dataset, flags.label ?? null);
      const { model, right, heldOut } = trainMeasured(read.examples);
      const text = JSON.stringify(model);
      writeFileSync(flags.output, text);
      const { classes } = model.stack;
      const report = {
        output: flags.output,
        bytes: text.length,
        examples: read.examples.length,
        skipped: read.skipped,
      };
      if (flags.json) terminal.print(JSON.stringify({ ...report, classes, heldBack: { right, total: heldOut } }));
      else {
        const skipped = read.skipped === 0 ? '' : `, ${read.skipped} skipped (no category or text)`;
        terminal.print(`${read.examples.length} examples of ${classes.length} categories${skipped}`);
        if (heldOut > 0)
          terminal.print(`${right} of ${heldOut} held-out examples correct (${Math.round((100 * right) / heldOut)} %)`);
        terminal.print(`model: ${flags.output} (${Math.ceil(text.length / 1024)} KB)`);
      }
    });
}
