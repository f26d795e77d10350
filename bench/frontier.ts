// Scaling of the frontier: visits per second, memory and file size at 100 k, 1 M and 10 M URLs.
//
//   npx tsx bench/frontier.ts [--urls 10000000] [--hosts 100000] [--rounds 4] [--visits 10000]
//   npx tsx bench/frontier.ts --postgres [--db postgres://…] [--urls 10000000] [--visits 2000]
//
// On PostgreSQL each size has its own database, filled by COPY; a server is started unless an (empty) database is given.
//
// A visit = lease, finish, settle, and ten offered links: eight to the page's own host and two to others, half of them
// known already. Every 256 visits are committed together, as a crawl does. Hosts come due in random order.
import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { cpus, loadavg, tmpdir, totalmem } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { seededRandom } from '../src/base/random/seeded-random.ts';
import { openSqliteFrontier } from '../src/frontier/sqlite/sqlite-frontier.ts';
import { createTask } from '../src/frontier/task-table.ts';
import { openSqlite } from '../src/store/sqlite/sqlite.ts';
import { type Bench, grow, measure, urlOf } from './frontier-visits.ts';

function megabytes(bytes: number): string {
  return `${Math.round(bytes / 2 ** 20)} MB`;
}

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      urls: { type: 'string', default: '10000000' },
      hosts: { type: 'string', default: '100000' },
      rounds: { type: 'string', default: '4' },
      visits: { type: 'string', default: '10000' },
      db: { type: 'string' },
      postgres: { type: 'boolean', default: false },
    },
  });
  if (values.postgres || values.db !== undefined) {
    const { benchPostgres } = await import('./frontier-postgres.ts');
    return benchPostgres({ ...values, visits: Number(values.visits), urls: Number(values.urls) });
  }
  const hosts = Number(values.hosts);
  const rounds = Number(values.rounds);
  const visitsPerRound = Number(values.visits);
  const sizes = [10_000, 100_000, 1_000_000, 10_000_000]
    .filter((size) => size < Number(values.urls))
    .concat(Number(values.urls));
  const folder = mkdtempSync(join(tmpdir(), 'frontier-bench-'));
  try {
    const path = join(folder, 'frontier.db');
    const store = openSqlite(path);
    const { id } = await createTask(store, { name: 'bench', options: {}, nowMs: 0 });
    const options = { nowMs: 0, addressSpacingMs: 0, seed: 1 };
    const frontier = await openSqliteFrontier(store, id, options);
    const bench: Bench = {
      store,
      frontier,
      web: { random: seededRandom(1), sizes: new Uint32Array(hosts) },
      urls: 0,
      nowMs: 0,
      stepMs: 10,
    };
    const indexes = new Map(Array.from({ length: hosts }, (_, host) => [new URL(urlOf(host, 0)).origin, host]));
    console.log(
      `${cpus().length} × ${cpus()[0]?.model}, ${megabytes(totalmem())}, Node ${process.version}, ${hosts} hosts, n = ${rounds} rounds of ${visitsPerRound} visits per row, load ${loadavg()[0]!.toFixed(1)}\n`,
    );
    console.log('| URLs | visits/s, median | best | CPU µs per visit | peak RSS | file | growing to it |');
    console.log('|---:|---:|---:|---:|---:|---:|---:|');
    for (const size of sizes) {
      const startedAt = performance.now();
      await grow(bench, size);
      const grownSeconds = (performance.now() - startedAt) / 1000;
      const { median, best, cpuMicroseconds } = await measure(
        bench,
        { rounds, visitsPerRound },
        (key) => indexes.get(key)!,
      );
      const rss = process.resourceUsage().maxRSS * 1024;
      console.log(
        `| ${size} | ${Math.round(median)} | ${Math.round(best)} | ${Math.round(cpuMicroseconds)} | ${megabytes(rss)} | ${megabytes(statSync(path).size)} | ${grownSeconds.toFixed(1)} s |`,
      );
    }
    const startedAt = performance.now();
    await openSqliteFrontier(store, id, options);
    console.log(`\nOpening it again with ${bench.urls} URLs: ${((performance.now() - startedAt) / 1000).toFixed(1)} s`);
    await store.close();
  } finally {
    rmSync(folder, { recursive: true });
  }
}

await main();
