// Passes mutated documents through every reader and measures time and memory.
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import type { DocumentInit } from '../../src/base/document/document.ts';
import { type SeededRandom, seededRandom } from '../../src/base/random/seeded-random.ts';
import { mutate, pick } from './mutate.ts';
import { type ReadingCounts, readByRanges, readComplete } from './read-everything.ts';
import type { Sample } from './samples.ts';

export interface FuzzFigures extends ReadingCounts {
  documents: number;
  seconds: number;
  /** The longest processor time of a document in milliseconds; slow ones are measured again. */
  slowestMs: number;
  /** Documents that took more than a second every time, as 'round 7: 1234 ms'. */
  readonly hangs: string[];
  /** Memory after garbage collection in MB: after warm-up, and at the end. */
  heapBeforeMb: number;
  heapAfterMb: number;
}

const maxMs = 1000;
/** The first reading may include compilation and garbage collection: only documents that are always slow are hangs. */
const measurements = 3;
/** Tables, caches and compiled code are warm after this many documents. */
const warmUp = 500;

const types = [
  'text/html',
  'text/xml; charset=utf-8',
  'application/json',
  'text/plain',
  'application/octet-stream',
  'application/xml; charset=iso-8859-1',
  'text/html; charset=utf-16',
  '',
];
const addresses = [
  'http://fuzz.example/ows?service=WMS',
  'http://fuzz.example/arcgis/rest/services/a/FeatureServer/0',
  'http://fuzz.example/collections/a/items?f=json',
  'http://fuzz.example/data/',
  'http://fuzz.example/file.zip',
];

/** Throws with round and seed if a reader throws. */
export async function runFuzz(rounds: number, seed: number, samples: readonly Sample[]): Promise<FuzzFigures> {
  const random = seededRandom(seed);
  const figures: FuzzFigures = {
    documents: 0,
    resources: 0,
    links: 0,
    seconds: 0,
    slowestMs: 0,
    hangs: [],
    heapBeforeMb: 0,
    heapAfterMb: 0,
  };
  const begun = performance.now();
  for (let round = 0; round < rounds; round++) {
    if (round === Math.min(warmUp, rounds >> 1)) figures.heapBeforeMb = heldMb();
    await readOne(round, mutate(samples, random), random, figures);
  }
  figures.heapAfterMb = heldMb();
  figures.documents = rounds;
  figures.seconds = (performance.now() - begun) / 1000;
  return figures;
}

async function readOne(round: number, bytes: Buffer, random: SeededRandom, figures: FuzzFigures): Promise<void> {
  const headers = { 'content-type': pick(types, random) };
  const init: DocumentInit = { url: pick(addresses, random), bytes, headers };
  const firstBytes = 1 + random.below(bytes.length + 1);
  const isRange = random.below(4) === 0;
  const read = async (counts: ReadingCounts) => {
    readComplete(init, counts);
    if (isRange) await readByRanges(init, firstBytes, counts);
  };
  try {
    let ms = await timed(() => read(figures));
    for (let again = 0; again < measurements && ms > maxMs; again++) {
      ms = Math.min(ms, await timed(() => read({ resources: 0, links: 0 })));
    }
    if (ms > maxMs) figures.hangs.push(`round ${round}: ${Math.round(ms)} ms`);
    figures.slowestMs = Math.max(figures.slowestMs, ms);
  } catch (error) {
    throw new Error(`a reader threw in round ${round}`, { cause: error });
  }
}

/** Processor time: readers never wait, and a busy machine may pause a process for over a second. */
async function timed(work: () => Promise<void>): Promise<number> {
  const begun = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(begun);
  return (user + system) / 1000;
}

/** Heap and buffers after garbage collection, which is enabled here because workers take no flags. */
function heldMb(): number {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
  collect();
  collect();
  const { heapUsed, external } = process.memoryUsage();
  return (heapUsed + external) / 2 ** 20;
}

/** One line for the test log. */
export function fuzzLine(figures: FuzzFigures, samples: number): string {
  const { documents, resources, links, seconds, slowestMs, heapBeforeMb, heapAfterMb } = figures;
  const memory = `held ${heapBeforeMb.toFixed(0)} MB, then ${heapAfterMb.toFixed(0)} MB`;
  const found = `${resources} resources, ${links} links`;
  return `${documents} documents from ${samples} samples in ${seconds.toFixed(1)} s: ${found}, slowest ${slowestMs.toFixed(0)} ms, ${memory}`;
}
