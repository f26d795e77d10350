// One keyword crawl of the demo web at one depth, counted at the end of every width ([POLARHUB], depth and width).
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { crawl } from '../../src/crawl/crawl.ts';
import { startDemoWeb } from '../demo-web/serve.ts';
import { startDemoSearchEngine } from './search-engine.ts';

/** Totals of a crawl at the end of a width. */
export interface WidthCount {
  readonly width: number;
  readonly seeds: number;
  readonly pages: number;
  readonly services: number;
}

export interface KeywordCrawl {
  readonly depth: number;
  readonly keywords: readonly string[];
  readonly mandatory: readonly string[];
  readonly maxWidth: number;
}

export async function crawlByWidth({ depth, keywords, mandatory, maxWidth }: KeywordCrawl): Promise<WidthCount[]> {
  const web = await startDemoWeb({ hurry: true });
  const engine = await startDemoSearchEngine();
  const folder = mkdtempSync(join(tmpdir(), 'geotrawl-width-'));
  const counts: WidthCount[] = [];
  const total = { seeds: 0, pages: 0, services: 0 };
  let width = 0;
  try {
    const settings = {
      db: join(folder, 'width.db'),
      'crawl.scope': 'web',
      'crawl.depth': depth,
      // Sequential, so that pages are found by the same path in every run.
      'crawl.concurrency': 1,
      'crawl.probeConcurrency': 1,
      'politeness.delayMs': 0,
      'network.allowPrivate': true,
      'network.resolve': [...web.resolve, `127.0.0.1=127.0.0.1:${new URL(engine.url).port}`, web.elsewhere],
      'search.engine': 'searxng',
      'search.url': engine.url,
      'search.mandatory': mandatory,
      'search.width': maxWidth,
    } as const;
    for await (const event of crawl({ keywords, settings })) {
      if (event.type === 'search') {
        if (width > 0) counts.push({ width, ...total });
        width = event.width;
        total.seeds += event.results;
      }
      if (event.type === 'page') total.pages++;
      if (event.type === 'found' && event.resource.family === 'service') total.services++;
    }
    counts.push({ width, ...total });
    return filled(counts, maxWidth);
  } finally {
    await Promise.all([web.close(), engine.close()]);
    rmSync(folder, { recursive: true });
  }
}

/** Widths beyond the engine's last result add nothing. */
function filled(counts: readonly WidthCount[], maxWidth: number): WidthCount[] {
  return Array.from({ length: maxWidth }, (_, index) => {
    const reached = counts.filter(({ width }) => width <= index + 1).at(-1);
    return { ...(reached ?? { seeds: 0, pages: 0, services: 0 }), width: index + 1 };
  });
}
