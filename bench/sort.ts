// Duration of sorted lists and facets over HTTP: `sortby=` and `/facets` use the search index.
//
//   npm run bench:sort               a catalog of 100,000 layers, 200 requests of each
//   npm run bench:sort -- 1500000 --requests 500
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { givenArguments, machine, writeSection } from './results.ts';
import { startBuiltServer } from './running-server.ts';
import { servicesFor } from './search-catalog.ts';
import { copyOf } from './serve-database.ts';
import { quantile } from './spread.ts';

const aimMs = 50;
const items = '/ogc/collections/services/items';
const csw = '/csw?service=CSW&version=2.0.2&request=GetRecords&typeNames=csw:Record&resultType=results';

/** `#` is the number of the request, which makes each unique. */
const paths: readonly string[] = [
  '/api/v1/resources?sortby=title&offset=#',
  '/api/v1/resources?sortby=-updated&offset=#',
  '/api/v1/resources?sortby=organization,-layerCount&offset=#',
  `${items}?sortby=-layerCount&offset=#`,
  `${items}?sortby=-created&filter=layerCount>#`,
  `${items}?sortby=title&q=water&offset=#`,
  `${csw}&elementSetName=brief&sortBy=dct:title:A&startPosition=#`,
  '/api/v1/facets?filter=layerCount>=#',
  '/api/v1/facets?by=host,organization,crs,formats,problems&filter=layerCount>=#',
];

async function timeOf(url: string): Promise<number> {
  const startedMs = performance.now();
  const response = await fetch(url);
  const text = await response.text();
  if (response.status !== 200) throw new Error(`${url}: ${response.status} ${text}`);
  return performance.now() - startedMs;
}

/** Sequential requests; the first, which loads columns of the index, is reported separately. */
async function measure(base: string, path: string, requests: number) {
  const urlOf = (n: number) => base + path.replace('#', String(n));
  const firstMs = await timeOf(urlOf(0));
  const times: number[] = [];
  for (let n = 1; n <= requests; n++) times.push(await timeOf(urlOf(n)));
  return { path, firstMs, p50: quantile(times, 0.5), p95: quantile(times, 0.95), longest: Math.max(...times) };
}

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { requests: { type: 'string', default: '200' } },
});
const layers = Number(positionals[0] ?? 100_000);
const requests = Number(values.requests);
const folder = mkdtempSync(join(tmpdir(), 'geotrawl-sort-'));
try {
  const db = await copyOf(folder, folder, layers);
  const server = await startBuiltServer(db, { GEOTRAWL_SERVER__RATE_LIMIT: '0' });
  const measured = [];
  for (const path of paths) measured.push(await measure(server.url, path, requests));
  await server.stop();
  const ms = (value: number) => value.toFixed(1);
  const rows = measured.map(
    ({ path, firstMs, p50, p95, longest }) =>
      `| \`${path.replaceAll('|', '\\|')}\` | ${ms(firstMs)} | ${p50} | ${p95} | ${ms(longest)} |`,
  );
  const worst = Math.max(...measured.map(({ p95 }) => Number(p95)));
  const text = `\`npm run bench:sort${givenArguments()}\` on ${machine()}

${layers} layers of ${servicesFor(layers)} services, ${requests} different requests of each kind, one after the other over HTTP;
\`#\` is the number of the request. Milliseconds; first is the first request of its kind.

| request | first | p50 | p95 | longest |
|---|---|---|---|---|
${rows.join('\n')}

Aim: p95 ≤ ${aimMs} ms. Highest p95: ${ms(worst)} ms, ${worst <= aimMs ? 'met' : 'missed'}.`;
  writeSection(`bench/sort at ${layers} layers`, text);
  console.log(text);
} finally {
  rmSync(folder, { recursive: true, force: true });
}
