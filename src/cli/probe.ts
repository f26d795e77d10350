// `geotrawl probe`: what is behind an address, or in a saved document? No database needed.
import { readFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
import type { Command } from 'commander';
import { GeotrawlError } from '../model/errors.ts';
import type { ProbeReport } from '../model/report.ts';
import { parseSeed } from '../seeds/url-list.ts';
import {
  type GlobalFlags,
  listArgument,
  loadSettings,
  type NetworkFlags,
  networkFlagSettings,
  networkOptions,
  terminalFor,
} from './common-options.ts';
import { exitCodeOf, exitCodes } from './exit-code.ts';
import { plain, type Terminal } from './terminal.ts';

interface ProbeFlags extends NetworkFlags {
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
    .description('identify and describe what is behind URLs (arguments, or stdin)')
    .option('--json', 'print one JSON object per line')
    .option('--ndjson', 'the same')
    .option('--file <path>', 'read a saved document instead of fetching, - for stdin')
    .option('--base-url <url>', 'where the saved document came from')
    .option('--kinds <ids>', 'only try these kinds, for example wms', listArgument)
    .option('--fail-empty', 'exit with 3 when nothing is recognised')
    .addHelpText('after', examples);
  for (const option of networkOptions()) command.addOption(option);
  command.action(async (urls: string[], flags: ProbeFlags, self: Command) => {
    const globals = self.optsWithGlobals<GlobalFlags>();
    const terminal = terminalFor(globals);
    const reports: ProbeReport[] = [];
    for await (const report of probeAll(urls, flags, globals)) {
      reports.push(report);
      if (flags.json || flags.ndjson) terminal.print(JSON.stringify(report));
      else printReport(report, terminal);
    }
    process.exitCode = exitCodeFor(reports, flags.failEmpty === true);
  });
}

async function* probeAll(
  urls: readonly string[],
  flags: ProbeFlags,
  globals: GlobalFlags,
): AsyncGenerator<ProbeReport> {
  const { probe, probeDocument } = await import('../probe.ts');
  if (flags.file !== undefined) {
    yield* probeDocument(readSaved(flags.file), {
      baseUrl: flags.baseUrl ?? 'http://localhost/',
      kinds: flags.kinds ?? null,
    });
    return;
  }
  const { values } = loadSettings(globals, networkFlagSettings(flags));
  const given = urls.length > 0 ? urls : stdinLines();
  yield* probe(given, { settings: values, kinds: flags.kinds ?? null });
}

function readSaved(path: string): Uint8Array {
  try {
    return readFileSync(path === '-' ? 0 : path);
  } catch (error) {
    throw new GeotrawlError('usage.bad-argument', `Cannot read ${path}: ${(error as Error).message}.`, {
      cause: error,
      facts: { path },
    });
  }
}

async function* stdinLines(): AsyncGenerator<string> {
  if (process.stdin.isTTY)
    throw new GeotrawlError('usage.bad-argument', 'Give at least one URL, or pipe URLs in, one per line.');
  for await (const line of createInterface({ input: process.stdin })) if (line.trim() !== '') yield parseSeed(line);
}

function printReport(report: ProbeReport, terminal: Terminal): void {
  if (report.kind === null) {
    terminal.print(`${terminal.bold('not a resource we know')}  ${plain(report.url)}`);
    terminal.print(`  ${report.reason.code}: ${plain(report.reason.message)}`);
    return;
  }
  const row = (name: string, value: string) => terminal.print(`  ${terminal.dim(name.padEnd(10))}${value}`);
  terminal.print(
    `${terminal.bold(`${report.kind.toUpperCase()} ${report.version ?? ''}`.trim())}  ${plain(report.title) || '(no title)'}`,
  );
  row('endpoint', plain(report.endpoint));
  if (report.abstract !== '') row('abstract', plain(report.abstract, 300));
  if (report.software !== null) row('software', plain(report.software));
  const names = report.layers.slice(0, 8).map((layer) => plain(layer.name ?? layer.title, 30));
  row(
    'layers',
    `${report.layerCount}${names.length === 0 ? '' : `: ${names.join(', ')}${report.layerCount > names.length ? ', …' : ''}`}`,
  );
  row('extent', report.extent === null ? 'not given' : report.extent.join(', '));
  row('requests', String(report.requests));
  for (const problem of report.problems) row('problem', `${problem.code}: ${plain(problem.message)}`);
}

/** Every address failed for a network or policy reason: say which; otherwise the question was answered. */
function exitCodeFor(reports: readonly ProbeReport[], failEmpty: boolean): number {
  const codes = reports.map((report) => (report.kind === null ? report.reason.code : null));
  const first = codes[0];
  if (first !== undefined && codes.every((code) => code?.startsWith('fetch.'))) return exitCodes.unreachable;
  if (first !== undefined && codes.every((code) => code?.startsWith('policy.')))
    return exitCodeOf('policy.private-address');
  return failEmpty && codes.every((code) => code !== null) ? exitCodes.nothingFound : exitCodes.ok;
}
