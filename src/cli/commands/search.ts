// `geotrawl search`: words, extent and kind over the catalog.
import { type Command, InvalidArgumentError, Option } from 'commander';
import { readTimeRange, readTimeSpan } from '../../base/time/parse-time.ts';
import { type ExportFormat, exportRecords } from '../../catalog/export.ts';
import { chooseKinds } from '../../identify/choose-kinds.ts';
import { GeotrawlError } from '../../model/errors.ts';
import type { Extent } from '../../model/extent.ts';
import type { SearchQuery } from '../../model/search.ts';
import { type OpenCatalog, openCatalog, type SearchItems } from '../../open-catalog.ts';
import {
  countArgument,
  existingDatabase,
  extentArgument,
  type GlobalFlags,
  listArgument,
  loadSettings,
  terminalFor,
} from '../options/common-options.ts';
import { exitCodes } from '../output/exit-code.ts';
import { printResultTable } from '../output/format-results.ts';
import { readTopicArgument } from '../output/format-topics.ts';
import { printAll, type Terminal } from '../output/terminal.ts';

interface SearchFlags {
  readonly bbox?: Extent;
  readonly relation?: 'intersects' | 'within' | 'contains';
  readonly kind?: readonly string[];
  readonly topic?: readonly string[];
  readonly time?: NonNullable<SearchQuery['time']>;
  readonly eachLayer?: boolean;
  readonly exact?: boolean;
  readonly without?: readonly string[];
  readonly facets?: readonly string[];
  readonly sort?: NonNullable<SearchQuery['sort']>['by'];
  readonly reverse?: boolean;
  readonly limit: number;
  readonly offset: number;
  readonly output: 'table' | 'json' | ExportFormat;
  readonly json?: boolean;
  readonly copies?: boolean;
  readonly failEmpty?: boolean;
  readonly wait?: boolean;
}

const examples = `
Examples:
  $ geotrawl search land cover                              words in titles, layers, keywords
  $ geotrawl search --bbox=-9.6,36.9,-6.1,42.2              by area
  $ geotrawl search '"land cover" -forest kind:wms'         phrase, excluded word, kind; see docs/search.md
  $ geotrawl search rivers switzerland                      place names, words in other languages
  $ geotrawl search --topic forest                          by topic, in any language
  $ geotrawl search rivers --kind wms -o csv > rivers.csv   for a spreadsheet`;

export function addSearchCommand(program: Command): void {
  program
    .command('search [words...]')
    .description('search the catalog by words, extent and kind')
    .option('--bbox <w,s,e,n>', 'only results in this area, in degrees', extentArgument)
    .addOption(
      new Option('--relation <how>', 'spatial relation to --bbox').choices(['intersects', 'within', 'contains']),
    )
    .option('--kind <ids>', 'only these kinds, for example wms', listArgument)
    .option('--topic <topics>', 'only these topics: an id (inspire:hy) or a word (river)', listArgument)
    .option('--time <span>', 'only data from this time: 2018, 2018-05/2019, 2020/..', timeArgument)
    .option('--each-layer', 'return layers instead of services')
    .option('--copies', 'show every copy of a dataset, not only the best distribution')
    .option('--exact', 'literal words: no synonyms, translations, place names or spelling correction')
    .option('--without <ids>', 'exclude query expansions, by id', listArgument)
    .option('--facets <names>', 'count values per facet: kind, topic, host, license …', listArgument)
    .addOption(new Option('--sort <by>', 'sort order').choices(['relevance', 'title', 'created', 'layers']))
    .option('--reverse', 'reverse the sort order')
    .option('--limit <n>', 'number of results', countArgument, 20)
    .option('--offset <n>', 'results to skip', countArgument, 0)
    .addOption(
      new Option('-o, --output <format>', 'output format')
        .choices(['table', 'json', 'ndjson', 'csv', 'geojson', 'url'])
        .default('table'),
    )
    .option('--json', 'short for --output json')
    .option('--fail-empty', 'exit with 3 when nothing is found')
    .option('--wait', 'index all pending records first, however long it takes')
    .addHelpText('after', examples)
    .action(async (words: string[], flags: SearchFlags, command: Command) => {
      const globals = command.optsWithGlobals<GlobalFlags>();
      const { values } = loadSettings(globals);
      const catalog = openCatalog({
        db: existingDatabase(globals),
        cacheFolder: values['cache.folder'],
        hostCountries: values['hosts.countries'],
      });
      try {
        await refuseUnknown(flags.kind ?? [], catalog, globals);
        let found = await catalog.search(queryOf(words, flags));
        while (flags.wait && found.waiting > 0) found = await catalog.search(queryOf(words, flags));
        await printFound(found, flags, terminalFor(globals));
        if (found.total === 0 && flags.failEmpty) process.exitCode = exitCodes.nothingFound;
      } finally {
        await catalog.close();
      }
    });
}

/** A mistyped kind would look like "nothing found". Kinds in the catalog can be searched without their module. */
async function refuseUnknown(ids: readonly string[], catalog: OpenCatalog, globals: GlobalFlags): Promise<void> {
  if (ids.length === 0) return;
  const { byKind } = await catalog.counts();
  const unknown = ids.filter((id) => !Object.hasOwn(byKind, id));
  if (unknown.length === 0) return;
  const { loadPluginKinds, registryOf } = await import('../../plugins/kind-modules.ts');
  chooseKinds(registryOf(await loadPluginKinds(loadSettings(globals).values)), unknown);
}

function queryOf(words: readonly string[], flags: SearchFlags): SearchQuery {
  if (flags.relation !== undefined && flags.bbox === undefined)
    throw new GeotrawlError('usage.bad-argument', '--relation needs an area. Add --bbox W,S,E,N.');
  return {
    words: words.join(' '),
    ...(flags.bbox === undefined ? {} : { extent: flags.bbox }),
    ...(flags.relation === undefined ? {} : { relation: flags.relation }),
    ...(flags.kind === undefined ? {} : { kinds: flags.kind }),
    ...(flags.topic === undefined ? {} : { topics: flags.topic.flatMap(readTopicArgument) }),
    ...(flags.time === undefined ? {} : { time: flags.time }),
    ...(flags.eachLayer ? { each: 'layer' as const } : {}),
    ...(flags.copies ? { copies: true } : {}),
    ...(flags.exact ? { expand: false } : {}),
    ...(flags.without === undefined ? {} : { without: flags.without }),
    ...(flags.facets === undefined ? {} : { facets: flags.facets }),
    ...(flags.sort === undefined ? {} : { sort: { by: flags.sort, descending: flags.reverse === true } }),
    limit: flags.limit,
    offset: flags.offset,
  };
}

/** A year or month covers all of its days. */
function timeArgument(value: string): NonNullable<SearchQuery['time']> {
  const span = readTimeSpan(value) ?? readTimeRange(value);
  if (span !== null) return span;
  throw new InvalidArgumentError('Write a date or an interval: 2018, 2018-05-01/2019, 2020/.. for an open end.');
}

async function printFound(found: SearchItems, flags: SearchFlags, terminal: Terminal): Promise<void> {
  const output = flags.json ? 'json' : flags.output;
  if (output === 'json') return terminal.print(JSON.stringify(found));
  if (output === 'table') return printResultTable(found, flags.offset, terminal);
  await printAll(exportRecords(resourcesOf(found), output));
}

async function* resourcesOf(found: SearchItems) {
  for (const item of found.items) yield item.resource;
}
