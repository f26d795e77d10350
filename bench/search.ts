// Speed of indexing and searching, from small catalogs to [POLARHUB]'s size.
//
//   npm run bench:search                              10,000 and 100,000 layers
//   npm run bench:search -- 1500000                   1.5 million layers of 40,000 services
//   npm run bench:search -- 1500000 --in folder       keeps the catalog there for the next run
//
// The searches run in a process of their own, which has nothing but the database: its memory is what a server needs.
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { openSqlCatalog } from '../src/catalog/sql-catalog.ts';
import type { SearchQuery } from '../src/model/search.ts';
import { expandByLexicon } from '../src/search/query-synonyms.ts';
import { openSqliteSearch } from '../src/search/sqlite/sqlite-search.ts';
import { openSqlite } from '../src/store/sqlite/sqlite.ts';
import { machine, writeSection } from './results.ts';
import { type Built, buildOnce, cpuMsSince, fileIn } from './search-database.ts';
import { quantile } from './spread.ts';

const here = fileURLToPath(import.meta.url);
const command = fileURLToPath(new URL('../dist/src/cli/main.js', import.meta.url));

interface Answered {
  /** Peak. */
  readonly rssMb: number;
  /** Wall and processor time, which differ on a busy machine. */
  readonly times: readonly {
    readonly sort: string;
    readonly ms: number;
    readonly cpuMs: number;
    readonly total: number;
  }[];
}

/** In a separate process: all searches once to warm up, and once timed. */
async function answer(file: string): Promise<void> {
  // As `openCatalog` does.
  const store = openSqlite(file, { cacheMb: 64 });
  const search = openSqliteSearch(store, { read: openSqlCatalog(store).get, expand: expandByLexicon });
  const queries = JSON.parse(readFileSync(new URL('search-queries.json', import.meta.url), 'utf8')) as {
    sort: string;
    query: SearchQuery;
  }[];
  const times: Answered['times'][number][] = [];
  for (const isMeasured of [false, true])
    for (const { sort, query } of queries) {
      const begunMs = performance.now();
      const before = process.cpuUsage();
      const { total } = await search.find(query);
      const cpuMs = cpuMsSince(before);
      if (isMeasured) times.push({ sort, ms: performance.now() - begunMs, cpuMs, total });
    }
  await store.close();
  const answered: Answered = { rssMb: process.resourceUsage().maxRSS / 1024, times };
  process.stdout.write(JSON.stringify(answered));
}

interface ColdRun {
  readonly ms: number;
  readonly cpuMs: number;
}

/** Makes a program print its total processor time after its other output. */
const tellCpu = `data:text/javascript,process.on('exit',()=>{const{user,system}=process.cpuUsage();process.stderr.write('\\n'+(user+system)/1000)})`;

/** The command as a user runs it, from start to exit. */
function coldRuns(file: string): readonly ColdRun[] {
  return Array.from({ length: 7 }, () => {
    const startedMs = performance.now();
    const run = spawnSync(process.execPath, ['--import', tellCpu, command, '--db', file, 'search', 'forest'], {
      encoding: 'utf8',
    });
    if (run.status !== 0) throw new Error(run.stderr);
    return { ms: performance.now() - startedMs, cpuMs: Number(run.stderr.trim().split('\n').at(-1)) };
  });
}

function report(built: Built, { rssMb, times }: Answered, cold: readonly ColdRun[]): string {
  const all = times.map(({ ms }) => ms);
  const cpu = times.map(({ cpuMs }) => cpuMs);
  const coldMs = cold.map(({ ms }) => ms);
  const coldCpu = cold.map(({ cpuMs }) => cpuMs);
  const perDocument = (built.cpuSeconds * 1e6) / (built.layers + built.services);
  const quantiles = (values: readonly number[]) =>
    `p50 ${quantile(values, 0.5)} ms, p95 ${quantile(values, 0.95)} ms, p99 ${quantile(values, 0.99)} ms`;
  const head = [
    `**${built.layers} layers of ${built.services} services**, ${times.length} queries`,
    '',
    `- of the processor ${quantiles(cpu)}`,
    `- by the clock ${quantiles(all)}`,
    `- resident memory, at most ${rssMb.toFixed(0)} MB`,
    `- \`geotrawl search forest\` from cold, in the middle of ${cold.length} runs: ${quantile(coldCpu, 0.5)} ms of the processor, ${quantile(coldMs, 0.5)} ms by the clock`,
    `- index ${built.megabytes.toFixed(0)} MB, made with ${built.cpuSeconds.toFixed(0)} s of processor time: ${perDocument.toFixed(0)} µs per document, reading records and merges included`,
    `- longest turn while it was made ${built.longestCpuMs.toFixed(0)} ms of the processor, ${built.longestMs.toFixed(0)} ms by the clock`,
  ];
  const rows = [...new Set(times.map(({ sort }) => sort))].map((sort) => {
    const own = times.filter((time) => time.sort === sort);
    const found = Math.round(own.reduce((sum, { total }) => sum + total, 0) / own.length);
    const ms = own.map((time) => time.cpuMs);
    return `| ${sort} | ${own.length} | ${quantile(ms, 0.5)} | ${quantile(ms, 0.95)} | ${quantile(ms, 1)} | ${found} |`;
  });
  const heading = ['', '| queries | n | processor p50 ms | p95 ms | max ms | found |', '|---|---|---|---|---|---|'];
  return [...head, ...heading, ...rows].join('\n');
}

async function measure(layers: number, folder: string): Promise<void> {
  const built = await buildOnce(folder, layers);
  const file = fileIn(folder, layers);
  const cold = coldRuns(file);
  const child = spawnSync(process.execPath, ['--import', 'tsx', here, 'answer', file], {
    encoding: 'utf8',
    maxBuffer: 1e8,
  });
  if (child.status !== 0) throw new Error(child.stderr);
  const text = report(built, JSON.parse(child.stdout) as Answered, cold);
  process.stdout.write(`${text}\n\n`);
  writeSection(`bench/search at ${layers} layers`, `\`npm run bench:search -- ${layers}\` on ${machine()}\n\n${text}`);
}

async function main(sizes: readonly number[], kept: string | null): Promise<void> {
  const folder = kept ?? mkdtempSync(join(tmpdir(), 'geotrawl-bench-'));
  mkdirSync(folder, { recursive: true });
  try {
    for (const layers of sizes) await measure(layers, folder);
  } finally {
    if (kept === null) rmSync(folder, { recursive: true });
  }
}

const { positionals, values } = parseArgs({ allowPositionals: true, options: { in: { type: 'string' } } });
const [first, file] = positionals;
if (first === 'answer') await answer(file!);
else await main(first === undefined ? [10_000, 100_000] : positionals.map(Number), values.in ?? null);
