// How the frontier holds up as it grows: visits per second, memory and file size at 100 k, 1 M and 10 M URLs.
//
//   npx tsx bench/frontier.ts [--urls 10000000] [--hosts 100000] [--rounds 4] [--visits 10000] [--db postgres://…]
//
// A visit = lease, finish, settle, and ten offered links: eight to the page's own host and two to others, half of them
// known already. Every 256 visits are committed together, as a crawl does. Hosts come due in random order.
import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { cpus, loadavg, tmpdir, totalmem } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { type SeededRandom, seededRandom } from '../src/base/seeded-random.ts';
import { openPostgresFrontier } from '../src/frontier/postgres-frontier.ts';
import { type FrontierOptions, openSqliteFrontier } from '../src/frontier/sqlite-frontier.ts';
import { createTask } from '../src/frontier/task-table.ts';
import type { Frontier, Offer, VisitRef } from '../src/model/frontier.ts';
import { openPostgres, type PostgresStore } from '../src/store/postgres.ts';
import type { SqlStore } from '../src/store/sql.ts';
import { openSqlite } from '../src/store/sqlite.ts';

const visitsPerCommit = 256;
const linksPerVisit = 10;
const ownHostLinks = 8;
const warmUpVisits = 2_000;
/** Long enough that every round has its share of checkpoints. */
let visitsPerRound = 10_000;

interface Web {
  readonly random: SeededRandom;
  /** URLs of each host that have been offered. */
  readonly sizes: Uint32Array;
}

interface Bench {
  readonly store: SqlStore;
  readonly frontier: Frontier;
  readonly web: Web;
  urls: number;
  nowMs: number;
}

/** Visits per second, and what one costs. */
interface Measured {
  readonly median: number;
  readonly best: number;
  readonly cpuMicroseconds: number;
}

function urlOf(host: number, n: number): string {
  const name = (host * 2654435761) % 2 ** 32;
  // One in four is of a numbered series, as on the web; the others have names of their own.
  const path = n % 4 === 0 ? `/datasets/item/${n}` : `/${letters(n % 23)}/${letters(n * 7919 + host)}-description.html`;
  return `https://www.${letters(name)}.example${path}`;
}

function letters(n: number): string {
  return n.toString(26).replace(/\d/g, (digit) => 'qrstuvwxyz'[Number(digit)]!);
}

function offerOf(url: string, via: VisitRef | null, random: SeededRandom): Offer {
  const how = { pool: 'page', kind: null, step: 0, foundBy: 'link', anchor: 'Description of the data set' } as const;
  return { url, via, cls: 2 + random.below(5), depth: 1 + random.below(5), ...how };
}

/** Offers the next URLs of every host, in passes, until there are `target`. */
async function grow(bench: Bench, target: number): Promise<void> {
  const { store, frontier, web } = bench;
  while (bench.urls < target) {
    const perHost = Math.max(1, Math.min(10, Math.floor((target - bench.urls) / web.sizes.length)));
    const hostsPerCommit = Math.ceil(50_000 / perHost);
    for (let first = 0; first < web.sizes.length && bench.urls < target; first += hostsPerCommit) {
      const offers: Offer[] = [];
      for (let host = first; host < Math.min(first + hostsPerCommit, web.sizes.length); host++) {
        for (let n = 0; n < perHost; n++) offers.push(offerOf(urlOf(host, web.sizes[host]!++), null, web.random));
      }
      const { added } = await store.transact((transaction) => frontier.offer(transaction, offers));
      bench.urls += added;
    }
  }
}

function linksOf(web: Web, host: number, via: VisitRef): Offer[] {
  const links: Offer[] = [];
  for (let n = 0; n < linksPerVisit; n++) {
    const target = n < ownHostLinks ? host : web.random.below(web.sizes.length);
    const size = web.sizes[target]!;
    const index = n % 2 === 0 ? web.sizes[target]!++ : web.random.below(Math.max(1, size));
    links.push(offerOf(urlOf(target, index), via, web.random));
  }
  return links;
}

async function visit(bench: Bench, count: number, hostIndex: (key: string) => number): Promise<void> {
  const { store, frontier, web } = bench;
  for (let done = 0; done < count; ) {
    const visits = await frontier.lease({ page: Math.min(visitsPerCommit, count - done), probe: 0 }, bench.nowMs);
    if (visits.length === 0) {
      const next = frontier.nextDueMs();
      if (next === null) throw new Error('the frontier ran dry');
      bench.nowMs = Math.max(bench.nowMs, next) + 10;
      continue;
    }
    const offers: Offer[] = [];
    for (const one of visits) {
      frontier.finish(one, bench.nowMs + 1000 + web.random.below(60_000));
      for (const link of linksOf(web, hostIndex(one.hostKey), one)) offers.push(link);
    }
    const outcomes = visits.map((one) => ({ visit: one, state: 'done', reason: null, found: 1 }) as const);
    await store.transact(async (transaction) => {
      bench.urls += (await frontier.offer(transaction, offers)).added;
      await frontier.settle(transaction, outcomes);
    });
    done += visits.length;
  }
}

/** Rounds, since other work on the machine disturbs some: the best tells what it can do, the median what it did. */
async function measure(bench: Bench, rounds: number, hostIndex: (key: string) => number): Promise<Measured> {
  await visit(bench, warmUpVisits, hostIndex);
  const cpu = process.cpuUsage();
  const rates: number[] = [];
  for (let round = 0; round < rounds; round++) {
    const startedAt = performance.now();
    await visit(bench, visitsPerRound, hostIndex);
    rates.push((1000 * visitsPerRound) / (performance.now() - startedAt));
  }
  const { user, system } = process.cpuUsage(cpu);
  rates.sort((one, other) => one - other);
  const median = rates[Math.floor(rates.length / 2)]!;
  return { median, best: rates.at(-1)!, cpuMicroseconds: (user + system) / (rounds * visitsPerRound) };
}

function megabytes(bytes: number): string {
  return `${Math.round(bytes / 2 ** 20)} MB`;
}

interface Engine {
  readonly store: SqlStore;
  open(task: number, options: FrontierOptions): Promise<Frontier>;
  bytes(): Promise<number>;
}

function onSqlite(path: string): Engine {
  const store = openSqlite(path);
  const open = (task: number, options: FrontierOptions) => openSqliteFrontier(store, task, options);
  return { store, open, bytes: async () => statSync(path).size };
}

/** The database given is used as it is: an empty one. */
async function onPostgres(address: string): Promise<Engine> {
  const store: PostgresStore = openPostgres(address);
  await store.ready();
  let opened = 0;
  return {
    store,
    open: (task, options) => {
      const sharing = { holder: `bench ${++opened}`, countEveryMs: 1000 };
      return openPostgresFrontier(store, task, { ...options, ...sharing });
    },
    bytes: async () => {
      const [row] = await store.query<{ bytes: number }>('SELECT pg_database_size(current_database()) AS bytes');
      return row!.bytes;
    },
  };
}

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      urls: { type: 'string', default: '10000000' },
      hosts: { type: 'string', default: '100000' },
      rounds: { type: 'string', default: '4' },
      visits: { type: 'string', default: '10000' },
      db: { type: 'string' },
    },
  });
  const hosts = Number(values.hosts);
  const rounds = Number(values.rounds);
  visitsPerRound = Number(values.visits);
  const sizes = [10_000, 100_000, 1_000_000, 10_000_000]
    .filter((size) => size < Number(values.urls))
    .concat(Number(values.urls));
  const folder = mkdtempSync(join(tmpdir(), 'frontier-bench-'));
  try {
    const path = join(folder, 'frontier.db');
    const engine = values.db === undefined ? onSqlite(path) : await onPostgres(values.db);
    const { store } = engine;
    const { id } = await createTask(store, { name: 'bench', options: {}, nowMs: 0 });
    const options = { nowMs: 0, addressSpacingMs: 0, seed: 1 };
    const frontier = await engine.open(id, options);
    const bench: Bench = {
      store,
      frontier,
      web: { random: seededRandom(1), sizes: new Uint32Array(hosts) },
      urls: 0,
      nowMs: 0,
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
      const { median, best, cpuMicroseconds } = await measure(bench, rounds, (key) => indexes.get(key)!);
      const rss = process.resourceUsage().maxRSS * 1024;
      console.log(
        `| ${size} | ${Math.round(median)} | ${Math.round(best)} | ${Math.round(cpuMicroseconds)} | ${megabytes(rss)} | ${megabytes(await engine.bytes())} | ${grownSeconds.toFixed(1)} s |`,
      );
    }
    const startedAt = performance.now();
    await engine.open(id, options);
    console.log(`\nOpening it again with ${bench.urls} URLs: ${((performance.now() - startedAt) / 1000).toFixed(1)} s`);
    await store.close();
  } finally {
    rmSync(folder, { recursive: true });
  }
}

await main();
