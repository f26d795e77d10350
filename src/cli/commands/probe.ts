// `geotrawl probe`: identifies the resource at a URL or in a saved document. Needs no database.
import { createInterface } from 'node:readline';
import { pathToFileURL } from 'node:url';
import type { Command } from 'commander';
import { countDatasets, kindLabel } from '../../catalog/dataset-terms.ts';
import { GeotrawlError } from '../../model/errors.ts';
import type { ProbeReport, ResourceReport } from '../../model/report.ts';
import { parseSeed } from '../../seeds/url-list.ts';
import {
  addNetworkOptions,
  type FetchFlags,
  type GlobalFlags,
  kindModuleOption,
  listArgument,
  loadFetchSettings,
  terminalFor,
} from '../options/common-options.ts';
import { readSaved } from '../options/read-saved.ts';
import { exitCodes } from '../output/exit-code.ts';
import { describeLicense } from '../output/format-license.ts';
import { plain, type Terminal } from '../output/terminal.ts';

interface ProbeFlags extends FetchFlags {
  readonly json?: boolean;
  readonly ndjson?: boolean;
  readonly file?: string;
  readonly baseUrl?: string;
  readonly kinds?: readonly string[];
  readonly failEmpty?: boolean;
}

const examples = `
Examples:
  $ geotrawl probe https://example.org/wms
  $ cat urls.txt | geotrawl probe --json            one JSON object per line
  $ geotrawl probe --file capabilities.xml --base-url https://example.org/wms`;

export function addProbeCommand(program: Command): void {
  const command = program
    .command('probe [urls...]')
    .description('identify and describe the resource at each URL (arguments or stdin)')
    .option('--json', 'print one JSON object per line')
    .option('--ndjson', 'same as --json')
    .option('--file <path>', 'read a saved document instead of fetching, - for stdin')
    .option('--base-url <url>', 'original URL of the saved document')
    .option('--kinds <ids>', 'only try these kinds, for example wms', listArgument)
    .addOption(kindModuleOption())
    .option('--fail-empty', 'exit with 3 when nothing is recognized')
    .addHelpText('after', examples);
  addNetworkOptions(command);
  command.action(async (urls: string[], flags: ProbeFlags, self: Command) => {
    const globals = self.optsWithGlobals<GlobalFlags>();
    const terminal = terminalFor(globals);
    const outcomes = new Set<Outcome>();
    for await (const report of probeAll(urls, flags, globals)) {
      outcomes.add(outcomeOf(report));
      if (flags.json || flags.ndjson) terminal.print(JSON.stringify(report));
      else printReport(report, terminal);
    }
    process.exitCode = exitCodeFor(outcomes, flags.failEmpty === true);
  });
}

async function* probeAll(
  urls: readonly string[],
  flags: ProbeFlags,
  globals: GlobalFlags,
): AsyncGenerator<ProbeReport> {
  const [{ probe, probeDocument }, { loadPluginKinds }] = await Promise.all([
    import('../../probe.ts'),
    import('../../plugins/kind-modules.ts'),
  ]);
  const { values } = loadFetchSettings(globals, flags);
  if (flags.file !== undefined) {
    if (urls.length > 0) throw new GeotrawlError('usage.bad-argument', 'Give either URLs or --file, not both.');
    // A file URL isn't a web address, so the URL the document declares is used.
    const baseUrl = flags.baseUrl === undefined ? pathToFileURL(flags.file).href : parseSeed(flags.baseUrl);
    const outside = await loadPluginKinds(values);
    yield* probeDocument(readSaved(flags.file), { baseUrl, kinds: flags.kinds ?? null, outside });
    return;
  }
  // A bad argument fails before any request; a bad line on stdin becomes a result.
  const given = urls.length > 0 ? urls.map(parseSeed) : stdinLines();
  yield* probe(given, { settings: values, kinds: flags.kinds ?? null });
}

async function* stdinLines(): AsyncGenerator<string> {
  if (process.stdin.isTTY)
    throw new GeotrawlError('usage.bad-argument', 'Give at least one URL, or pipe URLs in, one per line.');
  for await (const line of createInterface({ input: process.stdin })) {
    const trimmed = line.trim();
    if (trimmed !== '' && !trimmed.startsWith('#')) yield trimmed;
  }
}

function printReport(report: ProbeReport, terminal: Terminal): void {
  if (report.kind === null) {
    terminal.print(`${terminal.bold('not recognized')}  ${plain(report.url)}`);
    terminal.print(`  ${report.reason.code}: ${plain(report.reason.message)}`);
    return;
  }
  const row = (name: string, value: string) => terminal.print(`  ${terminal.dim(name.padEnd(10))}${value}`);
  terminal.print(`${terminal.bold(kindLabel(report))}  ${plain(report.title) || '(no title)'}`);
  row('endpoint', plain(report.endpoint));
  if (report.abstract !== '') row('abstract', plain(report.abstract, 300));
  if (report.software !== null) row('software', plain(report.software));
  const contents = contentsOf(report);
  if (contents !== '') row('contents', contents);
  row('extent', report.extent === null ? 'not given' : report.extent.join(', '));
  if (report.time !== null) row('time', plain(report.time, 60));
  if (report.operations.length > 0) row('can do', plain(report.operations.join(', '), 200));
  const terms = describeLicense(report.license);
  if (terms !== '') row('license', plain(terms, 200));
  row('requests', String(report.requests));
  for (const problem of report.problems) row('problem', `${problem.code}: ${plain(problem.message)}`);
}

/** '4 layers: roads, rivers, …' */
function contentsOf(report: ResourceReport): string {
  const names = report.layers.slice(0, 8).map((layer) => plain(layer.name ?? layer.title, 30));
  const more = report.layerCount > names.length ? ', …' : '';
  const count = countDatasets(report);
  return names.length === 0 ? count : `${count}: ${names.join(', ')}${more}`;
}

type Outcome = 'found' | 'nothing' | 'fetch' | 'policy' | 'usage';

function outcomeOf(report: ProbeReport): Outcome {
  if (report.kind !== null) return 'found';
  const [family] = report.reason.code.split('.');
  return family === 'fetch' || family === 'policy' || family === 'usage' ? family : 'nothing';
}

const codeIfOnly: Readonly<Partial<Record<Outcome, number>>> = {
  fetch: exitCodes.unreachable,
  policy: exitCodes.policy,
  usage: exitCodes.usage,
};

/** The failure's exit code if every URL failed for the same type of reason. */
function exitCodeFor(outcomes: ReadonlySet<Outcome>, failEmpty: boolean): number {
  const [only, another] = outcomes;
  if (only !== undefined && another === undefined && codeIfOnly[only] !== undefined) return codeIfOnly[only];
  return failEmpty && !outcomes.has('found') ? exitCodes.nothingFound : exitCodes.ok;
}
