// What ranking adds to fetching and reading a page: CPU time per page for every order, and memory after many pages.
// Run: npx tsx bench/rank.ts [order]
import { fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { makeDocument } from '../src/base/document.ts';
import { settingsWith } from '../src/config.ts';
import { extractPage } from '../src/extract/extract.ts';
import { createFetch } from '../src/fetch/client.ts';
import { createOfferMaker } from '../src/frontier/offers.ts';
import { type OrderingName, orderingNames } from '../src/model/rank.ts';
import { networkPolicy } from '../src/network-policy.ts';
import { createCrawlRank } from '../src/rank/crawl-rank.ts';
import { fifo } from '../src/rank/fifo.ts';
import { orderings } from '../src/rank/orderings.ts';
import { linksPerPage, makePage, repeats, urlOf } from './rank-page.ts';
import type { Ports } from './rank-server.ts';
import { median, spread } from './spread.ts';

const pageCount = 1000;
/** New connections cost ten times as much as all the rest. */
const closingPages = 100;
/** Every order and every way to fetch in turn, so that what else the machine does meets all alike. */
const rounds = 9;
/** Until V8 has compiled what is measured. */
const warmUp = 3;

function cpuMicros(): number {
  const { user, system } = process.cpuUsage();
  return user + system;
}

/** Fetched over loopback by our client from another process, read for links and text. */
async function fetchAndRead(origin: string, count: number): Promise<number> {
  const policy = networkPolicy(settingsWith({ 'network.allowPrivate': true }));
  const fetch = createFetch({ ...policy, tlsVerify: 'off' });
  const began = cpuMicros();
  for (let number = 0; number < count; number++) {
    const page = extractPage(await fetch.get({ url: `${origin}/${number}` }));
    if (page.text().length === 0 || page.links.length === 0) throw new Error('nothing was read');
  }
  const spent = cpuMicros() - began;
  await fetch.close();
  return spent / count;
}

/** The same pages read for links, which become offers in the order given. */
function rankPages(bodies: readonly Buffer[], name: OrderingName): number {
  const rank = name === 'fifo' ? null : createCrawlRank(orderings[name]({ seed: 1 }));
  const offersFrom = createOfferMaker({
    maxDepth: 9,
    inScope: () => true,
    isFollowable: () => true,
    suspicions: () => [],
    firstProbe: () => null,
    rank: rank ?? fifo,
  });
  const headers = { 'content-type': 'text/html' };
  const began = cpuMicros();
  for (const [number, bytes] of bodies.entries()) {
    const url = urlOf(number);
    const page = extractPage(makeDocument({ url, bytes, headers }));
    if (rank === null) {
      offersFrom(page.links, { via: null, depth: 1 });
      continue;
    }
    const ranked = rank.pageOf({ page, url, platform: null });
    rank.learn({ url, found: 0, page: ranked, failed: false, costMs: 100 });
    offersFrom(page.links, { via: null, depth: 1, page: ranked });
    rank.release(ranked);
  }
  return (cpuMicros() - began) / bodies.length;
}

const server = fork(fileURLToPath(new URL('./rank-server.ts', import.meta.url)), [`${pageCount}`]);
const ports = await new Promise<Ports>((resolve, reject) => {
  server.once('message', resolve).once('exit', () => reject(new Error('the server of the pages did not start')));
});
const bodies = Array.from({ length: pageCount }, (_, number) => Buffer.from(makePage(number)));
const asked = orderingNames.filter((name) => name !== 'fifo' && (process.argv[2] ?? name) === name);
const fetched = { http: [] as number[], https: [] as number[], closing: [] as number[] };
/** By order, what it costs more than `fifo` in the same round; `fifo` itself a second time shows how much of that is noise. */
const added = new Map<OrderingName, number[]>([...asked, 'fifo' as const].map((name) => [name, []]));
for (let round = 0; round < rounds + warmUp; round++) {
  const fetching = {
    http: await fetchAndRead(`http://127.0.0.1:${ports.http}`, pageCount),
    https: await fetchAndRead(`https://127.0.0.1:${ports.https}`, pageCount),
    closing: await fetchAndRead(`https://127.0.0.1:${ports.closing}`, closingPages),
  };
  const plain = rankPages(bodies, 'fifo');
  for (const [name, costs] of added) {
    const cost = rankPages(bodies, name) - plain;
    if (round >= warmUp) costs.push(cost);
  }
  if (round < warmUp) continue;
  for (const way of ['http', 'https', 'closing'] as const) fetched[way].push(fetching[way]);
}
server.disconnect();

console.log(`${pageCount} pages of ${Math.round(bodies[0]!.length / 1024)} KB with ${linksPerPage} links, ${100 * repeats} % of them met before.
CPU time in µs by page, served by another process; n = ${rounds} rounds after ${warmUp} to warm up, each with every way and order
in turn: median (smallest–largest). An order's cost is taken against \`fifo\` in the same round.

| fetch over loopback, links and text | µs |
|---|--:|
| http, connection kept | ${spread(fetched.http, 0)} |
| https and gzip, connection kept | ${spread(fetched.https, 0)} |
| https and gzip, new connection | ${spread(fetched.closing, 0)} |

| order | µs added | of http | of https | of a new connection |
|---|--:|--:|--:|--:|`);
for (const [name, costs] of added) {
  const shares = Object.values(fetched).map((way) => `${((100 * median(costs)) / median(way)).toFixed(1)} %`);
  console.log(`| ${name === 'fifo' ? '`fifo` again' : name} | ${spread(costs, 0)} | ${shares.join(' | ')} |`);
}
console.log(`\nResident memory at the end: ${Math.round(process.memoryUsage().rss / 2 ** 20)} MB.`);
