// How fast records become searchable and how fast they are found: 100,000 made-up services with six layers each.
// Run: npx tsx bench/search.ts [RECORDS]
import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import { emptyDescription } from '../src/base/description.ts';
import { seededRandom } from '../src/base/seeded-random.ts';
import type { Extent } from '../src/model/extent.ts';
import type { Layer, Resource } from '../src/model/resource.ts';
import type { Search, SearchQuery } from '../src/model/search.ts';
import { openSqliteSearch } from '../src/search/sqlite-search.ts';
import { openSqlite } from '../src/store/sqlite.ts';

const seed = 20_260_101;
const records = Number(process.argv[2] ?? 100_000);
const layersEach = 6;
const batch = 1000;
const queriesEach = 40;
/** Queries of one sort stop after this long: the bench as a whole stays under a minute. */
const queryBudgetMs = 2000;

const random = seededRandom(seed);
/** Made-up words; word n is used about 1/n as often as word 0, as in natural text (Zipf). */
const vocabulary = Array.from({ length: 20_000 }, (_, n) => makeWord(n));

async function main(): Promise<void> {
  const made = new Map<string, Resource>();
  const folder = mkdtempSync(join(tmpdir(), 'geotrawl-bench-'));
  const file = join(folder, 'search.db');
  const store = openSqlite(file);
  const search = openSqliteSearch(store, { read: async (id) => made.get(id) ?? null });
  process.stdout.write(`${cpus()[0]?.model}, ${cpus().length} cores, Node ${process.versions.node}, seed ${seed}\n`);
  let seconds = 0;
  for (let n = 0; n < records; n += batch) {
    const batchOf = Array.from({ length: Math.min(batch, records - n) }, (_, k) => makeRecord(n + k));
    const started = performance.now();
    await store.transact(async (transaction) => {
      for (const resource of batchOf) await search.index(transaction, resource);
    });
    seconds += (performance.now() - started) / 1000;
  }
  const megabytes = statSync(file).size / 1e6;
  process.stdout.write(
    `indexed ${records} records with ${layersEach} layers in ${seconds.toFixed(1)} s: ` +
      `${Math.round(records / seconds)} records/s, ${megabytes.toFixed(0)} MB\n\n`,
  );
  for (const [name, makeQuery] of Object.entries(querySorts)) await measure(name, search, makeQuery);
  await store.close();
  rmSync(folder, { recursive: true });
}

const querySorts: Readonly<Record<string, () => SearchQuery>> = {
  'one rare word': () => ({ words: pick(5000, 20_000) }),
  'two middling words': () => ({ words: `${pick(50, 500)} ${pick(50, 500)}` }),
  'one frequent word': () => ({ words: pick(0, 10) }),
  'two words, none has both': () => ({ words: `${pick(5000, 20_000)} ${pick(5000, 20_000)} nosuchword` }),
  'area of 2 degrees': () => ({ extent: makeExtent(2) }),
  'area of 60 degrees': () => ({ extent: makeExtent(60) }),
  'within 60 degrees': () => ({ extent: makeExtent(60), relation: 'within' }),
  'contains 2 degrees': () => ({ extent: makeExtent(2), relation: 'contains' }),
  'frequent word and 20 degrees': () => ({ words: pick(0, 10), extent: makeExtent(20) }),
  'middling word and 20 degrees': () => ({ words: pick(50, 500), extent: makeExtent(20) }),
};

async function measure(name: string, search: Search, makeQuery: () => SearchQuery): Promise<void> {
  const times: number[] = [];
  let found = 0;
  const until = performance.now() + queryBudgetMs;
  while (times.length < queriesEach && performance.now() < until) {
    const query = makeQuery();
    const started = performance.now();
    found += (await search.find(query)).total;
    times.push(performance.now() - started);
  }
  times.sort((a, b) => a - b);
  const at = (share: number) => (times[Math.floor(share * (times.length - 1))] ?? Number.NaN).toFixed(1).padStart(7);
  const mean = Math.round(found / times.length);
  process.stdout.write(
    `${name.padEnd(30)} n ${times.length}  ms: min ${at(0)}  p50 ${at(0.5)}  p95 ${at(0.95)}  max ${at(1)}  found ${mean}\n`,
  );
}

function makeRecord(n: number): Resource {
  const extent = random.next() < 0.1 ? ([-180, -90, 180, 90] as const) : makeExtent(20 * random.next() ** 3);
  const layers = Array.from({ length: layersEach }, (_, k) => makeLayer(k, extent));
  return {
    ...emptyDescription,
    id: n.toString(16).padStart(16, '0'),
    kind: random.next() < 0.7 ? 'wms' : 'wfs',
    family: 'service',
    version: '1.3.0',
    endpoint: `https://${pick(0, 20_000)}.example/${pick(0, 20_000)}/wms`,
    url: '',
    title: makeText(5),
    abstract: makeText(40),
    keywords: [pick(0, 20_000), pick(0, 20_000)],
    provider: { organization: makeText(3), person: null, email: null, url: null },
    ...{ extent, layers, layerCount: layersEach, firstSeenMs: 0, lastSeenMs: 0, provenance: null },
  };
}

function makeLayer(n: number, extent: Extent): Layer {
  return {
    name: `${pick(0, 20_000)}_${n}`,
    title: makeText(4),
    abstract: makeText(10),
    keywords: [],
    ...{ extent, crs: [], crsCount: 0, parent: null, queryable: false, styles: [], time: null, metadataUrls: [] },
  };
}

function makeText(words: number): string {
  return Array.from({ length: words }, () => vocabulary[Math.floor(vocabulary.length ** random.next()) - 1]).join(' ');
}

/** A word by rank, evenly. */
function pick(from: number, to: number): string {
  return vocabulary[from + random.below(to - from)] ?? '';
}

function makeExtent(degrees: number): Extent {
  const west = -180 + random.next() * (360 - degrees);
  const south = -80 + random.next() * (160 - degrees);
  return [west, south, west + degrees, south + degrees];
}

function makeWord(n: number): string {
  const syllables = ['ba', 'ce', 'di', 'fo', 'gu', 'la', 'me', 'ni', 'po', 'ru', 'sa', 'te', 'vi', 'zo', 'ka', 'hel'];
  let word = '';
  for (let rest = n * 7919 + 4096; rest > 0; rest = Math.floor(rest / 16)) word += syllables[rest % 16];
  return word;
}

await main();
