// Discovery by depth and width on the demo web: `npm run lab:width` prints the table and writes it beside this file with its plot.
import { writeFileSync } from 'node:fs';
import { demoServicesToFind } from '../demo-web/manifest.ts';
import { crawlByWidth, type WidthCount } from './crawl-by-width.ts';
import { drawCharts } from './plot.ts';
import { startDemoSearchEngine } from './search-engine.ts';

const depths = [1, 2, 3] as const;
const maxWidth = 10;
const keywords = ['data about the land'];
const mandatory = ['map'];

const byDepth: { depth: number; counts: WidthCount[] }[] = [];
for (const depth of depths)
  byDepth.push({ depth, counts: await crawlByWidth({ depth, keywords, mandatory, maxWidth }) });

const engine = await startDemoSearchEngine();
const query = `${mandatory[0]} ${keywords[0]}`;
const resultCount = engine.results(query).length;
await engine.close();

const rate = ({ services, pages }: WidthCount) => (100 * services) / Math.max(1, pages);
const heads = depths.flatMap((depth) => [`d${depth} pages`, `d${depth} services`, `d${depth} rate`]);
const rows = Array.from({ length: maxWidth }, (_, index) => {
  const counts = byDepth.map((one) => one.counts[index]!);
  const cells = counts.flatMap((count) => [count.pages, count.services, `${rate(count).toFixed(1)} %`]);
  return `| ${[index + 1, counts[0]!.seeds, ...cells].join(' | ')} |`;
});
const table = [`| width | seeds | ${heads.join(' | ')} |`, `|${'---|'.repeat(heads.length + 2)}`, ...rows].join('\n');
const text = `# Discovery by depth and width

Written by \`npm run lab:width\`. The query "${query}" to the search engine over the ${engine.size} pages of the demo web has
${resultCount} results; widths behind the last of them add nothing. Totals since the beginning of each crawl, service kinds
only; the manifest has ${demoServicesToFind.length} map services within reach. Rate: services per page read. Scope: web. A page that was read
as a link of an earlier width and is a result of a later one is not read again, so its own links count from its first depth.

${table}

![Services found and discovery rate by width, for depths 1 to 3](width.svg)
`;
console.log(table);
writeFileSync(new URL('RESULTS.md', import.meta.url), text);
writeFileSync(
  new URL('results.json', import.meta.url),
  `${JSON.stringify({ query, resultCount, byDepth }, null, 1)}\n`,
);
const line = (value: (count: WidthCount) => number) =>
  byDepth.map(({ depth, counts }) => ({ name: `depth ${depth}`, values: counts.map(value) }));
const svg = drawCharts([
  { title: 'Services found', unit: ' (groups of ten results)', lines: line(({ services }) => services) },
  { title: 'Services per 100 pages', unit: ' (groups of ten results)', lines: line(rate) },
]);
writeFileSync(new URL('width.svg', import.meta.url), svg);
