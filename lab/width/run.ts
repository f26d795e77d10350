// Depth and width of a keyword crawl ([POLARHUB] figure 9) on the demo web, counted at the end of every width.
import { demoServicesToFind } from '../demo-web/manifest.ts';
import { type Experiment, markdownTable } from '../report/experiment.ts';
import { crawlByWidth, type WidthCount } from './crawl-by-width.ts';
import { drawCharts, type Line } from './plot.ts';
import { startDemoSearchEngine } from './search-engine.ts';

const depths = [1, 2, 3] as const;
const maxWidth = 10;
const keywords = ['data about the land'];
const mandatory = ['map'];

interface WidthResult {
  readonly query: string;
  /** Pages in the search engine, and number of results. */
  readonly pages: number;
  readonly resultCount: number;
  readonly services: number;
  readonly byDepth: readonly { readonly depth: number; readonly counts: readonly WidthCount[] }[];
}

export const width: Experiment<WidthResult> = {
  name: 'width',
  title: 'Depth and width of a keyword crawl',
  isTimed: false,
  run: async ({ tell }) => {
    const byDepth: { depth: number; counts: WidthCount[] }[] = [];
    for (const depth of depths) {
      tell(`depth ${depth}`);
      byDepth.push({ depth, counts: await crawlByWidth({ depth, keywords, mandatory, maxWidth }) });
    }
    const engine = await startDemoSearchEngine();
    const query = `${mandatory[0]} ${keywords[0]}`;
    const resultCount = engine.results(query).length;
    await engine.close();
    return { query, pages: engine.size, resultCount, services: demoServicesToFind.length, byDepth };
  },
  section: ({ query, pages, resultCount, services, byDepth }) => {
    const heads = byDepth.flatMap(({ depth }) => [`d${depth} pages`, `d${depth} services`, `d${depth} rate`]);
    const rows = Array.from({ length: maxWidth }, (_, index) => {
      const counts = byDepth.map((one) => one.counts[index]!);
      const cells = counts.flatMap((count) => [count.pages, count.services, `${rate(count).toFixed(1)} %`]);
      return [index + 1, counts[0]!.seeds, ...cells];
    });
    return `The query "${query}" to a search engine over the ${pages} pages of the demo web has ${resultCount} results; widths behind the last of them add
nothing. Totals since the beginning of each crawl, service kinds only; the manifest has ${services} map services within reach. Rate: services
per page read. A page that was read as a link of an earlier width and is a result of a later one is not read again.

${markdownTable(['width', 'seeds', ...heads], rows)}

Published ([POLARHUB] figure 9): depths 1, 2 and 3 visited 292, 11,679 and 138,621 pages with discovery rates of 6.5, 1 and 0.15 %; about
90 % of the services are found by width 8. The demo web is small and full of services, so rates do not fall as they do there.

![Services found and discovery rate by width, for depths 1 to 3](width/width.svg)`;
  },
  pictures: ({ byDepth }) => {
    const lines = (value: (count: WidthCount) => number): Line[] =>
      byDepth.map(({ depth, counts }) => ({ name: `depth ${depth}`, values: counts.map(value) }));
    const unit = ' (groups of ten results)';
    return {
      'width.svg': drawCharts([
        { title: 'Services found', unit, lines: lines(({ services }) => services) },
        { title: 'Services per 100 pages', unit, lines: lines(rate) },
      ]),
    };
  },
};

function rate({ services, pages }: WidthCount): number {
  return (100 * services) / Math.max(1, pages);
}
