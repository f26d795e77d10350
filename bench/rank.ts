// Overhead of ranking over fetching and reading a page: CPU time per page for every ordering, and memory after many pages.
// Run: npx tsx bench/rank.ts [order]
import { fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { makeDocument } from '../src/base/document/document.ts';
import { settingsWith } from '../src/config.ts';
import { extractPage } from '../src/extract/extract.ts';
import { createFetch } from '../src/fetch/client.ts';
import { networkPolicy } from '../src/fetch/policy.ts';
import { createOfferMaker } from '../src/frontier/offers.ts';
import { type OrderingName, orderingNames } from '../src/model/rank.ts';
import { createCrawlRank } from '../src/rank/crawl-rank.ts';
import { fifo } from '../src/rank/fifo.ts';
import { orderings } from '../src/rank/orderings.ts';
import { linksPerPage, makePage, repeats, urlOf } from './rank-page.ts';
import type { Ports } from './rank-server.ts';
import { median, spread } from './spread.ts';

/** Pages per round. */
const pageCount = 1000;
/** New connections cost ten times as much as everything else. */
const closingPages = 100;
/** Alternates orderings and ways to fetch, so that other load on the machine affects all equally. */
const rounds = 9;
/** Warm-up for V8's compilers. */
const warmUp = 3;

function cpuMicros(): number {
  const { user, system } = process.cpuUsage();
  return user + system;
}

/** Fetched over loopback by our client from another process; links and text are extracted. */
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

/** A crawl that reads pages and offers their links with one ordering; returns the time per page. */
function openCrawl(name: OrderingName): (from: number, bodies: readonly Buffer[]) => number {
  const rank = name === 'fifo' ? null : createCrawlRank(orderings[name]({ seed: 1 }));
  const offersFrom = createOfferMaker({
    maxDepth: 9,
    inScope: () => true,
    isFollowable: () => true,
    suspicions: () => [],
    firstProbe: () => null,
    rank: rank ?? fifo,
  });
  const read = (url: string, bytes: Buffer): void => {
    const page = extractPage(makeDocument({ url, bytes, headers: { 'content-type': 'text/html' } }));
    if (rank === null) {
      offersFrom(page.links, { via: null, depth: 1 });
      return;
    }
    const ranked = rank.pageOf({ page, url, platform: null });
    rank.learn({ url, found: 0, page: ranked, failed: false, costMs: 100 });
    offersFrom(page.links, { via: null, depth: 1, page: ranked });
    rank.release(ranked);
  };
  return (from, bodies) => {
    const began = cpuMicros();
    for (const [index, bytes] of bodies.entries()) read(urlOf(from + index), bytes);
    return (cpuMicros() - began) / bodies.length;
  };
}

const server = fork(fileURLToPath(new URL('./rank-server.ts', import.meta.url)), [`${pageCount}`]);
const ports = await new Promise<Ports>((resolve, reject) => {
  server.once('message', resolve).once('exit', () => reject(new Error('the server of the pages did not start')));
});
const requested = orderingNames.filter((name) => name !== 'fifo' && (process.argv[2] ?? name) === name);
const fetched = { http: [] as number[], https: [] as number[], closing: [] as number[] };
const plainCrawl = openCrawl('fifo');
const plainCosts: number[] = [];
// Per ordering, the extra cost over `fifo` in the same round; a second `fifo` shows the noise.
const crawls = [...requested, 'fifo' as const].map((name) => ({ name, crawl: openCrawl(name), added: [] as number[] }));
for (let round = -warmUp; round < rounds; round++) {
  const from = (round + warmUp) * pageCount;
  const bodies = Array.from({ length: pageCount }, (_, index) => Buffer.from(makePage(from + index)));
  const http = await fetchAndRead(`http://127.0.0.1:${ports.http}`, pageCount);
  const https = await fetchAndRead(`https://127.0.0.1:${ports.https}`, pageCount);
  const closing = await fetchAndRead(`https://127.0.0.1:${ports.closing}`, closingPages);
  const plain = plainCrawl(from, bodies);
  const costs = crawls.map(({ crawl }) => crawl(from, bodies) - plain);
  if (round < 0) continue;
  for (const [at, { added }] of crawls.entries()) added.push(costs[at]!);
  plainCosts.push(plain);
  fetched.http.push(http);
  fetched.https.push(https);
  fetched.closing.push(closing);
}
server.disconnect();

console.log(`Pages of ${Math.round(makePage(0).length / 1024)} KB with ${linksPerPage} links, ${100 * repeats} % of them met before. CPU time in µs by page, served by
another process; n = ${rounds} rounds of ${pageCount} pages after ${warmUp} to warm up, each with every way and order in turn: median
(smallest–largest). An order's cost is taken against \`fifo\` in the same round, where reading links and offering
them takes ${spread(plainCosts, 0)}.

| fetch over loopback, links and text | µs |
|---|--:|
| http, connection kept | ${spread(fetched.http, 0)} |
| https and gzip, connection kept | ${spread(fetched.https, 0)} |
| https and gzip, new connection | ${spread(fetched.closing, 0)} |

| order | µs added | of http | of https | of a new connection |
|---|--:|--:|--:|--:|`);
for (const { name, added } of crawls) {
  const shares = Object.values(fetched).map((times) => `${((100 * median(added)) / median(times)).toFixed(1)} %`);
  console.log(`| ${name === 'fifo' ? '`fifo` again' : name} | ${spread(added, 0)} | ${shares.join(' | ')} |`);
}
console.log(`\nResident memory at the end: ${Math.round(process.memoryUsage().rss / 2 ** 20)} MB.`);
