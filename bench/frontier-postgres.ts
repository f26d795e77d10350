// The cost of a visit on PostgreSQL at 10 k, 1 M and 10 M URLs: time, and CPU time of the worker and of the database.
import { seededRandom } from '../src/base/random/seeded-random.ts';
import { openPostgresFrontier } from '../src/frontier/postgres/postgres-frontier.ts';
import { createTask } from '../src/frontier/task-table.ts';
import { openPostgres, type PostgresStore } from '../src/store/postgres/postgres.ts';
import { startPostgres } from '../test/servers/postgres.ts';
import { loadFrontier } from './frontier-load.ts';
import { type Bench, type Measured, measure, urlOf, visitsPerCommit } from './frontier-visits.ts';
import { postmasterOf, serverSeconds } from './process-time.ts';
import { givenArguments, machine, writeSection } from './results.ts';

export interface PostgresBench {
  /** A given database is used unchanged, only for the largest size. */
  readonly db?: string;
  readonly urls: number;
  readonly hosts: string;
  readonly rounds: string;
  readonly visits: number;
}

interface Row extends Measured {
  readonly urls: number;
  readonly hosts: number;
  /** Of the processes of the database, per visit. */
  readonly serverMicroseconds: number;
  readonly bytes: number;
  readonly loadSeconds: number;
}

export async function benchPostgres(options: PostgresBench): Promise<void> {
  const sizes =
    options.db === undefined ? [10_000, 1_000_000, 10_000_000].filter((size) => size <= options.urls) : [options.urls];
  const settings = ['shared_buffers=1GB', 'max_wal_size=8GB', 'maintenance_work_mem=256MB'];
  const server = options.db === undefined ? await startPostgres(settings) : null;
  const rows: Row[] = [];
  try {
    for (const urls of sizes) {
      const db = options.db ?? (await server!.createDatabase());
      rows.push(await measureSize(db, urls, options));
      console.error(line(rows.at(-1)!));
    }
  } finally {
    await server?.close();
  }
  const text = report(rows, options);
  console.log(text);
  writeSection(
    'bench/frontier on PostgreSQL',
    `\`npx tsx bench/frontier.ts${givenArguments()}\` on ${machine()}\n\n${text}`,
  );
}

async function measureSize(db: string, urls: number, options: PostgresBench): Promise<Row> {
  const store = openPostgres(db);
  await store.ready();
  const { id } = await createTask(store, { name: 'bench', options: {}, nowMs: 0 });
  // At least ten URLs per host: a crawl of ten thousand URLs doesn't know a hundred thousand hosts.
  const hosts = Math.min(Number(options.hosts), urls / 10);
  const random = seededRandom(1);
  const sizes = new Uint32Array(hosts);
  const begunMs = performance.now();
  const next = () => ({ cls: 2 + random.below(5), depth: 1 + random.below(5) });
  await loadFrontier(store, { db, task: id, sizes, perHost: urls / hosts, urlOf, next });
  const loadSeconds = (performance.now() - begunMs) / 1000;
  const bytes = await sizeOf(store);
  const frontier = await openPostgresFrontier(store, id, {
    nowMs: 0,
    addressSpacingMs: 0,
    seed: 1,
    holder: 'bench',
    countEveryMs: 1000,
  });
  // So long that about as many hosts are due as are visited per commit, for any number of hosts.
  const stepMs = Math.ceil((60_000 * visitsPerCommit) / hosts);
  const bench: Bench = { store, frontier, web: { random, sizes }, urls, nowMs: 0, stepMs };
  const indexes = new Map(Array.from({ length: hosts }, (_, host) => [new URL(urlOf(host, 0)).origin, host]));
  const rounds = Number(options.rounds);
  const server = await postmasterOf(store);
  const before = serverSeconds(server);
  const measured = await measure(bench, { rounds, visitsPerRound: options.visits }, (key) => indexes.get(key)!);
  // Includes the warm-up visits.
  const visits = rounds * options.visits + 2000;
  const serverMicroseconds = (1e6 * (serverSeconds(server) - before)) / visits;
  await store.close();
  return { ...measured, urls, hosts, serverMicroseconds, bytes, loadSeconds };
}

async function sizeOf(store: PostgresStore): Promise<number> {
  const [row] = await store.query<{ bytes: number }>('SELECT pg_database_size(current_database()) AS bytes');
  return row!.bytes;
}

function line({
  urls,
  hosts,
  median,
  worst,
  best,
  cpuMicroseconds,
  serverMicroseconds,
  bytes,
  loadSeconds,
}: Row): string {
  const cells = [
    urls,
    hosts,
    `${Math.round(median)} (${Math.round(worst)}–${Math.round(best)})`,
    Math.round(cpuMicroseconds),
  ];
  const rest = [
    Math.round(serverMicroseconds),
    Math.round(cpuMicroseconds + serverMicroseconds),
    Math.round(bytes / 2 ** 20),
  ];
  return `| ${[...cells, ...rest, Math.round(bytes / urls), loadSeconds.toFixed(0)].join(' | ')} |`;
}

function report(rows: readonly Row[], { rounds, visits }: PostgresBench): string {
  const cpu = rows.map(({ cpuMicroseconds, serverMicroseconds }) => cpuMicroseconds + serverMicroseconds);
  const rates = rows.map(({ median }) => median);
  const spread = (values: readonly number[]) => (Math.max(...values) / Math.min(...values)).toFixed(2);
  return [
    `A visit = lease, settle and ten offered links, half of them known; 256 visits a commit; n = ${rounds} rounds of ${visits} visits per row, after 2000 to warm up.`,
    '',
    '| URLs | hosts | visits/s, median (range) | CPU µs per visit, worker | PostgreSQL | together | database MB | bytes per URL | loaded in s |',
    '|--:|--:|--:|--:|--:|--:|--:|--:|--:|',
    ...rows.map(line),
    '',
    `Dearest against cheapest size: ${spread(cpu)} × by processor time, ${spread(rates)} × by the median of visits/s.`,
  ].join('\n');
}
