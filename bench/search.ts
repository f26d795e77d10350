// How fast records become searchable and how fast they are found, from small to [POLARHUB]'s size.
//
//   npm run bench:search                    10,000 and 100,000 layers
//   npm run bench:search -- 1500000         1.5 million layers of 40,000 services
//
// The searches run in a process of their own, which has nothing but the database: its memory is what a server needs.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { SearchQuery } from '../src/model/search.ts';
import { openSqliteSearch } from '../src/search/sqlite-search.ts';
import { expandByLexicon } from '../src/search-meanings.ts';
import { openSqlite } from '../src/store/sqlite.ts';
import { machine, writeSection } from './results.ts';
import { idOf, makeService, servicesFor } from './search-catalog.ts';

const here = fileURLToPath(import.meta.url);
const read = async (id: string) => makeService(Number.parseInt(id, 16));

interface Built {
  readonly layers: number;
  readonly services: number;
  readonly cpuSeconds: number;
  readonly megabytes: number;
  readonly longestMs: number;
}

/** Makes the database; the time of making the records up is measured apart and taken off. */
async function build(file: string, layers: number): Promise<Built> {
  const store = openSqlite(file);
  let makingMs = 0;
  const search = openSqliteSearch(store, {
    read: async (id) => {
      const startedMs = performance.now();
      const made = await read(id);
      makingMs += performance.now() - startedMs;
      return made;
    },
  });
  const services = servicesFor(layers);
  const put = store.database.prepare('INSERT INTO search_pending VALUES(?, 1)');
  await store.transact(async () => {
    for (let n = 0; n < services; n++) put.run(idOf(n));
  });
  const before = process.cpuUsage();
  let longestMs = 0;
  for (let isDone = false; !isDone; ) {
    const startedMs = performance.now();
    isDone = await search.tend(25);
    longestMs = Math.max(longestMs, performance.now() - startedMs);
  }
  const { user, system } = process.cpuUsage(before);
  const { documents } = store.database.prepare('SELECT sum(documents) AS documents FROM search_segment').get() as {
    documents: number;
  };
  // What merges left behind is removed when no search can be reading it any more.
  store.database.exec('UPDATE search_unfinished SET touched_ms = 0');
  while (!(await search.tend(1000)));
  store.database.exec('VACUUM');
  const pages = store.database.prepare(
    'SELECT page_count * page_size AS bytes FROM pragma_page_count, pragma_page_size',
  );
  const { bytes } = pages.get() as { bytes: number };
  await store.close();
  const cpuSeconds = (user + system) / 1e6 - makingMs / 1000;
  return { layers: documents - services, services, cpuSeconds, megabytes: bytes / 1e6, longestMs };
}

interface Answered {
  readonly coldMs: number;
  readonly rssMb: number;
  /** By the clock, and of the processor: on a busy machine they differ. */
  readonly times: readonly {
    readonly sort: string;
    readonly ms: number;
    readonly cpuMs: number;
    readonly total: number;
  }[];
}

/** In the process of its own: the first search from cold, then all of them once to warm up and once for the clock. */
async function answer(file: string): Promise<void> {
  const startedMs = performance.now();
  // As `openCatalog` does.
  const store = openSqlite(file, { cacheMb: 64 });
  const search = openSqliteSearch(store, { read, expand: expandByLexicon });
  const queries = JSON.parse(readFileSync(new URL('search-queries.json', import.meta.url), 'utf8')) as {
    sort: string;
    query: SearchQuery;
  }[];
  await search.find({ words: 'forest', facets: ['kind'] });
  const coldMs = performance.now() - startedMs;
  const times: Answered['times'][number][] = [];
  for (const isMeasured of [false, true])
    for (const { sort, query } of queries) {
      const begunMs = performance.now();
      const before = process.cpuUsage();
      const { total } = await search.find(query);
      const { user, system } = process.cpuUsage(before);
      if (isMeasured) times.push({ sort, ms: performance.now() - begunMs, cpuMs: (user + system) / 1000, total });
    }
  await store.close();
  const answered: Answered = { coldMs, rssMb: process.memoryUsage.rss() / 2 ** 20, times };
  process.stdout.write(JSON.stringify(answered));
}

function quantile(values: readonly number[], share: number): string {
  const sorted = [...values].sort((a, b) => a - b);
  return (sorted[Math.ceil(share * sorted.length) - 1] ?? Number.NaN).toFixed(1);
}

function report(built: Built, { coldMs, rssMb, times }: Answered): string {
  const all = times.map(({ ms }) => ms);
  const perDocument = (built.cpuSeconds * 1e6) / (built.layers + built.services);
  const cpu = times.map(({ cpuMs }) => cpuMs);
  const head = `**${built.layers} layers of ${built.services} services**: of the processor p50 ${quantile(cpu, 0.5)} ms, p95 ${quantile(cpu, 0.95)} ms,
p99 ${quantile(cpu, 0.99)} ms over ${all.length} queries; by the clock p50 ${quantile(all, 0.5)} ms, p95 ${quantile(all, 0.95)} ms, p99 ${quantile(all, 0.99)} ms; first search from cold ${coldMs.toFixed(0)} ms; resident memory
${rssMb.toFixed(0)} MB; index ${built.megabytes.toFixed(0)} MB, made with ${built.cpuSeconds.toFixed(0)} s of processor time
(${perDocument.toFixed(0)} µs per document, merges included; longest slice ${built.longestMs.toFixed(0)} ms)`;
  const rows = [...new Set(times.map(({ sort }) => sort))].map((sort) => {
    const own = times.filter((time) => time.sort === sort);
    const found = Math.round(own.reduce((sum, { total }) => sum + total, 0) / own.length);
    const ms = own.map((time) => time.cpuMs);
    return `| ${sort} | ${own.length} | ${quantile(ms, 0.5)} | ${quantile(ms, 0.95)} | ${quantile(ms, 1)} | ${found} |`;
  });
  return [
    head,
    '',
    '| queries | n | processor p50 ms | p95 ms | max ms | found |',
    '|---|---|---|---|---|---|',
    ...rows,
  ].join('\n');
}

async function main(sizes: readonly number[]): Promise<void> {
  for (const layers of sizes) {
    const folder = mkdtempSync(join(tmpdir(), 'geotrawl-bench-'));
    try {
      const file = join(folder, 'search.db');
      const built = await build(file, layers);
      const child = spawnSync(process.execPath, ['--import', 'tsx', here, 'answer', file], {
        encoding: 'utf8',
        maxBuffer: 1e8,
      });
      if (child.status !== 0) throw new Error(child.stderr);
      const text = report(built, JSON.parse(child.stdout) as Answered);
      process.stdout.write(`${text}\n\n`);
      writeSection(
        `bench/search at ${layers} layers`,
        `\`npm run bench:search -- ${layers}\` on ${machine()}\n\n${text}`,
      );
    } finally {
      rmSync(folder, { recursive: true });
    }
  }
}

const [first, ...rest] = process.argv.slice(2);
if (first === 'answer') await answer(rest[0]!);
else await main(first === undefined ? [10_000, 100_000] : [first, ...rest].map(Number));
