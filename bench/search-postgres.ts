// The searches of bench/search with the catalog in PostgreSQL: moved there as by `db copy`, searched by a separate process.
//
//   npm run bench:search:postgres -- [1500000] [--in folder] [--db postgres://…]
//
// PostgreSQL is started for it where no (empty) database is given. With a folder everything stays there, the catalog in
// PostgreSQL too: the next run only searches. The first search of a process waits for its copy of the index; that is measured
// apart. `found` is the index alone; `answered` has what the page shows read from PostgreSQL, too.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { openSqlCatalog } from '../src/catalog/sql-catalog.ts';
import { settleCopiedFrontier } from '../src/frontier/rebuild-copied-frontier.ts';
import type { SearchQuery } from '../src/model/search.ts';
import { openCatalogIn } from '../src/open-catalog.ts';
import { openSearch } from '../src/search/open-search.ts';
import { expandByLexicon } from '../src/search/query-synonyms.ts';
import { publishCopied, readWrites } from '../src/search/replica/publish-copied.ts';
import { copyDatabase } from '../src/store/copy-database.ts';
import { openPostgres, type PostgresStore } from '../src/store/postgres/postgres.ts';
import { openSqlite } from '../src/store/sqlite/sqlite.ts';
import { keepPostgres } from '../test/servers/postgres.ts';
import { machine, writeSection } from './results.ts';
import { buildOnce, cpuMsSince, fileIn } from './search-database.ts';
import { quantile } from './spread.ts';

const here = fileURLToPath(import.meta.url);

interface Answered {
  readonly rssMb: number;
  /** Until the first result, without and with an existing copy of the index. */
  readonly firstMs: number;
  readonly found: readonly Timed[];
  readonly answered: readonly Timed[];
}

interface Timed {
  readonly ms: number;
  readonly cpuMs: number;
  /** Of the connections to PostgreSQL, at their other end. */
  readonly postgresMs: number;
}

/** In a separate process: all searches once to warm up, once timed in the index, once timed with their records. */
async function answer(db: string, cacheFolder: string): Promise<void> {
  const begunMs = performance.now();
  const store = openPostgres(db, { cacheFolder });
  const search = openSearch(store, { read: openSqlCatalog(store).get, expand: expandByLexicon });
  const queries = JSON.parse(readFileSync(new URL('search-queries.json', import.meta.url), 'utf8')) as {
    query: SearchQuery;
  }[];
  await search.find({ words: 'forest' });
  const firstMs = performance.now() - begunMs;
  for (const { query } of queries) await search.find(query);
  const connections = await connectionsOf(store);
  const found = await timed(queries, connections, (query) => search.find(query));
  const catalog = openCatalogIn(store, { isTended: true });
  for (const { query } of queries) await catalog.list(query);
  const answered = await timed(queries, await connectionsOf(store), (query) => catalog.list(query));
  await store.close();
  const told: Answered = { rssMb: process.resourceUsage().maxRSS / 1024, firstMs, found, answered };
  process.stdout.write(JSON.stringify(told));
}

async function timed(
  queries: readonly { readonly query: SearchQuery }[],
  connections: readonly number[],
  ask: (query: SearchQuery) => Promise<unknown>,
): Promise<Timed[]> {
  const times: Timed[] = [];
  for (const { query } of queries) {
    const [theirs, begunMs, cpu] = [onProcessorMs(connections), performance.now(), process.cpuUsage()];
    await ask(query);
    const [ms, cpuMs] = [performance.now() - begunMs, cpuMsSince(cpu)];
    times.push({ ms, cpuMs, postgresMs: onProcessorMs(connections) - theirs });
  }
  return times;
}

/** Ids of the server processes of our connections; empty for a remote server. */
async function connectionsOf(store: PostgresStore): Promise<readonly number[]> {
  const rows = await store.query<{ pid: number }>(
    `SELECT pid FROM pg_stat_activity WHERE application_name = 'geotrawl' AND datname = current_database()`,
  );
  return rows.map(({ pid }) => pid).filter((pid) => existsSync(`/proc/${pid}/schedstat`));
}

/** Linux counts it in nanoseconds. Idle connections may have been closed. */
function onProcessorMs(processes: readonly number[]): number {
  const files = processes.map((pid) => `/proc/${pid}/schedstat`).filter((file) => existsSync(file));
  const times = files.map((file) => Number(readFileSync(file, 'utf8').split(' ')[0]));
  return times.reduce((sum, ns) => sum + ns, 0) / 1e6;
}

interface Moved {
  readonly rows: number;
  readonly copySeconds: number;
  readonly indexSeconds: number;
  readonly megabytes: number;
}

async function move(file: string, db: string, cacheFolder: string): Promise<Moved> {
  const [source, target] = [openSqlite(file), openPostgres(db, { cacheFolder })];
  const begunMs = performance.now();
  const writes = readWrites(source);
  const { rows } = await copyDatabase(source, target, settleCopiedFrontier);
  const copySeconds = (performance.now() - begunMs) / 1000;
  process.stderr.write(`copied in ${copySeconds.toFixed(0)} s\n`);
  await target.query('ANALYZE');
  await publishCopied(source, target, writes);
  const indexSeconds = (performance.now() - begunMs) / 1000 - copySeconds;
  process.stderr.write(`index copied in ${indexSeconds.toFixed(0)} s\n`);
  const [row] = await target.query<{ bytes: number }>('SELECT pg_database_size(current_database()) AS bytes');
  await Promise.all([source.close(), target.close()]);
  return { rows, copySeconds, indexSeconds, megabytes: row!.bytes / 1e6 };
}

function answeredBy(db: string, cacheFolder: string): Answered {
  const child = spawnSync(process.execPath, ['--import', 'tsx', here, 'answer', db, cacheFolder], {
    encoding: 'utf8',
    maxBuffer: 1e8,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  if (child.status !== 0) throw new Error('the searches failed');
  return JSON.parse(child.stdout) as Answered;
}

function report(layers: number, moved: Moved, first: Answered, second: Answered): string {
  const row = (name: string, values: readonly number[]) =>
    `| ${name} | ${[0.5, 0.95, 0.99, 1].map((share) => quantile(values, share)).join(' | ')} |`;
  const rows = (name: string, times: readonly Timed[]) => [
    row(
      `${name}, by the clock`,
      times.map(({ ms }) => ms),
    ),
    row(
      `${name}, of the processor here`,
      times.map(({ cpuMs }) => cpuMs),
    ),
    row(
      `${name}, of the processor in PostgreSQL`,
      times.map(({ postgresMs }) => postgresMs),
    ),
  ];
  return [
    `**${layers} layers** moved by \`db copy\` (${moved.rows} rows, ${moved.copySeconds.toFixed(0)} s) with its index (${moved.indexSeconds.toFixed(0)} s); the database is ${moved.megabytes.toFixed(0)} MB then. n = ${second.found.length} queries in each of 2 processes, the second one shown:`,
    '',
    '| ms | p50 | p95 | p99 | max |',
    '|---|--:|--:|--:|--:|',
    ...rows('found in the index', second.found),
    ...rows('answered with what is shown', second.answered),
    '',
    `First search of a process that has no copy of the index yet: ${(first.firstMs / 1000).toFixed(1)} s; of one that has: ${(second.firstMs / 1000).toFixed(1)} s.`,
    `p95 by the clock, first and second process: found ${[first, second].map(({ found }) => p95(found)).join(' and ')} ms, answered ${[first, second].map(({ answered }) => p95(answered)).join(' and ')} ms. Resident memory ${second.rssMb.toFixed(0)} MB.`,
  ].join('\n');
}

function p95(times: readonly Timed[]): string {
  return quantile(
    times.map(({ ms }) => ms),
    0.95,
  );
}

/** The catalog to search, built unless kept from an earlier run. */
interface Prepared {
  readonly db: string;
  readonly moved: Moved;
  close(): Promise<void>;
}

async function prepare(folder: string, layers: number, given: string | null): Promise<Prepared> {
  const settings = ['shared_buffers=512MB', 'max_wal_size=4GB'];
  const server = given === null ? await keepPostgres(join(folder, `postgres-${layers}`), settings) : null;
  const db = given ?? (await server!.database(`catalog_${layers}`));
  const note = join(folder, `moved-${layers}.json`);
  const moved = existsSync(note)
    ? (JSON.parse(readFileSync(note, 'utf8')) as Moved)
    : await move(fileIn(folder, layers), db, join(folder, 'mover'));
  if (given === null) writeFileSync(note, JSON.stringify(moved));
  return { db, moved, close: async () => server?.close() };
}

async function main(layers: number, kept: string | null, given: string | null): Promise<void> {
  const folder = kept ?? mkdtempSync(join(tmpdir(), 'geotrawl-bench-'));
  mkdirSync(folder, { recursive: true });
  const caches = mkdtempSync(join(tmpdir(), 'geotrawl-caches-'));
  const built = await buildOnce(folder, layers);
  const prepared = await prepare(folder, layers, given);
  try {
    const searcher = join(caches, 'searcher');
    const [first, second] = [answeredBy(prepared.db, searcher), answeredBy(prepared.db, searcher)];
    const text = report(built.layers, prepared.moved, first, second);
    process.stdout.write(`${text}\n`);
    const command = `npm run bench:search:postgres -- ${layers}`;
    writeSection(`bench/search-postgres at ${layers} layers`, `\`${command}\` on ${machine()}\n\n${text}`);
  } finally {
    await prepared.close();
    rmSync(caches, { recursive: true });
    if (kept === null) rmSync(folder, { recursive: true });
  }
}

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: { in: { type: 'string' }, db: { type: 'string' } },
});
const [first, db, cacheFolder] = positionals;
if (first === 'answer') await answer(db!, cacheFolder!);
else await main(Number(first ?? 1_500_000), values.in ?? null, values.db ?? null);
