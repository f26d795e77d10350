// `geotrawl show`: prints everything in the catalog about one resource.
import { type Command, Option } from 'commander';
import { endpointKey } from '../../base/url/endpoint.ts';
import { countDatasets, kindLabel } from '../../catalog/dataset-terms.ts';
import type { Config } from '../../config.ts';
import type { Distribution } from '../../model/duplicates.ts';
import { GeotrawlError } from '../../model/errors.ts';
import type { Extent } from '../../model/extent.ts';
import type { BorrowedField, Provenance, RecordRef, Resource } from '../../model/resource.ts';
import { openCatalog } from '../../open-catalog.ts';
import { datasetGraph } from '../../serve/formats/dcat-record.ts';
import { iso19139 } from '../../serve/formats/iso19139.ts';
import { layerDefinition } from '../../serve/formats/qgis.ts';
import { snippet, snippetForms } from '../../serve/formats/snippets.ts';
import {
  existingDatabase,
  type GlobalFlags,
  linkBase,
  loadSettings,
  noSuchResource,
  terminalFor,
} from '../options/common-options.ts';
import { describeDistribution, otherDistributions } from '../output/format-distributions.ts';
import { describeLicense } from '../output/format-license.ts';
import { describeTopics } from '../output/format-topics.ts';
import { plain, type Terminal } from '../output/terminal.ts';

interface ShowFlags {
  readonly layers?: boolean;
  readonly as: (typeof shownForms)[number];
  readonly json?: boolean;
}

/** Text and JSON, metadata formats, and snippets for GIS tools. */
const shownForms = ['text', 'json', 'dcat', 'iso', 'qlr', ...snippetForms] as const;

const examples = `
Examples:
  $ geotrawl show 9a0dd1a2 --layers
  $ geotrawl show https://example.org/wms --json
  $ geotrawl show 9a0dd1a2 --as qlr > layers.qlr    open it in QGIS`;

export function addShowCommand(program: Command): void {
  program
    .command('show <id>')
    .description('show one resource, by id (the first 4 characters are enough) or URL')
    .option('--layers', 'list every layer')
    .addOption(new Option('--as <form>', 'output format').choices([...shownForms]).default('text'))
    .option('--json', 'short for --as json')
    .addHelpText('after', examples)
    .action(async (id: string, flags: ShowFlags, command: Command) => {
      const globals = command.optsWithGlobals<GlobalFlags>();
      const catalog = openCatalog({ db: existingDatabase(globals) });
      try {
        const resource = await catalog.get(id);
        if (resource === null) throw noSuchResource(id);
        const [provenance, history] = await Promise.all([
          catalog.provenance(resource.id),
          catalog.history(resource.id),
        ]);
        const distributions = await catalog.duplicates.distributions({ id: resource.id, layer: null });
        const terminal = terminalFor(globals);
        if (flags.json || flags.as === 'json')
          terminal.print(JSON.stringify({ ...resource, foundBy: provenance, history, distributions }));
        else if (flags.as !== 'text') terminal.print(inForm(resource, flags.as, loadSettings(globals).values));
        else printResource({ resource, provenance, distributions }, terminal, flags.layers === true);
      } finally {
        await catalog.close();
      }
    });
}

/** Throws `usage.bad-argument` if this kind has no such format. */
function inForm(resource: Resource, form: Exclude<ShowFlags['as'], 'text' | 'json'>, settings: Config): string {
  const base = linkBase(settings);
  if (form === 'dcat') return JSON.stringify(datasetGraph([resource], base));
  if (form === 'iso') return iso19139(resource, base).trimEnd();
  const written = form === 'qlr' ? layerDefinition(resource) : snippet(resource, form);
  if (written !== null) return written.trimEnd();
  throw new GeotrawlError(
    'usage.bad-argument',
    `Can't write ${form} for this ${kindLabel(resource)}: the format doesn't support the kind, or it has no layers.`,
    {
      facts: { form, kind: resource.kind },
    },
  );
}

interface ShownResource {
  readonly resource: Resource;
  readonly provenance: readonly Provenance[];
  /** Duplicates of it, including itself. */
  readonly distributions: readonly Distribution[];
}

function printResource(
  { resource, provenance, distributions }: ShownResource,
  terminal: Terminal,
  allLayers: boolean,
): void {
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
  for (const distribution of otherDistributions(distributions, { id: resource.id, layer: null }))
    row('also as', describeDistribution(distribution));
  for (const source of borrowedFields(resource)) row('by record', source);
  for (const each of provenance) row('found', formatProvenance(each));
  for (const problem of resource.problems) row('problem', `${problem.code}: ${plain(problem.message)}`);
  printLayers(resource, terminal, allLayers ? Number.POSITIVE_INFINITY : 10);
}

/** It declares another URL than the one that responded. */
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

/** Which fields come from which catalog records, one line per record or group of records. */
function borrowedFields({ fromRecords = [] }: Resource): readonly string[] {
  const fields = new Map<string, string[]>();
  for (const { field, records } of fromRecords) {
    const source = records.map(formatRecord).join(' and ');
    fields.set(source, [...(fields.get(source) ?? []), fieldLabels[field]]);
  }
  return [...fields].map(([source, names]) => `${names.join(', ')} from ${source}`);
}

const fieldLabels: Readonly<Record<BorrowedField, string>> = {
  title: 'title',
  abstract: 'abstract',
  keywords: 'keywords',
  provider: 'provider',
  accessConstraints: 'access',
  license: 'license',
  extent: 'extent',
  time: 'time',
};

function formatRecord({ catalog, id, title }: RecordRef): string {
  const named = id === '' ? '' : ` (${plain(id, 80)})`;
  return `"${plain(title, 60)}"${named} in ${plain(catalog)}`;
}

function formatProvenance({ source, anchor, record, depth, foundBy }: Provenance): string {
  const where = source === null ? 'given as a seed' : `on ${plain(source)}`;
  const text = anchor === '' ? '' : ` as "${plain(anchor, 60)}"`;
  const inRecord = record === undefined ? '' : `, record ${formatRecord(record)}`;
  return `by ${foundBy} ${where}${text}, ${depth} ${depth === 1 ? 'click' : 'clicks'} from the seed${inRecord}`;
}

function formatExtent(extent: Extent): string {
  const [west, south, east, north] = extent.map((degrees) => Math.round(degrees * 1000) / 1000);
  return `${west}, ${south}, ${east}, ${north}`;
}
