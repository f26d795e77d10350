// `geotrawl duplicates`: lists duplicate groups with their evidence, and records manual corrections.
import type { Command } from 'commander';
import type { Distribution, DuplicateVerdict, ItemRef, NamedItem } from '../../model/duplicates.ts';
import { GeotrawlError } from '../../model/errors.ts';
import type { Resource } from '../../model/resource.ts';
import { type OpenCatalog, openCatalog } from '../../open-catalog.ts';
import {
  countArgument,
  existingDatabase,
  type GlobalFlags,
  noSuchResource,
  terminalFor,
} from '../options/common-options.ts';
import { describeDistribution } from '../output/format-distributions.ts';
import { counted, plain, type Terminal } from '../output/terminal.ts';

interface DuplicatesFlags {
  readonly split?: string;
  readonly join?: string;
  readonly forget?: string;
  readonly limit: number;
  readonly json?: boolean;
}

const examples = `
Examples:
  $ geotrawl duplicates                                   every duplicate group
  $ geotrawl duplicates 9a0dd1a2                          its distributions, best first, with reasons
  $ geotrawl duplicates 9a0dd1a2#roads                    the same for a layer
  $ geotrawl duplicates 9a0dd1a2 --split 77ab01c3         mark as different
  $ geotrawl duplicates 9a0dd1a2 --forget 77ab01c3        undo the correction`;

/** Length of one maintenance slice. */
const sliceMs = 500;

export function addDuplicatesCommand(program: Command): void {
  program
    .command('duplicates [item]')
    .description('list duplicate datasets and services; join and split groups manually')
    .option('--split <item>', 'mark these two as different')
    .option('--join <item>', 'mark these two as duplicates')
    .option('--forget <item>', 'undo the correction for these two')
    .option('--limit <n>', 'maximum groups to show', countArgument, 50)
    .option('--json', 'print JSON')
    .addHelpText('after', examples)
    .action(async (item: string | undefined, flags: DuplicatesFlags, command: Command) => {
      const globals = command.optsWithGlobals<GlobalFlags>();
      const catalog = openCatalog({ db: existingDatabase(globals) });
      try {
        while (!(await catalog.tend(sliceMs)));
        const terminal = terminalFor(globals);
        if (item === undefined) await printGroups(catalog, flags, terminal);
        else await printOne(catalog, item, flags, terminal);
      } finally {
        await catalog.close();
      }
    });
}

async function printGroups(catalog: OpenCatalog, flags: DuplicatesFlags, terminal: Terminal): Promise<void> {
  if (flags.split !== undefined || flags.join !== undefined || flags.forget !== undefined)
    throw new GeotrawlError('usage.bad-argument', 'Name two items: geotrawl duplicates <item> --split <item>.');
  let shown = 0;
  for await (const group of catalog.duplicates.groups()) {
    if (shown === flags.limit) break;
    shown++;
    if (flags.json) terminal.print(JSON.stringify(group));
    else printDistributions(group, terminal);
  }
  const { groups, copies } = await catalog.duplicates.counts();
  const more = shown < groups ? ` (${shown} shown; see --limit)` : '';
  terminal.say(`${counted(groups, 'duplicate group')}, ${copies} copies${more}.`);
}

interface SelectedItem {
  readonly named: NamedItem;
  readonly ref: ItemRef;
  readonly resource: Resource;
}

async function printOne(catalog: OpenCatalog, text: string, flags: DuplicatesFlags, terminal: Terminal): Promise<void> {
  const one = await findItem(catalog, text);
  await judge(catalog, one, flags);
  const distributions = await catalog.duplicates.distributions(one.ref);
  const verdicts = await catalog.duplicates.verdicts(one.resource.id);
  if (flags.json)
    return terminal.print(JSON.stringify({ id: one.resource.id, layer: one.named.layer, distributions, verdicts }));
  const title = one.named.layer ?? one.resource.title;
  if (distributions.length === 0) terminal.print(`${plain(title) || '(no title)'}: no duplicates.`);
  else printDistributions(distributions, terminal);
  for (const verdict of verdicts) terminal.print(`  ${terminal.dim('manual')}  ${describeVerdict(verdict)}`);
}

async function judge(catalog: OpenCatalog, one: SelectedItem, flags: DuplicatesFlags): Promise<void> {
  const { duplicates } = catalog;
  const targets = [flags.split, flags.join, flags.forget].filter((each) => each !== undefined);
  if (targets.length > 1) throw new GeotrawlError('usage.bad-argument', 'Give one of --split, --join and --forget.');
  if (targets[0] === undefined) return;
  const other = await findItem(catalog, targets[0]);
  if (other.resource.id === one.resource.id)
    throw new GeotrawlError(
      'usage.bad-argument',
      'Both belong to the same record; layers of one record are never duplicates.',
    );
  if (flags.forget !== undefined) {
    if (!(await duplicates.forget(one.named, other.named)))
      throw new GeotrawlError('usage.bad-argument', 'There is no correction for these two.');
    return;
  }
  const verdict = flags.join === undefined ? 'different' : 'same';
  await duplicates.judge({ one: one.named, other: other.named, verdict, madeMs: Date.now() });
}

/** `id-or-url#layer`; the layer is optional. */
async function findItem(catalog: OpenCatalog, text: string): Promise<SelectedItem> {
  const at = text.indexOf('#');
  const [id, layer] = at < 0 ? [text, null] : [text.slice(0, at), text.slice(at + 1)];
  const resource = await catalog.get(id);
  if (resource === null) throw noSuchResource(id);
  const position = layer === null ? null : resource.layers.findIndex(({ name }) => name === layer);
  if (position === -1)
    throw new GeotrawlError(
      'usage.bad-argument',
      `It has no layer "${layer}". \`geotrawl show ${id} --layers\` lists them.`,
    );
  return { named: { id: resource.id, layer }, ref: { id: resource.id, layer: position }, resource };
}

function printDistributions(distributions: readonly Distribution[], terminal: Terminal): void {
  terminal.print(terminal.bold(plain(distributions[0]!.title, terminal.columns - 4) || '(no title)'));
  for (const distribution of distributions) {
    terminal.print(`  ${describeDistribution(distribution)}`);
    const { reasons } = distribution;
    if (reasons.length > 0) terminal.print(`    ${terminal.dim(plain(reasons.join(' · '), 300))}`);
  }
}

function describeVerdict({ one, other, verdict }: DuplicateVerdict): string {
  const name = ({ id, layer }: NamedItem) => `${id.slice(0, 8)}${layer === null ? '' : `#${plain(layer, 60)}`}`;
  return `${name(one)} and ${name(other)} are ${verdict === 'same' ? 'duplicates' : 'different'}`;
}
