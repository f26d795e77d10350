// What ranking adds to fetching and reading a page: CPU time per page for every order, and memory after many pages.
// Run: npx tsx bench/rank.ts
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { makeDocument } from '../src/base/document.ts';
import { settingsWith } from '../src/config.ts';
import { extractPage } from '../src/extract/extract.ts';
import { createFetch } from '../src/fetch/client.ts';
import { createOfferMaker } from '../src/frontier/offers.ts';
import type { OrderingFactory } from '../src/model/rank.ts';
import { orderingNames } from '../src/model/rank.ts';
import { networkPolicy } from '../src/network-policy.ts';
import { createCrawlRank } from '../src/rank/crawl-rank.ts';
import { fifo } from '../src/rank/fifo.ts';
import { orderings } from '../src/rank/orderings.ts';
import { linksPerPage, makePage, repeats, vary } from './rank-page.ts';

const pages = 1500;
function cpuMicros(): number {
  const { user, system } = process.cpuUsage();
  return user + system;
}

/** Fetched over loopback by our client, read for links and text. */
async function fetchAndRead(bodies: readonly string[]): Promise<number> {
  const server = createServer((request, response) => response.end(bodies[Number(request.url?.slice(1))]));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const fetch = createFetch(networkPolicy(settingsWith({ 'network.allowPrivate': true })));
  const serveOnly = cpuMicros();
  for (let number = 0; number < pages; number++) {
    const document = await fetch.get({ url: `http://127.0.0.1:${port}/${number}` });
    const page = extractPage(document);
    if (page.text().length === 0 || page.links.length === 0) throw new Error('nothing was read');
  }
  const spent = cpuMicros() - serveOnly;
  await fetch.close();
  await new Promise((resolve) => server.close(resolve));
  return spent / pages;
}

/** The same page through offers, with an order or in order of arrival; the least of three rounds. */
function rankPages(bodies: readonly string[], create: OrderingFactory | null): number {
  let least = Infinity;
  for (let round = 0; round < 3; round++) {
    const rank = create === null ? null : createCrawlRank(create({ seed: 1 }));
    const offersFrom = createOfferMaker({
      maxDepth: 9,
      inScope: () => true,
      isFollowable: () => true,
      suspicions: () => [],
      firstProbe: () => null,
      rank: rank ?? fifo,
    });
    const began = cpuMicros();
    for (const [number, body] of bodies.entries()) {
      const url = `http://h${number % 50}.example/${vary(number)}/p${number}.html`;
      const page = extractPage(
        makeDocument({ url, bytes: Buffer.from(body), headers: { 'content-type': 'text/html' } }),
      );
      const ranked = rank?.pageOf({ page, url, platform: null });
      rank?.learn({ url, found: 0, page: ranked ?? null, failed: false, costMs: 100 });
      offersFrom(page.links, { via: null, depth: 1, ...(ranked === undefined ? {} : { page: ranked }) });
      if (ranked !== undefined) rank?.release(ranked);
    }
    least = Math.min(least, (cpuMicros() - began) / bodies.length);
  }
  return least;
}

const bodies = Array.from({ length: pages }, (_, number) => makePage(number));
const whole = await fetchAndRead(bodies);
const plain = rankPages(bodies, null);
console.log(
  `${pages} pages of ${Math.round(bodies[0]!.length / 1024)} KB with ${linksPerPage} links, ${100 * repeats} % of them met before.`,
);
console.log(`Fetch over loopback, links and text, server included: ${whole.toFixed(0)} µs of CPU time by page.\n`);
console.log('| order | µs by page | of fetch + parse |\n|---|--:|--:|');
for (const name of orderingNames.filter(
  (one) => one !== 'fifo' && (process.argv[2] === undefined || process.argv[2] === one),
)) {
  const added = rankPages(bodies, orderings[name]) - plain;
  console.log(`| ${name} | ${added.toFixed(0)} | ${((100 * added) / whole).toFixed(1)} % |`);
}
globalThis.gc?.();
console.log(`\nResident memory at the end: ${Math.round(process.memoryUsage().rss / 2 ** 20)} MB.`);
