// Time and memory of reading a document, against ogc-client, fast-xml-parser and OWSLib. Writes its section of
// bench/RESULTS.md.
//
//   npm run bench:read [-- --rounds 3 --megabytes 50 --only ours]
//
// Every reader gets the document as bytes and returns the name, title and extent of every dataset; ours does
// identify and describe, with a complete description. Each run is a separate process, rounds are interleaved.
import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { type CompiledSource, compileReaders } from './compiled-source.ts';
import { type DocumentShape, shapes, writeDocument } from './read-documents.ts';
import { machine, writeSection } from './results.ts';
import { median, spread } from './spread.ts';

const ours = 'geotrawl';
const readers = [ours, 'ogc-client', 'fast-xml-parser', 'OWSLib'] as const;
type Reader = (typeof readers)[number];

const python = '/usr/bin/python3';
const pythonReader = fileURLToPath(new URL('./read-owslib.py', import.meta.url));
/** ogc-client has no reader for the others. */
const ogcClientKinds = ['wms', 'wfs', 'wmts'];

/** Mean sizes of the real documents of each kind in the test corpus. */
const smallBytes: Readonly<Record<string, number>> = {
  wms: 55_000,
  wfs: 15_000,
  wmts: 110_000,
  wcs: 18_000,
  'csw-records': 7000,
};
const largeDatasets = 20_000;
const fewDatasets = 2000;
/** Kinds whose memory is measured by document size: one with its own reader, two based on `walkXml`. */
const growing = ['wms', 'wmts', 'csw-records'];
/** Duration of a run on a small document. */
const smallSeconds = 0.7;
/** A reader that takes longer for one document is stopped and not run on it again. */
const limitMs = 20_000;

interface Made {
  readonly shape: DocumentShape;
  readonly path: string;
  readonly megabytes: number;
  readonly datasets: number;
  readonly seconds: number;
}

interface Run {
  readonly times: number;
  readonly wall: number;
  readonly cpu: number;
  readonly datasets: number;
  readonly checksum: number;
  readonly baselineMb: number;
  readonly peakMb: number;
}

/** Runs by document and reader; null once a reader took too long. */
type Results = Map<string, Run[] | null>;

function make(folder: string, shape: DocumentShape, bytes: number, count?: number): Made {
  const path = join(folder, `${shape.kind}-${bytes}-${count ?? 'any'}.xml`);
  const datasets = writeDocument(path, shape, bytes, count);
  const seconds = bytes < 1_000_000 ? smallSeconds : 0;
  return { shape, path, megabytes: statSync(path).size / 1e6, datasets, seconds };
}

function canRead(reader: Reader, { shape }: Made): boolean {
  if (reader === 'ogc-client') return ogcClientKinds.includes(shape.kind);
  return reader !== 'OWSLib' || existsSync('/usr/lib/python3/dist-packages/owslib');
}

/** Null if it was stopped. */
function run(compiled: CompiledSource, reader: Reader, { shape, path, seconds, datasets }: Made): Run | null {
  const child = join(compiled.folder, 'bench/read-child.js');
  const what = [shape.kind, path, String(seconds)];
  const [command, parameters] =
    reader === 'OWSLib' ? [python, [pythonReader, ...what]] : [process.execPath, [child, reader, ...what]];
  try {
    const result = JSON.parse(execFileSync(command, parameters, { encoding: 'utf8', timeout: limitMs })) as Run;
    if (result.datasets !== datasets) throw new Error(`${reader} read ${result.datasets} of ${datasets} ${shape.kind}`);
    return result;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ETIMEDOUT') return null;
    throw error;
  }
}

const keyOf = (made: Made, reader: string) => `${made.path} ${reader}`;

function measure(
  compiled: CompiledSource,
  documents: readonly Made[],
  chosen: readonly Reader[],
  rounds: number,
): Results {
  const results: Results = new Map();
  for (let round = 1; round <= rounds; round++) {
    for (const made of documents) {
      for (const reader of chosen.filter((one) => canRead(one, made))) {
        const before = results.get(keyOf(made, reader));
        if (before === null) continue;
        const result = run(compiled, reader, made);
        results.set(keyOf(made, reader), result === null ? null : [...(before ?? []), result]);
        const told = result === null ? `over ${limitMs / 1000} s` : `${speed(made, result).toFixed(1)} MB/s`;
        console.log(
          `round ${round}  ${made.shape.kind.padEnd(12)} ${made.megabytes.toFixed(3).padStart(8)} MB  ${reader.padEnd(16)} ${told}`,
        );
      }
      checkSums(made, results);
    }
  }
  return results;
}

/** All readers found the same extents: they did the same work. */
function checkSums(made: Made, results: Results): void {
  const sums = readers.flatMap((reader) => results.get(keyOf(made, reader))?.[0]?.checksum ?? []);
  if (sums.some((sum) => Math.abs(sum - sums[0]!) > 0.5)) throw new Error(`${made.path}: extents differ: ${sums}`);
}

function speed({ megabytes }: Made, { times, wall }: Run): number {
  return (megabytes * times) / wall;
}

function cpuSpeed({ megabytes }: Made, { times, cpu }: Run): number {
  return (megabytes * times) / cpu;
}

function rows(made: Made, results: Results, chosen: readonly Reader[]): readonly string[] {
  const base = results.get(keyOf(made, ours)) ?? [];
  const size = made.megabytes < 1 ? `${(made.megabytes * 1000).toFixed(0)} KB` : `${made.megabytes.toFixed(0)} MB`;
  return chosen
    .filter((reader) => canRead(reader, made))
    .map((reader) => {
      const runs = results.get(keyOf(made, reader));
      const start = `| ${made.shape.kind} | ${size} | ${made.datasets} | ${reader} |`;
      if (runs == null) return `${start} over ${limitMs / 1000} s | | | | |`;
      const ratio = runs.map((one, round) => cpuSpeed(made, base[round] ?? one) / cpuSpeed(made, one));
      const above = median(runs.map(({ peakMb, baselineMb }) => peakMb - baselineMb));
      const peak = median(runs.map(({ peakMb }) => peakMb));
      return `${start} ${spread(
        runs.map((one) => speed(made, one)),
        1,
      )} | ${spread(
        runs.map((one) => cpuSpeed(made, one)),
        1,
      )} | ${spread(ratio, 1)} | ${peak.toFixed(0)} | ${above.toFixed(0)} |`;
    });
}

/** Only ours, on documents of two sizes with the same datasets. */
function growth(pairs: readonly (readonly [Made, Made])[], results: Results): string {
  const above = (made: Made) => {
    const runs = results.get(keyOf(made, ours)) ?? [];
    return median(runs.map(({ peakMb, baselineMb }) => peakMb - baselineMb)).toFixed(0);
  };
  const lines = pairs.map(
    ([less, more]) =>
      `| ${less.shape.kind} | ${less.datasets} | ${less.megabytes.toFixed(0)} MB: ${above(less)} | ${more.megabytes.toFixed(0)} MB: ${above(more)} |`,
  );
  return ['| kind | datasets | MB above the start | MB above the start |', '|---|--:|--:|--:|', ...lines].join('\n');
}

interface Measured {
  readonly documents: readonly Made[];
  readonly pairs: readonly (readonly [Made, Made])[];
  readonly results: Results;
  readonly chosen: readonly Reader[];
  readonly rounds: number;
}

function report({ documents, pairs, results, chosen, rounds }: Measured): string {
  return [
    `\`npm run bench:read\` on ${machine()}`,
    `Made documents; every reader once per round on each, in a process of its own, n = ${rounds} rounds. Median (smallest–largest).
Small documents are read for ${smallSeconds} s after a warm-up, large ones once. Wall time suffers from what else runs; "per CPU-s" does not.
The ratio is CPU time against ours within a round: above 1, ours is faster. Peak RSS is the process's; "above" is what reading
added to it after the modules and the bytes of the document were loaded.`,
    [
      '| kind | size | datasets | reader | MB/s | MB per CPU-s | CPU time, ours = 1 | peak RSS MB | above |',
      '|---|--:|--:|---|--:|--:|--:|--:|--:|',
      ...documents.flatMap((made) => rows(made, results, chosen)),
    ].join('\n'),
    `Memory against size, ours: documents with the same ${fewDatasets} datasets, the larger with four times as much around them. What is
left is the room V8 keeps for short-lived objects, which it fills before it cleans up.`,
    growth(pairs, results),
  ].join('\n\n');
}

function main(): void {
  const options = {
    rounds: { type: 'string', default: '3' },
    megabytes: { type: 'string', default: '50' },
    only: { type: 'string' },
  } as const;
  const { values } = parseArgs({ options });
  const [rounds, bytes] = [Number(values.rounds), Number(values.megabytes) * 1e6];
  const chosen = values.only === 'ours' ? ([ours] as const) : readers;
  const compiled = compileReaders('read', 'bench/read-child.ts');
  const folder = mkdtempSync(join(tmpdir(), 'geotrawl-bench-'));
  try {
    const documents = [
      ...shapes.map((shape) => make(folder, shape, smallBytes[shape.kind] ?? 20_000)),
      ...shapes.map((shape) => make(folder, shape, bytes, largeDatasets)),
    ];
    const pairs = shapes
      .filter(({ kind }) => growing.includes(kind))
      .map(
        (shape) => [make(folder, shape, bytes / 2, fewDatasets), make(folder, shape, bytes * 2, fewDatasets)] as const,
      );
    const results = measure(compiled, documents, chosen, rounds);
    for (const [key, value] of measure(compiled, pairs.flat(), [ours], rounds)) results.set(key, value);
    const text = report({ documents, pairs, results, chosen, rounds });
    console.log(text);
    if (values.only === undefined) writeSection('bench/read', text);
  } finally {
    rmSync(folder, { recursive: true });
    compiled.remove();
  }
}

main();
