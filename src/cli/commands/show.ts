// `geotrawl show`: everything the catalog knows of one resource.
import { type Command, Option } from 'commander';
import { endpointKey } from '../../base/url/endpoint.ts';
import { countDatasets, kindLabel } from '../../catalog/dataset-terms.ts';
import type { Config } from '../../config.ts';
import type { Way } from '../../model/duplicates.ts';
import { GeotrawlError } from '../../model/errors.ts';
import type { Extent } from '../../model/extent.ts';
import type { BorrowedField, Provenance, RecordRef, Resource } from '../../model/resource.ts';
import { openCatalog } from '../../open-catalog.ts';
import { datasetGraph } from '../../serve/formats/dcat-record.ts';
import { iso19139 } from '../../serve/formats/iso19139.ts';
import { layerDefinition } from '../../serve/formats/qgis.ts';
import { snippet, snippetForms } from '../../serve/formats/snippets.ts';
import { existingDatabase, type GlobalFlags, linkBase, loadSettings, terminalFor } from '../options/common-options.ts';
import { describeLicense } from '../output/format-license.ts';
import { describeTopics } from '../output/format-topics.ts';
import { plain, type Terminal } from '../output/terminal.ts';
import { describeWay, otherWays } from '../way-words.ts';

interface ShowFlags {
  readonly layers?: boolean;
  readonly as: (typeof shownForms)[number];
  readonly json?: boolean;
}

/** Text and JSON, metadata for other catalogs, and lines for the tools people work with. */
const shownForms = ['text', 'json', 'dcat', 'iso', 'qlr', ...snippetForms] as const;

const examples = `
Examples:
  $ geotrawl show 9a0dd1a2 --layers
  $ geotrawl show https://example.org/wms --json
  $ geotrawl show 9a0dd1a2 --as qlr > layers.qlr    open it in QGIS`;

export function addShowCommand(program: Command): void {
  program
    .command('show <id>')
    .description('show one resource: by id (the first 4 characters are enough) or by its address')
    .option('--layers', 'list every layer')
    .addOption(new Option('--as <form>', 'how to show it').choices([...shownForms]).default('text'))
    .option('--json', 'short for --as json')
    .addHelpText('after', examples)
    .action(async (id: string, flags: ShowFlags, command: Command) => {
      const globals = command.optsWithGlobals<GlobalFlags>();
      const catalog = openCatalog({ db: existingDatabase(globals) });
      try {
        const resource = await catalog.get(id);
        if (resource === null) {
          throw new GeotrawlError(
            'catalog.not-found',
            `Nothing in the catalog has the id or address "${id}". \`geotrawl search\` lists ids.`,
            {
              facts: { id },
            },
          );
        }
        const [ways, history] = await Promise.all([catalog.provenance(resource.id), catalog.history(resource.id)]);
        const others = await catalog.duplicates.ways({ id: resource.id, layer: null });
        const terminal = terminalFor(globals);
        if (flags.json || flags.as === 'json')
          terminal.print(JSON.stringify({ ...resource, foundBy: ways, history, ways: others }));
        else if (flags.as !== 'text') terminal.print(inForm(resource, flags.as, loadSettings(globals).values));
        else printResource({ resource, ways, others }, terminal, flags.layers === true);
      } finally {
        await catalog.close();
      }
    });
}

/** Throws `usage.bad-argument` where there is no such form of its kind. */
function inForm(resource: Resource, form: Exclude<ShowFlags['as'], 'text' | 'json'>, settings: Config): string {
  const base = linkBase(settings);
  if (form === 'dcat') return JSON.stringify(datasetGraph([resource], base));
  if (form === 'iso') return iso19139(resource, base).trimEnd();
  const written = form === 'qlr' ? layerDefinition(resource) : snippet(resource, form);
  if (written !== null) return written.trimEnd();
  throw new GeotrawlError(
    'usage.bad-argument',
    `There is no ${form} of a ${kindLabel(resource)}, or none without layers.`,
    {
      facts: { form, kind: resource.kind },
    },
  );
}

interface Shown {
  readonly resource: Resource;
  /** How it was found. */
  readonly ways: readonly Provenance[];
  /** Ways to get the same. */
  readonly others: readonly Way[];
}

function printResource({ resource, ways, others }: Shown, terminal: Terminal, allLayers: boolean): void {
  const row = (name: string, value: string | null) => {
    if (value !== null && value !== '') terminal.print(`${terminal.dim(name.padEnd(12))}${value}`);
  };
  terminal.print(terminal.bold(plain(resource.title) || '(no title)'));
  row('id', resource.id);
  row('kind', kindLabel(resource));
  row('endpoint', plain(resource.endpoint));
  row('advertised', isElsewhere(resource) ? plain(resource.claimedUrl ?? '') : null);
  row('abstract', plain(resource.abstract, 600));
  row('keywords', plain(resource.keywords.join(', '), 300));
  row('topics', plain(describeTopics(resource.topics ?? []), 600));
  row('languages', (resource.languages ?? []).join(', '));
  row('provider', plain(resource.provider?.organization ?? ''));
  row('fees', plain(resource.fees ?? '', 200));
  row('access', plain(resource.accessConstraints ?? '', 200));
  row('license', plain(describeLicense(resource.license), 200));
  row('extent', resource.extent === null ? 'not given' : formatExtent(resource.extent));
  row('time', plain(resource.time ?? '', 60));
  row('systems', plain(resource.crs.slice(0, 8).join(', '), 200));
  row('can do', plain(resource.operations.join(', '), 200));
  row('software', plain(resource.software ?? ''));
  row('formats', plain(resource.formats.join(', '), 200));
  row('first seen', new Date(resource.firstSeenMs).toISOString());
  row('last seen', new Date(resource.lastSeenMs).toISOString());
  for (const way of otherWays(others, { id: resource.id, layer: null })) row('also as', describeWay(way));
  for (const words of borrowedWords(resource)) row('by record', words);
  for (const way of ways) row('found', formatWay(way));
  for (const problem of resource.problems) row('problem', `${problem.code}: ${plain(problem.message)}`);
  printLayers(resource, terminal, allLayers ? Number.POSITIVE_INFINITY : 10);
}

/** It says of itself that it lives at another address than the one that answered. */
function isElsewhere({ claimedUrl, endpoint }: Resource): boolean {
  return claimedUrl !== null && endpointKey(claimedUrl) !== endpointKey(endpoint);
}

function printLayers(resource: Resource, terminal: Terminal, most: number): void {
  const count = countDatasets(resource);
  if (count !== '') terminal.print(`${terminal.dim('contents'.padEnd(12))}${count}`);
  for (const layer of resource.layers.slice(0, most)) {
    const extent = layer.extent === null ? '' : `  ${terminal.dim(formatExtent(layer.extent))}`;
    const note = layer.isDemo === true ? '  (sample data)' : '';
    terminal.print(`  ${plain(layer.name ?? '(group)', 40).padEnd(28)} ${plain(layer.title, 60)}${note}${extent}`);
    const topics = describeTopics(layer.topics ?? []);
    if (topics !== '') terminal.print(`  ${' '.repeat(28)} ${terminal.dim(plain(topics, 200))}`);
  }
  if (resource.layers.length > most) terminal.say(`  … ${resource.layers.length - most} more with --layers`);
}

/** Which of the above comes from which records, one line per record or group of records. */
function borrowedWords({ fromRecords = [] }: Resource): readonly string[] {
  const fields = new Map<string, string[]>();
  for (const { field, records } of fromRecords) {
    const source = records.map(formatRecord).join(' and ');
    fields.set(source, [...(fields.get(source) ?? []), fieldWords[field]]);
  }
  return [...fields].map(([source, names]) => `${names.join(', ')} from ${source}`);
}

const fieldWords: Readonly<Record<BorrowedField, string>> = {
  ...{ title: 'title', abstract: 'abstract', keywords: 'keywords', provider: 'provider' },
  ...{ accessConstraints: 'access', license: 'license', extent: 'extent', time: 'time' },
};

function formatRecord({ catalog, id, title }: RecordRef): string {
  const named = id === '' ? '' : ` (${plain(id, 80)})`;
  return `"${plain(title, 60)}"${named} in ${plain(catalog)}`;
}

function formatWay(way: Provenance): string {
  const where = way.source === null ? 'given as a seed' : `on ${plain(way.source)}`;
  const anchor = way.anchor === '' ? '' : ` as "${plain(way.anchor, 60)}"`;
  const record = way.record === undefined ? '' : `, record ${formatRecord(way.record)}`;
  return `by ${way.foundBy} ${where}${anchor}, ${way.depth} ${way.depth === 1 ? 'click' : 'clicks'} from the seed${record}`;
}

function formatExtent(extent: Extent): string {
  const [west, south, east, north] = extent.map((degrees) => Math.round(degrees * 1000) / 1000);
  return `${west}, ${south}, ${east}, ${north}`;
}
