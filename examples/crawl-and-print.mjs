// Crawls a site for a minute at most and prints what it finds. Run: node examples/crawl-and-print.mjs https://example.org
// To try it on a web of your own, add rules: node examples/crawl-and-print.mjs URL HOST=127.0.0.1:8080
import { crawl } from 'geotrawl';

const [seed, ...rules] = process.argv.slice(2);
if (seed === undefined) throw new Error('Give a URL to begin with.');
const local = { 'network.resolve': rules, 'network.allowPrivate': true, 'politeness.delayMs': 0 };
const settings = { db: 'crawl-and-print.db', 'crawl.depth': 2, ...(rules.length === 0 ? {} : local) };

for await (const event of crawl({ seeds: [seed], settings }, AbortSignal.timeout(60_000))) {
  if (event.type === 'found') {
    const { title, endpoint, foundBy, source } = event.resource;
    console.log(`${title}\n  ${endpoint}\n  found by ${foundBy} on ${source}`);
  }
  if (event.type === 'done') console.log(`${event.stopped}: ${event.pages} pages, ${event.resources} resources`);
}
