// A simulated crawl of 10⁶ to 10⁸ URLs: models hosts, their crawl delays and counters, and stores no URL.
//
//   npm run bench:simulate -- [--urls 1000000,10000000,100000000]
//
// Each host has a number of pages, a latency, and the resulting crawl delay; hosts are found while others are visited. In steps of a tenth of a
// second the due ones are visited, as far as workers have free slots and databases have capacity. The cost of a visit was measured (bench/frontier on
// PostgreSQL). The same is computed by the formula of docs/operating.md, which extends to 10⁹.
import { parseArgs } from 'node:util';
import { seededRandom } from '../src/base/random/seeded-random.ts';
import { machine, writeSection } from './results.ts';

const stepMs = 100;
/** Longer than any crawl delay. */
const ringSteps = 512;
const pausesPerLatency = 5;
const [leastPauseMs, mostPauseMs] = [2000, 30_000];
const latencyMedianMs = 180;
const pagesBudget = 2000;
/** Pages per host: most are small, few exhaust their budget. */
const meanPages = 200;
/** All hosts are known after this share of the pages. */
const knownAt = 0.2;

interface Cluster {
  readonly workers: number;
  readonly placesPerWorker: number;
  /** Databases; hosts are distributed by hash. */
  readonly shards: number;
  /** Visits per second and database. */
  readonly visitsPerShard: number;
}

interface Hosts {
  readonly left: Uint16Array;
  readonly latencyMs: Uint16Array;
  readonly shard: Uint8Array;
  readonly pages: number;
}

interface Simulated {
  readonly hours: number;
  readonly perSecond: number;
  /** Shares of the time limited by databases, slots or crawl delays. */
  readonly limits: Readonly<Record<'database' | 'places' | 'pauses', number>>;
  /** Maximum number of hosts with queued pages. */
  readonly mostHosts: number;
  /** Of the fullest database relative to the mean. */
  readonly imbalance: number;
}

function makeHosts(urls: number, shards: number): Hosts {
  const random = seededRandom(urls);
  const count = Math.round(urls / meanPages);
  const hosts = { left: new Uint16Array(count), latencyMs: new Uint16Array(count), shard: new Uint8Array(count) };
  let pages = 0;
  for (let host = 0; host < count; host++) {
    // Pareto with exponent 1, cut at the budget: its mean is about a tenth of the budget.
    const size = Math.max(1, Math.min(pagesBudget, Math.round(meanScale / (1 - random.next()))));
    pages += size;
    hosts.left[host] = size;
    hosts.latencyMs[host] = Math.min(20_000, latencyMedianMs * Math.exp(0.9 * normal(random.next(), random.next())));
    hosts.shard[host] = random.below(1024) % shards;
  }
  return { ...hosts, pages };
}

/** Yields the mean `meanPages` with the cut at the budget: x (1 + ln(2000 / x)) = 200. */
const meanScale = 46;

function normal(one: number, other: number): number {
  return Math.sqrt(-2 * Math.log(1 - one)) * Math.cos(2 * Math.PI * other);
}

function pauseOf(latencyMs: number): number {
  return Math.min(mostPauseMs, Math.max(leastPauseMs, pausesPerLatency * latencyMs));
}

/** Linked lists of hosts by the step they are due at, and one of those that wait, in typed arrays. */
function simulate(hosts: Hosts, cluster: Cluster): Simulated {
  const count = hosts.left.length;
  const next = new Int32Array(count).fill(-1);
  const ring = new Int32Array(ringSteps).fill(-1);
  const waiting = Array.from({ length: cluster.shards }, () => ({ first: -1, last: -1 }));
  const limited = { database: 0, places: 0, pauses: 0 };
  const load = new Float64Array(cluster.shards);
  const slotMsPerStep = cluster.workers * cluster.placesPerWorker * stepMs;
  const visitsPerStep = (cluster.visitsPerShard * stepMs) / 1000;
  let [known, visited, alive, mostHosts, step, debtMs] = [0, 0, 0, 0, 0, 0];
  const credit = new Float64Array(cluster.shards);
  const wait = (host: number) => {
    const queue = waiting[hosts.shard[host]!]!;
    next[host] = -1;
    if (queue.last < 0) queue.first = host;
    else next[queue.last] = host;
    queue.last = host;
  };
  for (; visited < hosts.pages; step++) {
    const met = Math.min(count, 100 + Math.floor((visited * count) / (knownAt * hosts.pages)));
    for (; known < met; known++, alive++) wait(known);
    const at = step % ringSteps;
    for (let host = ring[at]!; host >= 0; ) {
      const following = next[host]!;
      wait(host);
      host = following;
    }
    ring[at] = -1;
    mostHosts = Math.max(mostHosts, alive);
    // Excess work is carried over to the next steps.
    let placesMs = slotMsPerStep - debtMs;
    let isDatabaseFull = false;
    for (let shard = 0; shard < cluster.shards; shard++) {
      const queue = waiting[shard]!;
      credit[shard] = Math.min(2 * visitsPerStep, credit[shard]! + visitsPerStep);
      while (queue.first >= 0 && placesMs > 0 && credit[shard]! >= 1) {
        const host = queue.first;
        queue.first = next[host]!;
        if (queue.first < 0) queue.last = -1;
        credit[shard]!--;
        placesMs -= hosts.latencyMs[host]!;
        load[shard]!++;
        visited++;
        if (--hosts.left[host]! === 0) alive--;
        else {
          const dueMs = hosts.latencyMs[host]! + pauseOf(hosts.latencyMs[host]!);
          const due = (step + Math.ceil(dueMs / stepMs)) % ringSteps;
          next[host] = ring[due]!;
          ring[due] = host;
        }
      }
      if (queue.first >= 0 && credit[shard]! < 1) isDatabaseFull = true;
    }
    debtMs = Math.max(0, -placesMs);
    if (placesMs <= 0) limited.places++;
    else if (isDatabaseFull) limited.database++;
    else limited.pauses++;
  }
  const seconds = (step * stepMs) / 1000;
  const imbalance = (Math.max(...load) * cluster.shards) / visited;
  const shares = { database: limited.database / step, places: limited.places / step, pauses: limited.pauses / step };
  return { hours: seconds / 3600, perSecond: visited / seconds, limits: shares, mostHosts, imbalance };
}

/** The maximum of the times limited by databases, by slots, and by the slowest host; in hours. */
function byFormula(hosts: Hosts, cluster: Cluster): number {
  let [longestMs, slotMs] = [0, 0];
  for (let host = 0; host < hosts.left.length; host++) {
    const [pages, latencyMs] = [hosts.left[host]!, hosts.latencyMs[host]!];
    slotMs += pages * latencyMs;
    longestMs = Math.max(longestMs, pages * (latencyMs + pauseOf(latencyMs)));
  }
  const databaseMs = (1000 * hosts.pages) / (cluster.shards * cluster.visitsPerShard);
  const placesMs = slotMs / (cluster.workers * cluster.placesPerWorker);
  return Math.max(databaseMs, placesMs, longestMs) / 3_600_000;
}

const percent = (share: number) => `${Math.round(100 * share)} %`;

function lineOf(urls: number, cluster: Cluster): string {
  const hosts = makeHosts(urls, cluster.shards);
  const formula = byFormula(hosts, cluster);
  const begun = process.cpuUsage();
  const { hours, perSecond, limits, mostHosts, imbalance } = simulate(hosts, cluster);
  const cpu = (process.cpuUsage(begun).user / 1e6).toFixed(0);
  process.stderr.write(`${urls}: ${cpu} s of the processor, ${Math.round(process.memoryUsage().rss / 2 ** 20)} MB\n`);
  const how = [hosts.pages, hosts.left.length, cluster.workers, cluster.shards];
  const what = [hours.toFixed(1), formula.toFixed(1), Math.round(perSecond), mostHosts, imbalance.toFixed(3)];
  const why = [percent(limits.database), percent(limits.places), percent(limits.pauses)];
  return `| ${[...how, ...what, ...why].join(' | ')} |`;
}

function main(): void {
  const { values } = parseArgs({ options: { urls: { type: 'string', default: '1000000,10000000,100000000' } } });
  // 1,000 visits per second and core of a database; four of eight cores are for its background work.
  const base = { placesPerWorker: 32, visitsPerShard: 1000 };
  const clusters: Cluster[] = [
    { ...base, workers: 4, shards: 1 },
    { ...base, workers: 8, shards: 1, visitsPerShard: 4000 },
    { ...base, workers: 32, shards: 4, visitsPerShard: 4000 },
  ];
  const rows = values.urls.split(',').flatMap((urls) => clusters.map((cluster) => lineOf(Number(urls), cluster)));
  const text = [
    `Pages per host: Pareto, cut at ${pagesBudget}, ${meanPages} in the mean. Latency: median ${latencyMedianMs} ms, log-normal; pause five times that, ${leastPauseMs / 1000} to ${mostPauseMs / 1000} s. ${base.placesPerWorker} places a worker; a database stores 1,000 visits a second on one core, 4,000 on four (first and other rows of each size).`,
    '',
    '| URLs | hosts | workers | databases | hours | by formula | visits/s | hosts at once | fullest database | limited by databases | by places | by pauses |',
    '|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|',
    ...rows,
  ].join('\n');
  console.log(text);
  writeSection('bench/simulate', `\`npm run bench:simulate\` on ${machine()}\n\n${text}`);
}

main();
