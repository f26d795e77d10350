// `geotrawl search`: words, extent and kind over the catalog.
import { type Command, Option } from 'commander';
import { type ExportFormat, exportRecords } from '../catalog/export.ts';
import { chooseKinds } from '../identify/choose-kinds.ts';
import { GeotrawlError } from '../model/errors.ts';
import type { Extent } from '../model/extent.ts';
import type { SearchQuery } from '../model/search.ts';
import { type FoundItem, type FoundItems, type OpenCatalog, openCatalog } from '../open-catalog.ts';
import {
  countArgument,
  existingDatabase,
  extentArgument,
  type GlobalFlags,
  listArgument,
  loadSettings,
  terminalFor,
} from './common-options.ts';
import { countDatasets, kindLabel } from './dataset-words.ts';
import { exitCodes } from './exit-code.ts';
import { plain, printAll, type Terminal } from './terminal.ts';
import { readTopicArgument } from './topic-words.ts';

interface SearchFlags {
  readonly bbox?: Extent;
  readonly relation?: 'intersects' | 'within' | 'contains';
  readonly kind?: readonly string[];
  readonly topic?: readonly string[];
  readonly limit: number;
  readonly offset: number;
  readonly output: 'table' | 'json' | ExportFormat;
  readonly json?: boolean;
  readonly failEmpty?: boolean;
}

const examples = `
Examples:
  $ geotrawl search land cover                              by words of titles, layers, keywords
  $ geotrawl search --bbox=-9.6,36.9,-6.1,42.2              what lies in this part of the world
  $ geotrawl search --topic forest                          in whatever language it is described
  $ geotrawl search rivers --kind wms -o csv > rivers.csv   for a spreadsheet`;

export function addSearchCommand(program: Command): void {
  program
    .command('search [words...]')
    .description('search the catalog by words, extent and kind')
    .option('--bbox <w,s,e,n>', 'only what lies here, in degrees', extentArgument)
    .addOption(new Option('--relation <how>', 'how it lies to the box').choices(['intersects', 'within', 'contains']))
    .option('--kind <ids>', 'only these kinds, for example wms', listArgument)
    .option('--topic <topics>', 'only what is about one of these: an id (inspire:hy) or a word (river)', listArgument)
    .option('--limit <n>', 'results shown', countArgument, 20)
    .option('--offset <n>', 'results skipped', countArgument, 0)
    .addOption(
      new Option('-o, --output <format>', 'form of the result')
        .choices(['table', 'json', 'ndjson', 'csv', 'geojson', 'url'])
        .default('table'),
    )
    .option('--json', 'short for --output json')
    .option('--fail-empty', 'exit with 3 when nothing is found')
    .addHelpText('after', examples)
    .action(async (words: string[], flags: SearchFlags, command: Command) => {
      const globals = command.optsWithGlobals<GlobalFlags>();
      const catalog = openCatalog({ db: existingDatabase(globals) });
      try {
        await refuseUnknown(flags.kind ?? [], catalog, globals);
        const found = await catalog.search(queryOf(words, flags));
        await printFound(found, flags, terminalFor(globals));
        if (found.total === 0 && flags.failEmpty) process.exitCode = exitCodes.nothingFound;
      } finally {
        await catalog.close();
      }
    });
}

/** A mistyped kind would look like "nothing found". Kinds the catalog holds need no module to be searched for. */
async function refuseUnknown(ids: readonly string[], catalog: OpenCatalog, globals: GlobalFlags): Promise<void> {
  if (ids.length === 0) return;
  const { byKind } = await catalog.counts();
  const unmet = ids.filter((id) => !Object.hasOwn(byKind, id));
  if (unmet.length === 0) return;
  const { loadOutsideKinds, registryOf } = await import('../kind-registry.ts');
  chooseKinds(registryOf(await loadOutsideKinds(loadSettings(globals).values)), unmet);
}

function queryOf(words: readonly string[], flags: SearchFlags): SearchQuery {
  if (flags.relation !== undefined && flags.bbox === undefined)
    throw new GeotrawlError('usage.bad-argument', '--relation says how results lie to a box: give --bbox W,S,E,N too.');
  return {
    words: words.join(' '),
    ...(flags.bbox === undefined ? {} : { extent: flags.bbox }),
    ...(flags.relation === undefined ? {} : { relation: flags.relation }),
    ...(flags.kind === undefined ? {} : { kinds: flags.kind }),
    ...(flags.topic === undefined ? {} : { topics: flags.topic.flatMap(readTopicArgument) }),
    limit: flags.limit,
    offset: flags.offset,
  };
}

async function printFound(found: FoundItems, flags: SearchFlags, terminal: Terminal): Promise<void> {
  const output = flags.json ? 'json' : flags.output;
  if (output === 'json') return terminal.print(JSON.stringify(found));
  if (output === 'table') return printTable(found, flags.offset, terminal);
  await printAll(exportRecords(resourcesOf(found), output));
}

async function* resourcesOf(found: FoundItems) {
  for (const item of found.items) yield item.resource;
}

function printTable(found: FoundItems, offset: number, terminal: Terminal): void {
  if (found.total === 0) {
    terminal.say('Nothing found. Try fewer words or a larger --bbox; `geotrawl crawl URL` fills the catalog.');
    return;
  }
  for (const item of found.items) printItem(item, terminal);
  const shown = found.items.length;
  const more = offset + shown < found.total ? '; --limit and --offset show more' : '';
  terminal.say(shown < found.total ? `${shown} of ${found.total} found${more}.` : `${found.total} found.`);
}

function printItem({ resource, layers, reasons }: FoundItem, terminal: Terminal): void {
  const title = plain(resource.title, terminal.columns - 30) || '(no title)';
  terminal.print(`${resource.id.slice(0, 8)}  ${terminal.bold(title)}  ${kindLabel(resource)}`);
  terminal.print(`          ${plain(resource.endpoint)}`);
  const matching = layers.map((layer) => plain(layer.title || (layer.name ?? ''), 40)).join(', ');
  const contents = [countDatasets(resource), matching].filter((text) => text !== '').join(': ');
  const notes = [contents, ...reasons].filter((text) => text !== '');
  if (notes.length > 0) terminal.print(`          ${terminal.dim(notes.join(' · '))}`);
}
