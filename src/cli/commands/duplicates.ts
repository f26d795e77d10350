// `geotrawl duplicates`: what is there several ways, why it is held to be the same, and a person's last word on it.
import type { Command } from 'commander';
import type { DuplicateVerdict, ItemRef, NamedItem, Way } from '../../model/duplicates.ts';
import { GeotrawlError } from '../../model/errors.ts';
import type { Resource } from '../../model/resource.ts';
import { type OpenCatalog, openCatalog } from '../../open-catalog.ts';
import { countArgument, existingDatabase, type GlobalFlags, terminalFor } from '../options/common-options.ts';
import { plain, type Terminal } from '../output/terminal.ts';
import { describeWay } from '../way-words.ts';

interface DuplicatesFlags {
  readonly split?: string;
  readonly join?: string;
  readonly forget?: string;
  readonly limit: number;
  readonly json?: boolean;
}

const examples = `
Examples:
  $ geotrawl duplicates                                   everything that is there several ways
  $ geotrawl duplicates 9a0dd1a2                          the ways to get it, the best first, and why
  $ geotrawl duplicates 9a0dd1a2#roads                    the same for a layer
  $ geotrawl duplicates 9a0dd1a2 --split 77ab01c3         they are not the same, whatever the rules say
  $ geotrawl duplicates 9a0dd1a2 --forget 77ab01c3        take that back`;

/** Work between two looks at whether somebody wants to stop. */
const tendMs = 500;

export function addDuplicatesCommand(program: Command): void {
  program
    .command('duplicates [item]')
    .description('list datasets and services that are there several ways; join and split them by hand')
    .option('--split <item>', 'these two are not the same')
    .option('--join <item>', 'these two are the same')
    .option('--forget <item>', 'take back what was said of these two')
    .option('--limit <n>', 'groups shown', countArgument, 50)
    .option('--json', 'print JSON')
    .addHelpText('after', examples)
    .action(async (item: string | undefined, flags: DuplicatesFlags, command: Command) => {
      const globals = command.optsWithGlobals<GlobalFlags>();
      const catalog = openCatalog({ db: existingDatabase(globals) });
      try {
        while (!(await catalog.tend(tendMs)));
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
  for await (const ways of catalog.duplicates.groups()) {
    if (shown === flags.limit) break;
    shown++;
    if (flags.json) terminal.print(JSON.stringify(ways));
    else printWays(ways, terminal);
  }
  const { groups, ways } = await catalog.duplicates.counts();
  const more = shown < groups ? '; --limit shows more' : '';
  terminal.say(`${shown} of ${groups} that are there several ways, ${ways} ways in all${more}.`);
}

interface Chosen {
  readonly named: NamedItem;
  readonly ref: ItemRef;
  readonly resource: Resource;
}

async function printOne(catalog: OpenCatalog, text: string, flags: DuplicatesFlags, terminal: Terminal): Promise<void> {
  const one = await findItem(catalog, text);
  await judge(catalog, one, flags);
  const ways = await catalog.duplicates.ways(one.ref);
  const verdicts = await catalog.duplicates.verdicts(one.resource.id);
  if (flags.json)
    return terminal.print(JSON.stringify({ id: one.resource.id, layer: one.named.layer, ways, verdicts }));
  const title = one.named.layer ?? one.resource.title;
  if (ways.length === 0) terminal.print(`${plain(title) || '(no title)'}: no other way is known.`);
  else printWays(ways, terminal);
  for (const verdict of verdicts) terminal.print(`  ${terminal.dim('said')}  ${describeVerdict(verdict)}`);
}

async function judge(catalog: OpenCatalog, one: Chosen, flags: DuplicatesFlags): Promise<void> {
  const { duplicates } = catalog;
  const said = [flags.split, flags.join, flags.forget].filter((each) => each !== undefined);
  if (said.length > 1) throw new GeotrawlError('usage.bad-argument', 'Give one of --split, --join and --forget.');
  if (said[0] === undefined) return;
  const other = await findItem(catalog, said[0]);
  if (other.resource.id === one.resource.id)
    throw new GeotrawlError('usage.bad-argument', 'Both are of one record: its layers are different datasets.');
  if (flags.forget !== undefined) {
    if (!(await duplicates.forget(one.named, other.named)))
      throw new GeotrawlError('usage.bad-argument', 'Nothing was said of these two.');
    return;
  }
  const verdict = flags.join === undefined ? 'different' : 'same';
  await duplicates.judge({ one: one.named, other: other.named, verdict, madeMs: Date.now() });
}

/** An id or address, and the name of a layer behind '#'. */
async function findItem(catalog: OpenCatalog, text: string): Promise<Chosen> {
  const at = text.indexOf('#');
  const [place, layer] = at < 0 ? [text, null] : [text.slice(0, at), text.slice(at + 1)];
  const resource = await catalog.get(place);
  if (resource === null)
    throw new GeotrawlError(
      'catalog.not-found',
      `Nothing in the catalog has the id or address "${place}". \`geotrawl search\` lists ids.`,
      { facts: { id: place } },
    );
  const position = layer === null ? null : resource.layers.findIndex(({ name }) => name === layer);
  if (position === -1)
    throw new GeotrawlError(
      'usage.bad-argument',
      `It has no layer "${layer}". \`geotrawl show ${place} --layers\` lists them.`,
    );
  return { named: { id: resource.id, layer }, ref: { id: resource.id, layer: position }, resource };
}

function printWays(ways: readonly Way[], terminal: Terminal): void {
  terminal.print(terminal.bold(plain(ways[0]!.title, terminal.columns - 4) || '(no title)'));
  for (const way of ways) {
    terminal.print(`  ${describeWay(way)}`);
    if (way.reasons.length > 0) terminal.print(`    ${terminal.dim(plain(way.reasons.join(' · '), 300))}`);
  }
}

function describeVerdict({ one, other, verdict }: DuplicateVerdict): string {
  const name = ({ id, layer }: NamedItem) => `${id.slice(0, 8)}${layer === null ? '' : `#${plain(layer, 60)}`}`;
  return `${name(one)} and ${name(other)} are ${verdict === 'same' ? 'the same' : 'not the same'}`;
}
