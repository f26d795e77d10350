// Checks per second with every politeness on, and memory over thirty days of checks every five minutes.
//
//   npx tsx bench/check.ts [--services 70000] [--every 300] [--cycles 2] [--days 30] [--watched 70] [--pause 300] [--keep 500]
//
// First the rate: services on separate loopback addresses, in another process, each due every `every` seconds of the
// real clock; robots.txt, a crawl delay of two seconds, images decoded, everything stored. The first cycle also requests
// robots.txt and isn't counted. Then the memory: `watched` services through `days` days of a simulated clock,
// without network, `pause` seconds between two rounds, history pruned every day to the last `keep` of each.
import { type ChildProcessByStdio, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable, Writable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { PNG } from 'pngjs';
import { makeDocument } from '../src/base/document/document.ts';
import { seededRandom } from '../src/base/random/seeded-random.ts';
import { emptyDescription, emptyLayer } from '../src/describe/empty-description.ts';
import type { Clock } from '../src/model/clock.ts';
import type { RetentionPolicy } from '../src/model/monitoring.ts';
import type { Discovery } from '../src/model/resource.ts';
import { type OpenMonitorOptions, openMonitorDependencies } from '../src/monitor/rounds/monitor-dependencies.ts';
import { enrollmentOf } from '../src/monitor/schedule/enrollment.ts';
import { watchChecks } from '../src/monitor/scheduler/monitor-scheduler.ts';
import { openSqlChecks } from '../src/monitor/tables/sql-checks.ts';
import { statement, within } from '../src/store/sql/sql.ts';

const { values } = parseArgs({
  options: {
    services: { type: 'string', default: '70000' },
    every: { type: 'string', default: '300' },
    cycles: { type: 'string', default: '2' },
    days: { type: 'string', default: '30' },
    watched: { type: 'string', default: '70' },
    pause: { type: 'string', default: '300' },
    keep: { type: 'string', default: '500' },
    only: { type: 'string' },
  },
});
const dayMs = 24 * 3_600_000;
/** A first round takes two seconds, the delay after robots.txt. Higher concurrency only waits for the processor and times out. */
const roundsAtOnce = 1024;
const retention: RetentionPolicy = {
  roundsMs: 90 * dayMs,
  roundsPerResource: Number(values.keep),
  versionsPerResource: 100,
  eventsMs: 360 * dayMs,
};
const folder = mkdtempSync(join(tmpdir(), 'geotrawl-bench-check-'));

function megabytes(bytes: number): string {
  return `${Math.round(bytes / 2 ** 20)} MB`;
}

/** From 127.1.0.1: three bytes of addresses. */
function addressOf(index: number): string {
  const n = index + 256 * 256 + 1;
  return `127.${(n >> 16) & 255}.${(n >> 8) & 255}.${n & 255}`;
}

function findingAt(endpoint: string): Discovery {
  const layer = { ...emptyLayer, extent: [5, 45, 9, 48] as const, crs: ['CRS:84'], crsCount: 1 };
  const layers = ['rivers', 'lakes'].map((name) => ({ ...layer, name, title: `The ${name} of the sample province` }));
  const description = { ...emptyDescription, title: 'Waters of the sample province', layers, layerCount: 2 };
  return {
    identity: { kind: 'wms', version: '1.3.0', endpoint },
    family: 'service',
    description: { ...description, formats: ['image/png'] },
    requests: 1,
  };
}

/** Known services, after the first round, which also reads the description. */
async function fill(parts: OpenMonitorOptions, endpoints: readonly string[], dueWithinMs: number): Promise<void> {
  const checks = openSqlChecks(parts.store);
  const nowMs = parts.clock.now();
  for (let from = 0; from < endpoints.length; from += 1000) {
    await parts.store.transact(async (transaction) => {
      for (const [offset, endpoint] of endpoints.slice(from, from + 1000).entries()) {
        const url = `${endpoint}?SERVICE=WMS&REQUEST=GetCapabilities`;
        const request = { discovery: findingAt(endpoint), url, provenance: null, task: null, nowMs };
        const { resource } = await parts.catalog.record(transaction, request);
        const dueMs = nowMs + Math.round(((from + offset) / endpoints.length) * dueWithinMs);
        await checks.enroll(transaction, { ...enrollmentOf(resource, nowMs), dueMs });
      }
    });
  }
  await parts.store.transact((transaction) => within(transaction, () => setRounds.run()));
}

const setRounds = statement('UPDATE monitor SET rounds = 1');

async function startServices(): Promise<ChildProcessByStdio<Writable, Readable, null> & { port: number }> {
  const script = fileURLToPath(new URL('./check-server.ts', import.meta.url));
  const child = spawn(process.execPath, ['--import', 'tsx', script], { stdio: ['pipe', 'pipe', 'inherit'] });
  const [line] = (await once(child.stdout, 'data')) as [Buffer];
  return Object.assign(child, { port: Number(line.toString()) });
}

async function measureRate(): Promise<void> {
  const [services, everyMs] = [Number(values.services), Number(values.every) * 1000];
  const server = await startServices();
  const parts = await openMonitorDependencies({ db: join(folder, 'rate.db'), 'network.allowPrivate': true });
  const endpoints = Array.from({ length: services }, (_, index) => `http://${addressOf(index)}:${server.port}/wms`);
  await fill(parts, endpoints, everyMs);
  const fixed: OpenMonitorOptions = { ...parts, plan: (rhythm, { nowMs }) => ({ rhythm, dueMs: nowMs + everyMs }) };
  const stop = new AbortController();
  const [warmUp, expected] = [services, services * Number(values.cycles)];
  let [rounds, bad, counted] = [0, 0, 0];
  let begun = performance.now();
  let cpu = process.cpuUsage();
  let rssAfterWarmUp = 0;
  const onReport = ({ round }: { round: { outcome: string } }) => {
    rounds++;
    if (round.outcome !== 'ok') bad++;
    if (rounds === warmUp)
      [begun, cpu, rssAfterWarmUp] = [performance.now(), process.cpuUsage(), process.memoryUsage().rss];
    if (rounds >= warmUp) counted++;
    showPace(rounds);
    if (rounds >= expected) stop.abort();
  };
  await watchChecks(
    fixed,
    { concurrency: roundsAtOnce, perDay: null, isLasting: true, retention, onReport },
    stop.signal,
  );
  const seconds = (performance.now() - begun) / 1000;
  const { user, system } = process.cpuUsage(cpu);
  const rss = process.memoryUsage().rss;
  await parts.close();
  server.stdin.end();
  const [seen] = (await once(server.stdout, 'data')) as [Buffer];
  const { requests, hosts, smallestGapMs, msPerRequest } = JSON.parse(seen.toString()) as Record<string, number>;
  const perSecond = counted / seconds;
  console.log(
    `rate: ${services} services, each every ${everyMs / 1000} s, ${counted} rounds counted in ${seconds.toFixed(0)} s`,
  );
  console.log(
    `  ${perSecond.toFixed(0)} rounds/s (due: ${(services / (everyMs / 1000)).toFixed(0)}/s), ${bad} not good`,
  );
  console.log(
    `  processor ${((user + system) / 1e4 / seconds).toFixed(0)} % of one core, ${((user + system) / 1000 / counted).toFixed(2)} ms a round`,
  );
  console.log(`  memory ${megabytes(rssAfterWarmUp)} after the first cycle, ${megabytes(rss)} at the end`);
  console.log(
    `  server: ${requests} requests on ${hosts} addresses, smallest gap on one ${smallestGapMs} ms; it spent ${msPerRequest?.toFixed(2)} ms a request itself`,
  );
}

let shownAt = { ms: performance.now(), rounds: 0 };

/** Prints progress: a run takes ten minutes. */
function showPace(rounds: number): void {
  const ms = performance.now();
  if (ms - shownAt.ms < 30_000) return;
  const perSecond = ((rounds - shownAt.rounds) / (ms - shownAt.ms)) * 1000;
  process.stderr.write(`  ${rounds} rounds, ${perSecond.toFixed(0)}/s, ${megabytes(process.memoryUsage().rss)}\n`);
  shownAt = { ms, rounds };
}

/** Advances when idle. */
function jumpingClock(): Clock {
  let nowMs = Date.UTC(2026, 0, 1);
  return {
    now: () => nowMs,
    sleep: async (ms) => {
      nowMs += ms;
    },
  };
}

async function measureMemory(): Promise<void> {
  const [watched, days, pauseMs] = [Number(values.watched), Number(values.days), Number(values.pause) * 1000];
  const clock = jumpingClock();
  const random = seededRandom(1);
  const db = join(folder, 'memory.db');
  const opened = await openMonitorDependencies({ db }, { clock, random: () => random.next() });
  await fill(
    opened,
    Array.from({ length: watched }, (_, index) => `http://${addressOf(index)}/wms`),
    pauseMs,
  );
  const picture = new PNG({ width: 64, height: 64 });
  for (let at = 0; at < picture.data.length; at += 4) picture.data.set([at % 251, at % 7, 120, 255], at);
  const bytes = PNG.sync.write(picture);
  const headers = { 'content-type': 'image/png' };
  const down = () => makeDocument({ url: 'http://a/', bytes: Buffer.from('oops'), status: 500, latencyMs: 90 });
  const parts: OpenMonitorOptions = {
    ...opened,
    request: async ({ url }) =>
      random.next() < 0.01 ? down() : makeDocument({ url, bytes, headers, latencyMs: 40 + random.below(400) }),
    describe: async ({ endpoint, url }) => ({
      document: makeDocument({ url, bytes: Buffer.from('<WMS_Capabilities/>') }),
      discovery: findingAt(endpoint),
      isUnchanged: false,
      validators: null,
    }),
    plan: (rhythm, { nowMs }) => ({ rhythm, dueMs: nowMs + pauseMs }),
  };
  const stop = new AbortController();
  const begun = performance.now();
  const startMs = clock.now();
  let [rounds, shown] = [0, 0];
  const onReport = () => {
    rounds++;
    const day = Math.floor((clock.now() - startMs) / dayMs);
    if (day >= days) stop.abort();
    if (day < shown || rounds % 500 !== 0) return;
    globalThis.gc?.();
    const { rss, heapUsed } = process.memoryUsage();
    console.log(
      `  day ${day}: ${rounds} rounds, heap ${megabytes(heapUsed)}, resident ${megabytes(rss)}, file ${megabytes(statSync(db).size)}`,
    );
    shown = day + 5;
  };
  console.log(
    `memory: ${watched} services every ${pauseMs / 60_000} minutes for ${days} days, ${values.keep} rounds of each kept`,
  );
  await watchChecks(parts, { concurrency: 64, perDay: null, isLasting: true, retention, onReport }, stop.signal);
  const seconds = (performance.now() - begun) / 1000;
  const { rounds: kept } = await openSqlChecks(opened.store).counts(clock.now());
  const { rss, heapUsed } = process.memoryUsage();
  console.log(
    `  day ${days}: ${rounds} rounds (${(rounds / seconds).toFixed(0)}/s without network), ${kept} kept, heap ${megabytes(heapUsed)}, resident ${megabytes(rss)}, file ${megabytes(statSync(db).size)}`,
  );
  await opened.close();
}

try {
  if (values.only !== 'memory') await measureRate();
  if (values.only !== 'rate') await measureMemory();
} finally {
  rmSync(folder, { recursive: true, force: true });
}
